public import Clients
public import DiscogsModel
public import Observation
import Wording

/// The shelf's marks on the rows of a list.
@Observable
public final class RowMarks: PageContent, Loader {
  public private(set) var marks: [EntityReference: ShelfMarks] = [:]

  @ObservationIgnored let context: PageContext
  /// Asks for the marks of the loaded rows from a number on; nil where there are none.
  @ObservationIgnored private let ask: (_ row: Int) -> ((ShelfClient) async throws -> [EntityReference: ShelfMarks])?
  /// The question asked last: the next waits for it.
  @ObservationIgnored private var lastQuestion: Task<Void, Never>?

  init<Row>(
    of list: ListModel<Row>, _ ask: @escaping (ShelfClient, [Row]) async throws -> [EntityReference: ShelfMarks]
  ) {
    context = list.context
    self.ask = { [weak list] row in
      guard let list = list?.list else { return nil }
      let rows = Array(list.rows.dropFirst(row)) + (list.tail?.rows ?? [])
      return rows.isEmpty ? nil : { try await ask($0, rows) }
    }
  }

  /// Asks for the marks of rows from a number on. From 0, the answer replaces all marks, as some may be gone.
  func load(from row: Int) {
    guard let ask = ask(row) else { return }
    // In order: an answer from 0 that came after that of later rows would take their marks away.
    lastQuestion = load(orReport: ShelfWords.readFailed) { [lastQuestion] in
      await lastQuestion?.value
      return try await ask($0.shelf)
    } then: { model, found in
      let marks = row == 0 ? found : model.marks.merging(found) { $1 }
      if marks != model.marks { model.marks = marks }
    }
  }

  public func hear(_ event: Event) { if event.isOfTheShelf { load(from: 0) } }
}
