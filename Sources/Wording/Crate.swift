/// Sentences about crates, columns and groups of the shelf.
public enum CrateWords {
  public static func keeps(command: String) -> String { ":\(command) saves a filter as a crate" }
  public static func isGroup(_ name: String, inCollection: Bool) -> String {
    inCollection
      ? "“\(name)” is a group, not a folder: :group folder shows the folders"
      : "“\(name)” is a group, not a crate: :group none shows the crates"
  }
  public static func allIsEverything(command: String) -> String {
    "“All” is your whole want list; :\(command) saves a filter of it"
  }
  public static let deleteThis = "Delete this crate?"
  public static let filter = "Filter"
  public static let copiesStay = "Its copies stay in your collection"
  public static let wantsStay = "Its wants stay on your list"
  public static func deleted(_ name: String, _ query: String) -> String { "Deleted crate “\(name)”: \(query)" }
  public static let deleteFailed = "Could not delete the crate"
  public static func onlyOnShelf(_ keys: String) -> String {
    "Crates keep filters of your shelf, or searches · \(keys) to go there"
  }
  public static func filterFirst(_ list: String, key: String) -> String {
    "Filter your \(list) first · \(key) to filter"
  }
  public static func searchFirst(key: String) -> String { "Search first · \(key) to search" }
  public static func savedSearch(_ name: String, _ query: String, key: String) -> String {
    "Saved search “\(name)”: \(query) · \(key) lists it"
  }
  public static func willKeep(_ query: String) -> String { "Saves “\(query)”" }
  public static let saveFailed = "Could not save the crate"
  public static let needsName = "A crate needs a name"
  public static let needsFilter = "A crate needs a filter, such as genre:jazz rating:4.."
  public static let editFailed = "Could not change the crate"
  public static func changed(_ name: String, _ query: String, before: String) -> String {
    "Crate “\(name)” is now “\(query)” (was “\(before)”)"
  }
  public static func saved(_ name: String, _ query: String) -> String { "Saved crate “\(name)”: \(query)" }

  // MARK: Columns and groups

  public static func columnsOnShelf(_ keys: String) -> String {
    "Only your collection and want list have columns · \(keys) to go there"
  }
  public static func noColumn(_ names: String, known: String, onWantList: Bool) -> String {
    "\(onWantList ? "Wants" : "Copies") have no \(names); columns takes \(known)"
  }
  public static func noWidth(_ widest: Int) -> String { "A width is a number from 1 to \(widest): columns title=40" }
  public static let columnsFit = "Showing as many columns as fit"
  public static let columnsKept = "Columns saved; :columns default resets them"
  public static func noGrouping(_ name: String, known: String) -> String {
    "Wants have no \(name) groups; group takes \(known), none"
  }
}
