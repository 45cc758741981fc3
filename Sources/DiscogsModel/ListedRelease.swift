/// A search result of the live site.
public struct SearchResult: Hashable, Sendable {
  public var row: CatalogueRow
  public var genres: [String]
  public var styles: [String]
  /// Carriers and descriptions, mixed: `Vinyl`, `LP`, `Album`.
  public var formatWords: [String]
  /// Empty for a master.
  public var formats: [Format]
  /// Every label and company, repeats included; the label proper comes first.
  public var labels: [String]
  /// Every identifier, also matrices.
  public var barcodes: [String]
  public var thumbnailURL: String
  /// A larger picture; empty when there is none.
  public var coverURL: String
  /// From the root of the site: `/release/7445961-Nirvana-Nirvana`.
  public var webPath: String
  public var community: CommunityCounts?
  /// Nil where the site does not say.
  public var isInCollection: Bool?
  public var isInWantList: Bool?
  public var carriers: Int?
  /// What else the site said, here and within, as JSON text by its path.
  public var additional: [String: String]

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
}

/// A row of a master's versions, an artist's releases or a label's releases on the live site.
public struct ListedRelease: Hashable, Sendable {
  public var row: CatalogueRow
  /// The label as sent, with the number that tells homonyms apart: `ONYX Records (2)`. The row has it without.
  public var labelName: String
  /// As sent: `2016-11-25`, `1993`; empty when unknown. Versions only.
  public var released: String
  /// `Vinyl`, `CD`. Versions only.
  public var carriers: [String]
  /// `Accepted`; empty for masters.
  public var status: String
  /// What an artist did there in the site's words, cut with ` ...`. Artists' releases only.
  public var trackInfo: String
  /// Of a master in an artist's releases.
  public var keyRelease: Release.ID?
  public var thumbnailURL: String
  public var community: CommunityCounts?
  /// How many copies the signed-in user has and wants; nil when signed out.
  public var own: CommunityCounts?
  /// What else the site said, here and within, as JSON text by its path.
  public var additional: [String: String]

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
}

/// A way to narrow a list, with the values that occur in it.
public struct Facet: Hashable, Sendable {
  public struct Value: Hashable, Sendable {
    public var title: String
    /// What to ask for, as plain text.
    public var value: String
    public var count: Int

    public init(title: String, value: String, count: Int) {
      self.title = title
      self.value = value
      self.count = count
    }
  }

  /// `format`, `label`, `country`, `released`.
  public var id: String
  public var title: String
  public var allowsSeveral: Bool
  public var values: [Value]
  /// Those that the list is narrowed to now.
  public var applied: [String]

  public init(id: String, title: String, allowsSeveral: Bool, values: [Value], applied: [String] = []) {
    self.id = id
    self.title = title
    self.allowsSeveral = allowsSeveral
    self.values = values
    self.applied = applied
  }
}
