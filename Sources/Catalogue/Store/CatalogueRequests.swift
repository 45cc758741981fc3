public import DiscogsModel
public import RunoutModel

/// A list that belongs to a record, sorted and filtered.
public struct CatalogueList: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// A master's releases, by date unless sorted.
    case versions(Master.ID)
    /// An artist's releases, by year and title unless sorted; nil for all roles.
    case artistReleases(Artist.ID, role: ArtistRole?)
    /// An artist's works, a master in place of its releases; nil for all sections. Each section is sorted by itself, by
    /// year unless sorted otherwise.
    case discography(Artist.ID, section: DiscographySection?)
    /// A label's releases by catalogue number, those without one by year; then its series in the same order; then by
    /// year the releases with another credit of it.
    case labelReleases(Discogs.Label.ID)
  }

  public var content: Content
  public var sort: SortOrder
  /// Parts of words that must all occur in a row's title, artist, label, catalogue number, format, country or year.
  public var narrowing: String

  public init(_ content: Content, sort: SortOrder = .relevance, narrowing: String = "") {
    (self.content, self.sort, self.narrowing) = (content, sort, narrowing)
  }
}

/// The contents and origin of a catalogue.
public struct CatalogueInfo: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// The name without a folder.
    public var name: String
    public var kind: EntityKind
    public var records: Int
    public var skipped: Int
    /// Seconds since 1970.
    public var imported: Double
  }

  /// The number of records of each kind; kinds without any are absent.
  public var counts: [EntityKind: Int]
  /// The number of artists and labels known only from the credits of releases.
  public var namesOnly: Int
  /// In the order of import.
  public var files: [File]
  /// The month of its dumps, `2026-08`: that of the update, or else the latest in its files' names. Empty if unknown.
  public var month = ""
  /// The search that selected its releases; empty for all of them.
  public var only = ""
  /// The time of its creation, in seconds since 1970; nil if unknown.
  public var made: Double?
  /// The highest number of a release by month, of this catalogue and of those that it replaced: `2026-08`. Below an
  /// empty month, that of the releases that were never news.
  public var highest: [String: Int] = [:]

  /// The month that news counts from, and the highest number then.
  ///
  /// - Parameter month: the latest one up to it; nil for the last one before this catalogue's.
  public func start(ofNewsSince month: String? = nil) -> (month: String, highest: Int)? {
    let months = highest.keys.filter { known in month.map { known <= $0 } ?? (known.isEmpty || known < self.month) }
    return months.max().map { (month: $0, highest: highest[$0] ?? 0) }
  }
}
