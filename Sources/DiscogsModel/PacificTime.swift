/// Times in Discogs' own time zone, the US west coast's, with daylight saving by the rules of 2007.
public enum PacificTime {
  /// `2012-12-03T02:50:12-08:00`.
  ///
  /// - Parameter seconds: since 1970.
  public static func text(_ seconds: Int) -> String {
    let isDaylight = isDaylightSaving(seconds)
    let local = seconds - (isDaylight ? 7 : 8) * 3600
    let time = CivilTime(local)
    return "\(time.date)T\(time.clock)-0\(isDaylight ? 7 : 8):00"
  }

  /// `2012-12-03 02:50:12`, as in exports.
  ///
  /// - Parameter seconds: since 1970.
  public static func export(_ seconds: Int) -> String { export(text(seconds)) }

  /// Converts the API's `2012-10-27T07:36:15-07:00` to the form of exports; other texts stay.
  public static func export(_ text: String) -> String {
    guard text.utf8.count >= 19 else { return text }
    var date = Array(text.utf8.prefix(19))
    guard date[10] == UInt8(ascii: "T") else { return text }
    date[10] = UInt8(ascii: " ")
    return String(decoding: date, as: UTF8.self)
  }

  /// Seconds since 1970 of `2012-10-27T07:36:15-07:00`, ignoring fractions of a second; nil for anything else. A time
  /// without an offset is the west coast's.
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

  /// Seconds since 1970 of `2020-11-12 12:24:52`, as in exports of the collection; nil for anything else.
  public static func seconds(ofExport text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19 else { return nil }
    return civilSeconds(bytes[...]).map(seconds(ofCivil:))
  }

  /// The seconds of the 19 bytes of a date and time, as if in UTC.
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

  /// Converts the west coast's local time.
  private static func seconds(ofCivil civil: Int) -> Int {
    let standard = civil + 8 * 3600
    return isDaylightSaving(standard - 3600) ? standard - 3600 : standard
  }

  private static func isDaylightSaving(_ seconds: Int) -> Bool {
    let year = CivilTime(seconds - 8 * 3600).year
    // From two o'clock standard time on the second Sunday of March to one o'clock on the first of November.
    let start = (sunday(2, of: 3, year) * 24 + 2 + 8) * 3600
    let end = (sunday(1, of: 11, year) * 24 + 1 + 8) * 3600
    return seconds >= start && seconds < end
  }

  /// The first or second Sunday of a month, in days since 1970.
  private static func sunday(_ number: Int, of month: Int, _ year: Int) -> Int {
    let first = CivilDate.days(year: year, month: month, day: 1)
    return first + (7 - CivilDate.weekday(ofDays: first)) % 7 + 7 * (number - 1)
  }
}
