internal import DiscogsModel
public import Foundation

/// The value of `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// From nothing to a day; nil for what is neither.
  static func duration(_ text: String, now: Date) -> Duration? {
    let text = text.trimmed()
    if let seconds = Int64(text) { return .seconds(min(max(0, seconds), day)) }
    // Too large for an integer.
    if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) { return .seconds(day) }
    guard let date = HTTPDate.date(text) else { return nil }
    return .seconds(min(max(0, date.timeIntervalSince(now)), Double(day)))
  }

  private static let day: Int64 = 86_400
}

/// Dates as HTTP writes them, in the field `Date` for one.
public enum HTTPDate {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`; the two older forms are not read.
  public static func date(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ":" || $0 == "-" })
    guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]),
      let month = CivilDate.months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6]),
      (1970...9999).contains(year), (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    let days = CivilDate.days(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
  }
}
