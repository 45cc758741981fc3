import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension TasksModel: DrawablePage { typealias Drawing = TasksPage }

struct TasksPage: DrawnPage {
  let model: TasksModel
  let style: PageStyle

  var title: String { TitleWords.tasks }

  var position: String {
    guard !model.list.isEmpty, let total = model.list.total else { return "" }
    return ScreenWords.row(model.position, of: Wording.total(total))
  }

  var hints: [Command] {
    let row: [Command] =
      switch model.selectedEdit?.state {
      case .conflict: [.open, .remove, .find]
      case .refused, .retrying, .waiting, .sending: [.refresh, .remove, .find]
      case nil: model.list.isEmpty ? [] : model.selectedRemoval != nil ? [.open, .find] : [.remove, .find]
      }
    return row + [.openLog, .newSearch, .commandLine, .openHelp]
  }

  var facts: [String] {
    let network = style.store.network
    let held = network.heldSeconds.map { ScreenWords.everythingWaits(seconds: $0) } ?? ""
    let budget = network.budget.map { ScreenWords.budget($0.remaining, of: $0.limit) } ?? ""
    let sync = style.store.desks.sync
    let pending = sync.pending.count { !$0.isStuck }
    return [Wording.agreement(sync.status, pending: pending, now: style.store.now), budget]
      + [Wording.connection(network.connection), held]
  }

  private enum Fact {
    case title, asker
    /// `shortState` is for narrow screens, which have no room for the asker either.
    case shortState, state
  }

  /// The columns; with changes to send, a wide state column, for the reasons that Discogs gives.
  private func columns(in rect: Rect) -> ColumnLayout<Fact> {
    let roomForReasons = model.hasEdits ? 98 : Int.max
    return ColumnLayout(
      [
        .init(.title, ColumnWords.what, share: 1), .init(.shortState, ColumnWords.state, 13, below: 58),
        .init(.state, ColumnWords.state, 20, from: 58, below: roomForReasons),
        .init(.state, ColumnWords.state, 44, from: roomForReasons),
        .init(.asker, model.hasEdits ? ColumnWords.askerOrAge : ColumnWords.asker, 10, from: 58),
      ], in: rect)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (columns, drawing) = (columns(in: rect), style.list(emptyText, hasFocus: hasFocus))
    drawing.draw(model.list, columns, in: rect, on: &canvas) { _, row, place, canvas in
      if case .caption(let text) = row {
        canvas.write(text, in: place, style: style.theme.caption)
      } else {
        columns.draw(in: place, on: &canvas) { draw(row, in: $0, on: &$1) }
      }
    }
  }

  private func draw(_ row: TasksModel.Row, in cell: ColumnCell<Fact>, on canvas: inout Canvas) {
    let theme = style.theme
    let isShort = cell.fact == .shortState
    switch (row, cell.fact) {
    case (.caption, _), (.removal, .asker): break
    case (.removal(let removal), .title): canvas.write(removal.question, in: cell)
    case (.removal, .state), (.removal, .shortState):
      canvas.write(isShort ? ScreenWords.goneThere : ScreenWords.goneAtDiscogs, in: cell, style: theme.warning)
    case (.edit(let edit), .title): canvas.write(edit.title, in: cell)
    case (.edit(let edit), .state), (.edit(let edit), .shortState):
      let isRetry = if case .retrying = edit.state { true } else { false }
      canvas.write(
        Wording.state(edit.state, isShort: isShort), in: cell,
        style: edit.isStuck || isRetry ? theme.warning : theme.quiet)
    case (.edit(let edit), .asker):
      canvas.write(Wording.age(style.store.now - edit.madeAt), in: cell, style: theme.quiet)
    case (.activity(let activity), .title):
      canvas.write(activity.title, in: cell, style: activity.isBackground ? theme.quiet : theme.text)
    case (.activity(let activity), .state), (.activity(let activity), .shortState):
      let isRetry = if case .retrying = activity.state { true } else { false }
      canvas.write(
        Wording.state(activity.state, isShort: isShort), in: cell, style: isRetry ? theme.warning : theme.quiet)
    case (.activity(let activity), .asker):
      canvas.write(activity.isBackground ? "background" : "you", in: cell, style: theme.quiet)
    }
  }

  private var emptyText: [String] {
    let isLocal = style.store.network.connection == .local
    let source = style.store.source.source.rawValue
    return [ScreenWords.noTasks, isLocal ? ScreenWords.sourceIsHere(source) : ScreenWords.tasksHold]
  }
}
