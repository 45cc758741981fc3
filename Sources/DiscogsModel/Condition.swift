/// The grades of the Goldmine standard, as Discogs spells them. An open set: unknown texts are shown as they are.
public enum Condition {
  /// The grades of records, best first. Sleeves also have `Generic`, `Not Graded` and `No Cover`.
  public static let grades = [
    "Mint (M)", "Near Mint (NM or M-)", veryGoodPlus, "Very Good (VG)", "Good Plus (G+)", "Good (G)", "Fair (F)",
    "Poor (P)",
  ]
  /// The grades of sleeves, best first.
  public static let sleeveGrades = grades + ["Generic", "Not Graded", "No Cover"]
  /// The grade that most sellers and buyers consider a good copy.
  public static let veryGoodPlus = "Very Good Plus (VG+)"

  /// `VG+` for `Very Good Plus (VG+)`. A text without a grade in brackets stays, except for three abbreviations.
  public static func shortName(_ text: String) -> String {
    if let open = text.lastIndex(of: "("), text.hasSuffix(")") {
      let grade = text[text.index(after: open)...].dropLast()
      // "Near Mint (NM or M-)" has two.
      return String(grade.prefix { $0 != " " })
    }
    return switch text {
    case "Not Graded": ""
    case "Generic": "Gen"
    case "No Cover": "None"
    default: text
    }
  }

  /// The grade for a text in one of the usual spellings: `VG+`, `m-`, `near mint`, `Near Mint (NM)`, …; nil for any
  /// other.
  public static func grade(_ text: String) -> String? {
    if sleeveGrades.contains(text) { return text }
    guard text.utf8.count <= 40 else { return nil }
    if let found = usual[key(text)] { return found }
    // A name with an abbreviation in brackets, which must mean the same.
    guard let open = text.lastIndex(of: "("), text.hasSuffix(")"), let named = usual[key(text[..<open])] else {
      return nil
    }
    return usual[key(text[text.index(after: open)...].dropLast())] == named ? named : nil
  }

  private static let usual: [String: String] = {
    let writings = [
      ["m", "mint", "mt"], ["nm", "m-", "mint-", "nearmint", "nmorm-", "nm/m-", "m-/nm"], ["vg+", "verygood+"],
      ["vg", "verygood"], ["g+", "good+"], ["g", "good"], ["f", "fair"], ["p", "poor"], ["generic", "gen"],
      ["notgraded", "ungraded", "ng"], ["nocover", "nosleeve", "none"],
    ]
    var usual: [String: String] = [:]
    for (grade, names) in zip(sleeveGrades, writings) { for name in names { usual[name] = grade } }
    return usual
  }()

  /// Lower case without white space and dots, `plus` and `minus` as signs.
  private static func key(_ text: some StringProtocol) -> String {
    text.lowercased().replacing("plus", with: "+").replacing("minus", with: "-")
      .filter { !$0.isWhitespace && $0 != "." }.replacing("\u{2212}", with: "-").replacing("\u{2013}", with: "-")
  }
}
