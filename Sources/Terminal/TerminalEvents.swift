/// Events in batches: all that were read at once or arrived while the reader was busy, so that a burst of keys costs
/// one frame.
///
/// There is one reader, on the main actor. It either waits for events:
///
///     for await batch in terminal.events { handle(batch) }
///
/// or is called as they are read, which saves the detour through another thread:
///
///     terminal.events.deliver { handle($0) }
@MainActor
public final class TerminalEvents: AsyncSequence {
  public typealias Element = [InputEvent]
  public typealias Failure = Never

  private var pending: [InputEvent] = []
  private var reader: CheckedContinuation<[InputEvent]?, Never>?
  private var handler: (([InputEvent]) -> Void)?
  private var isDelivering = false
  private var isFinished = false
  /// Whether nothing but events is handled on the main actor until the next call of ``willRunOtherWork()``. Until then
  /// a reader need not observe state for changes by others.
  public private(set) var isAlone = false
  /// Called when ``isAlone`` ends, before other work runs.
  public var onOtherWork: (() -> Void)?

  public init() {}

  /// Hands events to the reader, or keeps them until it asks. Events sent while it handles a batch are the next batch.
  public func send(_ events: [InputEvent]) {
    guard !isFinished else { return }
    pending += events
    if let handler {
      guard !isDelivering else { return }
      isDelivering = true
      while !pending.isEmpty { handler(takePending()) }
      isDelivering = false
    } else if let reader, !pending.isEmpty {
      self.reader = nil
      reader.resume(returning: takePending())
    }
  }

  /// Like ``send(_:)``; the caller promises to call ``willRunOtherWork()`` before anything but events is handled.
  public func sendAlone(_ events: [InputEvent]) {
    isAlone = true
    send(events)
  }

  /// Call before other work runs on the main actor.
  public func willRunOtherWork() {
    guard isAlone else { return }
    isAlone = false
    onOtherWork?()
  }

  private func takePending() -> [InputEvent] {
    defer { pending = [] }
    return pending
  }

  /// Calls `handler` with every batch from now on, and at once with pending events.
  public func deliver(_ handler: @escaping ([InputEvent]) -> Void) {
    self.handler = handler
    send([])
  }

  /// Ends the sequence after the pending events.
  public func finish() {
    isFinished = true
    stopReading()
  }

  fileprivate func next() async -> [InputEvent]? {
    if !pending.isEmpty { return takePending() }
    if isFinished || Task.isCancelled { return nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { reader = $0 }
    } onCancel: {
      Task { @MainActor in stopReading() }
    }
  }

  private func stopReading() {
    reader?.resume(returning: nil)
    reader = nil
  }

  nonisolated public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let events: TerminalEvents

    public mutating func next() async -> [InputEvent]? { await events.next() }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> [InputEvent]? { await events.next() }
  }
}
