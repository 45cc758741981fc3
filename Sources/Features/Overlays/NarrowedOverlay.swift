import RunoutModel

/// A pop-up with a field that narrows a list.
protocol NarrowedOverlay: Overlay {
  associatedtype Row: Sendable
  var field: TextField { get set }
  var list: PagedList<Row> { get set }
  /// Whether a row is a caption, which the cursor passes over.
  func isCaption(_ row: Row) -> Bool
  func submit()
  /// Shows the rows that match the field.
  func narrow()
  /// Called when the cursor has been moved.
  func moved()
}

extension NarrowedOverlay {
  func isCaption(_ row: Row) -> Bool { false }
  func moved() {}

  /// Carries out the keys of the field, and those that move in the list.
  func performInList(_ command: Command) -> Outcome {
    switch command {
    case .submit: submit()
    case .olderEntry, .previousField, .moveUp: move(by: -1)
    case .newerEntry, .complete, .moveDown: move(by: 1)
    case .pageUp: move(by: -list.height)
    case .pageDown: move(by: list.height)
    default:
      let before = field.text
      if field.handle(command), field.text != before { narrow() }
    }
    return .done
  }

  func type(_ text: String) {
    field.insert(text)
    narrow()
  }

  func move(by lines: Int) {
    list.moveCursor(by: lines)
    skipCaptions(by: lines)
    moved()
  }

  /// Selects a row that was clicked; a selected one is submitted.
  public func click(row: Int) {
    guard row != list.cursor else { return submit() }
    guard list.rows.indices.contains(row), !isCaption(list.rows[row]) else { return }
    list.moveCursor(to: row)
    moved()
  }

  public func scroll(by lines: Int) {
    list.scroll(by: lines)
    skipCaptions(by: lines)
  }

  /// Clears the field; false where it is empty.
  func clearField() -> Bool {
    guard !field.isEmpty else { return false }
    field.set("")
    narrow()
    return true
  }

  /// Returns whether a text contains every word of the field, also within a word.
  var matches: (String) -> Bool {
    let words = TextFolding.fold(field.text).split(separator: " ")
    return { text in
      let text = TextFolding.fold(text)
      return words.allSatisfy(text.contains)
    }
  }

  func skipCaptions(by step: Int) { list.skip(isCaption, by: step) }
}
