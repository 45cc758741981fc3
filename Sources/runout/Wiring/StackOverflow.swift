import Foundation
import Wording

/// Lets a test see what becomes of the terminal when a stack overflows: `RUNOUT_OVERFLOW=task` has SIGUSR2 do so to
/// the thread that runs a task. In every build, so that what is tested is what people run.
nonisolated enum StackOverflow: String, CaseIterable {
  /// The main thread.
  case main
  /// One of the threads that tasks share.
  case task
  /// One of Dispatch's workers.
  case queue
  /// A thread of its own.
  case thread

  /// Nil where nothing of the kind is asked for.
  init?(_ text: String?) throws {
    guard let text, !text.isEmpty else { return nil }
    guard let place = StackOverflow(rawValue: text) else {
      let places = StackOverflow.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(VerbWords.variable("RUNOUT_OVERFLOW", text, takes: places), .usage)
    }
    self = place
  }

  /// - Returns: what has to be held for as long as the signal is to be heard.
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

  /// Has no end but that of the stack. It calls itself through C, which no optimisation turns into a loop.
  private static func fall() {
    var key = 0
    _ = bsearch(&key, &key, 1, 1) { _, _ in
      StackOverflow.fall()
      return 0
    }
  }
}
