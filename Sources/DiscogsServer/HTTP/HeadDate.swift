internal import DiscogsModel

/// Dates as HTTP writes them.
enum HeadDate {
  /// `Sat, 21 Nov 2026 03:25:00 GMT`.
  static func text(_ seconds: Int) -> String {
    let time = CivilTime(seconds)
    let day = days[CivilDate.weekday(ofDays: time.days)]
    let date = "\(CivilTime.digits(time.day, 2)) \(CivilDate.months[time.month - 1]) \(time.year)"
    return "\(day), \(date) \(time.clock) GMT"
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}
