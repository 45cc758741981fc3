import CTerminalGuard
import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
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

  /// Never returns; `exit()` ends the program. Call it once, from the main thread.
  public static func run() -> Never {
    #if os(Linux)
      isRunning = true
      let queue = _dispatch_get_main_queue_handle_4CF()
      while true {
        var files = [
          // A file below 0 is left out.
          pollfd(fd: readInput == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
          pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, nfds_t(files.count), -1) > 0 else { continue }
        // Input first: what came meanwhile is in the frame that is drawn next.
        if files[0].revents != 0 { readInput?() }
        if files[1].revents != 0 {
          var count: UInt64 = 0
          _ = read(queue, &count, MemoryLayout.size(ofValue: count))
          _dispatch_main_queue_callback_4CF(nil)
        }
      }
    #else
      dispatchMain()
    #endif
  }
}
