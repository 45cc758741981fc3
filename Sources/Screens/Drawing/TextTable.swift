import Terminal

/// A table in aligned columns, as wide as a terminal.
///
/// Columns are as wide as their widest text. Where that is too much, the least important columns are left out, as long
/// as others would be squeezed without that, then texts give way, the names one reads a row by last. Numbers never do:
/// half an id is of no use; but what has more digits than any number is none.
nonisolated public struct TextTable {
  private let header: [String]
  private let rows: [[String]]
  private let rightAligned: Set<Int>
  private let names: Set<Int>
  private let leastImportant: [Int]

  /// How wide columns are before others are left out for them.
  private static let nameColumns = 28
  private static let otherColumns = 12
  /// More than any number takes: `2026-11-25 17:05`.
  private static let mostDigits = 20
  private static let gap = 2

  /// - Parameters:
  ///   - rightAligned: the columns that hold numbers.
  ///   - names: the columns one reads a row by.
  ///   - leastImportant: the columns that may be left out, the first of them first.
  public init(
    header: [String], rows: [[String]], rightAligned: Set<Int> = [], names: Set<Int> = [], leastImportant: [Int] = []
  ) {
    self.header = header
    self.rows = rows
    self.rightAligned = rightAligned
    self.names = names
    self.leastImportant = leastImportant
  }

  /// The table's lines, the header first, none of them wider than so many columns as far as its numbers allow.
  public func lines(columns room: Int) -> [String] {
    var widths = header.map { TextWidth.columns($0) }
    for row in rows {
      for (index, text) in row.enumerated() { widths[index] = max(widths[index], TextWidth.columns(text)) }
    }
    for index in widths.indices {
      widths[index] = min(widths[index], rightAligned.contains(index) ? Self.mostDigits : max(room, Self.otherColumns))
    }
    let shown = shown(widths, room)
    shrink(&widths, shown, room)
    return ([header] + rows).map { row in
      var line = shown.map { index in
        TextWidth.pad(
          TextWidth.cut(row[index], to: widths[index], ellipsis: true), to: widths[index],
          alignment: rightAligned.contains(index) ? .trailing : .leading)
      }.joined(separator: String(repeating: " ", count: Self.gap))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// How wide a column has to be to be of use.
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
    // Others down to what they want first, then the names down to what they want, then whatever is widest.
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
