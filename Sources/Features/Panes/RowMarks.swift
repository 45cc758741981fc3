public import Clients
public import DiscogsModel
public import Observation
import Wording

/// The shelf's marks on the rows of a list.
@Observable
public final class RowMarks: PageContent {
  public private(set) var marks: [EntityReference: ShelfMarks] = [:]

  /// Returns all rows that are in the list now.
  @ObservationIgnored private let rows: () -> [CatalogueRow]
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  init(context: PageContext, scope: TaskScope, rows: @escaping () -> [CatalogueRow]) {
    (self.context, self.scope, self.rows) = (context, scope, rows)
  }

  /// Asks for the marks of new rows.
  func load(_ fresh: [CatalogueRow]) {
    ask(fresh) { model, found in
      if !found.isEmpty { model.marks.merge(found) { $1 } }
    }
  }

  /// Nothing to do: reloaded rows ask for their marks.
  public func reload() {}

  /// Asks for all marks again, as some may be gone.
  public func hear(_ event: Event) {
    guard [.shelfChanged, .shelfFiled, .shelfTakenBack].contains(event) else { return }
    ask(rows()) { model, found in
      if found != model.marks { model.marks = found }
    }
  }

  private func ask(
    _ rows: [CatalogueRow], take: @escaping @MainActor (RowMarks, [EntityReference: ShelfMarks]) -> Void
  ) {
    guard !rows.isEmpty else { return }
    let shelf = context.services.shelf
    scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await shelf.marks(rows)
        if let self { take(self, found) }
      } catch {
        self?.context.report(PageWords.shelfFailed, error)
      }
    }
  }
}
