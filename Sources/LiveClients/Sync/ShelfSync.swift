internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

/// Syncs the user's shelf with the account on Discogs: sends local changes, fetches remote ones.
///
/// It does one thing at a time. A lock beside the library lets only one program sync; another program that has changed
/// something leaves the sending to the holder.
actor ShelfSync {
  nonisolated let board = Current(SyncStatus.off)

  let configuration: LiveConfiguration
  let shelves: Shelves
  let discogs: DiscogsSource
  private let accounts: Accounts
  let work: BackgroundWork
  let translate: ErrorTranslator
  nonisolated let signals = Mutex(Signals())
  /// A page and a change are never under way at once: a page that was on its way while a copy was removed would bring
  /// it back.
  nonisolated let mutex = SyncMutex()
  /// Only one program syncs a library.
  var lock: (library: Library, lock: FileLock)?
  /// The paths of the shelves whose interrupted sending was recovered in this run.
  var recovered: Set<String> = []
  /// The number of consecutive failures because of the network; sets the pause before the next try.
  var failures = 0

  /// Requests from outside the actor, which take effect while it works.
  struct Signals {
    var isPaused = false
    var isClosed = false
    /// Work is being cancelled; nothing new starts until it has ended.
    var isEnding = false
    /// The work under way; further callers wait for it.
    var running: Task<Result<Void, ClientError>, Never>?
    var isFull = false
    var sending: Task<Void, Never>?
    /// A change came while others were being sent.
    var isDue = false
    /// Changes that wait for their next try are tried at once.
    var isHurried = false
    var waking: Task<Void, Never>?
    /// The wait before a failed sync is resumed.
    var resuming: Task<Void, Never>?
    var following: Task<Void, Never>?
  }

  init(
    _ configuration: LiveConfiguration, shelves: Shelves, discogs: DiscogsSource, accounts: Accounts,
    work: BackgroundWork, translate: ErrorTranslator
  ) {
    (self.configuration, self.shelves, self.discogs) = (configuration, shelves, discogs)
    (self.accounts, self.work, self.translate) = (accounts, work, translate)
  }

  /// Sends pending changes, then fetches the account's. Returns when both are done.
  ///
  /// - Parameter isAsked: whether a person waits for it; such requests go before others and find out at once whether
  ///   Discogs can be reached again.
  nonisolated func run(isFull: Bool, isAsked: Bool = true) async throws(ClientError) {
    guard shelves.isOnline else { throw .refused(SourceWords.syncNeedsLive) }
    try checkMayChange()
    follow()
    let task = signals.withLock { signals -> Task<Result<Void, ClientError>, Never>? in
      signals.isPaused = false
      guard !signals.isClosed, !signals.isEnding else { return nil }
      if let running = signals.running, signals.isFull || !isFull { return running }
      let before = signals.running
      let task = work.start("sync", priority: .utility) { [self] in
        _ = await before?.value
        return await sync(isFull: isFull, isAsked: isAsked)
      }
      guard let task else { return nil }
      signals.isFull = isFull
      signals.running = task
      return task
    }
    guard let task else { throw .cancelled }
    let result = await task.value
    signals.withLock { if $0.running == task { $0.running = nil } }
    try result.get()
  }

  /// - Throws: `refused` in a run that may change nothing: what a sync fetches changes the shelf, too.
  nonisolated func checkMayChange() throws(ClientError) {
    if configuration.isReadOnly { throw .refused(SourceWords.readOnly) }
  }

  /// Syncs if a user is signed in, the last sync is older than `age`, none is paused, running or another program's, and
  /// the shelf may be changed.
  ///
  /// - Returns: whether it synced.
  nonisolated func bringUpToDate(ifOlderThan age: Duration) async throws -> Bool {
    let isFree = signals.withLock { !$0.isPaused && !$0.isClosed && $0.running == nil }
    guard !configuration.isReadOnly, shelves.isOnline, isFree, try await accounts.isSignedIn(),
      try await isOlder(than: age)
    else { return false }
    try await run(isFull: false, isAsked: false)
    return true
  }

  /// Sends pending changes without fetching. Returns when nothing more can be sent now.
  ///
  /// - Throws: the reason that nothing can be sent at all; a change that failed bears its own in the pending list.
  nonisolated func sendNow() async throws {
    guard shelves.isOnline else { throw ClientError.refused(SourceWords.sendingNeedsLive) }
    try await sendOnce(isAsked: true)
  }

  /// Stops after the current request; `run` resumes there.
  nonisolated func pause() {
    signals.withLock { signals in
      signals.isPaused = true
      signals.resuming?.cancel()
    }
    showPause()
  }

  /// Starts sending pending changes in the background, if they can be sent now.
  ///
  /// - Parameter isHurried: whether failed changes are tried again before their time.
  nonisolated func wake(isHurried: Bool = false) {
    guard shelves.isOnline else { return }
    follow()
    signals.withLock { signals in
      guard !signals.isClosed else { return }
      signals.isDue = true
      signals.isHurried = signals.isHurried || isHurried
      guard !signals.isEnding, signals.sending == nil else { return }
      signals.sending = work.start("sending", priority: .utility) { [self] in
        while let isHurried = nextSending() { await sendQuietly(isHurried: isHurried) }
      }
    }
  }

  /// Takes the request for another round of sending: whether it is hurried; nil, and sending ends, where there is none.
  private nonisolated func nextSending() -> Bool? {
    signals.withLock { signals in
      guard signals.isDue else {
        signals.sending = nil
        return nil
      }
      defer { (signals.isDue, signals.isHurried) = (false, false) }
      return signals.isHurried
    }
  }

  /// Wakes the sending when the network returns, a user signs in, or a shelf changes.
  private nonisolated func follow() {
    signals.withLock { signals in
      guard signals.following == nil, !signals.isClosed else { return }
      let (returns, accounts, changes) = (discogs.returns(), accounts.board.stream, shelves.changes())
      signals.following = work.start("reasons to send", priority: .utility) { [weak self] in
        await withTaskGroup { group in
          group.addTask { for await _ in returns { self?.wake(isHurried: true) } }
          group.addTask { for await account in accounts { if case .signedIn = account { self?.wake() } } }
          group.addTask { for await _ in changes { self?.wake() } }
        }
      }
    }
  }

  /// Switches accounts once all work for the current one has ended.
  nonisolated func change(_ account: () async throws -> Void) async throws {
    await endWork()
    try await mutex.withLock { try await account() }
    await releaseLock()
    board.update { $0 = SyncStatus(phase: .idle) }
  }

  /// Ends all work; unsent changes are sent in the next run.
  nonisolated func close() async {
    let following = signals.withLock { signals in
      signals.isClosed = true
      signals.following?.cancel()
      return signals.following
    }
    await following?.value
    await endWork()
    await releaseLock()
    board.finish()
  }

  /// Cancels running work and waits for retries; returns when all have ended.
  private nonisolated func endWork() async {
    let (waits, sending, running) = signals.withLock { signals in
      signals.isEnding = true
      let waits = [signals.waking, signals.resuming]
      for wait in waits { wait?.cancel() }
      signals.sending?.cancel()
      signals.running?.cancel()
      return (waits, signals.sending, signals.running)
    }
    for wait in waits { await wait?.value }
    await sending?.value
    _ = await running?.value
    signals.withLock { $0.isEnding = false }
  }
}
