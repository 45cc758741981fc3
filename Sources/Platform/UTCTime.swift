/// Dates for files and logs, in UTC, without a calendar.
public enum UTCTime {
  /// `2026-03-01T12:00:00Z`. Times beyond the years 0 to 9999 are drawn back to them.
  public static func text(_ secondsSince1970: Double) -> String {
    let parts = parts(secondsSince1970)
    return "\(pad(parts.year, 4))-\(pad(parts.month, 2))-\(pad(parts.day, 2))"
      + "T\(pad(parts.hour, 2)):\(pad(parts.minute, 2)):\(pad(parts.second, 2))Z"
  }

  /// `20260301-120000`, for names of files.
  public static func fileName(_ secondsSince1970: Double) -> String {
    let parts = parts(secondsSince1970)
    return "\(pad(parts.year, 4))\(pad(parts.month, 2))\(pad(parts.day, 2))"
      + "-\(pad(parts.hour, 2))\(pad(parts.minute, 2))\(pad(parts.second, 2))"
  }

  private struct Parts {
    var year, month, day, hour, minute, second: Int
  }

  private static func parts(_ time: Double) -> Parts {
    let bounded = time.isFinite ? min(max(time.rounded(.down), -62_135_596_800), 253_402_300_799) : 0
    let seconds = Int(bounded)
    let days = Int((bounded / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    // Days since 1 March of the year 0, in eras of 400 years, so that leap days come last.
    let shifted = days + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return Parts(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, hour: rest / 3_600, minute: rest / 60 % 60,
      second: rest % 60)
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
