import Clients
import Features
import Terminal
import Wording

/// An overlay that draws itself over the page. Prompts in the footer and bookmark letters are drawn by the frame.
@MainActor protocol DrawnOverlay: AnyObject {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas)
  /// The keys worth showing, the most useful first.
  var hints: [Command] { get }
  /// A hint's word for a command here; nil for the command table's.
  func word(for command: Command) -> String?
  /// The text at the right of the footer.
  var position: String { get }
}

extension DrawnOverlay {
  func word(for command: Command) -> String? { nil }
  var position: String { "" }
}

extension HistoryModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    HistoryPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] {
    let entry: [Command] = selected == nil ? [] : [.submit, .editEntry, .deleteEntry]
    return entry + (hasJustDeleted ? [.undoDelete] : []) + [.cancel]
  }

  var position: String { Wording.position(list) }
}

extension FilterModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    FilterPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] { [.mark, .submit, .complete, .cancel] }

  func word(for command: Command) -> String? {
    switch command {
    case .mark: ScreenWords.tick
    case .submit: ScreenWords.done
    case .complete: ScreenWords.nextFacet
    default: nil
    }
  }
}

extension ChooserModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    ChooserPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] { [.submit] + (list.rows.count > 1 ? [.newerEntry] : []) + [.cancel] }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: ScreenWords.choose
    case .newerEntry: ScreenWords.next
    default: nil
    }
  }
}

extension FormModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    FormPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] {
    switch list.selected?.content {
    case .choice, .either, .stars: [.submit, .newerEntry, .editRight, .cancel]
    case .text, nil: [.submit, .newerEntry, .editLineBreak, .cancel]
    }
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: ScreenWords.save
    case .newerEntry: ScreenWords.nextField
    case .editRight: ScreenWords.change
    default: nil
    }
  }
}

extension Question: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    QuestionPopup(question: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] { [.confirm, .decline, .cancel] }
}

extension ConflictModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    ConflictPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] { [.keepMine, .takeTheirs, .cancel] + (scrolls ? [.scrollDown] : []) }
}
