public import Clients
import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// Syncs the shelf with the account, and keeps the changes that Discogs does not have yet.
@Observable
public final class SyncDesk: Desk {
  /// The changes that Discogs does not have yet, oldest first.
  public private(set) var pending: [PendingEdit] = []
  public private(set) var status: SyncStatus
  let stage: Stage

  @ObservationIgnored private let work: ShelfWork
  @ObservationIgnored private let market: MarketDesk
  @ObservationIgnored private let follow: FollowDesk
  @ObservationIgnored private let account: AccountDesk
  /// Whether a sync removes rows that the user has agreed to lose, and need not ask about them.
  @ObservationIgnored private var isReplacing = false
  /// The reading of the account for a shelf that belongs to none yet; nil when not under way.
  @ObservationIgnored private var adopting: Task<Void, Never>?
  /// The notifications of stuck changes, by change.
  @ObservationIgnored private var alertedEdits: [PendingEdit.ID: Notification.ID] = [:]
  /// The notification that asks whether rows gone from Discogs go here, too; read once that is answered.
  @ObservationIgnored private var removalAlert: Notification.ID?

  init(_ stage: Stage, work: ShelfWork, market: MarketDesk, follow: FollowDesk, account: AccountDesk) {
    (self.stage, self.work, self.market, self.follow, self.account) = (stage, work, market, follow, account)
    status = stage.services.sync.status()
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .sync: sync(isFull: argument?.choice == "full")
    case .pauseSync: pauseSync()
    case .openRemoved: showRemoved()
    default: return .passed
    }
    return .done
  }

  func hear(_ event: Event) { if event.isOfTheShelf { loadPending() } }

  /// Gives up asking about a shelf that is no longer shown.
  func close() {
    adopting?.cancel()
    adopting = nil
  }

  /// Forgets the pending changes and reads those of another shelf.
  func reset() {
    pending = []
    loadPending()
  }

  func loadPending() {
    stage.attempt(orLog: "Could not read pending changes") { [weak self, edits = services.edits] in
      let pending = try await edits.pending()
      self?.take(pending)
    }
  }

  private func take(_ edits: [PendingEdit]) {
    guard edits != pending else { return }
    pending = edits
    let stuck = edits.filter(\.isStuck)
    let news = stuck.filter { alertedEdits[$0.id] == nil }
    forget(alertedEdits.keys.filter { id in !stuck.contains { $0.id == id } })
    guard let first = news.first else { return }
    let places = key(.openTasks)
    let alert =
      if news.count > 1 {
        notify(.high, SyncWords.stuck(news.count, key: places))
      } else if case .refused(let sentence) = first.state {
        notify(.high, SyncWords.refused(first.title, sentence, key: places))
      } else {
        notify(.high, SyncWords.conflict(first.title, key: places))
      }
    for edit in news { alertedEdits[edit.id] = alert }
  }

  /// Marks the alerts of changes that are no longer stuck as read.
  private func forget(_ settled: [PendingEdit.ID]) {
    let alerts = Set(settled.compactMap { alertedEdits.removeValue(forKey: $0) })
    for alert in alerts.subtracting(alertedEdits.values) { stage.notifications.markRead(alert) }
    stage.layOut()
  }

  func take(_ status: SyncStatus) {
    guard status != self.status, !isReplacing || status.removals.isEmpty else { return }
    let before = self.status
    self.status = status
    stage.broadcast(.syncChanged(status))
    if status.removals != before.removals, let alert = removalAlert {
      stage.notifications.markRead(alert)
      removalAlert = nil
      stage.layOut()
    }
    if !status.removals.isEmpty, status.removals != before.removals {
      let asked = status.removals.map(\.counted).joined(separator: SyncWords.and)
      removalAlert = notify(.high, SyncWords.gone(asked, key: key(.openTasks)))
    } else if let difference = status.difference, difference != before.difference {
      notify(.ordinary, difference)
    }
  }

  /// Syncs automatically: after the start, with another account or source, and when a page of the shelf is opened.
  ///
  /// - Parameter isStart: true to let the first screen go first.
  func syncByItself(isStart: Bool = false) {
    let environment = context.environment
    guard let delay = environment.syncDelay, context.shared.syncsAutomatically, context.can(.sync) else { return }
    // The client finds out with the first request who is signed in.
    if case .refused = account.state { return }
    let (client, pause) = (services.sync, context.pause)
    tasks.run { [weak self] in
      if isStart, await !pause.rest(for: delay) { return }
      guard let age = self?.context.environment.syncAge else { return }
      do {
        _ = try await client.bringUpToDate(age)
      } catch ClientError.refused(let sentence) {
        self?.notify(.ordinary, sentence)
      } catch {
        // The header shows the failure, and the sync goes on by itself where that can help.
      }
      // Once the shelf is here: the wants may have changed.
      self?.market.checkPricesAutomatically()
      self?.follow.lookAutomatically()
    }
  }

  // MARK: Commands

  func sync(isFull: Bool) {
    if isRefused() { return }
    // A live source has no status before its first sync.
    guard status.phase != .off || context.can(.sync) else {
      return say(account.isSignedIn ? SourceWords.syncNeedsLive : SourceWords.syncNeedsAccount(key: key(.signIn)))
    }
    notice = SyncWords.comparing
    guard adopting == nil else { return }
    let origin = page
    adopting = attempt(orSay: SyncWords.failed, from: origin) { [weak origin] desk in
      do {
        // A shelf that came from files is sent only after the user has agreed.
        let plan = try await desk.services.sync.adoption()
        guard !Task.isCancelled else { return }
        desk.adopting = nil
        if let plan { desk.offer(plan, from: origin) } else { desk.run(isFull: isFull) }
      } catch {
        guard !Task.isCancelled else { return }
        desk.adopting = nil
        if desk.notice == SyncWords.comparing { desk.notice = nil }
        throw error
      }
    }
  }

  /// Asks about a shelf that belongs to no account yet, unless the user is busy by now.
  private func offer(_ plan: AdoptionPlan, from origin: (any PageModel)?) {
    guard !isRefused() else { return }
    let isBusy = !stage.overlays.isEmpty || stage.overlays.chord != nil || preparations.isUnderWay || page.takesText
    if isBusy || origin !== page {
      notify(.ordinary, SyncWords.asksAgain(command: Command.sync.name))
    } else {
      ask(plan)
    }
  }

  /// Asks whether to add a shelf that belongs to no account yet, or to replace it.
  private func ask(_ plan: AdoptionPlan) {
    notice = nil
    stage.ask(
      SyncWords.adopt(copies: plan.copies, wants: plan.wants),
      about: SyncWords.there(plan.copiesThere, plan.wantsThere),
      [
        .init(SyncWords.folders, plan.folders > 0 ? SyncWords.newFolders(plan.folders) : ""),
        .init(FieldWords.changes, plan.changes > 0 ? SyncWords.filled(plan.changes) : ""),
        .init(SyncWords.leftOut, plan.valuesLeftOut.joined(separator: ", ")),
      ],
      advice: SyncWords.orReplace(key: key(.replace)), takesEnter: false,
      orElse: { [weak self] in self?.notice = SyncWords.nothingSent },
      orCancel: { [weak self] in self?.notice = SyncWords.nothingSent },
      orReplace: { [weak self] in self?.askToReplace(plan) },
      then: { [weak self] in
        self?.attempt(orSay: SyncWords.failed) { desk in
          try await desk.services.sync.adopt()
          desk.run(isFull: true)
        }
      })
  }

  /// Asks once more before a shelf that belongs to no account is replaced, with the numbers of what goes.
  private func askToReplace(_ plan: AdoptionPlan) {
    stage.ask(
      SyncWords.replaceThis, about: SyncWords.there(plan.copiesThere, plan.wantsThere),
      [.init(SyncWords.goes, SyncWords.plan(plan.copies, plan.wants, folders: 0, changes: plan.changes))],
      advice: SyncWords.keepsCopy(command: Command.openRemoved.name, days: RemovedRow.days), takesEnter: false,
      orElse: { [weak self] in self?.notice = ShelfWords.unchanged },
      orCancel: { [weak self] in self?.notice = ShelfWords.unchanged },
      then: { [weak self] in self?.run(isFull: true, replacing: plan) })
  }

  /// - Parameter replacing: what of the shelf the account lacks, where the user has agreed to lose it.
  private func run(isFull: Bool, replacing plan: AdoptionPlan? = nil) {
    let begun = isFull ? SyncWords.comparing : SyncWords.syncing
    notice = begun
    if plan != nil { isReplacing = true }
    attempt(orSay: SyncWords.failed) { desk in
      let client = desk.services.sync
      do {
        defer { if plan != nil { desk.isReplacing = false } }
        try await client.run(isFull)
        if let plan { try await Self.remove(plan, client) }
      } catch {
        if desk.notice == begun { desk.notice = nil }
        throw error
      }
      desk.take(client.status())
      if desk.notice == begun { desk.notice = nil }
      guard case .idle = desk.status.phase, desk.status.difference == nil else { return }
      let left = try await desk.services.edits.pending()
      desk.notify(.confirmation, left.isEmpty ? SyncWords.upToDate : ShelfWording.state(left))
    }
  }

  /// Removes the rows that a sync has held back. More of them than the user has agreed to are asked about as always.
  private static func remove(_ agreed: AdoptionPlan, _ client: ShelfSyncClient) async throws {
    let removals = client.status().removals.filter {
      $0.gone <= ($0.list == .collection ? agreed.copies : agreed.wants)
    }
    guard !removals.isEmpty else { return }
    for removal in removals { _ = try await client.answer(removal.list, true) }
    // Compares again after the removals.
    try await client.run(false)
  }

  func pauseSync() {
    guard case .running = status.phase else { return say(SyncWords.notRunning) }
    services.sync.pause()
    notice = SyncWords.paused(command: Command.sync.name)
  }

  // MARK: The tasks page

  /// Carries out a key on a change that waits for Discogs; false for a key without a meaning there.
  func perform(_ command: Command, on edit: PendingEdit) -> Bool {
    switch command {
    case .open: open(edit)
    case .refresh: apply(.retry, to: edit)
    case .remove:
      if isRefused() { break }
      stage.ask(SyncWords.giveUpThis, about: edit.title, advice: SyncWords.thenTheirs) {
        [weak self] in self?.apply(.takeTheirs, to: edit)
      }
    default: return false
    }
    return true
  }

  private func open(_ edit: PendingEdit) {
    if case .conflict(let differences) = edit.state {
      stage.replacePopup(
        with: ConflictModel(edit: edit, differences: differences, stage: stage) { [weak self] remedy in
          self?.apply(remedy, to: edit)
        })
    } else if let release = edit.release {
      stage.navigate(to: .release(release))
    } else {
      notice = SyncWords.retryOrGiveUp(retry: key(.refresh), giveUp: key(.remove))
    }
  }

  // MARK: Removals

  /// Asks whether rows gone from Discogs go here, too.
  func ask(_ removal: SyncStatus.Removal) {
    stage.ask(
      removal.question, about: SyncWords.goneFromDiscogs,
      advice: SyncWords.keepOrBringBack(
        keep: key(.decline), command: Command.openRemoved.name, days: RemovedRow.days),
      no: SyncWords.keep,
      orElse: { [weak self] in self?.answer(removal, isRemoval: false) },
      then: { [weak self] in self?.answer(removal, isRemoval: true) })
  }

  private func answer(_ removal: SyncStatus.Removal, isRemoval: Bool) {
    work.inTurn(orSay: SyncWords.removalFailed) { [weak self] work in
      let client = work.services.sync
      let count = try await client.answer(removal.list, isRemoval)
      let counted = SyncStatus.Removal(list: removal.list, gone: count, rows: removal.rows).counted
      work.notify(
        .confirmation,
        count == 0
          ? SyncWords.thereAgain
          : isRemoval ? SyncWords.removed(counted, command: Command.openRemoved.name) : SyncWords.kept(counted))
      self?.take(client.status())
    }
  }

  /// Lists the rows that syncs have removed, to bring one or all back.
  private func showRemoved() {
    let edits = services.edits
    stage.replacePopup(
      with: ChooserModel(
        SyncWords.bringBack, about: SyncWords.removedLately(days: RemovedRow.days), stage: stage,
        source: {
          let rows = try await edits.removed()
          let each = rows.map { ChooserModel.Choice.removed([$0]) }
          return .init(rows.count > 1 ? [.removed(rows)] + each : each)
        },
        onChoice: { [weak self] choice in
          guard let self, case .removed(let rows) = choice else { return }
          restore(rows)
        }))
  }

  private func restore(_ rows: [RemovedRow]) {
    work.inTurn(orSay: SyncWords.bringBackFailed) { work in
      let title = try await work.services.edits.restore(rows.map(\.id))
      work.notify(.confirmation, title ?? SyncWords.backAlready)
    }
  }

  private func apply(_ remedy: PendingEditRemedy, to edit: PendingEdit) {
    work.inTurn(orSay: SyncWords.remedyFailed, from: page) { work in
      try await work.services.edits.remedy(edit.id, remedy)
      let said =
        switch remedy {
        case .keepMine: SyncWords.sendsYours
        case .takeTheirs: SyncWords.gaveUp
        case .retry: SyncWords.triesAgain
        }
      work.notify(.confirmation, SyncWords.remedied(said, edit.title))
    }
  }
}

extension PendingEdit {
  nonisolated public var isStuck: Bool {
    switch state {
    case .refused, .conflict: true
    case .waiting, .sending, .retrying: false
    }
  }
}
