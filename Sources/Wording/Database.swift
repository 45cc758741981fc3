/// Reasons that a database cannot be used, as half sentences for those about library, catalogue and cache.
public enum DatabaseWords {
  public static let anothers = "it is another program's"
  public static let badRow = "one of its rows is unreadable"
  /// A row refers to another that is missing, such as a copy to its folder.
  public static func pointsAtNothing(_ table: String) -> String { "a row of its table \(table) points at nothing" }
  public static let damaged = "it is damaged"
  /// An unknown object of the schema, such as a trigger; its name, from the file, may be long.
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
