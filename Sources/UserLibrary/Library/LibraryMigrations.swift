internal import GRDB
internal import RunoutModel
public import SQLiteSupport

/// The steps of the library's schema. Append steps; never change a released one.
enum LibraryMigrations {
  static let steps = SchemaSteps(
    all: [
      historyAndShelf, mirrorAndEdits, filing, partsOfWants, whatSyncsRemove, pagesVisited, wantsOfMasters,
      settledEdits, linesOfIntake, labelsByNumber, pricesByDay, newsOfFollowed,
    ],
    // A test says what it is once there is another step.
    digest: "d7fbe8ae524e40ef1d3a4b8ba910d21dcf25809c71a64ae197b6b991e18c680a")

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
    // "unknown" and comes last in either direction. The indexes of copies include `folder`, so that a walk along one
    // folder skips the rows of the others.
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
    // The text that filters scan, apart from the rows so that a full scan reads little.
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

  /// 2. The shelf as the mirror of an account, the journal of edits, and the user's own data beside it.
  private static func mirrorAndEdits(_ database: Database) throws {
    // `instance` is the account's number for a copy: null for imported or unsent ones. `seen` is the sync pass that
    // last met the row. Genres and styles are lines of a text.
    try database.execute(
      sql: """
        ALTER TABLE copy ADD COLUMN instance INTEGER;
        ALTER TABLE copy ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE copy ADD COLUMN country TEXT NOT NULL DEFAULT '';
        ALTER TABLE copy ADD COLUMN genres TEXT NOT NULL DEFAULT '';
        ALTER TABLE copy ADD COLUMN styles TEXT NOT NULL DEFAULT '';
        CREATE UNIQUE INDEX copyByInstance ON copy (instance) WHERE instance IS NOT NULL;

        CREATE INDEX copyByArtistName ON copy (artist, id);
        CREATE INDEX copyByLabelName ON copy (label, id);
        CREATE INDEX copyByFormatName ON copy (format, id);
        CREATE INDEX copyByGenres ON copy (genres, id);
        CREATE INDEX copyByStyles ON copy (styles, id);
        CREATE INDEX copyByCountry ON copy (country, id);
        CREATE INDEX copyByMedia ON copy (mediaCondition, id);

        ALTER TABLE want ADD COLUMN added TEXT NOT NULL DEFAULT '';
        ALTER TABLE want ADD COLUMN isMirrored INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE want ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE want ADD COLUMN country TEXT NOT NULL DEFAULT '';
        ALTER TABLE want ADD COLUMN genres TEXT NOT NULL DEFAULT '';
        ALTER TABLE want ADD COLUMN styles TEXT NOT NULL DEFAULT '';

        ALTER TABLE folder ADD COLUMN number INTEGER;
        CREATE UNIQUE INDEX folderByNumber ON folder (number) WHERE number IS NOT NULL;

        CREATE TABLE field (
          number INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          kind TEXT NOT NULL,
          position INTEGER NOT NULL,
          isPublic INTEGER NOT NULL,
          options TEXT NOT NULL,
          lines INTEGER
        );
        """)
    try delimitWords(database)
    try database.execute(sql: "DELETE FROM note WHERE name = 'masters from'")
    // A batch is changed together and undone together: `done`, `undone`, or `closed`, which can be neither undone nor
    // redone. `target` and `item` name a row: a copy or a folder by its id, a want by its release. `before` and
    // `after` are the whole row as JSON, null while it did not exist.
    try database.execute(
      sql: """
        CREATE TABLE batch (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          title TEXT NOT NULL,
          madeAt REAL NOT NULL,
          state TEXT NOT NULL
        );
        CREATE TABLE edit (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          batch INTEGER NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
          target TEXT NOT NULL,
          item INTEGER NOT NULL,
          before TEXT,
          after TEXT,
          isUndo INTEGER NOT NULL DEFAULT 0,
          state TEXT NOT NULL,
          attempts INTEGER NOT NULL DEFAULT 0,
          dueAt REAL NOT NULL DEFAULT 0,
          reason TEXT NOT NULL DEFAULT '',
          known TEXT,
          theirs TEXT,
          isForced INTEGER NOT NULL DEFAULT 0,
          madeAt REAL NOT NULL
        );
        CREATE INDEX editByBatch ON edit (batch);
        CREATE INDEX editUnsent ON edit (id) WHERE state IN ('pending', 'sending', 'refused', 'conflict');
        CREATE INDEX editByItem ON edit (target, item);
        """)
    try database.execute(
      sql: """
        CREATE TABLE userList (
          number INTEGER PRIMARY KEY,
          owner TEXT NOT NULL,
          isOwn INTEGER NOT NULL,
          name TEXT NOT NULL,
          sortKey TEXT NOT NULL,
          description TEXT NOT NULL,
          isPublic INTEGER,
          added TEXT NOT NULL,
          changed TEXT NOT NULL,
          entries TEXT
        );
        CREATE TABLE valueOnDay (
          day TEXT PRIMARY KEY NOT NULL,
          minimum TEXT NOT NULL,
          median TEXT NOT NULL,
          maximum TEXT NOT NULL,
          copies INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE play (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          copy INTEGER NOT NULL,
          release INTEGER NOT NULL,
          at REAL NOT NULL
        );
        CREATE INDEX playByCopy ON play (copy, at);
        CREATE TABLE bookmark (
          mark TEXT PRIMARY KEY NOT NULL,
          place TEXT NOT NULL,
          title TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE crate (
          name TEXT PRIMARY KEY NOT NULL,
          query TEXT NOT NULL,
          sort TEXT NOT NULL,
          sortKey TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE priceLimit (
          release INTEGER PRIMARY KEY,
          amount TEXT NOT NULL,
          currency TEXT NOT NULL,
          setAt REAL NOT NULL,
          told TEXT NOT NULL DEFAULT ''
        );
        CREATE TABLE priceSeen (
          release INTEGER PRIMARY KEY,
          seenAt REAL NOT NULL,
          amount TEXT,
          currency TEXT,
          forSale INTEGER NOT NULL
        );
        CREATE TABLE seller (
          name TEXT PRIMARY KEY NOT NULL COLLATE NOCASE,
          lookedAt REAL,
          listings INTEGER NOT NULL DEFAULT 0,
          wanted INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        """)
  }

  /// 3. Which artists are persons, for filing by last names.
  private static func filing(_ database: Database) throws {
    // `artist` is an artist's name as rows of the shelf begin with it. `isPerson` is null if a catalogue was asked and
    // does not know. The options are in `note`.
    try database.execute(
      sql: """
        CREATE TABLE filing (
          artist TEXT PRIMARY KEY NOT NULL,
          isPerson INTEGER,
          isUsersWord INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        CREATE INDEX wantByArtistName ON want (artist, id);
        """)
  }

  /// 4. Smart crates for both lists, and the indexes that group the want list.
  private static func partsOfWants(_ database: Database) throws {
    // The list is part of the key, and SQLite cannot add a column to a key.
    try database.execute(
      sql: """
        CREATE TABLE crateOfList (
          list TEXT NOT NULL DEFAULT 'collection',
          name TEXT NOT NULL,
          query TEXT NOT NULL,
          sort TEXT NOT NULL,
          sortKey TEXT NOT NULL,
          PRIMARY KEY (list, name)
        ) WITHOUT ROWID;
        INSERT INTO crateOfList (name, query, sort, sortKey) SELECT name, query, sort, sortKey FROM crate;
        DROP TABLE crate;
        ALTER TABLE crateOfList RENAME TO crate;

        CREATE INDEX wantByLabelName ON want (label, id);
        CREATE INDEX wantByFormatName ON want (format, id);
        CREATE INDEX wantByGenres ON want (genres, id);
        CREATE INDEX wantByStyles ON want (styles, id);
        CREATE INDEX wantByCountry ON want (country, id);
        """)
  }

  /// 5. Rows that a sync has found gone, and those it has removed.
  private static func whatSyncsRemove(_ database: Database) throws {
    // `gone` is the pass that confirmed a row gone; a later pass that meets it raises `seen` above it. `removed` holds
    // rows as the journal does; `item` is the copy's id, which its plays refer to, or the wanted release.
    try database.execute(
      sql: """
        ALTER TABLE copy ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE want ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE removed (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          list TEXT NOT NULL,
          item INTEGER NOT NULL,
          release INTEGER NOT NULL,
          instance INTEGER,
          state TEXT NOT NULL,
          removedAt REAL NOT NULL
        );
        CREATE UNIQUE INDEX removedByItem ON removed (list, item);
        CREATE INDEX removedByInstance ON removed (instance) WHERE instance IS NOT NULL;
        """)
  }

  /// 6. The visited pages.
  private static func pagesVisited(_ database: Database) throws {
    // `turn` orders them, as it orders searches.
    try database.execute(
      sql: """
        CREATE TABLE visit (
          source TEXT NOT NULL,
          place TEXT NOT NULL,
          name TEXT NOT NULL,
          detail TEXT NOT NULL,
          at REAL NOT NULL,
          turn INTEGER NOT NULL,
          PRIMARY KEY (source, place)
        ) WITHOUT ROWID;
        CREATE INDEX visitByTurn ON visit (turn);
        """)
  }

  /// 7. Wants of any pressing.
  private static func wantsOfMasters(_ database: Database) throws {
    // Such a want has minus its master's number as `release`, here, in `priceLimit` and `priceSeen`, and as the item
    // of an edit. `versions` is the master's number of pressings; null if unknown, and for a release.
    try database.execute(sql: "ALTER TABLE want ADD COLUMN versions INTEGER")
  }

  /// 8. Changes of a shelf without an account are settled as they are made.
  private static func settledEdits(_ database: Database) throws {
    // They waited for an account that never signed in, and turned the next import into a merge.
    try database.execute(
      sql: """
        UPDATE edit SET state = 'done' WHERE state IN ('pending', 'sending', 'refused', 'conflict')
          AND NOT EXISTS (SELECT 1 FROM note WHERE name = 'account')
        """)
  }

  /// 9. The lines of an intake whose pressing is still to be found.
  private static func linesOfIntake(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE intake (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          text TEXT NOT NULL,
          folder TEXT NOT NULL
        )
        """)
  }

  /// 10. A list sorted by label goes on by catalogue number, as records stand on many shelves.
  private static func labelsByNumber(_ database: Database) throws {
    for table in ["copy", "want"] {
      try database.execute(
        sql: "UPDATE \(table) SET labelKey = labelKey || char(1) || ifnull(catnoKey, '') WHERE labelKey IS NOT NULL")
    }
  }

  /// 11. The lowest prices of wants and copies by day. `release` is as in `priceSeen`.
  private static func pricesByDay(_ database: Database) throws {
    // The columns of the key come first, in its order: SQLite 3.40 calls a table damaged whose key has them otherwise.
    try database.execute(
      sql: """
        CREATE TABLE priceOnDay (
          release INTEGER NOT NULL,
          currency TEXT NOT NULL,
          day INTEGER NOT NULL,
          amount TEXT NOT NULL,
          PRIMARY KEY (release, currency, day)
        ) WITHOUT ROWID;
        INSERT INTO priceOnDay (release, day, amount, currency)
          SELECT release, CAST(seenAt / 86400 AS INTEGER), amount, currency FROM priceSeen
          WHERE amount IS NOT NULL AND currency IS NOT NULL AND abs(seenAt) < 1e12
        """)
  }

  /// 12. Subjects that are followed, their new records on Discogs, and the news already reported.
  private static func newsOfFollowed(_ database: Database) throws {
    // `known` has the records of the last look on Discogs, in short form: r249504 m5460.
    try database.execute(
      sql: """
        CREATE TABLE followed (
          place TEXT PRIMARY KEY NOT NULL,
          title TEXT NOT NULL,
          sortKey TEXT NOT NULL,
          lookedAt REAL,
          items INTEGER,
          known TEXT NOT NULL DEFAULT ''
        ) WITHOUT ROWID;
        CREATE TABLE newRecord (
          place TEXT NOT NULL,
          record TEXT NOT NULL,
          foundAt REAL NOT NULL,
          artist TEXT NOT NULL, title TEXT NOT NULL, year INTEGER, country TEXT NOT NULL, format TEXT NOT NULL,
          label TEXT NOT NULL, catno TEXT NOT NULL,
          PRIMARY KEY (place, record)
        ) WITHOUT ROWID;
        CREATE TABLE newsTold (
          piece TEXT PRIMARY KEY NOT NULL,
          toldAt REAL NOT NULL
        ) WITHOUT ROWID
        """)
  }

  /// Rewrites the text that filters scan in the present form, field by field.
  private static func delimitWords(_ database: Database) throws {
    for table in [ShelfTable.copies, .wants] {
      let isCopy = table == .copies
      let rows = try Row.fetchCursor(
        database,
        sql: isCopy
          ? "SELECT copy.*, folder.name AS folderName FROM copy JOIN folder ON folder.id = copy.folder"
          : "SELECT * FROM want")
      let update = try database.makeStatement(sql: "UPDATE \(table.rawValue)Words SET words = ? WHERE id = ?")
      while let row = try rows.next() {
        var words = ShelfFile.Row(line: 0, copy: CollectionCopy(id: 0, facts: try ShelfFacts(row), folder: ""))
        words.copy.fields = try CollectionCopy.Field.unpack(row.value("fields"))
        if isCopy {
          words.copy.folder = try row.value("folderName")
          words.copy.mediaCondition = try row.value("mediaCondition")
          words.copy.sleeveCondition = try row.value("sleeveCondition")
        } else {
          words.notes = try row.value("notes")
        }
        try update.execute(arguments: [words.words, row.value("id") as Int64])
      }
    }
  }
}

extension DatabaseCheck.Kind {
  /// The user's library, whose rows are checked as well.
  public static let library = Self(LibraryMigrations.steps, checksRows: true)
}
