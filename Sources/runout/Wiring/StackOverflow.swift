import Foundation

/// Overflows a stack on SIGUSR2, for a test of what happens to the terminal: `RUNOUT_OVERFLOW=task` does so on a
/// thread that runs tasks. Part of every build, so that tests run the released code.
nonisolated enum StackOverflow: String, CaseIterable {
  case main
  /// A thread of the pool that runs tasks.
  case task
  /// A Dispatch worker.
  case queue
  /// A new thread.
  case thread

  /// - Returns: the signal source, to be held for as long as it should listen.
  func onSignal() -> any DispatchSourceSignal {
    signal(SIGUSR2, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .main)
    source.setEventHandler { begin() }
    source.resume()
    return source
  }

  private func begin() {
    switch self {
    case .main: Self.fall()
    case .task: Task.detached { Self.fall() }
    case .queue: DispatchQueue.global().async { Self.fall() }
    case .thread: Thread.detachNewThread { Self.fall() }
    }
  }

  /// Recurses until the stack ends, through C, so that the optimiser cannot turn it into a loop.
  private static func fall() {
    var key = 0
    _ = bsearch(&key, &key, 1, 1) { _, _ in
      StackOverflow.fall()
      return 0
    }
  }
}
