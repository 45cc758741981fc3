import Features
import RunoutModel
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

extension HintedPart { func word(for command: Command) -> String? { nil } }

extension DrawnOverlay { var position: String { "" } }

extension Overlays {
  /// The part that has the keys: a chord under way, or the overlay on top; nil for the page and for prompts.
  var hinted: (any HintedPart)? { chord == nil ? top as? any HintedPart : ChordInFooter() }
}

/// A chord under way, whose pop-up has the keys that go on with it.
private struct ChordInFooter: HintedPart { var hints: [Command] { [.cancel] } }

extension LetterModel: HintedPart {
  var hints: [Command] { [.cancel] }

  func word(for command: Command) -> String? { command == .cancel && purpose == .start ? StartWords.seeDemo : nil }
}

extension Canvas {
  /// Draws an empty box for a pop-up, with the caption in its border.
  mutating func drawBox(_ box: Rect, caption: String, theme: Theme) {
    fill(box)
    addRegion(box, Hit.overlay)
    border(box, style: theme.frame)
    write(caption, in: box.line(0).inset(columns: 1), style: theme.strong)
  }
}

extension PagedList {
  /// The rows that an area has room for, each with its place there.
  func shown(in area: Rect) -> [(index: Int, row: Row, place: Rect)] {
    rows.indices.dropFirst(top).prefix(area.rows).enumerated().map { ($1, rows[$1], area.line($0)) }
  }
}

extension PageStyle {
  /// Draws the field of a pop-up; `hint` stands in for an empty one.
  func draw(_ field: TextField, hint: String, in rect: Rect, on canvas: inout Canvas) {
    var area = rect
    canvas.write(String(Character(canvas.glyphs.right)), in: area.takeLeft(2), style: theme.accent)
    let column = FieldDrawing(field: field, style: theme.text).draw(in: area, on: &canvas)
    if field.isEmpty { canvas.write(hint, in: area, style: theme.quiet) }
    canvas.cursor = Point(column: column, row: rect.row)
  }

  /// The greatest width of a pop-up in columns, with its border.
  static let boxColumns = 64

  /// The columns of a line of text in a pop-up: the box without its border and a free column at each side.
  static func textColumns(in rect: Rect) -> Int { max(1, min(boxColumns, rect.columns) - 4) }

  /// Draws a pop-up over the page with room for `lines` lines below its first, which says what it is about: centred, at
  /// most two rows below the top of `rect`.
  ///
  /// - Returns: the area of those lines; smaller on a low screen.
  func box(
    _ caption: String, about: String, lines: Int, most: Int = boxColumns, in rect: Rect, on canvas: inout Canvas
  ) -> Rect {
    let (width, height) = (min(most, rect.columns), min(rect.rows, lines + 3))
    let box = Rect(
      column: rect.column + (rect.columns - width) / 2, row: rect.row + min(2, (rect.rows - height) / 2),
      columns: width, rows: height)
    canvas.drawBox(box, caption: " \(caption) ", theme: theme)
    var inside = box.inset(columns: 2, rows: 1)
    canvas.write(about, in: inside.takeTop(1), style: theme.quiet)
    return inside
  }

  /// Draws the keys that answer a question; each can be clicked.
  func draw(_ keys: [(command: Command, word: String)], in rect: Rect, on canvas: inout Canvas) {
    canvas.cursor = rect.origin
    var area = rect
    for (command, word) in keys {
      let start = area.column
      let key = store.answerKeys(command).map { canvas.glyphs.key($0) }.joined(separator: "/")
      area.takeLeft(canvas.write(key, in: area, style: theme.accent) + 1)
      area.takeLeft(canvas.write(word, in: area))
      canvas.addRegion(Rect(column: start, row: area.row, columns: area.column - start, rows: 1), Hit.command(command))
      area.takeLeft(2)
    }
  }
}
