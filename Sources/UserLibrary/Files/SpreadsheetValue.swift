internal import DiscogsModel

/// Reads cells that spreadsheets and other programs have rewritten.
enum SpreadsheetValue {
  /// Words that programs write into empty cells, in lower case.
  static let programSigns: Set<String> = ["nan", "nat", "null", "<na>", "#n/a"]
  /// Words that people write as well: a note may say “None”.
  private static let words: Set<String> = ["none", "n/a", "na", "-", "–"]

  /// Returns the sign for nothing that a cell is, in lower case: `nan` for `NaN`; nil for any other text.
  static func signForNothing(_ text: String) -> String? {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first), text.utf8.count <= 5 else { return nil }
    let sign = text.lowercased()
    return programSigns.contains(sign) || words.contains(sign) ? sign : nil
  }

  /// Returns whether a cell of numbers, dates or grades stands for nothing: `NaN`, `NULL`, `-`.
  static func isNothing(_ text: String) -> Bool { text.isEmpty || signForNothing(text) != nil }

  /// Returns whether a spreadsheet has lost the text: it read a formula, or the column was too narrow.
  static func isLost(_ text: String) -> Bool {
    guard text.hasPrefix("#"), text.utf8.count <= 255 else { return false }
    return ["#NAME?", "#VALUE!", "#REF!", "#N/A", "#DIV/0!", "#NUM!", "#NULL!", "#ERROR!"].contains(text)
      || text.utf8.count > 3 && text.utf8.allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Whether a spreadsheet has rounded a long number: `6.02547E+11`.
  static func isRounded(_ text: String) -> Bool { rounded(text) != nil }

  /// The number of stars in `5`, `5.0`, `4/5`, `4 of 5` or `★★★★☆`, 0 for none; nil for anything else.
  static func stars(_ text: String) -> Int? {
    guard text.utf8.count <= 32 else { return nil }
    if text.allSatisfy({ "★☆⭐✭✩✰*".contains($0.withoutSelector) }) {
      let stars = text.count { "★⭐✭*".contains($0.withoutSelector) }
      return stars <= 5 && text.count <= 5 ? stars : nil
    }
    let compact = text.lowercased().filter { !$0.isWhitespace }
    let ending = ["/5", "outof5", "of5", "stars", "star", "★"].first { compact.hasSuffix($0) } ?? ""
    guard let stars = whole(compact.dropLast(ending.count)), (0...5).contains(stars) else { return nil }
    return stars
  }

  /// The year in `1999`, `1999.0`, `1999-08-17` or `17 Aug 1999`, 0 for an unknown one; nil for anything else.
  static func year(_ text: String) -> Int? {
    if isNothing(text) || ["?", "unknown"].contains(text.lowercased()) { return 0 }
    if let year = ReleaseDate.year(of: text) { return year }
    if let number = whole(text[...]) { return number == 0 ? 0 : nil }
    if text.hasPrefix("0000") { return 0 }
    guard text.utf8.count <= 40 else { return nil }
    let years = text.split { !($0.isASCII && $0.isNumber) }.filter { $0.count == 4 }
    return years.count == 1 ? ReleaseDate.year(of: String(years[0])) : nil
  }

  /// Returns whether both are the same value after a spreadsheet: with other line ends, without a number's needless
  /// zeros, or rounded.
  static func isSame(_ new: String, as old: String) -> Bool {
    let number = plain(old[...])
    if let number, plain(new[...]) == number { return true }
    if let rounded = rounded(new), let number = number.flatMap({ Double($0) }) {
      return abs(rounded.value - number) <= rounded.step
    }
    guard new.utf8.contains(0x0A) || new.utf8.contains(0x0D) else { return false }
    return lines(new) == lines(old)
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  /// `7` of `7`, `7.0` and `7,00`; nil for anything else.
  static func whole(_ text: Substring) -> Int? {
    guard let number = plain(text), !number.contains(".") else { return nil }
    return Int(number)
  }

  /// A number with a point and without needless zeros: `1.5` of `1,50` and `01.5`. Nil for anything else.
  private static func plain(_ text: Substring) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return nil
    }
    let number = parts[0].drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    return (number.isEmpty ? "0" : String(number)) + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// The value of a number with an exponent, and its rounding error.
  private static func rounded(_ text: String) -> (value: Double, step: Double)? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "E" || $0 == "e" }
    guard parts.count == 2, text.utf8.count <= 24, parts[1].hasPrefix("+"), let exponent = Int(parts[1].dropFirst()),
      (5...30).contains(exponent), let mantissa = plain(parts[0]).flatMap({ Double($0) }), mantissa > 0
    else { return nil }
    let places = parts[0].split(maxSplits: 1) { $0 == "." || $0 == "," }.dropFirst().first?.count ?? 0
    func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
    return (mantissa * power(exponent), power(exponent - places) * 0.51)
  }
}

extension Character {
  /// The character without its emoji variation selector.
  fileprivate var withoutSelector: Character { unicodeScalars.first.map { Character($0) } ?? self }
}
