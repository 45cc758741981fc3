import RunoutModel

/// A pop-up with a field that narrows a list: the keys of the field, and those that move in the list.
protocol NarrowedOverlay: Overlay {
  var field: TextField { get set }
  /// How far a page goes.
  var listHeight: Int { get }
  /// Enter.
  func submit()
  func move(by lines: Int)
  /// Takes in what was typed.
  func narrow()
}

extension NarrowedOverlay {
  /// What every one of them does alike.
  func performInList(_ command: Command) -> Outcome {
    switch command {
    case .submit: submit()
    case .olderEntry, .previousField: move(by: -1)
    case .newerEntry, .complete: move(by: 1)
    case .pageUp: move(by: -listHeight)
    case .pageDown: move(by: listHeight)
    default:
      let before = field.text
      if field.handle(command), field.text != before { narrow() }
    }
    return .done
  }

  /// Whether a text has every word of the field, or a part of one.
  var matches: (String) -> Bool {
    let words = TextFolding.fold(field.text).split(separator: " ")
    return { text in
      let text = TextFolding.fold(text)
      return words.allSatisfy(text.contains)
    }
  }
}

extension PagedList {
  /// Moves the cursor off a caption, which cannot be chosen: on, and back where there is nothing further.
  mutating func skipCaptions(by step: Int, isCaption: (Row) -> Bool) {
    guard let selected, isCaption(selected) else { return }
    let isAtTop = cursor == 0
    moveCursor(by: isAtTop ? 1 : step.signum())
    // The caption over the first row is to be seen, too.
    if isAtTop { align(.bottom) }
  }
}
