import Clients
public import Observation
public import RunoutModel
import Wording

/// The columns that the user has chosen for a list of the shelf.
@Observable
public final class ShelfColumnChoice {
  /// In their order; empty for as many as fit.
  public private(set) var columns: [ShelfColumn] = []

  @ObservationIgnored private let list: ShelfList
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  init(_ list: ShelfList, context: PageContext, scope: TaskScope) {
    self.list = list
    self.context = context
    self.scope = scope
  }

  func load() {
    let (layout, list) = (context.services.layout, list)
    scope.run { [weak self] in
      do throws(ClientError) {
        let columns = try await layout.columns(list)
        if self?.columns != columns { self?.columns = columns }
      } catch {
        self?.context.report(PageWords.columnsReadFailed, error)
      }
    }
  }

  /// Shows and saves other columns; empty for the usual ones.
  func choose(_ columns: [ShelfColumn]) {
    let (layout, list) = (context.services.layout, list)
    self.columns = columns
    scope.run { [weak self] in
      do throws(ClientError) {
        try await layout.setColumns(columns, list)
      } catch {
        self?.context.report(PageWords.columnsSaveFailed, error)
      }
    }
  }
}
