/// The namespace of records whose names other modules use too, such as SwiftUI's `Label` and `Image`.
public enum Discogs {}
