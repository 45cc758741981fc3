/// The arrangement of a short list as cards: a cover with its facts beside it, in columns below their captions.
nonisolated public struct Cards: Sendable {
  /// The place of each row of the list: a card, or a line of the whole width.
  public let places: [Place]
  /// The size of a cover, in cells.
  public let cover: (columns: Int, rows: Int)

  /// A part of the list's area, in cells.
  public struct Place: Sendable {
    public var column: Int
    public var row: Int
    public var columns: Int
    public var rows: Int
  }

  /// The columns of the facts, at least.
  private static let text = 12
  /// The columns around cover and facts: the list's margin, a gap, the marker, and the gap to the next card.
  private static let gaps = 6

  /// Places all rows with the largest covers that have room.
  ///
  /// - Parameter lines: the numbers of the rows that are lines, in ascending order.
  /// - Returns: nil where even the smallest covers have none.
  init?(of count: Int, lines: [Int], columns: Int, rows: Int) {
    // The runs of cards between the lines.
    let bounds = [-1] + lines + [count]
    let runs = zip(bounds, bounds.dropFirst()).map { $0 + 1..<$1 }
    for height in stride(from: 12, through: 3, by: -1) {
      for side in 1...4 {
        let width = columns / side
        let needed = lines.count + runs.map { ($0.count + side - 1) / side * (height + 1) }.reduce(0, +) - 1
        guard needed <= rows, width >= 2 * height + Self.gaps + Self.text else { continue }
        cover = (2 * height, height)
        var (places, row): ([Place], Int) = ([], 0)
        for run in runs {
          let high = (run.count + side - 1) / side
          for number in 0..<run.count {
            let (column, line) = number.quotientAndRemainder(dividingBy: high)
            places.append(
              Place(column: column * width, row: row + line * (height + 1), columns: width, rows: height))
          }
          row += high * (height + 1)
          if run.upperBound < count { places.append(Place(column: 0, row: row, columns: columns, rows: 1)) }
          row += 1
        }
        self.places = places
        return
      }
    }
    return nil
  }

  /// The row of the card at the left (-1) or right (1) of another; nil for none.
  func row(beside number: Int, step: Int) -> Int? {
    guard places.indices.contains(number) else { return nil }
    let place = places[number]
    return places.firstIndex { $0.row == place.row && $0.column == place.column + step * place.columns }
  }
}
