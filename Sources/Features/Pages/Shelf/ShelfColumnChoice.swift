import Clients
public import Observation
public import RunoutModel
import Wording

/// The columns that the user has chosen for a list of the shelf.
@Observable
public final class ShelfColumnChoice: Loader {
  /// In their order; empty for as many as fit.
  public private(set) var columns: [ShelfColumn] = []

  @ObservationIgnored private let list: ShelfList
  @ObservationIgnored let context: PageContext

  init(_ list: ShelfList, context: PageContext) { (self.list, self.context) = (list, context) }

  func load() {
    load(orReport: PageWords.columnsReadFailed) { [list] in
      try await $0.layout.columns(list)
    } then: {
      if $0.columns != $1 { $0.columns = $1 }
    }
  }

  /// Shows and saves other columns; empty for the usual ones.
  func choose(_ columns: [ShelfColumn]) {
    self.columns = columns
    load(orReport: PageWords.columnsSaveFailed) { [list] in try await $0.layout.setColumns(columns, list) }
  }
}
