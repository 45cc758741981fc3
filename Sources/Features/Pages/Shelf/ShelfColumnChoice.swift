import Clients
public import Observation
public import RunoutModel
import Wording

/// The columns that the user has chosen for a list of the shelf.
@Observable
public final class ShelfColumnChoice: Loader {
  public private(set) var choice = ColumnChoice() { didSet { onChange?() } }
  @ObservationIgnored var onChange: (() -> Void)?

  @ObservationIgnored private let list: ShelfList
  @ObservationIgnored let context: PageContext

  init(_ list: ShelfList, context: PageContext) { (self.list, self.context) = (list, context) }

  /// Reads the choice, and then calls `done`, whether that went well or not.
  func load(_ done: @escaping () -> Void) {
    load { [list] in
      try await $0.layout.columns(list)
    } then: {
      $0.choice = $1
      done()
    } else: {
      $0.onChange?()
      $0.context.report(PageWords.columnsReadFailed, $1)
      done()
    }
  }

  /// Shows and saves other columns.
  func choose(_ choice: ColumnChoice) {
    self.choice = choice
    save()
  }

  private func save() {
    load(orReport: PageWords.columnsSaveFailed) { [list, choice] in try await $0.layout.setColumns(choice, list) }
  }

  // MARK: Dragging

  /// Gives a column another width while its end is dragged.
  func drag(_ column: Int, to width: Int) {
    guard let name = choice.name(numbered: column) else { return }
    choice.widths[name] = max(2, min(width, ColumnChoice.widest))
  }

  func endDrag() { save() }
}
