import CTerminalGuard
import LibC

#if canImport(Darwin)
  import CoreFoundation
#endif

/// Runs the main actor on the main thread and waits for the terminal there as well.
///
///     Task { @MainActor in await browse(NcursesTerminal(options)) }
///     MainLoop.run()
///
/// An asynchronous `main` works too, but on Linux the main actor then runs on any thread, and a key press wakes four:
/// Dispatch's for the file, one for the main queue, and both again to go back to waiting. Such a program also fails
/// under valgrind, because of how its first thread is parked.
@MainActor
public enum MainLoop {
  /// Whether ``run()`` waits for input, so that it need not go through Dispatch; never on Apple's systems.
  static var isRunning = false
  static var readInput: (() -> Void)?
  /// Called before the main queue runs, and with it all work but input.
  static var willRunOtherWork: (() -> Void)?
  private static var sleepers: [Int: Sleeper] = [:]
  private static var lastSleeper = 0

  private struct Sleeper {
    var deadline: () -> ContinuousClock.Instant?
    var continuation: CheckedContinuation<Void, Never>
  }

  /// Waits in the loop itself for a deadline that may move meanwhile: on Linux a task's own sleep wakes four threads,
  /// which costs as much as drawing a row.
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
      // In a task, so that the sleeper exists even if the task was cancelled before.
      Task { @MainActor in wake(number) }
    }
    if Task.isCancelled { throw CancellationError() }
  }

  private static func wake(_ number: Int) { sleepers.removeValue(forKey: number)?.continuation.resume() }

  /// Never returns; `exit()` ends the program. Call it once, from the main thread.
  public static func run() -> Never {
    #if os(Linux)
      isRunning = true
      heaps_share(2)
      let queue = _dispatch_get_main_queue_handle_4CF()
      while true {
        var files = [
          // `poll` skips negative descriptors.
          pollfd(fd: readInput == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
          pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&files, nfds_t(files.count), patience())
        if !sleepers.isEmpty { wakeSleepers() }
        guard ready > 0 else { continue }
        // Input first, so that the next frame includes it.
        if files[0].revents != 0 { readInput?() }
        if files[1].revents != 0 {
          var count: UInt64 = 0
          _ = read(queue, &count, MemoryLayout.size(ofValue: count))
          willRunOtherWork?()
          _dispatch_main_queue_callback_4CF(nil)
        }
      }
    #else
      // `dispatchMain` would end this thread, which has the stack for signal handlers, and which they pass signals to.
      while true { CFRunLoopRun() }
    #endif
  }

  /// Milliseconds to the first deadline, rounded up; 0 if a sleeper's wait has ended, -1 without sleepers.
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
