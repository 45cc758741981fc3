/// What the user and the system did, in batches: all that was read at once, or came while the reader was busy, is one,
/// so that a burst of keys costs one frame.
///
/// There is one reader, on the main actor. It waits for events:
///
///     for await batch in terminal.events { handle(batch) }
///
/// or is called with them where they are read, which saves the way through another thread that waiting takes:
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
  /// Whether nothing else runs on the main actor from the reader's taking of a batch to the next call of
  /// ``willRunOtherWork()``: what a reader wants to hear of others' doings it need not ask for until then.
  public private(set) var isAlone = false
  /// Called before others run that were kept from it by ``sendAlone(_:)``.
  public var onOtherWork: (() -> Void)?

  public init() {}

  /// Hands events to the reader, or keeps them until it asks. What is sent while the reader handles a batch follows when
  /// it is done.
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

  /// Hands events on like ``send(_:)``, and promises to call ``willRunOtherWork()`` before anything but events is handled.
  public func sendAlone(_ events: [InputEvent]) {
    isAlone = true
    send(events)
  }

  /// To be called before anything else runs on the main actor.
  public func willRunOtherWork() {
    guard isAlone else { return }
    isAlone = false
    onOtherWork?()
  }

  private func takePending() -> [InputEvent] {
    defer { pending = [] }
    return pending
  }

  /// Calls `handler` with every batch from now on, and at once with what is pending.
  public func deliver(_ handler: @escaping ([InputEvent]) -> Void) {
    self.handler = handler
    send([])
  }

  /// Ends the sequence, after what is pending.
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
