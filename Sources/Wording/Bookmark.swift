/// Sentences about bookmarks.
public enum BookmarkWords {
  public static let notALetter = "Bookmarks are letters, a to z or A to Z"
  public static let notHere = "Bookmarks are for releases, masters, artists and labels"
  public static func oneAtATime(_ rows: Int, key: String) -> String {
    "One at a time: \(grouped(rows)) rows selected · \(key) to deselect"
  }
  public static let readFailed = "Could not read your bookmarks"
  public static func set(_ letter: Character, _ name: String, instead: String?) -> String {
    instead.map { "Bookmark \(letter): \(name) (was \($0))" } ?? "Bookmark \(letter): \(name)"
  }
  public static let saveFailed = "Could not save the bookmark"
  public static func unset(_ letter: Character, key: String) -> String {
    "No bookmark \(letter) · \(key) and a letter sets one"
  }
  public static func isHere(_ letter: Character) -> String { "You are at bookmark \(letter)" }
  public static func unset(_ letter: Character) -> String { "No bookmark \(letter)" }
  public static func deleted(_ letter: Character, _ name: String) -> String { "Deleted bookmark \(letter): \(name)" }
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
