internal import DiscogsModel

/// The values that `genre:`, `style:`, `country:`, `format:` and `year:` choose from, each with a number.
///
/// Nothing enforces that vocabularies are small: beyond 60,000 values, new ones are shown but cannot be filtered by.
package struct FacetTable {
  package enum Field: Int, CaseIterable, Codable {
    case kind, genre, style, country, format, year
    /// The short format shown in lists; not for filtering.
    case shortFormat
  }

  struct Value: Hashable, Codable {
    var field: Field
    var name: String
  }

  private(set) var values: [Value] = []
  private var numbers: [Value: UInt16] = [:]
  private var years: [UInt16] = []
  /// The numbers of common words, by field, which saves hashing them.
  private var commonNumbers: [UInt16]
  private let common = CommonStrings.shared

  /// Assigns the first numbers: 1…4 to the kinds of `Fact.kinds`, then 5 to the records that an empty search lists.
  init() {
    commonNumbers = Array(repeating: 0, count: Field.allCases.count * common.strings.count)
    for kind in Fact.kinds { _ = number(.kind, kind.rawValue) }
    _ = number(.kind, Self.headName)
    years = Array(repeating: 0, count: 3000)
  }

  /// Masters, and releases without one.
  static let headName = "record"
  static let head: UInt16 = 5
  static let limit = 60_000

  static func number(of kind: EntityKind) -> UInt16 { UInt16(Fact.number(of: kind)) + 1 }

  /// Numbers count from 1; 0 when the table is full or the name empty.
  mutating func number(_ field: Field, _ name: String) -> UInt16 {
    guard !name.isEmpty else { return 0 }
    var name = name
    guard let word = name.withUTF8({ common.number(of: UnsafeRawBufferPointer($0)) }) else {
      return number(Value(field: field, name: name))
    }
    let place = field.rawValue * common.strings.count + word
    if commonNumbers[place] == 0 { commonNumbers[place] = number(Value(field: field, name: name)) }
    return commonNumbers[place]
  }

  private mutating func number(_ value: Value) -> UInt16 {
    if let known = numbers[value] { return known }
    guard values.count < Self.limit else { return 0 }
    values.append(value)
    let number = UInt16(values.count)
    numbers[value] = number
    return number
  }

  /// Adds a value of a saved table; called in the order of their numbers.
  @discardableResult mutating func restore(_ value: Value) -> UInt16 {
    if value.field == .year, let year = Int(value.name) { return number(ofYear: year) }
    return number(value.field, value.name)
  }

  mutating func number(ofYear year: Int) -> UInt16 {
    guard year > 0, year < years.count else { return 0 }
    if years[year] == 0 { years[year] = number(.year, String(year)) }
    return years[year]
  }
}
