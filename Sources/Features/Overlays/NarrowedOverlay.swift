import RunoutModel

/// A pop-up with a field that narrows a list.
protocol NarrowedOverlay: Overlay {
  var field: TextField { get set }
  /// The rows that the page keys move by.
  var listHeight: Int { get }
  /// Enter.
  func submit()
  func move(by lines: Int)
  /// Shows the rows that match the field.
  func narrow()
}

extension NarrowedOverlay {
  /// Carries out the keys of the field, and those that move in the list.
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

  /// Returns whether a text contains every word of the field, also within a word.
  var matches: (String) -> Bool {
    let words = TextFolding.fold(field.text).split(separator: " ")
    return { text in
      let text = TextFolding.fold(text)
      return words.allSatisfy(text.contains)
    }
  }
}

extension PagedList {
  /// Moves the cursor off a caption in the direction of `step`, or down from the top.
  mutating func skipCaptions(by step: Int, isCaption: (Row) -> Bool) {
    guard let selected, isCaption(selected) else { return }
    let isAtTop = cursor == 0
    moveCursor(by: isAtTop ? 1 : step.signum())
    // Show the caption over the first row, too.
    if isAtTop { align(.bottom) }
  }
}
