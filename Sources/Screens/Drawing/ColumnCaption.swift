import Features
import RunoutModel
import Terminal

/// The caption of a column, which sorts the list when clicked.
struct ColumnCaption: Equatable {
  /// `Artist` or `Title` of `Artist – Title`.
  private struct Part: Equatable {
    var text: String
    var field: SortOrder.Field?
    /// The width up to the next part, the dash included.
    var columns: Int
  }

  private let text: String
  private let parts: [Part]
  private static let dash = " – "

  /// - Parameter sorts: the field that a click sorts by; two where a dash divides the text.
  init(_ text: String, sorts: [SortOrder.Field]) {
    self.text = text
    if sorts.count == 2, let dash = text.firstRange(of: Self.dash) {
      let (first, second) = (String(text[..<dash.lowerBound]), String(text[dash.upperBound...]))
      parts = [
        Part(text: first, field: sorts[0], columns: TextWidth.columns(first) + 3),
        Part(text: second, field: sorts[1], columns: TextWidth.columns(second)),
      ]
    } else {
      parts = text.isEmpty ? [] : [Part(text: text, field: sorts.first, columns: TextWidth.columns(text))]
    }
  }

  /// - Parameters:
  ///   - sort: the order of the list; nil for one that is not sorted by clicks.
  ///   - style: for captions that the list is not sorted by.
  func draw(
    in cell: Rect, alignment: TextAlignment, sort: SortOrder?, style: CellStyle, theme: Theme, on canvas: inout Canvas
  ) {
    guard !parts.isEmpty else { return }
    if let sort, parts.contains(where: { $0.field == sort.field }) {
      drawSorted(sort, in: cell, alignment: alignment, style: style, theme: theme, on: &canvas)
    } else {
      canvas.write(text, in: cell, style: style, alignment: alignment)
    }
    guard sort != nil else { return }
    var rest = cell
    for part in parts.dropLast() { canvas.addRegion(rest.takeLeft(part.columns), Hit.caption(part.field)) }
    canvas.addRegion(rest, Hit.caption(parts[parts.count - 1].field))
  }

  /// Draws the parts, with the sign of the order after the one that the list is sorted by.
  private func drawSorted(
    _ sort: SortOrder, in cell: Rect, alignment: TextAlignment, style: CellStyle, theme: Theme,
    on canvas: inout Canvas
  ) {
    let mark = Self.mark(sort, in: canvas.glyphs)
    var rest = cell
    for (number, part) in parts.enumerated() {
      if number > 0 { rest.takeLeft(canvas.write(Self.dash, in: rest, style: style)) }
      guard part.field == sort.field else {
        rest.takeLeft(canvas.write(part.text, in: rest, style: style, alignment: alignment))
        continue
      }
      var text = part.text
      if part.columns + 1 > rest.columns {
        // The column after a caption is free, but the last caption has none and gives up a letter.
        if rest.endColumn < canvas.size.columns { rest.columns += 1 } else { text.removeLast() }
      }
      rest.takeLeft(canvas.write(text + mark, in: rest, style: theme.accent, alignment: alignment))
    }
  }

  private static func mark(_ sort: SortOrder, in glyphs: Glyphs) -> String {
    // Unreversed, dates and ratings are descending.
    let isDescending = sort.isReversed != [.added, .rating].contains(sort.field)
    return String(Character(isDescending ? glyphs.descending : glyphs.ascending))
  }
}
