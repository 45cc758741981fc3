public import Foundation

/// The value of `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// From nothing to a day; nil for what is neither.
  static func duration(_ text: String, now: Date) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = Int64(text) { return .seconds(min(max(0, seconds), day)) }
    // A number that is too large for a number.
    if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) { return .seconds(day) }
    guard let date = HTTPDate.date(text) else { return nil }
    return .seconds(min(max(0, date.timeIntervalSince(now)), Double(day)))
  }

  private static let day: Int64 = 86_400
}

/// Dates as HTTP writes them, in the field `Date` for one.
public enum HTTPDate {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`; the two older forms have not been seen since the last century.
  public static func date(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ":" || $0 == "-" })
    guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]), let month = months.firstIndex(of: parts[2]),
      let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6]),
      (1970...9999).contains(year), (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    // Days since 1970 in the Gregorian calendar, the year beginning in March so that leap days come last.
    let shifted = month < 2 ? year - 1 : year
    let ofYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
    return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
