/// Sentences about folders.
public enum FolderWords {
  public static func makes(key: String) -> String { "\(key) creates a folder" }
  public static let allIsAll = "“All” is all folders together"
  public static let chooseFirst = "Select a folder in the folders pane first"
  public static func cannotRename(_ name: String) -> String { "Discogs does not let you rename “\(name)”" }
  public static func cannotDelete(_ name: String) -> String { "Discogs does not let you delete “\(name)”" }
  public static func notEmpty(_ name: String, copies: Int) -> String {
    "“\(name)” holds \(counted(copies, "copy")): Discogs deletes only empty folders"
  }
  public static let deleteThis = "Delete this folder?"
  public static let holds = "Holds"
  public static let noCopies = "no copies"
  public static let deleted = "Deleted folder"
  public static func deleted(_ number: Int) -> String { "Deleted \(counted(number, "folder"))" }
  public static let failed = "Could not save the folder"
  public static func made(_ name: String) -> String { "Created folder “\(name)”" }
  public static func renamed(to name: String) -> String { "Renamed folder to “\(name)”" }
}
