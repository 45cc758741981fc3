/// The facts that all pressings of a record share.
public struct Master: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<Master>

  public var id: ID
  /// As on the records.
  public var title: String
  /// The release that Discogs takes the master's data from (`main_release`); nil if the source does not say.
  public var keyRelease: Release.ID?
  /// In the order of the sleeve.
  public var artists: [ArtistCredit]
  /// `Jazz`, `Electronic`, …: of a fixed set; may be empty.
  public var genres: [String]
  /// The subdivisions of genres: `Modal`, `Cool Jazz`; may be empty.
  public var styles: [String]
  /// Text with Discogs markup.
  public var notes: String
  /// Nil when unknown.
  public var year: Int?
  /// The state of checking by Discogs' users, an open set: `Correct`, `Needs Vote`, …; empty when unknown.
  public var dataQuality: String
  /// The videos that users linked to it.
  public var videos: [Video]
  /// The pictures in page order; empty when you may not see them.
  public var images: [Discogs.Image]
  /// The key release's; empty in dumps.
  public var tracklist: [Track]
  /// Nil unless the record came from Discogs' API.
  public var live: LiveFacts?

  /// Values left out are empty or unknown.
  public init(
    id: ID, title: String, keyRelease: Release.ID? = nil, artists: [ArtistCredit] = [], genres: [String] = [],
    styles: [String] = [], notes: String = "", year: Int? = nil, dataQuality: String = "", videos: [Video] = [],
    images: [Discogs.Image] = [], tracklist: [Track] = [], live: LiveFacts? = nil
  ) {
    (self.id, self.title, self.keyRelease, self.artists) = (id, title, keyRelease, artists)
    (self.genres, self.styles, self.notes, self.year, self.dataQuality) = (genres, styles, notes, year, dataQuality)
    (self.videos, self.images, self.tracklist, self.live) = (videos, images, tracklist, live)
  }
}
