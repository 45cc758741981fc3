import Terminal

/// A table in aligned columns, fitted into the width of a terminal.
///
/// Columns are as wide as their widest text. Where that is too much, the least important columns are left out until
/// the others have a readable width; then texts are cut, names last. Numbers are never cut, as half an id is of no
/// use, unless they have more digits than any real one.
nonisolated public struct TextTable {
  private let header: [String]
  private let rows: [[String]]
  private let rightAligned: Set<Int>
  private let names: Set<Int>
  private let leastImportant: [Int]

  /// The width a column is guaranteed, if its text needs it, before others are left out.
  private static let nameColumns = 28
  private static let otherColumns = 12
  /// Wider than any number or time: `2026-11-25 17:05`.
  private static let mostDigits = 20
  private static let gap = 2

  /// - Parameters:
  ///   - rightAligned: the columns that hold numbers.
  ///   - names: the columns that identify a row.
  ///   - leastImportant: the columns that may be left out, in that order.
  public init(
    header: [String], rows: [[String]], rightAligned: Set<Int> = [], names: Set<Int> = [], leastImportant: [Int] = []
  ) {
    (self.header, self.rows, self.rightAligned) = (header, rows, rightAligned)
    (self.names, self.leastImportant) = (names, leastImportant)
  }

  /// The table's lines, the header first, at most `columns` wide as far as its numbers allow.
  public func lines(columns room: Int) -> [String] {
    let all = [header] + rows
    var widths = header.indices.map { index in
      let widest = all.map { TextWidth.columns($0[index]) }.max() ?? 0
      return min(widest, rightAligned.contains(index) ? Self.mostDigits : max(room, Self.otherColumns))
    }
    let shown = shown(widths, room)
    shrink(&widths, shown, room)
    return all.map { row in
      var line = shown.map { index in
        TextWidth.pad(
          TextWidth.cut(row[index], to: widths[index], ellipsis: true), to: widths[index],
          alignment: rightAligned.contains(index) ? .trailing : .leading)
      }.joined(separator: String(repeating: " ", count: Self.gap))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The width that a column needs to be useful.
  private func want(_ index: Int, _ width: Int) -> Int {
    if rightAligned.contains(index) { return width }
    return min(width, names.contains(index) ? Self.nameColumns : Self.otherColumns)
  }

  private func shown(_ widths: [Int], _ room: Int) -> [Int] {
    var shown = Array(widths.indices)
    var dispensable = leastImportant[...]
    func needed() -> Int { shown.map { want($0, widths[$0]) + Self.gap }.reduce(0, +) - Self.gap }
    while needed() > room, let next = dispensable.popFirst() { shown.removeAll { $0 == next } }
    return shown
  }

  private func shrink(_ widths: inout [Int], _ shown: [Int], _ room: Int) {
    func excess() -> Int { shown.map { widths[$0] + Self.gap }.reduce(0, +) - Self.gap - room }
    let texts = shown.filter { !rightAligned.contains($0) }
    // First other texts shrink to their useful width, then names to theirs, then whichever is widest.
    for (columns, least) in [
      (texts.filter { !names.contains($0) }, Self.otherColumns), (texts.filter(names.contains), Self.nameColumns),
      (texts, 4),
    ] {
      while excess() > 0, let widest = columns.max(by: { widths[$0] < widths[$1] }), widths[widest] > least {
        widths[widest] -= 1
      }
    }
  }
}
