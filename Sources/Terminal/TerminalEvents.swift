/// Events in batches: all that were read at once or arrived while the reader was busy, so that a burst of keys costs
/// one frame. The one reader is called as they are read, on the main actor:
///
///     terminal.events.deliver { handle($0) }
@MainActor
public final class TerminalEvents {
  private var pending: [InputEvent] = []
  private var handler: (([InputEvent]) -> Void)?
  private var isDelivering = false
  private var isFinished = false
  /// Whether nothing but events is handled on the main actor until the next call of ``willRunOtherWork()``. Until then
  /// a reader need not observe state for changes by others.
  public private(set) var isAlone = false
  /// Called when ``isAlone`` ends, before other work runs.
  public var onOtherWork: (() -> Void)?

  public init() {}

  /// Hands events to the reader, or keeps them until there is one. Events sent while it handles a batch are the next
  /// batch.
  public func send(_ events: [InputEvent]) {
    guard !isFinished else { return }
    pending += events
    guard let handler, !isDelivering else { return }
    isDelivering = true
    while !pending.isEmpty {
      let batch = pending
      pending = []
      handler(batch)
    }
    isDelivering = false
  }

  /// Like ``send(_:)``; the caller promises to call ``willRunOtherWork()`` before anything but events is handled.
  public func sendAlone(_ events: [InputEvent]) {
    isAlone = true
    send(events)
  }

  public func willRunOtherWork() {
    guard isAlone else { return }
    isAlone = false
    onOtherWork?()
  }

  /// Calls `handler` with every batch from now on, and at once with pending events.
  public func deliver(_ handler: @escaping ([InputEvent]) -> Void) {
    self.handler = handler
    send([])
  }

  public func finish() { isFinished = true }
}
