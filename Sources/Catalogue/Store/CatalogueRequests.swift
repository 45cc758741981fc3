public import DiscogsModel
public import RunoutModel

/// A list that belongs to a record: sorted and narrowed as a whole.
public struct CatalogueList: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// A master's releases, by date unless sorted.
    case versions(Master.ID)
    /// An artist's releases, by year and title unless sorted; `role` nil for all of them.
    case artistReleases(Artist.ID, role: ArtistRole?)
    /// The works an artist took part in, a master standing for its releases: section by section, in each by year unless
    /// sorted; `section` nil for all of them.
    case discography(Artist.ID, section: DiscographySection?)
    /// A label's releases by catalogue number, then those it had another part in (series, companies) by year.
    case labelReleases(Discogs.Label.ID)
  }

  public var content: Content
  public var sort: SortOrder
  /// Words that must all occur in a row's title, artist, label, catalogue number, format, country or year; parts of
  /// words will do.
  public var narrowing: String

  public init(_ content: Content, sort: SortOrder = .relevance, narrowing: String = "") {
    self.content = content
    self.sort = sort
    self.narrowing = narrowing
  }
}

/// What a catalogue holds.
public struct CatalogueInfo: Hashable, Sendable {
  /// One file it was made from.
  public struct File: Hashable, Sendable {
    /// Without its folder.
    public var name: String
    public var kind: EntityKind
    /// How many records it gave, and how many of its records were broken.
    public var records: Int
    public var skipped: Int
    /// Seconds since 1970.
    public var imported: Double

    public init(name: String, kind: EntityKind, records: Int, skipped: Int, imported: Double) {
      self.name = name
      self.kind = kind
      self.records = records
      self.skipped = skipped
      self.imported = imported
    }
  }

  /// How many records of each kind; kinds without any are absent.
  public var counts: [EntityKind: Int]
  /// Artists and labels known by name only, from the credits of releases.
  public var namesOnly: Int
  /// In the order of their import.
  public var files: [File]
  /// The month of its dumps, `2026-08`: that of the update, or else the latest that its files are called by. Empty where
  /// neither says.
  public var month = ""
  /// What its releases were selected by; empty for all of them.
  public var only = ""
  /// When it was made, in seconds since 1970; nil where it does not say.
  public var made: Double?
}
