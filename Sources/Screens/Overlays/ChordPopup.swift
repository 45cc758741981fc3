import Features
import Terminal
import Wording

/// The keys that can follow the first ones of a chord. A letter and its capital share a line if the chord pairs them.
extension Chord {
  /// - Parameter bottom: the row below the pop-up.
  func draw(above bottom: Int, theme: Theme, on canvas: inout Canvas) {
    let lines = lines
    let cells = lines.map { $0.map { "\($0.keys) \($0.text)" } }
    let widths = (0..<(lines.map(\.count).max() ?? 0)).map { column in
      cells.map { $0.indices.contains(column) ? TextWidth.columns($0[column], glyphs: canvas.glyphs) : 0 }.max() ?? 0
    }
    let caption = " \(self.caption) "
    let inner = max(widths.reduce(0, +) + 2 * (widths.count - 1), TextWidth.columns(caption, glyphs: canvas.glyphs))
    let width = min(canvas.size.columns, inner + 4)
    let height = min(lines.count + 2, max(0, bottom))
    let rect = Rect(column: canvas.size.columns - width, row: bottom - height, columns: width, rows: height)
    canvas.drawBox(rect, caption: caption, theme: theme)
    let inside = rect.inset(columns: 2, rows: 1)
    for (row, hints) in lines.prefix(inside.rows).enumerated() {
      if row == inside.rows - 1, lines.count > inside.rows {
        canvas.write(ScreenWords.andMore(lines.count - row), in: inside.line(row), style: theme.quiet)
        break
      }
      var area = inside.line(row)
      for (hint, width) in zip(hints, widths) {
        var place = area.takeLeft(width + 2)
        if !hint.keys.contains("…") { canvas.addRegion(place, Hit.keys(hint.keys)) }
        let keys = TextWidth.columns(hint.keys, glyphs: canvas.glyphs)
        canvas.write(hint.keys, in: place.takeLeft(keys + 1), style: theme.accent)
        canvas.write(hint.text, in: place)
      }
    }
  }

  private var lines: [[ChordHint]] {
    var lines: [[ChordHint]] = []
    for hint in hints {
      if pairsCapitals, let last = lines.last?.first, last.keys.lowercased() == hint.keys.lowercased() {
        lines[lines.count - 1].append(hint)
      } else {
        lines.append([hint])
      }
    }
    return lines
  }
}
