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
    guard let parts = numbers(word, as: "0000-00-00"), (1...12).contains(parts[1]) else { return false }
    let (year, month) = (parts[0], parts[1])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...days).contains(parts[2])
  }

  /// `07:32:00`, `07:32:00.999`.
  static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    return takeTime(&rest) && rest.isEmpty
  }

  private static func takeTime(_ text: inout ArraySlice<UInt8>) -> Bool {
    guard let parts = numbers(text.prefix(8), as: "00:00:00"), parts[0] < 24, parts[1] < 60, parts[2] <= 60 else {
      return false
    }
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
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    return numbers(text.dropFirst(), as: "00:00").map { $0[0] < 24 && $0[1] < 60 } ?? false
  }

  /// The numbers in a text of this form, in which `0` stands for any digit; nil for a text of another form.
  private static func numbers(_ text: ArraySlice<UInt8>, as form: String) -> [Int]? {
    guard text.count == form.utf8.count else { return nil }
    var numbers = [0]
    for (byte, sign) in zip(text, form.utf8) {
      if sign == UInt8(ascii: "0"), Byte.isDigit(byte) {
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - sign)
      } else if sign == byte, sign != UInt8(ascii: "0") {
        numbers.append(0)
      } else {
        return nil
      }
    }
    return numbers
  }
}
