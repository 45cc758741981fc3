/// Sentences about key bindings and the steps of a script.
public enum KeyWords {
  public static func unknownCommand(_ name: String, _ guess: String) -> String { "no command “\(name)”\(guess)" }
  public static let listsAll = "; ? lists them all"
  public static func didYouMean(_ near: String) -> String { "; did you mean “\(near)”?" }
  public static func notAKey(_ text: String) -> String { "“\(text)” isn't a key: write j, gg, <C-d>, <F5> or <Space>" }
  public static func taken(_ key: String, by command: String) -> String { "“\(key)” already belongs to \(command)" }
  public static func sameKey(_ key: String, as other: String, of command: String) -> String {
    "terminals send “\(key)” as “\(other)”, the key of \(command)"
  }
  public static func beginsChords(_ key: String, such chord: String) -> String {
    "“\(key)” hides longer keys such as “\(chord)”"
  }
  public static func hides(_ key: String, _ chord: String, of command: String) -> String {
    "“\(key)” hides “\(chord)”, the key of \(command)"
  }
  public static func notAStepKey(_ text: String) -> String { "“\(text)” isn't a key: write j, gg, <C-d> or <Enter>" }
  public static let size = "write a size like 80x24"
  public static let savesScreen = "save-screen takes a path, then optionally --styles"
  public static func notAStep(_ verb: String) -> String {
    "no step “\(verb)”: use press, type, paste, resize, expect, save-screen"
  }
  public static func line(_ line: Int, _ message: String) -> String { "line \(line): \(message)" }
}
