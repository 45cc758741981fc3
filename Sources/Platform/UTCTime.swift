internal import DiscogsModel

/// Dates for files and logs, in UTC.
public enum UTCTime {
  /// `2026-03-01T12:00:00Z`. Times outside the years 1 to 9999 are clamped to them.
  public static func text(_ secondsSince1970: Double) -> String {
    let time = civil(secondsSince1970)
    return "\(time.date)T\(time.clock)Z"
  }

  /// `20260301-120000`, for names of files.
  public static func fileName(_ secondsSince1970: Double) -> String {
    let time = civil(secondsSince1970)
    return "\(time.date.filter { $0 != "-" })-\(time.clock.filter { $0 != ":" })"
  }

  private static func civil(_ seconds: Double) -> CivilTime {
    CivilTime(seconds.isFinite ? Int(min(max(seconds.rounded(.down), -62_135_596_800), 253_402_300_799)) : 0)
  }
}
