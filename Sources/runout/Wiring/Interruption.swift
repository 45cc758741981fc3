import Dispatch
import LibC
import Platform
import Synchronization

/// Handles Ctrl-C and similar signals while a verb works: the first asks it to stop, a second ends the program at
/// once.
///
/// Not on the main actor: signals arrive on a Dispatch queue.
nonisolated final class Interruption {
  private let wasHeard = StopFlag()
  private var sources: [any DispatchSourceSignal] = []

  /// Watches from now on, except for signals that the program was started to ignore.
  ///
  /// - Parameter heard: called at the first signal, on a Dispatch thread.
  init(by signals: [Int32], heard: @escaping @Sendable () -> Void) {
    let registered = DispatchGroup()
    for number in signals where !SignalAction.isIgnored(number) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { [wasHeard] in if wasHeard.set() { heard() } else { _exit(128 + number) } }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
      sources.append(source)
    }
    // Dispatch begins to watch later; earlier signals are lost.
    registered.wait()
  }

  func end() { for source in sources { source.cancel() } }
}

/// A flag that is set once, and read by other threads.
nonisolated final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  /// Returns whether it was not set before.
  @discardableResult func set() -> Bool { !value.exchange(true, ordering: .relaxed) }
}
