import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal

/// Parts of a frame that can be laid on the next one unchanged: after most keys all but a row or two.
///
/// Each is kept with the values it was drawn from, and redrawn when one of them differs.
final class DrawnParts {
  let header = DrawnLine<HeaderContent>()
  let hints = DrawnLine<HintsContent>()
  let rows = DrawnRows()
  let pictures: DrawnPictures

  init(_ board: PictureBoard) { pictures = DrawnPictures(board) }
}

/// A hint's word in one place, instead of the command table's.
struct HintWord: Equatable {
  var command: Command
  var text: String

  init(_ command: Command, _ text: String) { (self.command, self.text) = (command, text) }
}

/// The values that the footer's hints are drawn from.
struct HintsContent: Equatable {
  var commands: [Command]
  /// Only a few, searched one by one.
  var words: [HintWord] = []
  var marked = 0

  func word(for command: Command) -> String? { words.first { $0.command == command }?.text }
}

struct HeaderContent: Equatable {
  var root: RootPage
  var source: SourceStatus
  var account: AccountState
  var network: NetworkStatus
  var unread: Int
  var pending: Int
  var sync: SyncStatus.Phase
}

/// One line as it was drawn from the last two values: in a list of masters and releases the hints change with each row.
final class DrawnLine<Content: Equatable> {
  private var kept: [(content: Content, widths: Range<Int>, glyphs: Glyphs, strip: Strip)] = []

  /// Lays the kept line on an area that is still blank, or draws it if a value differs.
  ///
  /// - Parameter draw: returns the widths of the area that it looks the same in.
  func lay(_ content: Content, in rect: Rect, on canvas: inout Canvas, draw: (inout Canvas) -> Range<Int>) {
    let known = kept.first {
      $0.widths.contains(rect.columns) && $0.glyphs == canvas.glyphs && $0.content == content
    }
    if let known { return canvas.lay(known.strip, at: rect.origin) }
    let widths = draw(&canvas)
    var line = rect
    guard let strip = canvas.strip(line.takeLeft(widths.lowerBound)) else { return }
    kept = [(content, widths, canvas.glyphs, strip)] + kept.prefix(1)
  }
}

/// Rows of catalogue lists, kept as they look unselected.
final class DrawnRows {
  private struct DrawnRow {
    let index: Int
    let marks: ShelfMarks?
    let strip: Strip
  }

  private var columns: CatalogueColumns?
  private var needs: (revision: RowsRevision, glyphs: Glyphs, needs: CatalogueColumns.Needs)?
  private var revision: RowsRevision?
  private var glyphs = Glyphs.unicode
  /// By index of the row, modulo the rows of the screen.
  private var drawn: [DrawnRow?] = []

  /// The columns of a list in an area; those of the last list if they are the same.
  func columns(
    _ kind: CatalogueColumns.Kind, of rows: PagedList<CatalogueRow>, in list: Rect, hasDates: Bool,
    matched: MatchedWords, glyphs: Glyphs
  ) -> CatalogueColumns {
    let needs = needs(of: rows, glyphs)
    if let columns, columns.kind == kind, columns.room == list.columns, columns.hasDates == hasDates,
      columns.matched == matched, columns.needs == needs
    {
      return columns
    }
    return CatalogueColumns(kind, in: list, needs: needs, hasDates: hasDates, matched: matched)
  }

  /// Of the first rows only, so that nothing moves aside while one goes down.
  private func needs(of rows: PagedList<CatalogueRow>, _ glyphs: Glyphs) -> CatalogueColumns.Needs {
    if let needs, needs.revision === rows.revision, needs.glyphs == glyphs { return needs.needs }
    let new = CatalogueColumns.needs(of: rows.rows.prefix(50), glyphs: glyphs)
    needs = (rows.revision, glyphs, new)
    return new
  }

  /// Prepares for a list in these columns: if they, its rows or the screen have changed, the kept rows are dropped.
  func begin(_ columns: CatalogueColumns, _ revision: RowsRevision, on canvas: Canvas) {
    let isSame = revision === self.revision && columns == self.columns && glyphs == canvas.glyphs
    guard !isSame || drawn.count != canvas.size.rows else { return }
    (self.columns, self.revision, glyphs) = (columns, revision, canvas.glyphs)
    drawn = Array(repeating: nil, count: canvas.size.rows)
  }

  /// Lays the kept row on an area that is still blank, or draws it if it is another.
  func lay(
    _ index: Int, _ marks: ShelfMarks?, in rect: Rect, on canvas: inout Canvas, draw: (inout Canvas) -> Void
  ) {
    let place = index % drawn.count
    if let last = drawn[place], last.index == index, last.marks == marks {
      canvas.lay(last.strip, at: rect.origin)
      return
    }
    draw(&canvas)
    drawn[place] = canvas.strip(rect).map { DrawnRow(index: index, marks: marks, strip: $0) }
  }
}
