/// The grades of the Goldmine standard, as Discogs spells them. An open set: unknown texts are shown as they are.
public enum Condition {
  /// The grades of a record, best first. Sleeves also have `Generic`, `Not Graded` and `No Cover`.
  public static let grades = [
    "Mint (M)", "Near Mint (NM or M-)", veryGoodPlus, "Very Good (VG)", "Good Plus (G+)", "Good (G)", "Fair (F)",
    "Poor (P)",
  ]
  /// The grades of a sleeve, best first.
  public static let sleeveGrades = grades + ["Generic", "Not Graded", "No Cover"]
  /// The grade most sellers and buyers call a good copy.
  public static let veryGoodPlus = "Very Good Plus (VG+)"

  /// `Very Good Plus (VG+)` is `VG+`; a text without a grade in brackets stays, the usual words shortened.
  public static func shortName(_ text: String) -> String {
    if let open = text.lastIndex(of: "("), text.hasSuffix(")") {
      let grade = text[text.index(after: open)...].dropLast()
      // "Near Mint (NM or M-)" offers two.
      return String(grade.prefix { $0 != " " })
    }
    return switch text {
    case "Not Graded": ""
    case "Generic": "Gen"
    case "No Cover": "None"
    default: text
    }
  }
}
