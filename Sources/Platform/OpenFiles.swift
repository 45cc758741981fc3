internal import LibC

/// The files a program may have open at a time (`ulimit -n`).
public enum OpenFiles {
  /// Makes sure that so many more can be opened, as far as the system lets this user.
  ///
  /// The libraries below end a program that runs out of them at the wrong moment, with no word about it.
  ///
  /// - Returns: nil when all is well, else how many there may be in all.
  public static func shortage(of count: Int) -> Int? {
    if canOpen(count) { return nil }
    var limit = rlimit()
    guard getLimit(&limit) == 0 else { return 0 }
    if limit.rlim_cur < limit.rlim_max {
      let (wanted, isBeyond) = limit.rlim_cur.addingReportingOverflow(rlim_t(count))
      limit.rlim_cur = isBeyond ? limit.rlim_max : min(limit.rlim_max, max(wanted, 1024))
      if setLimit(&limit) == 0, canOpen(count) { return nil }
    }
    return Int(clamping: limit.rlim_cur)
  }

  private static func canOpen(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      // Where there is another reason, it is not this one.
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }

  #if canImport(Darwin)
    private static func getLimit(_ limit: inout rlimit) -> Int32 { getrlimit(RLIMIT_NOFILE, &limit) }
    private static func setLimit(_ limit: inout rlimit) -> Int32 { setrlimit(RLIMIT_NOFILE, &limit) }
  #else
    private static func getLimit(_ limit: inout rlimit) -> Int32 {
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    private static func setLimit(_ limit: inout rlimit) -> Int32 {
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  #endif
}
