/// A date with a time in the form of RFC 3339, checked against calendar and clock.
struct Moment {
  let hasOffset: Bool

  init?(_ word: ArraySlice<UInt8>) {
    guard word.count > 11, Self.isDate(word.prefix(10)) else { return nil }
    let separator = word[word.startIndex + 10]
    guard separator == 0x20 || separator | 0x20 == UInt8(ascii: "t") else { return nil }
    var rest = word.dropFirst(11)
    guard Self.takeTime(&rest) else { return nil }
    hasOffset = !rest.isEmpty
    guard rest.isEmpty || Self.isOffset(rest) else { return nil }
  }

  /// `1979-05-27`.
  static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard word.count == 10, word[word.startIndex + 4] == hyphen, word[word.startIndex + 7] == hyphen,
      let year = number(word.prefix(4)), let month = number(word.dropFirst(5).prefix(2)),
      let day = number(word.suffix(2)), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...days).contains(day)
  }

  /// `07:32:00`, `07:32:00.999`.
  static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    return takeTime(&rest) && rest.isEmpty
  }

  private static func takeTime(_ text: inout ArraySlice<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    let time = text.prefix(8)
    guard time.count == 8, time[time.startIndex + 2] == colon, time[time.startIndex + 5] == colon,
      let hour = number(time.prefix(2)), let minute = number(time.dropFirst(3).prefix(2)),
      let second = number(time.suffix(2)), hour < 24, minute < 60, second <= 60
    else { return false }
    text = text.dropFirst(8)
    guard text.first == Byte.dot else { return true }
    let digits = text.dropFirst().prefix(while: Byte.isDigit)
    text = text.dropFirst(1 + digits.count)
    return !digits.isEmpty
  }

  /// `Z`, `-07:00`.
  private static func isOffset(_ text: ArraySlice<UInt8>) -> Bool {
    guard let sign = text.first else { return false }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text.count == 6,
      text[text.startIndex + 3] == UInt8(ascii: ":"), let hour = number(text.dropFirst().prefix(2)),
      let minute = number(text.suffix(2))
    else { return false }
    return hour < 24 && minute < 60
  }

  /// The digits as a number; nil unless all are digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(Byte.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
