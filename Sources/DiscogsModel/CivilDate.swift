/// Dates of the Gregorian calendar, for the SDK and the program.
package enum CivilDate {
  /// Days since 1 January 1970. Years are counted from March, so that the leap day is the last.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredDivision(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date this many days after 1 January 1970.
  package static func date(ofDays days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = days.flooredDivision(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted + (shifted < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// 0 for a Sunday. 1 January 1970 was a Thursday.
  package static func weekday(ofDays days: Int) -> Int { days + 4 - (days + 4).flooredDivision(by: 7) * 7 }

  /// The short names of HTTP and mail, January first.
  package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// A moment as a date and time in UTC.
package struct CivilTime: Hashable, Sendable {
  /// Since 1 January 1970.
  package let days: Int
  package let year: Int
  package let month: Int
  package let day: Int
  private let secondOfDay: Int

  /// - Parameter seconds: since 1970.
  package init(_ seconds: Int) {
    days = seconds.flooredDivision(by: 86_400)
    secondOfDay = seconds - days * 86_400
    (year, month, day) = CivilDate.date(ofDays: days)
  }

  /// The moment of `2026-03-01T12:00:00Z`, on clocks this many seconds ahead of UTC; nil for other texts.
  package init?(utc text: String, secondsAhead: (Int) -> Int) {
    guard text.hasSuffix("Z"), let seconds = PacificTime.seconds(of: text) else { return nil }
    self.init(seconds + secondsAhead(seconds))
  }

  /// `2026-03-01`.
  package var date: String { "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))" }

  /// `12:00:00`.
  package var clock: String {
    let (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    return "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
  }

  /// A number with leading zeros.
  package static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension Int {
  fileprivate func flooredDivision(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
