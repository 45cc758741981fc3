/// The arrangement of a short list as cards: covers side by side, each with its two lines, below their captions.
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

  /// The columns of a card, at least: narrower, it cuts most titles.
  private static let least = 16
  /// The heights of a cover, in rows: smaller, it shows nothing; larger than usual only where as many have room side by
  /// side.
  private static let heights = (least: 5, usual: 11, most: 13)
  /// The columns for a record that looks out of its sleeve: with so many, the sleeve is as high as its cover.
  private static let disc = 2
  /// The columns between two covers, and left of them.
  private static let gap = 3
  /// The most columns by which a card is widened to take all of the width.
  private static let mostExtra = 3

  /// Places all rows with the largest covers that have room.
  ///
  /// - Parameter lines: the numbers of the rows that are lines, in ascending order.
  /// - Returns: nil where even the smallest covers have none.
  init?(of count: Int, lines: [Int], columns: Int, rows: Int) {
    func width(_ height: Int) -> Int { max(2 * height + Self.disc + Self.gap, Self.least) }
    /// How many stand side by side.
    func side(_ height: Int) -> Int { min(count - lines.count, columns / width(height)) }
    // Rows that stand apart are worth more than covers that are larger.
    for air in [1, 0] {
      for height in stride(from: Self.heights.most, through: Self.heights.least, by: -1) {
        let cover = (columns: 2 * height + Self.disc, rows: height)
        let width = width(height)
        guard height <= Self.heights.usual || side(height) >= side(Self.heights.usual) else { continue }
        let places = Self.places(of: count, lines: lines, width: width, height: height, columns: columns, air: air)
        guard width <= columns, let last = places.last, last.row + last.rows <= rows else { continue }
        (self.cover, self.places) = (cover, places)
        return
      }
    }
    return nil
  }

  /// - Parameter air: the rows above a caption, and between cards.
  private static func places(
    of count: Int, lines: [Int], width: Int, height: Int, columns: Int, air: Int
  ) -> [Place] {
    let side = max(1, columns / width)
    // They take the width, but do not stand far from one another.
    let width = side == 1 ? columns : min(width + mostExtra, count - lines.count >= side ? columns / side : width)
    var (places, row, place): ([Place], Int, Int) = ([], 0, 0)
    for number in 0..<count {
      if lines.contains(number) {
        if place > 0 { row += height + Wall.names }
        if number > 0 { row += air }
        places.append(Place(column: 0, row: row, columns: columns, rows: 1))
        (row, place) = (row + 1, 0)
        continue
      }
      if place == side { (row, place) = (row + height + Wall.names + air, 0) }
      places.append(Place(column: place * width, row: row, columns: width, rows: height + Wall.names))
      place += 1
    }
    return places
  }

  /// The row of the card at the left (-1) or right (1) of another; nil for none.
  func row(beside number: Int, step: Int) -> Int? {
    let other = number + step
    guard places.indices.contains(number), places.indices.contains(other) else { return nil }
    return places[other].row == places[number].row ? other : nil
  }

  /// The row that is nearest above (-1) or below (1) another; nil for none.
  ///
  /// - Parameter captions: the rows that are passed over.
  func row(from number: Int, step: Int, past captions: Set<Int>) -> Int? {
    guard places.indices.contains(number) else { return nil }
    let place = places[number]
    return places.indices.filter { !captions.contains($0) && (places[$0].row - place.row).signum() == step }.min {
      let (first, second) = (places[$0], places[$1])
      return (abs(first.row - place.row), abs(first.column - place.column))
        < (abs(second.row - place.row), abs(second.column - place.column))
    }
  }
}
