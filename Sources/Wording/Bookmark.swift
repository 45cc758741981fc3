/// Sentences about bookmarks.
public enum BookmarkWords {
  public static let notALetter = "Press a letter, a to z or A to Z; a name is typed: bookmark NAME"
  public static let notAMark = "A bookmark is a letter, or a name of at most 40 characters"
  public static func several(_ marks: [String]) -> String { "Which bookmark: \(marks.joined(separator: ", "))?" }
  public static let notHere = "Bookmarks are for releases, masters, artists and labels"
  public static func oneAtATime(_ rows: Int, key: String) -> String {
    "One at a time: \(grouped(rows)) rows selected · \(key) to deselect"
  }
  public static let readFailed = "Could not read your bookmarks"
  public static func set(_ mark: String, _ name: String, instead: String?) -> String {
    instead.map { "Bookmark \(mark): \(name) (was \($0))" } ?? "Bookmark \(mark): \(name)"
  }
  public static let saveFailed = "Could not save the bookmark"
  public static func unset(_ mark: String, key: String) -> String {
    "No bookmark \(mark) · \(key) and a letter sets one"
  }
  public static func isHere(_ mark: String) -> String { "You are at bookmark \(mark)" }
  public static func unset(_ mark: String) -> String { "No bookmark \(mark)" }
  public static func deleted(_ mark: String, _ name: String) -> String { "Deleted bookmark \(mark): \(name)" }
  public static let deleteFailed = "Could not delete the bookmark"
  public static func prompt(_ name: String) -> String { "Bookmark \(name) as" }
  public static let go = "Go to bookmark"
  public static let delete = "Delete bookmark"
  public static let sets = "bookmark"
  public static let goes = "go there"
  public static let deletes = "delete"
  public static let anyLetter = "any letter"
  public static let none = "no bookmarks yet"
}
