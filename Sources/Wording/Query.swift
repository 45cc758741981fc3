/// Sentences about mistakes in a query: the mistake, and what to type instead.
public enum QueryWords {
  public static func unknownField(_ name: String, guess: String?) -> String {
    guess.map { "No field “\(name)”: did you mean “\($0):”?" }
      ?? "No field “\(name)”: put it in quotes to search for the text"
  }
  public static let emptyPhrase = "Nothing between these quotes"
  public static let openPhrase = "This quote never closes: end the phrase with \""
  public static func needsValue(_ field: String, example: String) -> String {
    "“\(field):” needs a value right after it, such as \(example)"
  }
  public static let year = "“year:” takes a year or a range: 1969, 1969..1975, 1969.. or ..1975"
  public static func tooLong(_ count: Int) -> String {
    "A query has at most 1,000 characters, and this one has \(count)"
  }
  public static func backwards(from: Int, to: Int) -> String {
    "This range runs backwards: did you mean “year:\(to)..\(from)”?"
  }
  public static let type = "“type:” takes release, master, artist or label"
  public static let rating = "“rating:” takes 0 to 5 or a range: 4, 4.., ..2, 2..3; none for unrated"
  public static func number(_ field: String) -> String { "“\(field):” takes a number from 1 or a range: 2, 2.., 1..3" }
  public static func date(_ field: String) -> String {
    "“\(field):” takes a date or a range: 2020, 2020-11, 2020-11-12, 2020-11..2021"
  }
  public static func flag(_ field: String) -> String { "“\(field):” takes yes or no" }
  public static let owned = "“owned:” takes yes, no or other (another pressing)"
  public static func grade(_ field: String, _ grades: String) -> String {
    "“\(field):” takes a grade (\(grades)), a grade and better (VG+..), or none"
  }
  public static let barcode = "“barcode:” takes all digits of one: 8, or 10 to 14"
  public static func amount(_ field: String) -> String {
    "“\(field):” takes an amount or a range: 20, ..25, 10..20; none for none"
  }
  public static let roleWithoutCredit = "“role:” goes with “credit:”, as in credit:\"bill evans\" role:piano"
  public static func ofShelf(_ field: String) -> String {
    "“\(field):” is a field of your shelf: filter Collection or Want list by it"
  }
  public static func ofCopies(_ field: String) -> String { "“\(field):” is a field of copies, which wants do not have" }
  public static let noPaidField = "No field of yours holds what was paid · :set paid_field names it"
  public static func column(_ column: Int) -> String { "The query has a mistake in column \(column)" }
}
