internal import LibC

/// The time zone of this machine, or that of `TZ`.
public enum LocalZone {
  /// The seconds that local time is ahead of UTC at a moment; negative west of Greenwich.
  ///
  /// - Parameter time: seconds since 1970.
  public static func secondsFromUTC(at time: Double) -> Int {
    guard var seconds = time_t(exactly: time.rounded(.down)) else { return 0 }
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }
}
