import DiscogsModel

/// A want: a release, or any pressing of a master.
public struct WantListEntry: ShelfEntry, Hashable, Sendable, Identifiable {
  /// The row's number in the library; it survives another import of the want list.
  public var id: Int64
  public var facts: ShelfFacts
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// The user's notes; empty without any.
  public var notes: String
  /// In Discogs' export format: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String
  /// The part of it that Discogs refused; nil for none.
  public var refusal: ShelfRefusal?

  public var wanted: Wanted { facts.wanted }
  public var isAnyPressing: Bool { wanted.isAnyPressing }

  public init(id: Int64, facts: ShelfFacts, rating: Int? = nil, notes: String = "", added: String = "") {
    (self.id, self.facts, self.rating, self.notes, self.added) = (id, facts, rating, notes, added)
  }
}
