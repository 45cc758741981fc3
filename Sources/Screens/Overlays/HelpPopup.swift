import Clients
import Features
import Terminal
import Wording

extension HelpModel: DrawnOverlay {
  func draw(in body: Rect, style: PageStyle, on canvas: inout Canvas) {
    HelpPopup(model: self, style: style).draw(in: body, on: &canvas)
  }

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

  var position: String { "" }
}

/// The help: keys at the left, their commands' help, and the names for the command line at the right.
struct HelpPopup {
  let model: HelpModel
  let style: PageStyle

  private static let mostColumns = 96
  private static let keyColumns = 18
  /// Below this width only the first key of a command is shown, to leave room for its help.
  private static let allKeysFrom = 50
  private static let fewKeyColumns = 9
  /// From this width on the name of a command follows its help.
  private static let namesFrom = 72

  private var theme: Theme { style.theme }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let width = min(Self.mostColumns, rect.columns)
    let box = Rect(
      column: rect.column + (rect.columns - width) / 2, row: rect.row, columns: width, rows: rect.rows)
    canvas.fill(box)
    canvas.addRegion(box, Hit.overlay)
    canvas.border(box, style: theme.frame)
    canvas.write(" \(ScreenWords.keysAndCommands) ", in: box.line(0).inset(columns: 1), style: theme.strong)
    var inside = box.inset(columns: 1, rows: 1)
    style.draw(model.field, hint: ScreenWords.typeToNarrow, in: inside.takeTop(1).inset(columns: 1), on: &canvas)
    let list = model.list
    guard !list.isEmpty else {
      canvas.write(ScreenWords.noMatch(model.field.text), in: inside.inset(columns: 1), style: theme.quiet)
      return
    }
    canvas.addRegion(inside.top(list.rows.count - list.top), Hit.overlayRows(from: list.top))
    for line in 0..<inside.rows where list.rows.indices.contains(list.top + line) {
      let index = list.top + line
      draw(list.rows[index], in: inside.line(line), on: &canvas)
      if index == list.cursor {
        canvas.put(canvas.glyphs.marker, at: inside.line(line).origin, style: theme.accent)
        canvas.restyle(inside.line(line)) { $0 = theme.selected($0) }
      }
    }
    style.scrollMarks(top: list.top, lines: list.rows.count, in: inside, on: &canvas)
  }

  private func draw(_ line: HelpModel.Line, in place: Rect, on canvas: inout Canvas) {
    var area = place
    _ = area.takeLeft(ListMargin.columns)
    _ = area.takeRight(2)
    switch line {
    case .caption(let caption): canvas.write(caption, in: area, style: theme.caption)
    case .command(let command, let keys, let does):
      let isNarrow = area.columns < Self.allKeysFrom
      let keys = keys.prefix(isNarrow ? 1 : .max).map(canvas.glyphs.key).joined(separator: " ")
      let name = ":\(command.rawValue)"
      if area.columns >= Self.namesFrom {
        canvas.write(name, in: area.takeRight(TextWidth.columns(name)), style: theme.quiet)
        _ = area.takeRight(1)
      }
      drawPair(
        keys.isEmpty ? name : keys, does, lead: isNarrow ? Self.fewKeyColumns : Self.keyColumns, in: area, on: &canvas)
    case .query(let example, let meaning): drawPair(example, meaning, lead: 28, in: area, on: &canvas)
    case .sign(let sign, let meaning):
      canvas.writeMarks(sign, in: area.takeLeft(3), theme: theme)
      canvas.write(meaning, in: area, style: theme.text)
    }
  }

  private func drawPair(
    _ lead: String, _ text: String, lead columns: Int = keyColumns, in rect: Rect, on canvas: inout Canvas
  ) {
    var area = rect
    let lead = (lead, area.takeLeft(min(columns, area.columns / 2)))
    canvas.write(lead.0, at: lead.1.origin, style: theme.strong, columns: max(1, lead.1.columns - 1))
    canvas.write(text, in: area, style: theme.text)
  }
}
