/// The names of pages, in header and title line.
public enum TitleWords {
  public static let home = "Home"
  public static let stats = "Stats"
  public static let tasks = "Tasks"
  public static let log = "Log"
  public static let compare = "Compare"
  public static let searchHistory = "Search history"
  public static let notifications = "Notifications"
  public static func list(_ number: String) -> String { "List \(number)" }
  public static func release(_ number: String) -> String { "Release \(number)" }
}
