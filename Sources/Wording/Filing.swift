/// Sentences about the order of the shelf.
public enum FilingWords {
  public static let filing = "Reordering your shelf…"
  public static let failed = "Could not reorder your shelf"
  public static let caption = "Filing"
  public static let about = "How your shelf sorts artists"
  public static func oneAtATime(key: String) -> String { "One artist at a time · \(key) to deselect" }
  public static func filed(_ artist: String, under place: String) -> String { "\(artist) now sorts under \(place)" }
  public static func noLastName(_ artist: String) -> String { "\(artist) has no last name to sort under" }
  public static let byFirstName = "People sort by first name: :filing last-names changes that"
  public static let rowGone = "This row is no longer on your shelf"
  public static let artistFailed = "Could not move the artist"
  public static let articles = "Articles"
  public static let persons = "People"
  public static let beatlesB = "The Beatles under B"
  public static let beatlesT = "The Beatles under T"
  public static let milesM = "Miles Davis under M"
  public static let milesD = "Miles Davis under D"
  public static func rules(byLastName: Bool, dropsArticles: Bool) -> String {
    switch (byLastName, dropsArticles) {
    case (true, true): "People by last name, articles ignored"
    case (true, false): "People by last name, articles count"
    case (false, true): "People by first name, articles ignored"
    case (false, false): "People by first name, articles count"
    }
  }
  public static func knowsNoPersons(_ rules: String, command: String) -> String {
    "\(rules). No people known yet: use :\(command) on a row"
  }
  public static func moved(_ rules: String, rows: Int) -> String {
    rows == 0 ? "\(rules): nothing moved" : "\(rules): moved \(counted(rows, "row"))"
  }
}
