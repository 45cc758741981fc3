/// Tracks the asynchronous work of the store, so that tests and scripts can wait for idle.
public final class TaskTracker {
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Called whenever the last piece of work has ended.
  public var onIdle: (() -> Void)?

  public init() {}

  public var isIdle: Bool { running == 0 }

  @discardableResult
  public func run(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    running += 1
    return Task {
      await operation()
      finish()
    }
  }

  /// Returns once nothing is under way.
  public func settle() async {
    while !isIdle { await withCheckedContinuation { waiters.append($0) } }
  }

  private func finish() {
    running -= 1
    guard isIdle else { return }
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
    onIdle?()
  }
}

/// The work of one page: cancelled as a whole when the page closes.
public final class TaskScope {
  private let tracker: TaskTracker
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0
  private(set) var isClosed = false
  private weak var parent: TaskScope?
  private var children: [ObjectIdentifier: TaskScope] = [:]

  public init(_ tracker: TaskTracker) { self.tracker = tracker }

  /// A part of its work, which ends with it if not before.
  func child() -> TaskScope {
    let child = TaskScope(tracker)
    child.isClosed = isClosed
    child.parent = self
    if !isClosed { children[ObjectIdentifier(child)] = child }
    return child
  }

  @discardableResult
  public func run(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never>? {
    guard !isClosed else { return nil }
    lastNumber += 1
    let number = lastNumber
    let task = tracker.run { [weak self] in
      await operation()
      self?.tasks[number] = nil
    }
    tasks[number] = task
    return task
  }

  public func close() {
    isClosed = true
    for task in tasks.values { task.cancel() }
    tasks = [:]
    for child in children.values { child.close() }
    parent?.children[ObjectIdentifier(self)] = nil
  }
}
