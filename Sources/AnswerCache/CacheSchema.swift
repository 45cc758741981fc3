internal import GRDB
public import SQLiteSupport

/// The tables of `cache.sqlite`.
///
///     answer   key → an answer's properties; `turn` rises with every use, so the lowest is evicted first
///     body     id of the answer → its bytes, apart, so that marking an answer as used does not rewrite them
///     seen     server, kind, number → a row of a list, for searching offline
///     words    FTS5, rowid = seen.id: the row's words, folded, in the columns that `QueryPlan` searches
///     image    name of a file in `images/` → its properties
///     total    number and bytes of entries, kept by triggers, so that no write has to count
enum CacheSchema {
  static let steps = SchemaSteps(all: [answersRowsAndImages, identifiers])

  enum Section: Int { case answers, rows, images }

  private static func answersRowsAndImages(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE answer (
          id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, status INTEGER NOT NULL,
          contentType TEXT NOT NULL, storedAt REAL NOT NULL, turn INTEGER NOT NULL, bytes INTEGER NOT NULL,
          length INTEGER, checksum INTEGER NOT NULL
        );
        CREATE INDEX answerByTurn ON answer (turn);
        CREATE INDEX answerByKind ON answer (kind, storedAt);
        CREATE TABLE body (
          id INTEGER PRIMARY KEY REFERENCES answer (id) ON DELETE CASCADE, bytes BLOB NOT NULL
        );

        CREATE TABLE seen (
          id INTEGER PRIMARY KEY, server TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL,
          title TEXT NOT NULL, artist TEXT NOT NULL, year INTEGER, country TEXT NOT NULL, format TEXT NOT NULL,
          label TEXT NOT NULL, catno TEXT NOT NULL, count INTEGER, master INTEGER, seenAt REAL NOT NULL,
          turn INTEGER NOT NULL, UNIQUE (server, kind, number)
        );
        CREATE INDEX seenByTurn ON seen (turn);
        CREATE VIRTUAL TABLE words USING fts5(title, artist, label, catno, tokenize='ascii', prefix='2 3');
        CREATE TRIGGER seenGoes AFTER DELETE ON seen BEGIN
          DELETE FROM words WHERE rowid = old.id;
        END;

        CREATE TABLE image (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, url TEXT NOT NULL, contentType TEXT NOT NULL,
          storedAt REAL NOT NULL, turn INTEGER NOT NULL, bytes INTEGER NOT NULL, checksum INTEGER NOT NULL
        );
        CREATE INDEX imageByTurn ON image (turn);
        CREATE INDEX imageByAge ON image (storedAt);

        CREATE TABLE total (
          section INTEGER NOT NULL, kind TEXT NOT NULL, entries INTEGER NOT NULL, bytes INTEGER NOT NULL,
          PRIMARY KEY (section, kind)
        ) WITHOUT ROWID;
        """)
    try count("answer", .answers, kind: "kind", bytes: "bytes", in: database)
    try count("seen", .rows, kind: nil, bytes: nil, in: database)
    try count("image", .images, kind: nil, bytes: "bytes", in: database)
  }

  /// 2. The barcodes and matrices of a release, one to a line, for searches that Discogs does not offer.
  private static func identifiers(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE seen ADD COLUMN identifiers TEXT NOT NULL DEFAULT ''")
  }

  /// Creates the triggers that keep a table's totals. Without `kind` all rows are of one kind, without `bytes` they
  /// weigh nothing.
  private static func count(
    _ table: String, _ section: Section, kind: String?, bytes: String?, in database: Database
  ) throws {
    func add(_ row: String) -> String {
      let (kind, bytes) = (kind.map { "\(row).\($0)" } ?? "''", bytes.map { "\(row).\($0)" } ?? "0")
      let sign = row == "new" ? "+" : "-"
      return """
        INSERT INTO total (section, kind, entries, bytes) VALUES (\(section.rawValue), \(kind), 1, \(bytes))
        ON CONFLICT (section, kind) DO UPDATE SET
          entries = entries \(sign) excluded.entries, bytes = bytes \(sign) excluded.bytes;
        """
    }
    let columns = [kind, bytes].compactMap(\.self).joined(separator: ", ")
    try database.execute(
      sql: """
        CREATE TRIGGER \(table)IsAdded AFTER INSERT ON \(table) BEGIN \(add("new")) END;
        CREATE TRIGGER \(table)IsRemoved AFTER DELETE ON \(table) BEGIN \(add("old")) END;
        """)
    if !columns.isEmpty {
      try database.execute(
        sql: """
          CREATE TRIGGER \(table)IsChanged AFTER UPDATE OF \(columns) ON \(table) BEGIN
            \(add("old"))
            \(add("new"))
          END
          """)
    }
  }

  static func count(_ section: Section, in database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT ifnull(sum(entries), 0) FROM total WHERE section = ?", arguments: [section.rawValue]) ?? 0
  }
}

extension DatabaseCheck.Kind {
  public static let cache = Self(CacheSchema.steps)
}
