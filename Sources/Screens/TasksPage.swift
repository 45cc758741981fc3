import Clients
import Features
import Terminal

/// What is being loaded, what waits for its turn, what is tried again.
struct TasksPage: DrawnPage {
  let model: TasksModel
  let style: PageStyle

  var title: String { "Tasks" }
  var position: String { Wording.position(model.list) }

  var hints: [Command] {
    (model.list.isEmpty ? [] : [.remove, .find]) + [.openLog, .newSearch, .commandLine, .openHelp]
  }

  var facts: [String] {
    let network = style.store.network
    let held = network.heldSeconds.map { "everything waits \($0) s" } ?? ""
    let budget = network.budget.map { "\($0.remaining) of \($0.limit) requests a minute left" } ?? ""
    return [budget, Wording.connection(network.connection), held]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    // Narrow screens leave out for whom it is.
    let lane = rect.columns >= 60 ? 10 : 0
    let state = rect.columns >= 60 ? 20 : 13
    let what = max(8, rect.columns - 3 - state - (lane > 0 ? lane + 1 : 0))
    let captions = [
      ListColumn(caption: "What", columns: what), ListColumn(caption: "State", columns: state),
      ListColumn(caption: lane > 0 ? "For" : "", columns: lane),
    ]
    let list: ListDrawing<NetworkActivity> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.list, captions: captions, in: rect, on: &canvas) { _, activity, place, canvas in
      var area = place
      let quiet = style.theme.quiet
      canvas.write(activity.title, in: area.takeLeft(what), style: activity.isBackground ? quiet : style.theme.text)
      _ = area.takeLeft(1)
      let isRetry = if case .retrying = activity.state { true } else { false }
      let text = Wording.state(activity.state, isShort: lane == 0)
      canvas.write(text, in: area.takeLeft(state), style: isRetry ? style.theme.warning : quiet)
      _ = area.takeLeft(1)
      if lane > 0 { canvas.write(activity.isBackground ? "background" : "you", in: area, style: quiet) }
    }
  }

  private var emptyText: [String] {
    let more =
      style.store.network.connection == .local
      ? "The \(style.store.source.source.rawValue) is on this machine: nothing goes over the network."
      : "What is asked of Discogs is listed here while it is under way, and can be cancelled."
    return ["Nothing is being loaded.", more]
  }
}
