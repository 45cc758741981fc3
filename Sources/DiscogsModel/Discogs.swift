/// The namespace of records whose names other modules have, too: `Discogs.Label` and `Discogs.Image` beside SwiftUI's.
public enum Discogs {}
