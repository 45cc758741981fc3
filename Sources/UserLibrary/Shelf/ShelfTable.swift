internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// The two lists of a shelf, which are sorted, filtered and paged alike.
enum ShelfTable: String, Hashable, Sendable {
  case copies = "copy"
  case wants = "want"

  init(_ list: ShelfList) { self = list == .collection ? .copies : .wants }
  var list: ShelfList { self == .copies ? .collection : .wantList }

  /// SQL condition: Discogs refused to add the copy, so the row is not owned.
  static let isRefusedCopy = """
    (copy.instance IS NULL AND EXISTS (SELECT 1 FROM edit
      WHERE target = 'copy' AND item = copy.id AND before IS NULL AND state = 'refused'))
    """
  /// SQL subquery: the ids of these copies.
  static let refusedCopies = """
    (SELECT copy.id FROM edit CROSS JOIN copy ON copy.id = edit.item
      WHERE edit.state IN \(Library.unsent) AND edit.state = 'refused' AND \(isRefusedCopy))
    """
  /// SQL condition: the copy is owned. For a whole list it is faster than `isRefusedCopy`, which searches the journal
  /// for each row, as every index has the row's id.
  static let isOwnedCopy = "copy.id NOT IN \(refusedCopies)"
}

/// Cached findings about the lists: the rows of the latest few queries, and the texts they are searched in.
struct ShelfFindings {
  struct Entry {
    var table: ShelfTable
    var query: ShelfQuery
    var lookedUp: [SearchQuery: Set<Wanted>]
    var paidField: String
    /// The shelf's version at that time.
    var version: Int64
    var rows: RowSet
  }

  var entries: [Entry] = []
  private var texts: [ShelfTable: (version: Int64, texts: ShelfTexts)] = [:]
  private var names: [ShelfTable: (version: Int64, counts: [String: Int])] = [:]
  /// The lengths of the whole lists, which SQLite counts by walking an index.
  var lengths: [ShelfTable: (version: Int64, rows: Int)] = [:]

  mutating func texts(of table: ShelfTable, _ version: Int64, _ database: Database) throws -> ShelfTexts {
    if let known = texts[table], known.version == version { return known.texts }
    // The old texts are freed first: they may be large.
    texts[table] = nil
    let read = try ShelfTexts(database, table)
    texts[table] = (version, read)
    return read
  }

  /// The words of artists, titles and labels, and how often each occurs.
  mutating func names(of table: ShelfTable, _ version: Int64, _ database: Database) throws -> [String: Int] {
    if let known = names[table], known.version == version { return known.counts }
    let counts = try texts(of: table, version, database).names()
    names[table] = (version, counts)
    return counts
  }
}
