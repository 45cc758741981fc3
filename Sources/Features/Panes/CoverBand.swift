import Clients
import DiscogsModel
import RunoutModel
import Sleeves

/// A row of covers above the panels of a page, each above the lines that name it.
nonisolated public struct CoverBand: Hashable, Sendable {
  /// The size of a cover, in cells.
  public let columns: Int
  public let rows: Int
  public let count: Int

  /// Artist and title.
  public static let names = 2
  /// The caption above them.
  public static let caption = 1
  /// The columns between two covers.
  public static let gap = 2

  /// Returns the covers that reach nearest to the right edge of a page; nil where it is too small for any.
  ///
  /// - Parameters:
  ///   - count: the most covers.
  ///   - page: its size, in cells.
  init?(of count: Int, on page: (columns: Int, rows: Int)) {
    let room = page.columns
    guard count > 0, room >= 60, page.rows >= 16 else { return nil }
    let heights = page.rows >= 44 ? 11...13 : page.rows >= 34 ? 8...10 : 6...6
    let widths = heights.map { (rows: $0, all: 2 * $0 + Self.gap) }
    let best = widths.max { min(count, room / $0.all) * $0.all < min(count, room / $1.all) * $1.all }
    guard let best else { return nil }
    (columns, rows, self.count) = (2 * best.rows, best.rows, min(count, room / best.all))
  }

  /// The rows of caption, cover and names, and of the line below.
  var height: Int { Self.caption + rows + Self.names + 1 }
}

nonisolated extension PanelLine {
  /// A copy among covers.
  init(_ copy: CollectionCopy, of part: Part) {
    let names = copy.subject.names
    self.init(
      part: part, lead: names.artist, text: names.title, target: copy.destination, subject: copy.subject,
      item: copy.item)
  }

  /// Its cover; nil for lines that are not copies.
  var picture: PictureSubject? {
    guard case .copy(let copy)? = item else { return nil }
    return PictureSubject(SleeveFacts(copy.facts))
  }
}
