internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

/// The work of a sync, one thing at a time.
extension ShelfSync {
  private var now: @Sendable () -> Double { configuration.now }
  private var clock: any Clock<Duration> { configuration.clock }
  /// The lane for sending changes: the user's where a person waits, as for a verb.
  private var lane: Lane { configuration.waitsForFresh ? .user : .background }

  private func faultPoint() { configuration.faultPoint() }

  /// Sends and fetches once; unlike `run`, does not follow later changes.
  func sync(isFull: Bool, isAsked: Bool) async -> Result<Void, ClientError> {
    do {
      try await sendAndFetch(isFull: isFull, isAsked: isAsked)
      return .success(())
    } catch {
      let error = translate(error)
      if error != .cancelled {
        board.update { $0.phase = .failed(error) }
        if error.isOfTheNetwork { resumeLater() } else { failures = 0 }
      }
      return .failure(error)
    }
  }

  private func sendAndFetch(isFull: Bool, isAsked: Bool) async throws {
    let lane = isAsked ? .user : lane
    let (library, user) = try await prepared(replacesImported: isAsked)
    board.update { $0.phase = .running(SyncStatus.Progress(part: "collection", done: 0, total: nil)) }
    try await send(library, user, isAsked: true, lane: lane)
    let agreedAt = try await library.agreedAt()
    let fetcher = ShelfFetcher(
      library: library, user: user, discogs: discogs, mutex: mutex, firstLane: lane,
      look: ReleaseLook(
        user: user, discogs: discogs, lane: .background, clock: clock, faultPoint: configuration.faultPoint),
      now: now, faultPoint: configuration.faultPoint,
      report: { [board] progress in board.update { $0.phase = .running(progress) } },
      checkpoint: { [self] in
        let isStopped = signals.withLock { $0.isPaused || $0.isClosed }
        if isStopped || Task.isCancelled || !shelves.isInUse(library) { throw ShelfFetcher.Stop.paused }
      })
    let isAdopting = try await library.isBeingAdopted()
    do {
      try await fetch(with: fetcher, isFull: isFull || agreedAt == nil || isAdopting, isAsked: isAsked)
    } catch let stop as ShelfFetcher.Stop {
      try report(stop)
    }
    // The fetch has shown what the account lacks.
    if isAdopting { try await send(library, user, isAsked: true, lane: lane) }
  }

  private func fetch(with fetcher: ShelfFetcher, isFull: Bool, isAsked: Bool) async throws {
    let library = fetcher.library
    let standings = try await fetcher.fetch(isFull: isFull, isAsked: isAsked)
    let difference = standings.difference
    failures = 0
    let time = now()
    try await library.setSynced(at: time)
    faultPoint()
    if difference == nil {
      try await library.setAgreed(at: time)
      faultPoint()
    }
    try await fetcher.fetchDaily(String(UTCTime.text(time).prefix(10)), isFull: isFull)
    board.update { status in
      status.phase = .idle
      (status.difference, status.removals) = (difference, standings.questions)
      if difference == nil { status.agreedAt = time }
    }
    translate.log.notice("Synced collection and want list", metadata: ["difference": "\(difference ?? "none")"])
  }

  /// Shows that the user paused the fetching, or the program ends.
  ///
  /// - Throws: what is wrong with Discogs' answers, which is logged.
  private func report(_ stop: ShelfFetcher.Stop) throws(ClientError) {
    let (part, message, sentence): (MirrorProgress.Part, Logger.Message, String)
    var facts: Logger.Metadata = [:]
    switch stop {
    case .paused: return showPause()
    case .missing(let list):
      (part, message, sentence) = (list, "Discogs sent no first page", SyncWords.noFirstPage(list.name))
    case .uncounted(let list):
      (part, message, sentence) = (list, "Discogs sent a page without a total", SyncWords.noCount(list.name))
    case .overcounted(let list, let total):
      (part, message) = (list, "Discogs sent a total that no account has")
      sentence = SyncWords.overcounted(list.name, total)
      facts["total"] = "\(total)"
    case .repeating(let list):
      (part, message, sentence) = (list, "Discogs sent a page again as the next", SyncWords.repeating(list.name))
    }
    facts["list"] = "\(part.rawValue)"
    translate.log.warning(message, metadata: facts)
    throw .refused(sentence)
  }

  nonisolated func showPause() {
    board.update { status in if case .running(let progress) = status.phase { status.phase = .paused(progress) } }
  }

  /// Returns whether the last sync is so long ago that the shelf should be synced; shows how it stands.
  func isOlder(than age: Duration) async throws -> Bool {
    let library = try await shelves.shelf()
    guard !library.isReadOnly, try holdsLock(of: library) else { return false }
    guard let last = try await library.syncedAt() else {
      // An imported shelf is sent to the account, or replaced by the account's, only on the user's request.
      if try await Self.isUnadopted(library) { throw ClientError.refused(SyncWords.imported) }
      return true
    }
    let agreedAt = try await library.agreedAt()
    let standings = try await standings(of: library)
    board.update { status in
      if status.phase == .off { status.phase = .idle }
      status.agreedAt = status.agreedAt ?? agreedAt
      (status.difference, status.removals) = (standings.difference, standings.questions)
    }
    // A time in the future was written by a wrong clock.
    return last > now() || now() - last >= age / .seconds(1)
  }

  private func standings(of library: Library) async throws(LibraryError) -> [MirrorProgress.Part: MirrorStanding] {
    var standings: [MirrorProgress.Part: MirrorStanding] = [:]
    for part in [MirrorProgress.Part.collection, .wants] { standings[part] = try await library.standing(of: part) }
    return standings
  }

  /// Removes the rows that a sync found to be gone from the account, or keeps them.
  ///
  /// - Returns: the number of these rows; 0 where no question was open.
  func answer(_ list: ShelfList, isRemoval: Bool) async throws -> Int {
    try checkMayChange()
    let library = try await shelves.shelf()
    let time = now()
    let count = try await mutex.withLock {
      try await library.answerRemoval(of: MirrorProgress.Part(list), isRemoval: isRemoval, at: time)
    }
    faultPoint()
    let standings = try await standings(of: library)
    board.update { status in (status.difference, status.removals) = (standings.difference, standings.questions) }
    translate.log.notice(
      "Decided on what is gone at Discogs",
      metadata: ["list": "\(list.rawValue)", "rows": "\(count)", "removed": "\(isRemoval)"])
    return count
  }

  // MARK: Sending

  /// - Parameter isAsked: whether a person asked for it, so that changes waiting for a retry are sent, too.
  func sendOnce(isAsked: Bool = false) async throws {
    guard !configuration.isReadOnly else { return }
    let (library, user) = try await prepared(replacesImported: false)
    try await send(library, user, isAsked: isAsked, lane: lane)
  }

  func sendQuietly(isHurried: Bool) async {
    do {
      try await sendOnce(isAsked: isHurried)
    } catch {
      // The pending list shows the reason at each change.
      translate.log.info("Changes of the shelf are waiting", metadata: ["cause": "\(translate(error))"])
    }
  }

  /// The library that mirrors the account in use, locked for this program, and that account's user name.
  ///
  /// - Parameter replacesImported: whether an imported shelf becomes the account's; true only at the user's request.
  private func prepared(replacesImported: Bool) async throws -> (Library, String) {
    let library = try await shelves.shelf()
    guard !library.isReadOnly else { throw ClientError.storage(SyncWords.readOnly(library.path)) }
    guard try holdsLock(of: library) else { throw ClientError.refused(SyncWords.otherProgram) }
    let user = try await discogs.userName()
    let owner = try await library.mirroredAccount()
    if let owner, owner != user { throw ClientError.refused(SyncWords.otherOwner(owner, user)) }
    if owner == nil {
      if !replacesImported, try await Self.isUnadopted(library) { throw ClientError.refused(SyncWords.imported) }
      try await library.backUpBeforeMirroring()
      faultPoint()
      try await library.mirror(user)
      faultPoint()
    }
    return (library, user)
  }

  /// Takes the lock of a library, unless held already; false where another program has it.
  private func holdsLock(of library: Library) throws(FileError) -> Bool {
    guard lock?.library.path != library.path else { return true }
    lock = nil
    lock = try FileLock.take(library.path + ".lock").map { (library, $0) }
    return lock != nil
  }

  /// Releases the lock for other programs. A change whose sending was interrupted is marked pending again.
  func releaseLock() async {
    guard let library = lock?.library else { return }
    if recovered.remove(library.path) != nil {
      do { try await library.recoverSending() } catch {
        // The next program to send recovers first.
        translate.log.info("A change may still be called under way", metadata: ["cause": "\(error)"])
      }
    }
    lock = nil
  }

  private func send(_ library: Library, _ user: String, isAsked: Bool, lane: Lane) async throws {
    if !recovered.contains(library.path) {
      try await library.recoverSending()
      faultPoint()
      recovered.insert(library.path)
    }
    if isAsked {
      try await library.sendNow()
      faultPoint()
    }
    let sender = ShelfSender(
      library: library, user: user, discogs: discogs, lane: lane, clock: clock, faultPoint: configuration.faultPoint)
    while !Task.isCancelled, let outcome = try await mutex.withLock({ try await sendNext(sender) }) {
      if case .again(_, let dueAt) = outcome {
        // This change also probes whether the network is back.
        discogs.reconnection.remember { [weak self] in self?.wake(isHurried: true) }
        return wakeLater(at: dueAt)
      }
    }
    let time = now()
    if let dueAt = try await library.nextDueTime(at: time), dueAt > time { wakeLater(at: dueAt) }
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
        do { try await self?.run(isFull: false, isAsked: false) } catch { return }
      }
    }
  }

  /// Nil when there is nothing to send now.
  private func sendNext(_ sender: ShelfSender) async throws -> SendingOutcome? {
    guard shelves.isInUse(sender.library), let edit = try await sender.library.nextOutgoing(at: now()) else {
      return nil
    }
    faultPoint()
    let outcome = try await sender.send(edit, at: now())
    try await sender.library.settle(edit.id, as: outcome)
    faultPoint()
    if case .done = outcome { try await sender.library.forgetRemoved(broughtBackBy: edit.id) }
    var facts: Logger.Metadata = ["edit": "\(edit.id)", "outcome": "\(outcome.word)"]
    // The log must explain later why a change was retried or left to the user.
    if let cause = outcome.cause { facts["cause"] = "\(cause)" }
    translate.log.log(level: outcome.cause == nil ? .info : .notice, "Sent a change of the shelf", metadata: facts)
    return outcome
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
