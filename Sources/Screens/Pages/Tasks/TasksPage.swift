import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension TasksModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { TasksPage(model: self, style: style) }
}

/// What Discogs does not have yet; what is being loaded, what waits for its turn, what is tried again.
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
    return [Wording.agreement(style.store.desks.sync.status, now: style.store.now), budget]
      + [Wording.connection(network.connection), held]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    // Narrow screens leave out for whom it is.
    let isWide = rect.columns >= 60
    let last = isWide ? 10 : 0
    // What Discogs has to say about a change takes room.
    let state = !isWide ? 13 : model.hasEdits && rect.columns >= 100 ? 44 : 20
    let what = max(8, rect.columns - 3 - state - (last > 0 ? last + 1 : 0))
    let captions = [
      ListColumn(caption: "What", columns: what), ListColumn(caption: "State", columns: state),
      ListColumn(caption: !isWide ? "" : model.hasEdits ? "For, since" : "For", columns: last),
    ]
    let list: ListDrawing<TasksModel.Row> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.list, captions: captions, in: rect, on: &canvas) { _, row, place, canvas in
      draw(row, what: what, state: state, isWide: isWide, in: place, on: &canvas)
    }
  }

  private func draw(
    _ row: TasksModel.Row, what: Int, state: Int, isWide: Bool, in place: Rect, on canvas: inout Canvas
  ) {
    var area = place
    let quiet = style.theme.quiet
    switch row {
    case .caption(let text): canvas.write(text, in: area, style: style.theme.caption)
    case .removal(let removal):
      canvas.write(removal.question, in: area.takeLeft(what))
      _ = area.takeLeft(1)
      canvas.write(
        isWide ? ScreenWords.goneAtDiscogs : ScreenWords.goneThere, in: area.takeLeft(state), style: style.theme.warning
      )
    case .edit(let edit):
      canvas.write(edit.title, in: area.takeLeft(what))
      _ = area.takeLeft(1)
      let isWrong = edit.isStuck || { if case .retrying = edit.state { true } else { false } }()
      canvas.write(
        Wording.state(edit.state, isShort: !isWide), in: area.takeLeft(state),
        style: isWrong ? style.theme.warning : quiet)
      _ = area.takeLeft(1)
      if isWide { canvas.write(Wording.age(style.store.now - edit.madeAt), in: area, style: quiet) }
    case .activity(let activity):
      canvas.write(activity.title, in: area.takeLeft(what), style: activity.isBackground ? quiet : style.theme.text)
      _ = area.takeLeft(1)
      let isRetry = if case .retrying = activity.state { true } else { false }
      let text = Wording.state(activity.state, isShort: !isWide)
      canvas.write(text, in: area.takeLeft(state), style: isRetry ? style.theme.warning : quiet)
      _ = area.takeLeft(1)
      if isWide { canvas.write(activity.isBackground ? "background" : "you", in: area, style: quiet) }
    }
  }

  private var emptyText: [String] {
    let more =
      style.store.network.connection == .local
      ? ScreenWords.sourceIsHere(style.store.source.source.rawValue)
      : ScreenWords.tasksHold
    return [ScreenWords.noTasks, more]
  }
}
