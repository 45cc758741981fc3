internal import GRDB
internal import GRDBSQLite
public import SQLiteSupport
internal import Wording

/// The tables of `catalogue.sqlite`.
///
/// A catalogue is built in one go and never changed, so there are no migrations: another schema means another import.
/// Each record is one packed value, compressed with its neighbours. Lists and searches go by **rank**: all records of
/// all four kinds in order of popularity, numbered from 1 (see `Ranking`).
///
///     block                            kind and first id → the position of a `RecordBlock` in the packed bytes
///     packed                           the packed bytes, in rows of one page each
///     dictionary                       kind → the compression dictionary of its blocks
///     single                           kind and id → a packed record outside blocks, or a bare name, as text
///     entry                            rank → a row of a list; its year is 1959 or a date, 19590817 or 19590800
///     search                           FTS5, rowid = rank: names, titles, labels, catalogue numbers
///     deep                             FTS5, rowid = rank: track titles, matrix and runout texts
///     exact                            hash of a whole name → ranks
///     barcode                          barcode → ranks
///     facet, facet_set                 genres, styles, countries, formats, years: the values, and sets of ranks
///     artist_list …                    the releases of an artist, label or master, as ranks in the list's own order
///
/// An artist's list is divided into the sections of the artist's page and grouped by master. Every group begins with a
/// head, the rank of the row that represents it (see ``ArtistEntry``).
enum CatalogueSchema {
  /// Raised when older programs can no longer read what is written now.
  static let version = 4
  /// Raised when older catalogues can no longer be read. Those of 3 have a year where others have a date.
  static let oldest = 3
  /// `Rout` in the file's header, which marks the database as ours.
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

  /// The bytes of packed records in a row: as many as fill a page.
  static let stretchSize = 8152

  /// The keys of `block` and `single`.
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

  /// Words are stored folded (`TextFolding`), so the tokenizer only cuts at spaces. Positions are kept for phrases,
  /// column sizes are not, since nothing is ranked by them.
  static let search = """
    CREATE VIRTUAL TABLE search USING fts5(title, artist, label, catno, content='', columnsize=0, tokenize='ascii',
      prefix='1 2 3');
    """

  /// The indexed prefix length of `deep`, in letters. `the` begins five hundred words in a catalogue of a million
  /// releases: without its lists the first row took half a second. Lists of one and two letters would double the room.
  static let deepPrefix = 3

  static let deep = """
    CREATE VIRTUAL TABLE deep USING fts5(track, runout, content='', columnsize=0, tokenize='ascii',
      prefix='\(deepPrefix)');
    """

  /// Kind and id in one number, as in an entry's `reference`.
  static func reference(_ kind: UInt8, _ id: Int) -> Int { id << 2 | Int(kind) }

  /// The keys of the `…_list` tables: the owner's id and the number of the stretch, which is one row.
  enum ListKey {
    static let stretchBits = 14
    /// In artists' lists only, for the section of the stretch.
    static let sectionBits = 3
    /// Entries in a stretch; four fill a page. An artist's may have a few more, so that none ends behind a head.
    static let stretch = 500
    /// The most entries in a stretch, and so the distance between stretches in positions.
    static let positions = 512

    static func key(_ owner: Int, _ stretch: Int) -> Int { owner << stretchBits | stretch }
    /// The owner in artists' lists, with the section in the low bits.
    static func owner(_ artist: Int, section: Int) -> Int { artist << sectionBits | section }
  }

  enum FacetSet {
    /// Ranks are grouped by their high bits; each value has a row for each group with any of its ranks.
    static let groupBits = 15
    static let groupSize = 1 << groupBits
    /// From this many ranks on, a group is a bitmap of 4 kB instead of 2 bytes each.
    static let bitmapFrom = 2048

    static func key(_ value: Int, _ group: Int) -> Int { value << 20 | group }
  }

  /// Checks that a database is a catalogue of this schema.
  static func check(_ connection: OpaquePointer, path: String) throws {
    do {
      guard try connection.integer("PRAGMA application_id") == applicationID else {
        throw CatalogueError.notACatalogue(path: path)
      }
      let found = try connection.integer("PRAGMA user_version") ?? 0
      if found > version { throw CatalogueError.newerSchema(path: path, found: found, known: version) }
      if found < oldest { throw CatalogueError.olderSchema(path: path, found: found, known: version) }
      if let reason = try foreignPart(of: connection) { throw CatalogueError.damaged(path: path, reason: reason) }
    } catch let error as SQLiteFailure { throw CatalogueError(error, path: path) }
  }

  /// The first part that no import makes, as half a sentence; nil for none. A view could run for ever.
  fileprivate static func foreignPart(of connection: OpaquePointer) throws(SQLiteFailure) -> String? {
    let statement = try PreparedStatement(
      connection, "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1")
    guard try statement.next() else { return nil }
    return DatabaseWords.foreign(statement.text(0), statement.text(1))
  }
}

extension CatalogueError {
  /// Translates an SQLite failure of reading the file at `path`.
  init(_ failure: SQLiteFailure, path: String) {
    switch failure.primaryCode {
    case SQLITE_NOTADB: self = .notACatalogue(path: path)
    // `SQLITE_ERROR`: a table is missing or wrong, although the schema's version promised it.
    case SQLITE_CORRUPT, SQLITE_ERROR: self = .damaged(path: path, reason: failure.message)
    case SQLITE_INTERRUPT: self = .cancelled
    default: self = .unreadable(path: path, reason: failure.message)
    }
  }
}

extension DatabaseCheck.Kind {
  public static let catalogue = Self(schema: CatalogueSchema.version, oldest: CatalogueSchema.oldest) { database in
    guard let connection = database.sqliteConnection, let reason = try CatalogueSchema.foreignPart(of: connection)
    else { return }
    throw DatabaseFile.Refusal.damaged(reason: reason)
  }
}
