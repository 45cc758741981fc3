import CTerminalGuard
import Dispatch
import LibC
import Terminal

extension NcursesTerminal {
  /// The bytes after which a read ends, so that a flood cannot keep the screen from being drawn.
  private static let longestRead = 1 << 20

  func startSources() {
    if MainLoop.isRunning {
      MainLoop.readInput = { [weak self] in self?.readInput() }
      MainLoop.willRunOtherWork = { [weak self] in self?.events.willRunOtherWork() }
    } else {
      let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
      input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
      input.activate()
      inputSource = input
    }

    deadlineTimer = makeTimer { $0.expireInput() }
    resizeTimer = makeTimer { $0.resizeSoon() }

    // After `newterm`, so that these handlers replace those of ncurses, and the one that holds SIGTSTP.
    for signal in [SIGWINCH, SIGTSTP, SIGCONT] { hear(signal) }
    // A signal that the parent ignores, as `nohup` does, stays ignored.
    for signal in TerminationSignal.allCases where !terminal_guard_ignores(signal.rawValue) { hear(signal.rawValue) }
  }

  private func hear(_ signal: Int32) {
    switch signal {
    case SIGWINCH:
      emptyHandler(of: signal)
      listen(to: signal, whileOpen { $0.resizeSoon() })
    case SIGCONT:
      emptyHandler(of: signal)
      listen(to: signal, whileOpen { $0.resumeAfterContinue() })
    case SIGTSTP:
      // Its handler notes it, which is needed until the source listens.
      let onceArmed = whileOpen { if terminal_guard_suspend_has_come() { $0.stop(wholeGroup: false) } }
      listen(to: signal, onceArmed: onceArmed, whileOpen { $0.stop(wholeGroup: false) })
    default:
      guard let ending = TerminationSignal(rawValue: signal) else { return }
      let report = whileOpen { $0.events.send([.signal(ending)]) }
      // On Apple's systems the installed handler ends the program until the source listens.
      let onceArmed: (@Sendable () -> Void)? = isApple ? { @Sendable in emptyHandler(of: signal) } : nil
      // On any thread: the main one may be waiting for the program that has the terminal, and that gets interrupts.
      listen(to: signal, on: .global(qos: .userInitiated), onceArmed: onceArmed) {
        if ending != .interrupt { terminal_guard_hang_up() }
        DispatchQueue.main.async(execute: report)
      }
    }
  }

  /// - Parameter onceArmed: called once the source listens, which takes a moment.
  private func listen(
    to signal: Int32, on queue: DispatchQueue = .main, onceArmed: (@Sendable () -> Void)? = nil,
    _ handler: @escaping @Sendable () -> Void
  ) {
    let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
    source.setEventHandler(handler: handler)
    if let onceArmed { source.setRegistrationHandler(handler: onceArmed) }
    source.activate()
    signalSources[signal] = source
  }

  /// A handler for the main queue that does nothing once the terminal has been closed.
  private func whileOpen(_ action: @escaping @MainActor (NcursesTerminal) -> Void) -> @Sendable () -> Void {
    { [weak self] in MainActor.assumeIsolated { if let self, self.isOpen { action(self) } } }
  }

  /// Calls `body`, which ignores these signals. On Apple's systems Dispatch gets ignored signals too, so there its
  /// sources are cancelled before `body` and made again after it.
  func withoutHearing<Result>(_ signals: [Int32], _ body: () -> Result) -> Result {
    guard isApple else { return body() }
    let heard = signals.filter { signalSources[$0] != nil }
    for signal in heard { signalSources.removeValue(forKey: signal)?.cancel() }
    // A SIGTSTP between `body` and the new source is noted.
    terminal_guard_hold_suspend()
    defer { for signal in heard { hear(signal) } }
    return body()
  }

  private func makeTimer(_ action: @escaping @MainActor (NcursesTerminal) -> Void) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler(handler: whileOpen(action))
    timer.activate()
    return timer
  }

  private func stopReading() {
    MainLoop.readInput = nil
    inputSource?.cancel()
    inputSource = nil
  }

  func stopSources() {
    stopReading()
    MainLoop.willRunOtherWork = nil
    for timer in [deadlineTimer, resizeTimer] { timer?.cancel() }
    for source in signalSources.values { source.cancel() }
    signalSources = [:]
  }

  /// Reads the waiting input, up to ``longestRead``, and hands it on as one batch.
  private func readInput() {
    guard isOpen else { return }
    let (bytes, isAtEnd) = drain()
    bytesRead += bytes.count
    var batch = parser.feed(bytes, at: .now)
    takeAnswers(&batch)
    if isAtEnd {
      // The end of input would be reported again and again.
      stopReading()
      batch.append(.endOfInput)
    }
    scheduleDeadline()
    if MainLoop.isRunning { events.sendAlone(batch) } else { events.send(batch) }
    onInput?()
  }

  /// Whether all input has been handed on: no sequence is half read, no Escape waits for its letter.
  public var isInputSettled: Bool { parser.deadline == nil }

  /// Standard input stays in blocking mode, which is shared with the shell and all other programs on the terminal.
  private func drain() -> (bytes: [UInt8], isAtEnd: Bool) {
    var bytes: [UInt8] = []
    // The main loop has just seen input; Dispatch may have seen it before the program was stopped.
    guard MainLoop.isRunning || isInputWaiting() else { return (bytes, false) }
    repeat {
      let count = readBuffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.append(contentsOf: readBuffer[..<count])
      } else if count == 0 {
        return (bytes, true)
      } else if errno != EINTR {
        return (bytes, errno != EAGAIN)
      }
    } while bytes.count < NcursesTerminal.longestRead && isInputWaiting()
    return (bytes, false)
  }

  private func isInputWaiting() -> Bool {
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  private func expireInput() {
    let batch = parser.expire(at: .now)
    scheduleDeadline()
    events.send(batch)
    onInput?()
  }

  /// Sets the timer for a pending sequence. It is never cancelled: that would wake another thread at every key.
  private func scheduleDeadline() {
    guard let deadline = parser.deadline else { return }
    let wait = max(.zero, ContinuousClock.now.duration(to: deadline))
    deadlineTimer?.schedule(deadline: .now() + wait.interval, leeway: .milliseconds(1))
  }
}

extension Duration {
  /// The duration for Dispatch, rounded up so that a deadline has passed afterwards.
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000) + 1)
  }
}
