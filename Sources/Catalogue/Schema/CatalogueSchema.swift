internal import GRDB
internal import GRDBSQLite
public import SQLiteSupport
internal import Wording

/// The tables of `catalogue.sqlite`.
///
/// A catalogue is built in one go and never changed, so there is nothing to migrate: another schema means another
/// import. What a detail page shows is one packed value per record, compressed with its neighbours. Lists and searches go by **rank**: all records of
/// all four kinds in one order, best-known first, numbered from 1 (see `Ranking`).
///
///     block                            kind and first id → where a `RecordBlock` begins in the packed bytes
///     packed                           these, in rows of one page each
///     dictionary                       kind → what its blocks are compressed against
///     single                           kind and id → a packed record that stands by itself, or a bare name, as text
///     entry                            rank → a row of a list
///     search                           FTS5, rowid = rank: names, titles, labels, catalogue numbers
///     deep                             FTS5, rowid = rank: track titles, matrix and runout texts
///     exact                            hash of a whole name → ranks
///     barcode                          barcode → ranks
///     facet, facet_set                 genres, styles, countries, formats, years: the values, and sets of ranks
///     artist_list …                    an artist's, a label's, a master's releases, as ranks in the lists' own order
///
/// An artist's list is divided into the sections of the artist's page and grouped by master: every group begins with a
/// head, the rank of the row that stands for it (see ``ArtistEntry``).
enum CatalogueSchema {
  /// Raised whenever a catalogue of the program before cannot be read any more.
  static let version = 3
  /// `Rout`, in the file's header: what says that this database is ours.
  static let applicationID = 0x526F_7574
  static let pageSize = 8192

  static let tables = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE file(id INTEGER PRIMARY KEY, name TEXT, kind INTEGER, records INTEGER, skipped INTEGER, imported REAL);
    CREATE TABLE block(key INTEGER PRIMARY KEY, position INTEGER);
    CREATE TABLE packed(number INTEGER PRIMARY KEY, bytes BLOB);
    CREATE TABLE dictionary(kind INTEGER PRIMARY KEY, bytes BLOB);
    CREATE TABLE single(key INTEGER PRIMARY KEY, detail);
    """

  /// The bytes of packed records in a row: as many as fit into a page with nothing left over.
  static let stretchSize = 8152

  /// How `block` and `single` are keyed.
  static func key(_ kind: UInt8, _ id: Int) -> Int { Int(kind) << 32 | id }
  static func id(ofKey key: Int) -> Int { key & 0xFFFF_FFFF }

  static let indexTables = """
    CREATE TABLE entry(rank INTEGER PRIMARY KEY, reference INTEGER, extra INTEGER, title TEXT, artist TEXT,
      year INTEGER, country INTEGER, format, label TEXT, catno TEXT);
    CREATE TABLE exact(name INTEGER, rank INTEGER, PRIMARY KEY(name, rank)) WITHOUT ROWID;
    CREATE TABLE barcode(number INTEGER, rank INTEGER, PRIMARY KEY(number, rank)) WITHOUT ROWID;
    CREATE TABLE facet(id INTEGER PRIMARY KEY, field INTEGER, name TEXT, entries INTEGER);
    CREATE TABLE facet_set(key INTEGER PRIMARY KEY, ranks BLOB);
    CREATE TABLE artist_list(key INTEGER PRIMARY KEY, entries BLOB);
    CREATE TABLE label_list(key INTEGER PRIMARY KEY, entries BLOB);
    CREATE TABLE master_list(key INTEGER PRIMARY KEY, entries BLOB);
    """

  /// The words come folded (`TextFolding`), so the tokenizer has nothing to do but cut at spaces. Positions are kept,
  /// for phrases; sizes of columns are not, since nothing is ranked by them.
  static let search = """
    CREATE VIRTUAL TABLE search USING fts5(title, artist, label, catno, content='', columnsize=0, tokenize='ascii',
      prefix='1 2 3');
    """

  /// The beginnings that `deep` has lists for, in letters. `the` begins five hundred words in a catalogue of a million
  /// releases, and without such a list half a second went by before the first row; lists of one and two letters would
  /// take as much room again.
  static let deepPrefix = 3

  static let deep = """
    CREATE VIRTUAL TABLE deep USING fts5(track, runout, content='', columnsize=0, tokenize='ascii',
      prefix='\(deepPrefix)');
    """

  /// How an entry's `reference` holds kind and id.
  static func reference(_ kind: UInt8, _ id: Int) -> Int { id << 2 | Int(kind) }

  // MARK: Lists

  /// How the rows of `…_list` are keyed: the owner's id, and the number of the stretch.
  enum ListKey {
    static let stretchBits = 14
    /// Of an artist's list only: which section it is a stretch of.
    static let sectionBits = 3
    /// Entries in a stretch: four of them fill a page. An artist's have a few more, so that none ends between a head
    /// and what it stands for.
    static let stretch = 500
    /// The most entries of a stretch, and so the distance of two stretches in positions.
    static let positions = 512

    static func key(_ owner: Int, _ stretch: Int) -> Int { owner << stretchBits | stretch }
    static func key(_ artist: Int, section: Int, _ stretch: Int) -> Int {
      (artist << sectionBits | section) << stretchBits | stretch
    }
  }

  // MARK: Facets

  enum FacetSet {
    /// Ranks are grouped by their high bits, one row for each value and group that has any.
    static let groupBits = 15
    static let groupSize = 1 << groupBits
    /// From so many ranks on, a group is a bitmap of 4 kB instead of 2 bytes each.
    static let bitmapFrom = 2048

    static func key(_ value: Int, _ group: Int) -> Int { value << 20 | group }
  }

  // MARK: Opening

  /// What a database says of itself.
  static func check(_ connection: OpaquePointer, path: String) throws {
    let found: Int
    let application: Int
    do {
      found = try connection.integer("PRAGMA user_version") ?? 0
      application = try connection.integer("PRAGMA application_id") ?? 0
    } catch {
      throw CatalogueError(error, path: path)
    }
    guard application == applicationID else { throw CatalogueError.notACatalogue(path: path) }
    if found > version { throw CatalogueError.newerSchema(path: path, found: found, known: version) }
    if found < version { throw CatalogueError.olderSchema(path: path, found: found, known: version) }
    do {
      if let reason = try foreignPart(of: connection) { throw CatalogueError.damaged(path: path, reason: reason) }
    } catch let error as SQLiteFailure {
      throw CatalogueError(error, path: path)
    }
  }

  /// What no import has put into a catalogue, as half a sentence; nil for a file of ours. A view in the place of a table
  /// could go on for ever.
  fileprivate static func foreignPart(of connection: OpaquePointer) throws(SQLiteFailure) -> String? {
    let statement = try PreparedStatement(
      connection, "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1")
    guard try statement.next() else { return nil }
    return DatabaseWords.foreign(statement.text(0), statement.text(1))
  }
}

extension CatalogueError {
  /// What SQLite's failure means for who reads the file at `path`.
  init(_ failure: SQLiteFailure, path: String) {
    switch failure.primaryCode {
    case SQLITE_NOTADB: self = .notACatalogue(path: path)
    case SQLITE_CORRUPT: self = .damaged(path: path, reason: failure.message)
    case SQLITE_ERROR:
      // A table is not there, or not as it should be: the schema's number said it would.
      self = .damaged(path: path, reason: failure.message)
    case SQLITE_INTERRUPT: self = .cancelled
    default: self = .unreadable(path: path, reason: failure.message)
    }
  }
}

extension DatabaseCheck.Kind {
  /// A catalogue made of Discogs' dumps.
  public static let catalogue = Self(schema: CatalogueSchema.version) { database in
    guard let connection = database.sqliteConnection, let reason = try CatalogueSchema.foreignPart(of: connection)
    else { return }
    throw DatabaseFile.Refusal.damaged(reason: reason)
  }
}
