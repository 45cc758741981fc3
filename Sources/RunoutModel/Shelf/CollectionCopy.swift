public import DiscogsModel

/// One owned copy of a release. A release can be owned twice: every copy is a row of its own.
public struct CollectionCopy: ShelfEntry, Hashable, Sendable, Identifiable {
  /// The row's number in the library; stays the copy's own when the collection is imported again.
  public var id: Int64
  /// The facts of its release.
  public var facts: ShelfFacts
  /// The folder's name.
  public var folder: String
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// As Discogs exports it: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String
  /// The grade of the disc in Discogs' words: `Very Good Plus (VG+)`. Empty when not graded.
  public var mediaCondition: String
  /// The grade of the sleeve; empty when not graded.
  public var sleeveCondition: String
  /// The notes field and any other custom field, by the user's own name for it, in the order of the export. Only those
  /// with a value.
  public var fields: [Field]
  /// What Discogs has refused of it; nil for nothing.
  public var refusal: ShelfRefusal?

  /// The value of one of the collection's custom fields.
  public struct Field: Hashable, Sendable {
    /// The name that the user gave the field.
    public var name: String
    /// Its text, as written.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a copy of a release whose facts are known.
  public init(
    id: Int64, facts: ShelfFacts, folder: String = ShelfEdit.uncategorised, rating: Int? = nil, added: String = "",
    mediaCondition: String = "", sleeveCondition: String = "", fields: [Field] = []
  ) {
    self.id = id
    self.facts = facts
    self.folder = folder
    self.rating = rating
    self.added = added
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.fields = fields
  }

  /// Creates a copy from the facts of its release.
  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, folder: String = ShelfEdit.uncategorised,
    rating: Int? = nil, added: String = "", mediaCondition: String = "", sleeveCondition: String = "",
    fields: [Field] = []
  ) {
    self.init(
      id: id,
      facts: ShelfFacts(
        release: release, master: master, artist: artist, title: title, label: label,
        catalogueNumber: catalogueNumber, format: format, year: year), folder: folder, rating: rating, added: added,
      mediaCondition: mediaCondition, sleeveCondition: sleeveCondition, fields: fields)
  }
}
