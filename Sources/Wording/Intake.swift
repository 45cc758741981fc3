/// Sentences about taking records in: a crate, scanned or typed one after the other.
public enum IntakeWords {
  public static func into(_ folder: String) -> String { "Intake into \(folder)" }
  public static let which = "Which folder do they go into?"
  public static let scan = "Scan a barcode, or type a number or words"
  public static let looking = "Looking …"
  public static func media(_ grade: String) -> String { "Media \(grade)" }
  public static func sleeve(_ grade: String) -> String { "sleeve \(grade)" }
  public static let ungraded = "–"
  public static func taken(_ number: Int) -> String { "\(grouped(number)) taken" }
  public static func toSettle(_ number: Int) -> String { "\(grouped(number)) to settle" }
  public static let howToGrade = "m M, n NM, e VG+, v VG, h G+, g G, f F, p P; capitals for the sleeve"
  public static func notFound(_ text: String) -> String { "Not found, kept to settle later: \(text)" }
  public static func skipped(_ text: String) -> String { "Not chosen, kept to settle later: \(text)" }
  public static func failed(_ text: String, because sentence: String) -> String {
    "Kept to settle later, \(text): \(sentence)"
  }
  public static func added(_ name: String) -> String { "Added \(name)" }
  public static let takenBack = "Taken back"
  public static let nothingToTakeBack = "Nothing to take back"
  public static let dropped = "Line dropped"
  public static let owned = "you own it"
  public static func owned(_ copies: Int) -> String { "you own \(grouped(copies))" }
  public static let readFailed = "Could not read the lines to settle"
  public static let saveFailed = "Could not keep the line"
  public static let take = "take"
  public static let look = "look up"
  public static let again = "look up again"
  public static let drop = "drop line"
  public static let takeBack = "take back"
  public static let done = "done"

  // MARK: The verb

  public static func several(_ number: Int, _ names: String) -> String {
    "\(grouped(number)) pressings match: \(names)"
  }
  public static let none = "no pressing found"
  public static func kept(because reason: String, folder: String) -> String {
    "\(reason); kept to settle later with :intake \(folder)"
  }
}
