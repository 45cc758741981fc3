public enum Spelling {
  /// The number of letters to insert, delete, change or swap with their neighbour.
  public static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var older: [Int] = []
    var old = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var new = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(old[column + 1] + 1, new[column] + 1, old[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, older[column - 1] + 1)
        }
        new.append(best)
      }
      older = old
      old = new
    }
    return old[right.count]
  }
}
