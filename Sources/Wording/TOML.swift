/// The mistakes that the TOML reader reports.
public enum TOMLWords {
  public static let listEntry = "“,” or “]” in a list"
  public static let tableEntry = "“,” or “}” in an inline table"
  public static let openList = "This list has no closing “]”"
  public static func openText(_ quote: String) -> String { "This text has no closing \(quote)" }
  public static let backslash = "Write a backslash as “\\\\”, or put the text in '"
  public static func hexDigits(_ digits: Int, _ letter: String) -> String {
    "“\\\(letter)” needs \(digits) hexadecimal digits"
  }
  public static let noCharacter = "No character has this number"
  public static let aValue = "a value"
  public static func unquoted(_ text: String) -> String {
    "\(text) needs quotes: only numbers, dates, true and false go without"
  }
  public static func tooLarge(_ text: String) -> String { "\(text) is too large" }
  public static let tooMany = "Too many mistakes: the rest of the file was skipped"
  public static let aName = "a name"
  public static let endOfLine = "the end of the line"
  public static let endOfFile = "the end of the file"
  public static let carriageReturn = "a carriage return"
  public static let controlCharacter = "a control character"
  public static func expected(_ wanted: String, _ found: String) -> String { "Expected \(wanted), found \(found)" }
  public static func control(_ name: String) -> String { "Control character \(name) is not allowed here" }
  public static func tooDeep(_ most: Int) -> String { "Nested deeper than \(most) levels" }
  public static func setAlready(_ name: String, line: Int) -> String { "\(name) is already set on line \(line)" }
}
