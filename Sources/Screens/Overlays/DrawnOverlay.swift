import Clients
import Features
import Terminal
import Wording

/// A part over the page that has the keys: what the footer says of them.
@MainActor protocol HintedPart {
  /// The keys worth showing, the most useful first.
  var hints: [Command] { get }
  /// A hint's word for a command here; nil for the command table's.
  func word(for command: Command) -> String?
}

/// An overlay that draws itself over the page. Prompts in the footer and bookmark letters are drawn by the frame.
@MainActor protocol DrawnOverlay: AnyObject, HintedPart {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas)
  /// The text at the right of the footer.
  var position: String { get }
}

extension HintedPart {
  func word(for command: Command) -> String? { nil }
}

extension DrawnOverlay {
  var position: String { "" }
}

extension Overlays {
  /// The part that has the keys: a chord under way, or the overlay on top; nil for the page and for prompts.
  var hinted: (any HintedPart)? {
    if chord != nil { return ChordInFooter() }
    return top as? any HintedPart
  }
}

/// A chord under way, whose pop-up has the keys that go on with it.
private struct ChordInFooter: HintedPart {
  var hints: [Command] { [.cancel] }
}

extension LetterModel: HintedPart {
  var hints: [Command] { [.cancel] }

  func word(for command: Command) -> String? {
    command == .cancel && purpose == .start ? StartWords.seeDemo : nil
  }
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

  var hints: [Command] { list.selected == nil ? [.submit, .cancel] : [.mark, .submit, .complete, .cancel] }

  func word(for command: Command) -> String? {
    switch command {
    case .mark: ScreenWords.tick
    case .submit: list.hasFailed ? ScreenWords.triesAgain : ScreenWords.done
    case .complete: ScreenWords.nextFacet
    default: nil
    }
  }
}

extension ChooserModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    ChooserPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] {
    let choosing: [Command] = list.selected == nil && !list.hasFailed ? [] : [.submit]
    return choosing + (list.rows.count > 1 ? [.newerEntry] : []) + [.cancel]
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: list.hasFailed ? ScreenWords.triesAgain : ScreenWords.choose
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
    case .text: [.submit, .newerEntry, .editLineBreak, .cancel]
    case nil: list.hasFailed ? [.submit, .cancel] : [.cancel]
    }
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: list.hasFailed ? ScreenWords.triesAgain : ScreenWords.save
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

  var hints: [Command] { answers + [.cancel] }

  func word(for command: Command) -> String? { command == .decline ? no : nil }
}

extension ConflictModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    ConflictPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

  var hints: [Command] { [.keepMine, .takeTheirs, .cancel] + (scrolls ? [.scrollDown] : []) }
}
