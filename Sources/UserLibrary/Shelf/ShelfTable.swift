internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// The two lists of a shelf, which are sorted, narrowed and paged alike.
enum ShelfTable: String, Hashable, Sendable {
  case copies = "copy"
  case wants = "want"

  init(_ list: ShelfList) { self = list == .collection ? .copies : .wants }

  /// What SQL calls a copy that Discogs has refused to add.
  static let isRefusedCopy = """
    (copy.instance IS NULL AND EXISTS (SELECT 1 FROM edit
      WHERE target = 'copy' AND item = copy.id AND before IS NULL AND state = 'refused'))
    """
}

/// What was found out of the lists as they are now: which rows the latest few queries leave, and the texts they are
/// looked for in.
struct ShelfFindings {
  struct Entry {
    var table: ShelfTable
    var query: ShelfQuery
    /// The state of the shelf it was found in.
    var version: Int64
    var rows: RowSet
  }

  var entries: [Entry] = []
  private var texts: [ShelfTable: (version: Int64, texts: ShelfTexts)] = [:]
  /// How long the whole lists are: SQLite goes along an index to tell.
  var lengths: [ShelfTable: (version: Int64, rows: Int)] = [:]

  mutating func texts(of table: ShelfTable, _ version: Int64, _ database: Database) throws -> ShelfTexts {
    if let known = texts[table], known.version == version { return known.texts }
    // The old ones go first: they may be large.
    texts[table] = nil
    let read = try ShelfTexts(database, table)
    texts[table] = (version, read)
    return read
  }
}

extension ShelfRefusal {
  /// - Parameter column: 1 where only changes of the row were refused, 0 where the row itself was, null for neither.
  init?(_ row: Row, _ column: String) throws {
    guard let isOfChange: Bool = try row.value(column) else { return nil }
    self = isOfChange ? .change : .row
  }
}
