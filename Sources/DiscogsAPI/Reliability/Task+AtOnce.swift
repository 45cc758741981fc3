extension Task where Failure == Never {
  /// A task that begins on the caller's thread, where the system can do so: waking another one takes as long as sending
  /// a request.
  package static func atOnce(_ work: @escaping @Sendable () async -> Success) -> Task {
    if #available(macOS 26, *) { .immediate(operation: work) } else { Task(operation: work) }
  }
}
