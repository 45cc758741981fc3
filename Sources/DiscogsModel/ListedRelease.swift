/// A search result of the live site. Its ``row``'s properties are also its own: `result.title`.
@dynamicMemberLookup
public struct SearchResult: Hashable, Sendable, Identifiable {
  /// The fields it shares with other lists.
  public var row: CatalogueRow
  /// `Jazz`, `Electronic`, …: of a fixed set; may be empty.
  public var genres: [String]
  /// The subdivisions of genres: `Modal`, `Cool Jazz`; may be empty.
  public var styles: [String]
  /// Carriers and descriptions, mixed: `Vinyl`, `LP`, `Album`.
  public var formatWords: [String]
  /// Empty for a master.
  public var formats: [Format]
  /// Every label and company, repeats included; the label proper comes first.
  public var labels: [String]
  /// Every identifier, also matrices.
  public var barcodes: [String]
  /// The URL of a small picture; empty when there is none or you may not see it.
  public var thumbnailURL: String
  /// A larger picture; empty when there is none.
  public var coverURL: String
  /// From the root of the site: `/release/7445961-Nirvana-Nirvana`.
  public var webPath: String
  /// The number of users who have and want it; nil when unknown.
  public var community: CommunityCounts?
  /// Nil where the site does not say.
  public var isInCollection: Bool?
  /// Nil where the site does not say.
  public var isInWantList: Bool?
  /// The number of carriers; nil when unknown.
  public var carriers: Int?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Creates a search result.
  public init(
    row: CatalogueRow, genres: [String] = [], styles: [String] = [], formatWords: [String] = [],
    formats: [Format] = [], labels: [String] = [], barcodes: [String] = [], thumbnailURL: String = "",
    coverURL: String = "", webPath: String = "", community: CommunityCounts? = nil, isInCollection: Bool? = nil,
    isInWantList: Bool? = nil, carriers: Int? = nil, additional: [String: String] = [:]
  ) {
    self.row = row
    self.genres = genres
    self.styles = styles
    self.formatWords = formatWords
    self.formats = formats
    self.labels = labels
    self.barcodes = barcodes
    self.thumbnailURL = thumbnailURL
    self.coverURL = coverURL
    self.webPath = webPath
    self.community = community
    self.isInCollection = isInCollection
    self.isInWantList = isInWantList
    self.carriers = carriers
    self.additional = additional
  }

  /// The page it points to.
  public var id: EntityReference { row.reference }

  /// A field of its ``row``.
  public subscript<Value>(dynamicMember path: KeyPath<CatalogueRow, Value>) -> Value { row[keyPath: path] }
}

/// A row of a master's versions, an artist's releases or a label's releases on the live site.
///
/// Its ``row``'s properties are also its own: `listed.title`.
@dynamicMemberLookup
public struct ListedRelease: Hashable, Sendable, Identifiable {
  /// The fields it shares with other lists.
  public var row: CatalogueRow
  /// The label as sent, with the number that tells homonyms apart: `ONYX Records (2)`. The row has it without.
  public var labelName: String
  /// As sent: `2016-11-25`, `1993`; empty when unknown. Versions only.
  public var released: String
  /// `Vinyl`, `CD`. Versions only.
  public var carriers: [String]
  /// `Accepted`; empty for masters.
  public var status: String
  /// The artist's role in the site's words, cut with ` ...`. Artists' releases only.
  public var trackInfo: String
  /// Of a master in an artist's releases.
  public var keyRelease: Release.ID?
  /// The URL of a small picture; empty when there is none or you may not see it.
  public var thumbnailURL: String
  /// The number of users who have and want it; nil when unknown.
  public var community: CommunityCounts?
  /// The number of copies the signed-in user has and wants; nil when signed out.
  public var own: CommunityCounts?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Creates a listed release.
  public init(
    row: CatalogueRow, labelName: String = "", released: String = "", carriers: [String] = [], status: String = "",
    trackInfo: String = "",
    keyRelease: Release.ID? = nil, thumbnailURL: String = "", community: CommunityCounts? = nil,
    own: CommunityCounts? = nil, additional: [String: String] = [:]
  ) {
    self.row = row
    self.labelName = labelName
    self.released = released
    self.carriers = carriers
    self.status = status
    self.trackInfo = trackInfo
    self.keyRelease = keyRelease
    self.thumbnailURL = thumbnailURL
    self.community = community
    self.own = own
    self.additional = additional
  }

  /// The whole row: a label's list has a release once for each catalogue number, an artist's once for each role.
  public var id: CatalogueRow { row }

  /// A field of its ``row``.
  public subscript<Value>(dynamicMember path: KeyPath<CatalogueRow, Value>) -> Value { row[keyPath: path] }
}

/// A way to filter a list, with the values that occur in it.
public struct Facet: Hashable, Sendable, Identifiable {
  /// A value that occurs, and how often.
  public struct Value: Hashable, Sendable, Identifiable {
    /// The name to show.
    public var title: String
    /// The value to filter by, as plain text.
    public var value: String
    /// The number of rows with it.
    public var count: Int

    /// Creates a value.
    public init(title: String, value: String, count: Int) {
      self.title = title
      self.value = value
      self.count = count
    }

    /// The value to filter by.
    public var id: String { value }
  }

  /// `format`, `label`, `country`, `released`.
  public var id: String
  /// The name to show.
  public var title: String
  /// Whether it takes several values at once.
  public var allowsSeveral: Bool
  /// The values that occur, in Discogs' order.
  public var values: [Value]
  /// The values the list is filtered by now.
  public var applied: [String]

  /// Creates a facet.
  public init(id: String, title: String, allowsSeveral: Bool, values: [Value], applied: [String] = []) {
    self.id = id
    self.title = title
    self.allowsSeveral = allowsSeveral
    self.values = values
    self.applied = applied
  }
}
