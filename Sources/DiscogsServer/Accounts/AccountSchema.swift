internal import GRDB
internal import SQLiteSupport

/// The tables of `AccountStore`, step by step; `user_version` counts the steps taken. Append, never change.
enum AccountSchema {
  static let steps = SchemaSteps(all: [first, second])

  /// Copies are numbered as Discogs' are by now, close to 2³¹: a client that keeps them in 32 bits should fail here and
  /// not in a year's time.
  private static let firstInstance = 2_147_483_600

  /// A page of a large collection, the latest first, is found without a look at all of it.
  private static func second(_ database: Database) throws {
    try database.execute(sql: "CREATE INDEX itemByAdded ON item (account, added)")
  }

  private static func first(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE account (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          username TEXT NOT NULL UNIQUE COLLATE NOCASE,
          name TEXT NOT NULL DEFAULT '', homePage TEXT NOT NULL DEFAULT '', location TEXT NOT NULL DEFAULT '',
          profile TEXT NOT NULL DEFAULT '', currency TEXT NOT NULL DEFAULT '', registered INTEGER NOT NULL,
          collectionIsPublic INTEGER NOT NULL DEFAULT 1, wantListIsPublic INTEGER NOT NULL DEFAULT 1
        );
        CREATE TABLE folder (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          account INTEGER NOT NULL REFERENCES account (id), name TEXT NOT NULL, UNIQUE (account, name)
        );
        -- Lower numbers are every account's own 0 and 1.
        INSERT INTO sqlite_sequence (name, seq) VALUES ('folder', 1000);
        CREATE TABLE field (
          account INTEGER NOT NULL REFERENCES account (id), id INTEGER NOT NULL, name TEXT NOT NULL,
          position INTEGER NOT NULL, isPublic INTEGER NOT NULL, options TEXT, lines INTEGER,
          PRIMARY KEY (account, id)
        ) WITHOUT ROWID;
        CREATE TABLE record (
          release INTEGER PRIMARY KEY, master INTEGER,
          artist TEXT NOT NULL, title TEXT NOT NULL, label TEXT NOT NULL, catno TEXT NOT NULL, format TEXT NOT NULL,
          year INTEGER,
          artistKey TEXT NOT NULL, titleKey TEXT NOT NULL, labelKey TEXT NOT NULL, catnoKey TEXT NOT NULL,
          formatKey TEXT NOT NULL
        );
        CREATE TABLE item (
          instance INTEGER PRIMARY KEY AUTOINCREMENT,
          account INTEGER NOT NULL REFERENCES account (id), folder INTEGER NOT NULL,
          release INTEGER NOT NULL REFERENCES record (release), added INTEGER NOT NULL
        );
        INSERT INTO sqlite_sequence (name, seq) VALUES ('item', \(firstInstance));
        CREATE INDEX itemByAccount ON item (account, folder, release);
        CREATE INDEX itemByRelease ON item (release, account);
        CREATE TABLE note (
          instance INTEGER NOT NULL REFERENCES item (instance) ON DELETE CASCADE, field INTEGER NOT NULL,
          value TEXT NOT NULL, PRIMARY KEY (instance, field)
        ) WITHOUT ROWID;
        CREATE TABLE want (
          account INTEGER NOT NULL REFERENCES account (id),
          release INTEGER NOT NULL REFERENCES record (release), notes TEXT NOT NULL, added INTEGER NOT NULL,
          PRIMARY KEY (account, release)
        ) WITHOUT ROWID;
        CREATE INDEX wantByRelease ON want (release);
        CREATE TABLE rating (
          account INTEGER NOT NULL REFERENCES account (id), release INTEGER NOT NULL, stars INTEGER NOT NULL,
          PRIMARY KEY (release, account)
        ) WITHOUT ROWID;
        CREATE TABLE list (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          account INTEGER NOT NULL REFERENCES account (id), name TEXT NOT NULL, description TEXT NOT NULL,
          isPublic INTEGER NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL
        );
        CREATE TABLE listItem (
          list INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE, position INTEGER NOT NULL,
          kind TEXT NOT NULL, number INTEGER NOT NULL, title TEXT NOT NULL, comment TEXT NOT NULL,
          PRIMARY KEY (list, position)
        ) WITHOUT ROWID;
        """)
  }
}
