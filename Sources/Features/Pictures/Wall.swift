/// The arrangement of covers on a wall, each above the lines that name it.
nonisolated public struct Wall: Sendable {
  /// How many covers stand side by side.
  public let columns: Int
  /// How many lines of them are on the screen.
  public let lines: Int
  /// The columns of a cover, with the gap at its right.
  public let width: Int
  /// The rows of a cover with its names, and the blank one between two lines of a few.
  public let height: Int
  /// The size of a cover, in cells.
  public let cover: (columns: Int, rows: Int)

  /// Artist and title.
  public static let names = 2
  /// The least columns of a cover; narrower, it shows nothing.
  private static let least = 10
  /// The rows of the least covers with their names.
  public static let lowest = least / 2 + names

  /// Picks as many covers as fill the room best, none of them tiny.
  ///
  /// - Parameter number: of all covers, where they are few; then they are larger, and none stands alone in the last line.
  public init(columns: Int, rows: Int, of number: Int = .max) {
    let (isFew, most, gap) = number < .max ? (true, 34, 1) : (false, 26, 0)
    var best: (area: Int, count: Int, width: Int, cover: Int) = (-1, 1, max(1, columns), max(1, columns - 2))
    for count in 1...max(1, columns / (Wall.least + 2)) {
      let width = columns / count
      for lines in 1...4 {
        // A cell is twice as high as wide.
        let room = min(width - 2, 2 * max(1, (rows + gap) / lines - Wall.names - gap))
        let cover = isFew ? min(most, room) : room
        // One line of large covers is a row and not a wall.
        var area = min(number, lines * count) * cover * cover * (lines > 1 ? 4 : 3)
        // Of a few all are shown, without wide gaps between them.
        if isFew, lines * count >= number { area *= 4 }
        if isFew, number < 3 || 4 * cover >= 3 * width { area *= 4 }
        let leavesOne = count > number || number < lines * count && number % count == 1
        if cover >= Wall.least, cover <= most, area > best.area, !leavesOne { best = (area, count, width, cover) }
      }
    }
    self.columns = best.count
    width = best.width
    cover = (best.cover, max(1, best.cover / 2))
    height = cover.rows + Wall.names + gap
    lines = max(1, (rows + gap) / height)
  }
}
