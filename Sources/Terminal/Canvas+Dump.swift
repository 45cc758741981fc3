extension Canvas {
  /// The canvas as text to review and compare: size and cursor, then each row between bars and, below a row with
  /// styles, the columns and style of each run.
  ///
  ///     40x2 cursor 0,1
  ///     |Search                                  |
  ///       0-5 bold
  ///     |▸ Kind Of Blue                          |
  ///       0-39 reverse fg 12 bg 4
  public var styledDump: String { styledDump(rows: 0..<size.rows) }

  /// Some rows of it, with the size of the whole, and the cursor if it is in one of them.
  public func styledDump(rows: Range<Int>) -> String {
    var dump = "\(size.columns)x\(size.rows)"
    if let cursor, rows.contains(cursor.row) { dump += " cursor \(cursor.column),\(cursor.row)" }
    dump += "\n"
    for row in rows {
      dump += "|\(text(row: row))|\n"
      let runs = styleRuns(row: row).filter { $0.style != .plain }
        .map { "\($0.columns.lowerBound)-\($0.columns.upperBound - 1) \($0.style)" }
      if !runs.isEmpty { dump += "  \(runs.joined(separator: ", "))\n" }
    }
    return dump
  }

  /// The runs of one style in a row, from left to right; plain ones included.
  public func styleRuns(row: Int) -> [(columns: Range<Int>, style: CellStyle)] {
    withCells(row: row) { cells in
      var runs: [(columns: Range<Int>, style: CellStyle)] = []
      for (column, cell) in cells.enumerated() {
        if let last = runs.last, last.style == cell.style {
          runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
        } else {
          runs.append((column..<column + 1, cell.style))
        }
      }
      return runs
    }
  }
}

extension CellStyle: CustomStringConvertible {
  /// The style in words, as screen recordings hold it: `bold reverse fg 12 bg #0B1E2D`.
  public var description: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    var words = names.filter { attributes.contains($0.0) }.map(\.1)
    if let name = foreground.name { words.append("fg \(name)") }
    if let name = background.name { words.append("bg \(name)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

extension Colour {
  /// The index in the palette, or a 24-bit colour as `#0B1E2D`; nil for the default.
  fileprivate var name: String? {
    guard let rgb else { return index.map { String($0) } }
    return [rgb.red, rgb.green, rgb.blue].reduce("#") { name, part in
      name + (part < 16 ? "0" : "") + String(part, radix: 16, uppercase: true)
    }
  }
}
