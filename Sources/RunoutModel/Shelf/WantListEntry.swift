public import DiscogsModel

/// A want: a release, or any pressing of a master.
public struct WantListEntry: ShelfEntry, Hashable, Sendable, Identifiable {
  /// The row's number in the library; stays the entry's own when the want list is imported again.
  public var id: Int64
  /// The facts of its release, or of its master.
  public var facts: ShelfFacts
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// What the user noted; empty without.
  public var notes: String
  /// As Discogs exports dates: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String
  /// What Discogs has refused of it; nil for nothing.
  public var refusal: ShelfRefusal?

  /// What it is for.
  public var wanted: Wanted { facts.wanted }
  /// Whether any pressing of its master does.
  public var isAnyPressing: Bool { wanted.isAnyPressing }

  /// Creates a want whose facts are known.
  public init(id: Int64, facts: ShelfFacts, rating: Int? = nil, notes: String = "", added: String = "") {
    self.id = id
    self.facts = facts
    self.rating = rating
    self.notes = notes
    self.added = added
  }

  /// Creates a want from the facts of its release.
  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, rating: Int? = nil, notes: String = "",
    added: String = ""
  ) {
    self.init(
      id: id,
      facts: ShelfFacts(
        release: release, master: master, artist: artist, title: title, label: label,
        catalogueNumber: catalogueNumber, format: format, year: year), rating: rating, notes: notes, added: added)
  }
}
