internal import LibC

public enum SignalAction {
  /// Whether a signal is ignored. If it was from the start, as under `nohup`, the program must keep ignoring it.
  public static func isIgnored(_ number: Int32) -> Bool { current(number)?.isIgnored ?? false }

  /// Nil if there is no such signal.
  static func current(_ number: Int32) -> sigaction? {
    var action = sigaction()
    return sigaction(number, nil, &action) == 0 ? action : nil
  }
}

extension sigaction {
  var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
