import Clients
public import DiscogsModel
public import RunoutModel
import Wording

/// The item that a command of the shelf works on: a row, or the record of a page.
nonisolated public enum ShelfItem: Hashable, Sendable {
  case copy(CollectionCopy)
  case want(WantListEntry)
  case release(ShelfFacts)
  /// It cannot be owned, but any pressing of it can be wanted.
  case master(ShelfFacts)
  /// An artist or a label, which can be neither owned nor wanted.
  case other(EntityKind, name: String)

  public init(_ row: CatalogueRow) {
    switch ShelfFacts(wantedRow: row) {
    case let facts? where facts.wanted.isAnyPressing: self = .master(facts)
    case let facts?: self = .release(facts)
    case nil: self = .other(row.reference.kind, name: Subject(row).name)
    }
  }

  /// Nil if it cannot be owned.
  public var facts: ShelfFacts? {
    switch self {
    case .copy(let copy): copy.facts
    case .want(let want): want.isAnyPressing ? nil : want.facts
    case .release(let facts): facts
    case .master, .other: nil
    }
  }

  /// Nil if it cannot be wanted.
  public var wantFacts: ShelfFacts? {
    switch self {
    case .want(let want): want.facts
    case .master(let facts): facts
    case .copy, .release, .other: facts
    }
  }

  /// `Artist – Title`.
  public var name: String {
    switch self {
    case .copy(let copy): copy.name
    case .want(let want): want.name
    case .release(let facts), .master(let facts): facts.name
    case .other(_, let name): name
    }
  }

  /// Why it cannot be owned; empty if it can.
  ///
  /// - Parameter opensVersions: the key that shows a master's versions.
  func refusal(opensVersions key: String) -> String {
    switch self {
    case .master: ShelfWords.pickAPressing(key: key)
    case .want(let want): want.isAnyPressing ? ShelfWords.pickAPressing(key: key) : ""
    case .other: ShelfWords.onlyReleases
    case .copy, .release: ""
    }
  }
}

extension CollectionCopy {
  /// `VG+/VG`: the short names of media and sleeve condition; empty where neither is known.
  nonisolated public var grades: String { Condition.shortNames(mediaCondition, sleeveCondition) }

  /// `Jazz, VG+/VG`, to tell copies of a release apart.
  nonisolated public var summary: String { [folder, grades].filter { !$0.isEmpty }.joined(separator: ", ") }

  /// Returns the value of a field; empty for none.
  nonisolated func value(of field: CollectionInstance.Field) -> String {
    switch field.id {
    case CollectionInstance.Field.mediaCondition: mediaCondition
    case CollectionInstance.Field.sleeveCondition: sleeveCondition
    default: fields.first { $0.name == field.name }?.value ?? ""
    }
  }
}

extension Condition {
  /// `VG+/VG`; empty where neither is known.
  nonisolated static func shortNames(_ media: String, _ sleeve: String) -> String {
    let grades = [media, sleeve].map(shortName)
    return grades.allSatisfy(\.isEmpty) ? "" : grades.map { $0.isEmpty ? "–" : $0 }.joined(separator: "/")
  }
}

extension CollectionInstance.Field {
  /// Its name in a `ShelfEdit`.
  nonisolated var nameForEdits: String {
    switch id {
    case Self.mediaCondition: ShelfEdit.mediaCondition
    case Self.sleeveCondition: ShelfEdit.sleeveCondition
    default: name
    }
  }
}
