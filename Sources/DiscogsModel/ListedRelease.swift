/// A search result of the live site. Also has the properties of its ``row``: `result.title`.
@dynamicMemberLookup
public struct SearchResult: Hashable, Sendable, Identifiable {
  /// The fields shared with other lists.
  public var row: CatalogueRow
  /// `Jazz`, `Electronic`, …: of a fixed set; may be empty.
  public var genres: [String]
  /// The subdivisions of genres: `Modal`, `Cool Jazz`; may be empty.
  public var styles: [String]
  /// Carriers and descriptions together: `Vinyl`, `LP`, `Album`.
  public var formatWords: [String]
  /// Empty for a master.
  public var formats: [Format]
  /// All labels and companies, with repeats; the label itself comes first.
  public var labels: [String]
  /// All identifiers, matrices included.
  public var barcodes: [String]
  /// The URL of a larger picture; empty without one.
  public var coverURL: String
  /// The path on the site: `/release/7445961-Nirvana-Nirvana`.
  public var webPath: String
  /// Nil when unknown.
  public var community: CommunityCounts?
  /// Whether the signed-in user owns it; nil if the site does not say.
  public var isInCollection: Bool?
  /// Whether the signed-in user wants it; nil if the site does not say.
  public var isInWantList: Bool?
  /// The number of carriers; nil when unknown.
  public var carriers: Int?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Values left out are empty or unknown.
  public init(
    row: CatalogueRow, genres: [String] = [], styles: [String] = [], formatWords: [String] = [],
    formats: [Format] = [], labels: [String] = [], barcodes: [String] = [], coverURL: String = "",
    webPath: String = "", community: CommunityCounts? = nil, isInCollection: Bool? = nil,
    isInWantList: Bool? = nil, carriers: Int? = nil, additional: [String: String] = [:]
  ) {
    (self.row, self.genres, self.styles) = (row, genres, styles)
    (self.formatWords, self.formats, self.labels) = (formatWords, formats, labels)
    (self.barcodes, self.coverURL, self.webPath, self.community) = (barcodes, coverURL, webPath, community)
    (self.isInCollection, self.isInWantList) = (isInCollection, isInWantList)
    (self.carriers, self.additional) = (carriers, additional)
  }

  /// The page of the result.
  public var id: EntityReference { row.reference }

  /// The value in ``row``.
  public subscript<Value>(dynamicMember path: KeyPath<CatalogueRow, Value>) -> Value { row[keyPath: path] }
}

/// A row of a master's versions, an artist's releases or a label's releases on the live site.
///
/// Also has the properties of its ``row``: `listed.title`.
@dynamicMemberLookup
public struct ListedRelease: Hashable, Sendable, Identifiable {
  /// The fields shared with other lists.
  public var row: CatalogueRow
  /// The label as sent, with its homonym number: `ONYX Records (2)`. The row has it without.
  public var labelName: String
  /// As sent: `2016-11-25`, `1993`; empty when unknown. Versions only.
  public var released: String
  /// `Vinyl`, `CD`. Versions only.
  public var carriers: [String]
  /// `Accepted`; empty for masters.
  public var status: String
  /// The artist's role in Discogs' words, possibly cut with ` ...`. Artists' releases only.
  public var trackInfo: String
  /// For a master in an artist's releases.
  public var keyRelease: Release.ID?
  /// The URL of a small picture; empty without one, or if you may not see it.
  public var thumbnailURL: String
  /// Nil when unknown.
  public var community: CommunityCounts?
  /// The number of copies the signed-in user has and wants; nil when signed out.
  public var own: CommunityCounts?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Values left out are empty or unknown.
  public init(
    row: CatalogueRow, labelName: String = "", released: String = "", carriers: [String] = [], status: String = "",
    trackInfo: String = "", keyRelease: Release.ID? = nil, thumbnailURL: String = "", community: CommunityCounts? = nil,
    own: CommunityCounts? = nil, additional: [String: String] = [:]
  ) {
    (self.row, self.labelName, self.released, self.carriers) = (row, labelName, released, carriers)
    (self.status, self.trackInfo, self.keyRelease) = (status, trackInfo, keyRelease)
    (self.thumbnailURL, self.community, self.own, self.additional) = (thumbnailURL, community, own, additional)
  }

  /// The whole row, since a label's list has a release once for each catalogue number, and an artist's once for each
  /// role.
  public var id: CatalogueRow { row }

  /// The value in ``row``.
  public subscript<Value>(dynamicMember path: KeyPath<CatalogueRow, Value>) -> Value { row[keyPath: path] }
}

/// A way to filter a list, with its values.
public struct Facet: Hashable, Sendable, Identifiable {
  /// A value and the number of its rows.
  public struct Value: Hashable, Sendable, Identifiable {
    /// For display.
    public var title: String
    /// As the filter takes it, in plain text.
    public var value: String
    /// The number of rows with the value.
    public var count: Int

    /// The value is in plain text.
    public init(title: String, value: String, count: Int) {
      (self.title, self.value, self.count) = (title, value, count)
    }

    /// Unique within the facet.
    public var id: String { value }
  }

  /// `format`, `label`, `country`, `released`.
  public var id: String
  /// For display.
  public var title: String
  /// Whether several values can be selected at once.
  public var allowsSeveral: Bool
  /// The values in the list, in the order to show them.
  public var values: [Value]
  /// The values selected now.
  public var applied: [String]

  /// No value is selected unless `applied` has it.
  public init(id: String, title: String, allowsSeveral: Bool, values: [Value], applied: [String] = []) {
    (self.id, self.title, self.allowsSeveral, self.values, self.applied) = (id, title, allowsSeveral, values, applied)
  }
}
