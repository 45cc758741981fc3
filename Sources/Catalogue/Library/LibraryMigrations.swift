internal import GRDB

/// How the library's schema came about, step by step. Append steps; never change one that was released.
enum LibraryMigrations {
  static let steps = SchemaSteps(all: [historyAndShelf])

  /// 1. The search history, the lines of the `:` prompt, and the shelf as Discogs exports it.
  private static func historyAndShelf(_ database: Database) throws {
    // `turn` orders the history: it rises with every search, whatever the wall clock does.
    try database.execute(
      sql: """
        CREATE TABLE search (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          query TEXT NOT NULL,
          kind TEXT NOT NULL,
          sort TEXT NOT NULL,
          source TEXT NOT NULL,
          folded TEXT NOT NULL,
          results INTEGER,
          resultsAreCapped INTEGER NOT NULL DEFAULT 0,
          lastRun REAL NOT NULL,
          runs INTEGER NOT NULL,
          turn INTEGER NOT NULL,
          UNIQUE (query, kind, sort, source)
        );
        CREATE INDEX searchByTurn ON search (turn, lastRun, id);

        CREATE TABLE commandLine (
          line TEXT PRIMARY KEY NOT NULL,
          turn INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX commandLineByTurn ON commandLine (turn);

        CREATE TABLE note (
          name TEXT PRIMARY KEY NOT NULL,
          value TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE folder (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE,
          sortKey TEXT NOT NULL
        );
        """)
    // Sort keys are computed when a row is written, so that a list of any length is a walk along an index. Null is
    // "unknown" and comes last in either direction. `folder` is in the indexes of copies so that the walk along one
    // folder need not look at the rows of the others.
    let sortKeys = ["artist", "title", "year", "added", "rating", "format", "label", "catno"]
    let columns = """
      release INTEGER NOT NULL, master INTEGER, artist TEXT NOT NULL, title TEXT NOT NULL, label TEXT NOT NULL,
      catno TEXT NOT NULL, format TEXT NOT NULL, year INTEGER, rating INTEGER, fields TEXT NOT NULL,
      shelfKey TEXT NOT NULL, artistKey TEXT, titleKey TEXT, yearKey INTEGER, addedKey INTEGER, ratingKey INTEGER,
      formatKey TEXT, labelKey TEXT, catnoKey TEXT
      """
    try database.execute(
      sql: """
        CREATE TABLE copy (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          folder INTEGER NOT NULL REFERENCES folder (id),
          added TEXT NOT NULL, mediaCondition TEXT NOT NULL, sleeveCondition TEXT NOT NULL,
          \(columns)
        );
        CREATE TABLE want (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          notes TEXT NOT NULL,
          \(columns)
        );
        CREATE UNIQUE INDEX wantByRelease ON want (release);
        CREATE INDEX wantByMaster ON want (master) WHERE master IS NOT NULL;
        CREATE INDEX copyByRelease ON copy (release);
        CREATE INDEX copyByMaster ON copy (master) WHERE master IS NOT NULL;
        CREATE INDEX copyByFolder ON copy (folder, shelfKey, id);
        CREATE INDEX copyByShelf ON copy (shelfKey, id, folder);
        CREATE INDEX wantByShelf ON want (shelfKey, id);
        """)
    for key in sortKeys {
      let name = key.prefix(1).uppercased() + key.dropFirst()
      try database.execute(
        sql: """
          CREATE INDEX copyBy\(name) ON copy (\(key)Key, shelfKey, id, folder);
          CREATE INDEX wantBy\(name) ON want (\(key)Key, shelfKey, id);
          """)
    }
    // What narrowing looks through, kept apart from the rows so that looking through all of it reads little.
    for table in ["copy", "want"] {
      try database.execute(
        sql: """
          CREATE TABLE \(table)Words (
            id INTEGER PRIMARY KEY REFERENCES \(table) (id) ON DELETE CASCADE,
            words TEXT NOT NULL
          )
          """)
    }
  }
}
