internal import LibC

/// The limit of open files (`ulimit -n`).
public enum OpenFiles {
  /// Ensures that `count` more files can be opened, and raises the limit if necessary.
  ///
  /// Libraries end the program without a message if they run out of files at the wrong moment.
  ///
  /// - Returns: nil if that succeeded, else the limit.
  public static func shortage(of count: Int) -> Int? {
    if canOpen(count) { return nil }
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return 0 }
    if limit.rlim_cur < limit.rlim_max {
      let (wanted, isBeyond) = limit.rlim_cur.addingReportingOverflow(rlim_t(count))
      limit.rlim_cur = isBeyond ? limit.rlim_max : min(limit.rlim_max, max(wanted, 1024))
      if setrlimit(files, &limit) == 0, canOpen(count) { return nil }
    }
    return Int(clamping: limit.rlim_cur)
  }

  private static func canOpen(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      // Other errors are no shortage of files.
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }

  #if canImport(Darwin)
    private static let files = RLIMIT_NOFILE
  #else
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}
