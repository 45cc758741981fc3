/// The arrangement of covers on a wall, each above the lines that name it.
nonisolated public struct Wall: Sendable {
  /// How many covers stand side by side.
  public let columns: Int
  /// How many lines of them are on the screen.
  public let lines: Int
  /// The columns of a cover, with the margin at its left.
  public let width: Int
  /// The rows of a cover with its names.
  public let height: Int
  /// The room of a cover, in cells: wider than high, as a record looks out of a drawn sleeve.
  public let cover: (columns: Int, rows: Int)
  /// The rows left over, above all.
  public let spare: Int

  /// The columns before a cover: a gap, or the marker of the selected one.
  public static let margin = 2
  /// The rows of artist and title.
  public static let names = 2
  /// Covers of so many rows give one to the air between them.
  private static let highCover = 9
  /// The least columns of a cover; narrower, it shows nothing.
  private static let least = 10
  /// The most: larger ones would be few.
  private static let most = 26

  /// Picks as many covers as fill the room best, none of them tiny.
  public init(columns: Int, rows: Int) {
    var best: (area: Int, count: Int, width: Int, cover: Int) = (-1, 1, max(1, columns), max(1, columns - Wall.margin))
    for count in 1...max(1, columns / (Wall.least + Wall.margin)) {
      let width = columns / count
      for lines in 1...4 {
        // A cell is twice as high as wide.
        let cover = min(width - Wall.margin, 2 * max(1, rows / lines - Wall.names))
        // One line of large covers is a row and not a wall.
        let area = lines * count * cover * cover * (lines > 1 ? 4 : 3)
        if cover >= Wall.least, cover <= Wall.most, area > best.area { best = (area, count, width, cover) }
      }
    }
    self.columns = best.count
    width = best.width
    let high = max(1, best.cover / 2)
    cover = (best.cover, high - (high < Wall.highCover ? 0 : 1))
    let least = high + Wall.names
    lines = max(1, rows / least)
    // What is left over keeps all of them apart, where it is enough for that.
    height = least + (cover.rows == high && rows - lines * least >= lines ? 1 : 0)
    spare = max(0, rows - lines * height)
  }
}
