/// Sentences about commands typed after a colon.
public enum CommandWords {
  public static let rowsFromOne = "Row numbers start at 1"
  public static func unknown(_ name: String, near: [String]) -> String {
    near.isEmpty
      ? "No command “\(name)”; ? lists them all" : "No command “\(name)”; did you mean \(near.joined(separator: ", "))?"
  }
  public static let addedOnShelf = "Only your shelf sorts by date added and rating"
  public static let priceOnMarket = "Only Market sorts by price"

  // MARK: Arguments

  public static func oneWord(_ kind: String) -> String { "A \(kind) name is one word without /, ?, # and @" }
  public static let profileName = "A profile name has only letters, digits, - and _"
  public static let nothing = "no argument"
  public static let orNothing = "nothing"
  public static let text = "text"
  public static func orDefault(_ words: [String]) -> String { "\(words.joined(separator: ", ")) or default" }
  public static func nameOf(_ kind: String) -> String { "a \(kind) name" }
  public static let rowNumber = "a row number"
  public static func amount(_ known: String) -> String { "25, 25 EUR (\(known)) or none" }
  public static func takesWords(_ name: String, _ words: String) -> String { "\(name) takes \(words)" }
  public static func hasNo(_ name: String, _ word: String, _ words: String) -> String {
    "\(name) takes \(words), not “\(word)”"
  }
  public static func hiddenToken(_ trouble: String) -> String {
    "\(trouble); you type the token hidden, at the next prompt"
  }
}
