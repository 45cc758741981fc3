import Clients
public import DiscogsModel
public import RunoutModel
import Sleeves

/// A row of the shelf: an owned copy or a want.
nonisolated public protocol ShelfRow: PaneRow, ShelfEntry {
  /// The part of it that Discogs has refused; nil for none.
  var refusal: ShelfRefusal? { get }
  var rating: Int? { get }
  var notesText: String { get }
  /// Fields of the user's own; none of a want.
  var fields: [CollectionCopy.Field] { get }
  var item: ShelfItem { get }
}

extension CollectionCopy: ShelfRow {
  nonisolated public var item: ShelfItem { .copy(self) }
  nonisolated public var notesText: String { fields.map { "\($0.name) \($0.value)" }.joined(separator: " ") }
}

extension WantListEntry: ShelfRow {
  nonisolated public var item: ShelfItem { .want(self) }
  nonisolated public var fields: [CollectionCopy.Field] { [] }
  nonisolated public var notesText: String { notes }
}

extension ShelfRow {
  /// Its release, or the master if any pressing is wanted.
  nonisolated public var reference: EntityReference { facts.wanted.reference }
  nonisolated public var destination: LinkTarget? { .entity(reference) }
  nonisolated public var record: Subject? { subject }
  nonisolated public var shelfItem: ShelfItem? { item }
  nonisolated public var recordFacts: RowFacts? { RowFacts(facts) }
  nonisolated public var picture: PictureSubject? { PictureSubject(SleeveFacts(facts)) }

  nonisolated public var subject: Subject {
    Subject(reference: reference, artist: artist, title: title, catalogueNumber: catalogueNumber, master: master)
  }

  nonisolated public var name: String { facts.name }

  nonisolated var searchText: String {
    [artist, title, year.map(String.init) ?? "", format, label, catalogueNumber, notesText].joined(separator: " ")
  }
}
