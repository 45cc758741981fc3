/// One owned copy of a release. A release can be owned twice: every copy is a row of its own.
public struct CollectionCopy: ShelfEntry, Hashable, Sendable, Identifiable {
  /// The row's number in the library; it survives another import of the collection.
  public var id: Int64
  public var facts: ShelfFacts
  public var folder: String
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// In Discogs' export format: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String
  /// The disc's grade in Discogs' words: `Very Good Plus (VG+)`. Empty when not graded.
  public var mediaCondition: String
  /// The sleeve's grade; empty when not graded.
  public var sleeveCondition: String
  /// The notes and other custom fields that have a value, in the order of the export.
  public var fields: [Field]
  /// The part of it that Discogs refused; nil for none.
  public var refusal: ShelfRefusal?

  public struct Field: Hashable, Sendable {
    /// As the user named the field.
    public var name: String
    public var value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  public init(
    id: Int64, facts: ShelfFacts, folder: String = ShelfEdit.uncategorised, rating: Int? = nil, added: String = "",
    mediaCondition: String = "", sleeveCondition: String = "", fields: [Field] = []
  ) {
    (self.id, self.facts, self.folder, self.rating, self.added) = (id, facts, folder, rating, added)
    (self.mediaCondition, self.sleeveCondition, self.fields) = (mediaCondition, sleeveCondition, fields)
  }
}

/// Where a copy stands in its folder, in shelf order.
public struct ShelfPlace: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// The copies in the folder.
  public var total: Int
  /// The copy before it, `Artist – Title`; nil for the first.
  public var after: String?

  public init(number: Int, total: Int, after: String?) {
    (self.number, self.total, self.after) = (number, total, after)
  }
}
