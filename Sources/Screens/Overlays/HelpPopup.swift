import Features
import Terminal
import Wording

/// The help: keys at the left, their commands' help, and the names for the command line at the right.
extension HelpModel: DrawnOverlay {
  private static let mostColumns = 96
  private static let keyColumns = 18
  /// Below this width only the first key of a command is shown, to leave room for its help.
  private static let allKeysFrom = 50
  private static let fewKeyColumns = 9
  /// From this width on the name of a command follows its help.
  private static let namesFrom = 72

  var hints: [Command] {
    let running: [Command] = if case .command? = list.selected { [.submit] } else { [] }
    // One line has its caption over it.
    return running + (list.rows.count > 2 ? [.newerEntry] : []) + [.cancel]
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: ScreenWords.carriesOut
    case .newerEntry: ScreenWords.next
    default: nil
    }
  }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let width = min(Self.mostColumns, rect.columns)
    let box = Rect(column: rect.column + (rect.columns - width) / 2, row: rect.row, columns: width, rows: rect.rows)
    canvas.drawBox(box, caption: " \(ScreenWords.keysAndCommands) ", theme: style.theme)
    var inside = box.inset(columns: 1, rows: 1)
    style.draw(field, hint: ScreenWords.typeToNarrow, in: inside.takeTop(1).inset(columns: 1), on: &canvas)
    guard !list.isEmpty else {
      canvas.write(ScreenWords.noMatch(field.text), in: inside.inset(columns: 1), style: style.theme.quiet)
      return
    }
    canvas.addRegion(inside.top(list.rows.count - list.top), Hit.overlayRows(from: list.top))
    for (index, line, place) in list.shown(in: inside) {
      draw(line, in: place, theme: style.theme, on: &canvas)
      if index == list.cursor { canvas.drawSelection(place, theme: style.theme) }
    }
    style.scrollMarks(top: list.top, lines: list.rows.count, in: inside, on: &canvas)
  }

  private func draw(_ line: Line, in place: Rect, theme: Theme, on canvas: inout Canvas) {
    var area = place.dropLeft(ListMargin.columns)
    area.takeRight(2)
    switch line {
    case .caption(let caption): canvas.write(caption, in: area, style: theme.caption)
    case .command(let command, let keys, let does):
      let isNarrow = area.columns < Self.allKeysFrom
      let keys = keys.prefix(isNarrow ? 1 : .max).map(canvas.glyphs.key).joined(separator: " ")
      let name = ":\(command.name)"
      if area.columns >= Self.namesFrom {
        canvas.write(name, in: area.takeRight(TextWidth.columns(name)), style: theme.quiet)
        area.takeRight(1)
      }
      let lead = isNarrow ? Self.fewKeyColumns : Self.keyColumns
      Self.draw(keys.isEmpty ? name : keys, does, lead: lead, in: area, theme: theme, on: &canvas)
    case .query(let example, let meaning): Self.draw(example, meaning, lead: 28, in: area, theme: theme, on: &canvas)
    case .sign(let sign, let meaning):
      canvas.writeMarks(sign, in: area.takeLeft(3), theme: theme)
      area.takeLeft(1)
      canvas.write(meaning, in: area, style: theme.text)
    }
  }

  private static func draw(
    _ lead: String, _ text: String, lead columns: Int, in rect: Rect, theme: Theme, on canvas: inout Canvas
  ) {
    var area = rect
    let place = area.takeLeft(min(columns, area.columns / 2))
    canvas.write(lead, at: place.origin, style: theme.strong, columns: max(1, place.columns - 1))
    canvas.write(text, in: area, style: theme.text)
  }
}
