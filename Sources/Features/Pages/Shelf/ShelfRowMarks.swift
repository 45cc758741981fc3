public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// Marks on the rows of a list of the shelf: another pressing is owned, or it is wanted, too.
@Observable
public final class ShelfRowMarks: PageContent {
  public private(set) var marks: [EntityReference: ShelfMarks] = [:]

  @ObservationIgnored private let list: ShelfList
  /// Returns the loaded rows from a number on.
  @ObservationIgnored var rows: (_ from: Int) -> [ShelfFacts] = { _ in [] }
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  init(_ list: ShelfList, context: PageContext, scope: TaskScope) {
    self.list = list
    self.context = context
    self.scope = scope
  }

  /// Asks for the marks of rows from a number on. From 0, the answer replaces all marks, as some may be gone.
  func load(from row: Int) {
    let (shelf, list, rows) = (context.services.shelf, list, rows(row))
    guard !rows.isEmpty else { return }
    scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await shelf.marksWithin(list, rows)
        guard let self else { return }
        if row > 0 {
          if !found.isEmpty { marks.merge(found) { $1 } }
        } else if found != marks {
          marks = found
        }
      } catch {
        self?.context.report(PageWords.shelfFailed, error)
      }
    }
  }

  /// Asks for all marks again: the other list may have changed while these rows are the same.
  public func hear(_ event: Event) {
    if [.shelfChanged, .shelfTakenBack].contains(event) { load(from: 0) }
  }

  /// Nothing to do: reloaded rows ask for their marks.
  public func reload() {}
}
