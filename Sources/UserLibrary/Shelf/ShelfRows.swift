public import DiscogsModel

/// A field of the user's own on a copy.
public struct ShelfField: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// What a shelf knows of a release, as the export spells it.
public struct ShelfRecord: Hashable, Sendable {
  public var release: Release.ID
  /// Nil until the catalogue has told.
  public var master: Master.ID?
  /// Several joined by `, `, with homonym numbers.
  public var artist: String
  public var title: String
  public var label: String
  /// Empty where the record has none.
  public var catalogueNumber: String
  /// The short form: `2xLP, Album`.
  public var format: String
  public var year: Int?
  /// 1 to 5; nil when not rated.
  public var rating: Int?

  public init(
    release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, rating: Int? = nil
  ) {
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.rating = rating
  }
}

/// A copy in the collection.
public struct ShelfCopy: Hashable, Sendable, Identifiable {
  /// Stays the copy's own when the collection is imported again.
  public var id: Int64
  public var record: ShelfRecord
  public var folder: String
  /// `2020-11-12 12:24:52`, without a zone; empty when unknown.
  public var added: String
  public var mediaCondition: String
  public var sleeveCondition: String
  /// Those with a value, in the order of the export.
  public var fields: [ShelfField]

  public init(
    id: Int64, record: ShelfRecord, folder: String, added: String = "", mediaCondition: String = "",
    sleeveCondition: String = "", fields: [ShelfField] = []
  ) {
    self.id = id
    self.record = record
    self.folder = folder
    self.added = added
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.fields = fields
  }
}

/// An entry of the want list.
public struct ShelfWant: Hashable, Sendable, Identifiable {
  /// Stays the entry's own when the want list is imported again.
  public var id: Int64
  public var record: ShelfRecord
  public var notes: String
  /// `2020-11-12 12:24:52`, without a zone; empty when unknown.
  public var added: String

  public init(id: Int64, record: ShelfRecord, notes: String = "", added: String = "") {
    self.id = id
    self.record = record
    self.notes = notes
    self.added = added
  }
}

/// What of some releases and masters is on the shelf. A master is there when any pressing of it is.
public struct ShelfHoldings: Hashable, Sendable {
  public var ownedReleases: Set<Release.ID> = []
  public var ownedMasters: Set<Master.ID> = []
  public var wantedReleases: Set<Release.ID> = []
  public var wantedMasters: Set<Master.ID> = []

  public init() {}
}

extension ShelfRecord {
  /// The artists without the numbers that tell homonyms apart.
  public var displayArtist: String { Self.withoutHomonyms(artist) }

  /// The labels without the numbers that tell homonyms apart.
  public var displayLabel: String { Self.withoutHomonyms(label) }

  /// Names may hold commas themselves, which does no harm: only ` (2)` at the end of a part goes.
  static func withoutHomonyms(_ names: String) -> String {
    guard names.utf8.contains(UInt8(ascii: ")")) else { return names }
    return names.split(separator: ", ", omittingEmptySubsequences: false).map { Homonym.strip(String($0)) }
      .joined(separator: ", ")
  }
}
