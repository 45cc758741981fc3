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

  let shelves: Shelves
  let discogs: DiscogsSource
  private let accounts: Accounts
  private let clock: any Clock<Duration>
  let now: @Sendable () -> Double
  let isReadOnly: Bool
  /// The lane for sending changes: the user's where a person waits, as for a verb.
  private let lane: Lane
  let faultPoint: @Sendable () -> Void
  private let work: BackgroundWork
  let translate: ErrorTranslator
  private nonisolated let signals = Mutex(Signals())
  /// A page and a change are never under way at once: a page that was on its way while a copy was removed would bring
  /// it back.
  private nonisolated let mutex = SyncMutex()
  private var lock: (library: Library, lock: FileLock)?
  /// The paths of the shelves whose interrupted sending was recovered in this run.
  private var recovered: Set<String> = []
  /// The number of consecutive failures because of the network; sets the pause before the next try.
  private var failures = 0

  /// Requests from outside the actor, which take effect while it works.
  private struct Signals {
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
    shelves: Shelves, discogs: DiscogsSource, accounts: Accounts, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Double, isReadOnly: Bool, lane: Lane,
    faultPoint: @escaping @Sendable () -> Void, work: BackgroundWork, translate: ErrorTranslator
  ) {
    self.shelves = shelves
    self.discogs = discogs
    self.accounts = accounts
    self.clock = clock
    self.now = now
    self.isReadOnly = isReadOnly
    self.lane = lane
    self.faultPoint = faultPoint
    self.work = work
    self.translate = translate
  }

  // MARK: From outside

  /// Sends pending changes, then fetches the account's. Returns when both are done.
  ///
  /// - Parameter isAsked: whether a person waits for it; such requests go before others and find out at once whether
  ///   Discogs can be reached again.
  nonisolated func run(isFull: Bool, isAsked: Bool = true) async throws(ClientError) {
    guard shelves.isOnline else {
      throw .refused(SourceWords.syncNeedsLive)
    }
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
    if isReadOnly { throw .refused(SourceWords.readOnly) }
  }

  /// Syncs if a user is signed in, the last sync is older than `age`, none is paused, running or another program's, and
  /// the shelf may be changed.
  ///
  /// - Returns: whether it synced.
  nonisolated func bringUpToDate(ifOlderThan age: Duration) async throws(ClientError) -> Bool {
    let isFree = signals.withLock { !$0.isPaused && !$0.isClosed && $0.running == nil }
    guard !isReadOnly, shelves.isOnline, isFree, try await accounts.isSignedIn(), try await isOlder(than: age) else {
      return false
    }
    try await run(isFull: false, isAsked: false)
    return true
  }

  private func isOlder(than age: Duration) async throws(ClientError) -> Bool {
    let library = try await shelves.shelf()
    guard !library.isReadOnly, try holdsLock(of: library) else { return false }
    let last = try await kept { try await library.syncedAt() }
    guard let last else {
      // An imported shelf is sent to the account, or replaced by the account's, only on the user's request.
      if try await isUnadopted(library) { throw .refused(SyncWords.imported) }
      return true
    }
    let agreedAt = try await kept { try await library.agreedAt() }
    let standings = try await standings(of: library)
    board.update { status in
      if status.phase == .off { status.phase = .idle }
      status.agreedAt = status.agreedAt ?? agreedAt
      (status.difference, status.removals) = (standings.difference, standings.questions)
    }
    // A time in the future was written by a wrong clock.
    return last > now() || now() - last >= age / .seconds(1)
  }

  private func standings(of library: Library) async throws(ClientError) -> [MirrorProgress.Part: MirrorStanding] {
    try await kept {
      var standings: [MirrorProgress.Part: MirrorStanding] = [:]
      for part in [MirrorProgress.Part.collection, .wants] { standings[part] = try await library.standing(of: part) }
      return standings
    }
  }

  /// Removes the rows that a sync found to be gone from the account, or keeps them.
  ///
  /// - Returns: the number of these rows; 0 where no question was open.
  func answer(_ list: ShelfList, isRemoval: Bool) async throws(ClientError) -> Int {
    try checkMayChange()
    let library = try await shelves.shelf()
    let time = now()
    let count = try await mutex.withLock { () throws(ClientError) in
      try await kept { try await library.answerRemoval(of: MirrorProgress.Part(list), isRemoval: isRemoval, at: time) }
    }
    faultPoint()
    let standings = try await standings(of: library)
    board.update { status in (status.difference, status.removals) = (standings.difference, standings.questions) }
    translate.log.notice(
      "Decided on what is gone at Discogs",
      metadata: ["list": "\(list.rawValue)", "rows": "\(count)", "removed": "\(isRemoval)"])
    return count
  }

  /// Sends pending changes without fetching. Returns when nothing more can be sent now.
  ///
  /// - Throws: the reason that nothing can be sent at all; a change that failed bears its own in the pending list.
  nonisolated func sendNow() async throws(ClientError) {
    guard shelves.isOnline else { throw .refused(SourceWords.sendingNeedsLive) }
    try await sendOnce(isAsked: true)
  }

  /// - Parameter isAsked: whether a person asked for it, so that changes waiting for a retry are sent, too.
  func sendOnce(isAsked: Bool = false) async throws(ClientError) {
    guard !isReadOnly else { return }
    let (library, user) = try await prepared(replacesImported: false)
    try await send(library, user, isAsked: isAsked, lane: lane)
  }

  /// Stops after the current request; `run` resumes there.
  nonisolated func pause() {
    signals.withLock { signals in
      signals.isPaused = true
      signals.resuming?.cancel()
    }
    board.update { status in
      if case .running(let progress) = status.phase { status.phase = .paused(progress) }
    }
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
      guard !signals.isEnding else { return }
      guard signals.sending == nil else { return }
      signals.sending = work.start("sending", priority: .utility) { [self] in
        while let isHurried = nextSending() {
          await sendQuietly(isHurried: isHurried)
        }
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
      let (returns, accounts, changes) = (discogs.returns(), accounts.board.changes(), shelves.changes())
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
  nonisolated func change(_ account: () async throws(ClientError) -> Void) async throws(ClientError) {
    await endWork()
    try await mutex.withLock { () throws(ClientError) in try await account() }
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

  // MARK: The work

  /// Sends and fetches once; unlike `run`, does not follow later changes.
  func sync(isFull: Bool, isAsked: Bool) async -> Result<Void, ClientError> {
    let lane = isAsked ? .user : lane
    do throws(ClientError) {
      let (library, user) = try await prepared(replacesImported: isAsked)
      board.update { $0.phase = .running(SyncStatus.Progress(part: "collection", done: 0, total: nil)) }
      try await send(library, user, isAsked: true, lane: lane)
      let agreedAt = try await kept { try await library.agreedAt() }
      let fetcher = ShelfFetcher(
        library: library, user: user, discogs: discogs, mutex: mutex, firstLane: lane,
        look: ReleaseLook(
          user: user, discogs: discogs, lane: .background, clock: clock, faultPoint: faultPoint), now: now,
        faultPoint: faultPoint,
        report: { [board] progress in board.update { $0.phase = .running(progress) } },
        checkpoint: { [self] () throws(ShelfFetcher.Stop) in
          let (isPaused, isClosed) = signals.withLock { ($0.isPaused, $0.isClosed) }
          if isPaused || isClosed || Task.isCancelled || !shelves.isInUse(library) { throw .paused }
        })
      let isAdopting = try await kept { try await library.isBeingAdopted() }
      try await fetch(with: fetcher, into: library, isFull: isFull || agreedAt == nil || isAdopting, isAsked: isAsked)
      // The fetch has shown what the account lacks.
      if isAdopting { try await send(library, user, isAsked: true, lane: lane) }
      return .success(())
    } catch {
      if error != .cancelled {
        board.update { $0.phase = .failed(error) }
        if error.isOfTheNetwork { resumeLater() } else { failures = 0 }
      }
      return .failure(error)
    }
  }

  private func fetch(
    with fetcher: ShelfFetcher, into library: Library, isFull: Bool, isAsked: Bool
  ) async throws(ClientError) {
    let found = try await fetched { () throws(ShelfFetcher.Stop) in
      try await fetcher.fetch(isFull: isFull, isAsked: isAsked)
    }
    guard let standings = found else { return }
    let difference = standings.difference
    failures = 0
    let time = now()
    try await kept { try await library.setSynced(at: time) }
    faultPoint()
    if difference == nil {
      try await kept { try await library.setAgreed(at: time) }
      faultPoint()
    }
    let day = String(UTCTime.text(time).prefix(10))
    let daily: Void? = try await fetched { () throws(ShelfFetcher.Stop) in
      try await fetcher.fetchDaily(day, isFull: isFull)
    }
    guard daily != nil else { return }
    board.update { status in
      status.phase = .idle
      status.difference = difference
      status.removals = standings.questions
      if difference == nil { status.agreedAt = time }
    }
    translate.log.notice("Synced collection and want list", metadata: ["difference": "\(difference ?? "none")"])
  }

  /// Nil where the user paused the sync, or the program ends.
  private func fetched<Value: Sendable>(
    _ work: () async throws(ShelfFetcher.Stop) -> Value
  ) async throws(ClientError) -> Value? {
    do throws(ShelfFetcher.Stop) {
      return try await work()
    } catch {
      switch error {
      case .paused:
        board.update { status in if case .running(let progress) = status.phase { status.phase = .paused(progress) } }
        return nil
      case .missing(let part):
        translate.log.warning("Discogs sent no first page", metadata: ["list": "\(part.rawValue)"])
        throw .refused(SyncWords.noFirstPage(part.name))
      case .uncounted(let part):
        translate.log.warning("Discogs sent a page without a total", metadata: ["list": "\(part.rawValue)"])
        throw .refused(SyncWords.noCount(part.name))
      case .overcounted(let part, let total):
        translate.log.warning(
          "Discogs sent a total that no account has", metadata: ["list": "\(part.rawValue)", "total": "\(total)"])
        throw .refused(SyncWords.overcounted(part.name, total))
      case .repeating(let part):
        translate.log.warning("Discogs sent a page again as the next", metadata: ["list": "\(part.rawValue)"])
        throw .refused(SyncWords.repeating(part.name))
      case .library(let error): throw translate(error)
      case .discogs(let error): throw translate(error, about: nil)
      }
    }
  }

  private func sendQuietly(isHurried: Bool) async {
    do throws(ClientError) {
      try await sendOnce(isAsked: isHurried)
    } catch {
      // The pending list shows the reason at each change.
      translate.log.info("Changes of the shelf are waiting", metadata: ["cause": "\(error)"])
    }
  }

  /// The library that mirrors the account in use, locked for this program, and that account's user name.
  ///
  /// - Parameter replacesImported: whether an imported shelf becomes the account's; true only at the user's request.
  private func prepared(replacesImported: Bool) async throws(ClientError) -> (Library, String) {
    let library = try await shelves.shelf()
    guard !library.isReadOnly else { throw .storage(SyncWords.readOnly(library.path)) }
    try takeLock(of: library)
    let user = try await discogs.userName()
    let owner = try await kept { try await library.mirroredAccount() }
    if let owner, owner != user {
      throw .refused(
        SyncWords.otherOwner(owner, user)
      )
    }
    if owner == nil {
      if !replacesImported, try await isUnadopted(library) { throw .refused(SyncWords.imported) }
      try await kept {
        try await library.backUpBeforeMirroring()
        faultPoint()
        try await library.mirror(user)
        faultPoint()
      }
    }
    return (library, user)
  }

  private func takeLock(of library: Library) throws(ClientError) {
    guard try holdsLock(of: library) else {
      throw .refused(SyncWords.otherProgram)
    }
  }

  /// Takes the lock of a library, unless held already; false where another program has it.
  private func holdsLock(of library: Library) throws(ClientError) -> Bool {
    guard lock?.library.path != library.path else { return true }
    lock = nil
    let taken: FileLock?
    do { taken = try FileLock.take(library.path + ".lock") } catch { throw translate(error) }
    lock = taken.map { (library, $0) }
    return taken != nil
  }

  /// Releases the lock for other programs. A change whose sending was interrupted is marked pending again.
  private func releaseLock() async {
    guard let library = lock?.library else { return }
    if recovered.remove(library.path) != nil {
      do throws(LibraryError) { try await library.recoverSending() } catch {
        // The next program to send recovers first.
        translate.log.info("A change may still be called under way", metadata: ["cause": "\(error)"])
      }
    }
    lock = nil
  }

  private func send(_ library: Library, _ user: String, isAsked: Bool, lane: Lane) async throws(ClientError) {
    if !recovered.contains(library.path) {
      try await kept { try await library.recoverSending() }
      faultPoint()
      recovered.insert(library.path)
    }
    if isAsked {
      try await kept { try await library.sendNow() }
      faultPoint()
    }
    let sender = ShelfSender(
      library: library, user: user, discogs: discogs, lane: lane, clock: clock, faultPoint: faultPoint)
    while !Task.isCancelled {
      let outcome = try await mutex.withLock { () throws(ClientError) in try await sendNext(sender) }
      guard let outcome else { break }
      if case .again(_, let dueAt) = outcome {
        // This change also probes whether the network is back.
        discogs.reconnection.remember { [weak self] in self?.wake(isHurried: true) }
        wakeLater(at: dueAt)
        return
      }
    }
    let time = now()
    let dueAt = try await kept { try await library.nextDueTime(at: time) }
    if let dueAt, dueAt > time { wakeLater(at: dueAt) }
  }

  /// Resumes a failed sync after 30 seconds, twice as long after each further failure, 32 minutes at most.
  private func resumeLater() {
    failures += 1
    let pause = Duration.seconds(30 << min(6, failures - 1))
    signals.withLock { signals in
      signals.resuming?.cancel()
      guard !signals.isClosed, !signals.isPaused else { return }
      signals.resuming = work.start("going on with a sync", priority: .utility) { [weak self, clock] in
        // A pause can only fail by being cancelled.
        do { try await clock.sleep(for: pause) } catch { return }
        // The board shows the outcome.
        do throws(ClientError) { try await self?.run(isFull: false, isAsked: false) } catch { return }
      }
    }
  }

  /// Nil when there is nothing to send now.
  private func sendNext(_ sender: ShelfSender) async throws(ClientError) -> SendingOutcome? {
    guard shelves.isInUse(sender.library) else { return nil }
    return try await kept {
      guard let edit = try await sender.library.nextOutgoing(at: now()) else { return nil }
      faultPoint()
      let outcome = try await sender.send(edit, at: now())
      try await sender.library.settle(edit.id, as: outcome)
      faultPoint()
      if case .done = outcome { try await sender.library.forgetRemoved(broughtBackBy: edit.id) }
      var facts: Logger.Metadata = ["edit": "\(edit.id)", "outcome": "\(outcome.word)"]
      // The log must explain later why a change was retried or left to the user.
      if let cause = outcome.cause { facts["cause"] = "\(cause)" }
      translate.log.log(
        level: outcome.cause == nil ? .info : .notice, "Sent a change of the shelf", metadata: facts)
      return outcome
    }
  }

  private func wakeLater(at time: Double) {
    // The clock may have been wrong when the time was written: a day at most.
    let pause = Duration.seconds(min(86_400, max(0.1, time - now())))
    signals.withLock { signals in
      signals.waking?.cancel()
      guard !signals.isClosed else { return }
      signals.waking = work.start("sending again", priority: .utility) { [weak self, clock] in
        // A pause can only fail by being cancelled.
        do { try await clock.sleep(for: pause) } catch { return }
        self?.wake()
      }
    }
  }

  func kept<Value>(_ work: () async throws -> Value) async throws(ClientError) -> Value {
    do { return try await work() } catch { throw translate(error) }
  }
}

extension SendingOutcome {
  fileprivate var word: String {
    switch self {
    case .done: "done"
    case .again: "again"
    case .refused: "refused"
    case .conflict: "conflict"
    }
  }

  /// Why the change is not made; nil where it is.
  fileprivate var cause: String? {
    switch self {
    case .done: nil
    case .again(let reason, _), .refused(let reason): reason
    case .conflict(nil): SyncWords.goneThere
    case .conflict: SyncWords.differs
    }
  }
}
