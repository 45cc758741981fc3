/// Times as Discogs writes them: in the time of the American west coast, with daylight saving by the rule of 2007.
public enum PacificTime {
  /// `2012-12-03T02:50:12-08:00`.
  ///
  /// - Parameter seconds: since 1970.
  public static func text(_ seconds: Int) -> String {
    let isDaylight = isDaylightSaving(seconds)
    let local = seconds - (isDaylight ? 7 : 8) * 3600
    let days = local.flooredDivision(by: 86_400)
    let second = local - days * 86_400
    let (year, month, day) = CivilDate.date(ofDays: days)
    let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    let time = "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
    return "\(date)T\(time)-0\(isDaylight ? 7 : 8):00"
  }

  /// `2012-12-03 02:50:12`, as an export writes it.
  ///
  /// - Parameter seconds: since 1970.
  public static func export(_ seconds: Int) -> String { export(text(seconds)) }

  /// `2012-10-27T07:36:15-07:00`, as the API says it, as an export writes it; any other text as it is.
  public static func export(_ text: String) -> String {
    guard text.utf8.count >= 19 else { return text }
    var date = Array(text.utf8.prefix(19))
    guard date[10] == UInt8(ascii: "T") else { return text }
    date[10] = UInt8(ascii: " ")
    return String(decoding: date, as: UTF8.self)
  }

  /// Seconds since 1970 of `2012-10-27T07:36:15-07:00`, with or without an offset, fractions of a second dropped; nil for
  /// anything else. Without an offset it is the west coast's time.
  public static func seconds(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let civil = civilSeconds(bytes[..<19])
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { (0x30...0x39).contains($0) } }
    guard let sign = rest.first else { return seconds(ofCivil: civil) }
    let zone = String(decoding: rest.dropFirst(), as: UTF8.self).filter { $0 != ":" }
    switch sign {
    case UInt8(ascii: "Z") where zone.isEmpty: return civil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard zone.utf8.count == 4, let number = Int(zone) else { return nil }
      let offset = (number / 100 * 60 + number % 100) * 60
      return civil + (sign == UInt8(ascii: "-") ? offset : -offset)
    default: return nil
    }
  }

  /// Seconds since 1970 of `2020-11-12 12:24:52`, as an export of the collection writes it; nil for anything else.
  public static func seconds(ofExport text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19 else { return nil }
    return civilSeconds(bytes[...]).map(seconds(ofCivil:))
  }

  /// The 19 bytes of a date and a time, as if they were of UTC.
  private static func civilSeconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    var numbers: [Int] = []
    for range in [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19] {
      guard let number = Int(String(decoding: bytes[range], as: UTF8.self)) else { return nil }
      numbers.append(number)
    }
    guard (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
    let days = CivilDate.days(year: numbers[0], month: numbers[1], day: numbers[2])
    return days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
  }

  /// What the clocks of the coast show, as a time.
  private static func seconds(ofCivil civil: Int) -> Int {
    let standard = civil + 8 * 3600
    return isDaylightSaving(standard - 3600) ? standard - 3600 : standard
  }

  private static func isDaylightSaving(_ seconds: Int) -> Bool {
    let (year, _, _) = CivilDate.date(ofDays: (seconds - 8 * 3600).flooredDivision(by: 86_400))
    // From two o'clock standard time on the second Sunday of March to one o'clock on the first of November.
    let start = (sunday(2, of: 3, year) * 24 + 2 + 8) * 3600
    let end = (sunday(1, of: 11, year) * 24 + 1 + 8) * 3600
    return seconds >= start && seconds < end
  }

  /// The day, since 1970, of a month's first or second Sunday.
  private static func sunday(_ number: Int, of month: Int, _ year: Int) -> Int {
    let first = CivilDate.days(year: year, month: month, day: 1)
    // 1 January 1970 was a Thursday.
    let weekday = (first + 4).flooredRemainder(by: 7)
    return first + (7 - weekday) % 7 + 7 * (number - 1)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

/// Days and dates of the Gregorian calendar.
enum CivilDate {
  /// Days since 1 January 1970. The year is taken to begin in March, so that the leap day is its last.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredDivision(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func date(ofDays days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = days.flooredDivision(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted + (shifted < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func flooredDivision(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  fileprivate func flooredRemainder(by divisor: Int) -> Int { self - flooredDivision(by: divisor) * divisor }
}
