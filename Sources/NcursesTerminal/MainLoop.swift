import CTerminalGuard
import Dispatch
import LibC

#if canImport(Darwin)
  import CoreFoundation
#endif

/// Runs the main actor on the main thread and waits for the terminal there as well.
///
///     Task { @MainActor in await browse(NcursesTerminal(options)) }
///     MainLoop.run()
///
/// With an asynchronous `main` everything works too, but on Linux the main actor then has any thread, and a key press
/// wakes four: Dispatch's for the file, one for the main queue, and both again to go back to waiting. Nor does such a
/// program run under valgrind, which does not survive the way its first thread is parked.
@MainActor
public enum MainLoop {
  /// Whether ``run()`` has been called, so that input need not go through Dispatch.
  static var isRunning = false
  /// Reads standard input when there is some.
  static var readInput: (() -> Void)?
  /// Called before anything but input is seen to: all of it comes by the main queue.
  static var willRunOtherWork: (() -> Void)?
  private static var sleepers: [Int: Sleeper] = [:]
  private static var lastSleeper = 0

  private struct Sleeper {
    var deadline: () -> ContinuousClock.Instant?
    var continuation: CheckedContinuation<Void, Never>
  }

  /// Waits for a moment that may be put off meanwhile, in the loop itself: on Linux a task's own sleep wakes four
  /// threads, which costs as much as drawing a row.
  ///
  /// - Parameter deadline: read whenever the loop is about to wait; nil ends the wait.
  public static func sleep(
    until deadline: @escaping @MainActor () -> ContinuousClock.Instant?
  ) async throws(CancellationError) {
    guard isRunning else {
      while let moment = deadline(), moment > .now {
        do { try await Task.sleep(until: moment) } catch { throw CancellationError() }
      }
      return
    }
    lastSleeper += 1
    let number = lastSleeper
    await withTaskCancellationHandler {
      await withCheckedContinuation { sleepers[number] = Sleeper(deadline: deadline, continuation: $0) }
    } onCancel: {
      // Not before there is a sleeper, even where the task was cancelled already.
      Task { @MainActor in wake(number) }
    }
    if Task.isCancelled { throw CancellationError() }
  }

  private static func wake(_ number: Int) {
    sleepers.removeValue(forKey: number)?.continuation.resume()
  }

  /// Never returns; `exit()` ends the program. Call it once, from the main thread.
  public static func run() -> Never {
    #if os(Linux)
      isRunning = true
      heaps_share(2)
      let queue = _dispatch_get_main_queue_handle_4CF()
      while true {
        var files = [
          // A file below 0 is left out.
          pollfd(fd: readInput == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
          pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&files, nfds_t(files.count), patience())
        if !sleepers.isEmpty { wakeSleepers() }
        guard ready > 0 else { continue }
        // Input first: what came meanwhile is in the frame that is drawn next.
        if files[0].revents != 0 { readInput?() }
        if files[1].revents != 0 {
          var count: UInt64 = 0
          _ = read(queue, &count, MemoryLayout.size(ofValue: count))
          willRunOtherWork?()
          _dispatch_main_queue_callback_4CF(nil)
        }
      }
    #else
      // `dispatchMain` would end this thread, which has a stack for signal handlers, and to which they pass signals on.
      while true { CFRunLoopRun() }
    #endif
  }

  /// Milliseconds to the first deadline, rounded up; 0 where a sleeper has none any longer, -1 where none sleeps.
  private static func patience() -> Int32 {
    var first: ContinuousClock.Instant?
    for sleeper in sleepers.values {
      guard let deadline = sleeper.deadline() else { return 0 }
      first = min(first ?? deadline, deadline)
    }
    guard let first else { return -1 }
    let left = (first - .now).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    return Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
  }

  private static func wakeSleepers() {
    let now = ContinuousClock.now
    for (number, sleeper) in sleepers where sleeper.deadline().map({ $0 <= now }) ?? true { wake(number) }
  }
}
