/// One owned copy of a release. A release can be owned twice: every copy is a row of its own.
public struct CollectionCopy: Hashable, Sendable, Identifiable {
  /// The row's number in the library; stable across runs.
  public var id: Int64
  public var release: Release.ID
  /// Nil where neither the export nor the catalogue says.
  public var master: Master.ID?
  public var artist: String
  public var title: String
  public var label: String
  public var catalogueNumber: String
  /// The short form: `2xLP, Album`.
  public var format: String
  public var year: Int?
  public var folder: String
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// As Discogs exports it: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String
  public var mediaCondition: String
  public var sleeveCondition: String
  /// The notes field and any other custom field, by the user's own name for it, in the order of the export.
  public var fields: [Field]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, folder: String = "Uncategorized",
    rating: Int? = nil, added: String = "", mediaCondition: String = "", sleeveCondition: String = "",
    fields: [Field] = []
  ) {
    self.id = id
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.folder = folder
    self.rating = rating
    self.added = added
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.fields = fields
  }
}
