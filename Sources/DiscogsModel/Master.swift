/// What all pressings of a record have in common.
public struct Master: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<Master>

  public var id: ID
  public var title: String
  /// The release Discogs takes for the master's data (`main_release`); nil where the source does not say.
  public var keyRelease: Release.ID?
  public var artists: [ArtistCredit]
  public var genres: [String]
  public var styles: [String]
  public var notes: String
  /// Nil when unknown.
  public var year: Int?
  public var dataQuality: String
  public var videos: [Video]
  public var images: [Discogs.Image]
  /// The key release's; empty in dumps.
  public var tracklist: [Track]
  /// Nil for a master that does not come from the live site.
  public var live: LiveFacts?

  public init(
    id: ID, title: String, keyRelease: Release.ID? = nil, artists: [ArtistCredit] = [], genres: [String] = [],
    styles: [String] = [], notes: String = "", year: Int? = nil, dataQuality: String = "", videos: [Video] = [],
    images: [Discogs.Image] = [], tracklist: [Track] = [], live: LiveFacts? = nil
  ) {
    self.id = id
    self.title = title
    self.keyRelease = keyRelease
    self.artists = artists
    self.genres = genres
    self.styles = styles
    self.notes = notes
    self.year = year
    self.dataQuality = dataQuality
    self.videos = videos
    self.images = images
    self.tracklist = tracklist
    self.live = live
  }
}
