/// Why a database cannot be used: half sentences, put into those about the library, the catalogue and the cache.
public enum DatabaseWords {
  public static let anothers = "it is another program's"
  public static let badRow = "one of its rows is unreadable"
  /// A row that belongs to another one, such as a copy to its folder, which is not there.
  public static func pointsAtNothing(_ table: String) -> String { "a row of its table \(table) points at nothing" }
  public static let damaged = "it is damaged"
  /// An object of its schema, such as a trigger; its name comes from the file.
  public static func foreign(_ type: String, _ name: String) -> String {
    "Runout did not make its \(type.prefix(20)) “\(name.prefix(40))”"
  }
  public static let noVerdict = "SQLite could not check it"
  public static let forbidden = "you may not read it"
  public static let unreadable = "reading it failed"
  public static let notADatabase = "it is not a database"
  public static let cutShort = "it ends early"
  public static let noFolder = "Runout cannot create its folder"
  public static let newer = "a newer Runout wrote it"
  public static let unwritable = "Runout cannot write to it"
  public static let diskFull = "the disk is full"
}
