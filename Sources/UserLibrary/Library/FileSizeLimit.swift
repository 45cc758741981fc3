internal import LibC

/// The limit on file sizes that a shell sets (`ulimit -f`).
public enum FileSizeLimit {
  public static var isSet: Bool {
    var limit = rlimit()
    #if canImport(Darwin)
      let isKnown = getrlimit(RLIMIT_FSIZE, &limit) == 0
    #else
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    #endif
    // Unlimited is the largest number; on Apple's systems, the largest signed one.
    return isKnown && limit.rlim_cur < rlim_t(Int64.max)
  }
}
