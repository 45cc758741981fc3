#if DEBUG
  import Foundation
  import Wording

  /// Lets a test see what becomes of the terminal when a stack overflows: `RUNOUT_OVERFLOW=task` has SIGUSR2 do so to
  /// the thread that runs a task. Only in a program that is built for debugging.
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
      let fall = { @Sendable () -> Void in print(Self.depth(below: 1)) }
      switch self {
      case .main: fall()
      case .task: Task.detached { fall() }
      case .queue: DispatchQueue.global().async { fall() }
      case .thread: Thread.detachNewThread { fall() }
      }
    }

    /// Has no end but that of the stack.
    @inline(never) private static func depth(below level: Int) -> Int {
      level == 0 ? 0 : 1 + depth(below: level + 1)
    }
  }
#endif
