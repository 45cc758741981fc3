import Clients
public import DiscogsModel

/// What Discogs does not have yet, and how the shelf stands to the account.
extension AppStore {
  /// Something on the shelf has changed, whoever has changed it.
  func shelfChanged() {
    navigator.forEachPage { $0.shelfChanged() }
    loadPending()
  }

  /// Takes in news of the shelf; a burst of it costs one look.
  func shelfMayHaveChanged() {
    guard !isShelfNewsDue else { return }
    isShelfNewsDue = true
    let (pause, until) = (context.pause, ContinuousClock.now + context.environment.shelfNewsDelay)
    tasks.run { [weak self] in
      defer { self?.isShelfNewsDue = false }
      // Nobody waits any longer where there is no moment.
      do { try await pause.until { until } } catch { return }
      guard let self else { return }
      shelfChanged()
    }
  }

  func loadPending() {
    let edits = context.services.edits
    tasks.run { [weak self] in
      do throws(ClientError) {
        let pending = try await edits.pending()
        self?.take(pending)
      } catch {
        self?.context.services.log.write(.warning, "What is to be sent could not be read", ["error": "\(error)"])
      }
    }
  }

  private func take(_ edits: [PendingEdit]) {
    guard edits != pending else { return }
    pending = edits
    let stuck = edits.filter(\.isStuck)
    let news = stuck.filter { toldEdits[$0.id] == nil }
    forget(toldEdits.keys.filter { id in !stuck.contains { $0.id == id } })
    guard let first = news.first else { return }
    let places = key(.openTasks)
    let alert =
      if news.count > 1 {
        notify(.high, "\(news.count.grouped) changes are stuck on Discogs: \(places) lists them")
      } else if case .refused(let sentence) = first.state {
        notify(.high, "Discogs refused “\(first.title)”: \(sentence); \(places) lists it")
      } else {
        notify(.high, "\(places) compares what was changed on Discogs as well: \(first.title)")
      }
    for edit in news { toldEdits[edit.id] = alert }
  }

  /// What was said of changes that are stuck no longer is nobody's concern any more.
  private func forget(_ settled: [PendingEdit.ID]) {
    let alerts = Set(settled.compactMap { toldEdits.removeValue(forKey: $0) })
    for alert in alerts.subtracting(toldEdits.values) { notifications.markRead(alert) }
    layOut()
  }

  func syncChanged(_ status: SyncStatus) {
    guard status != syncStatus else { return }
    let before = syncStatus
    syncStatus = status
    navigator.forEachPage { $0.syncChanged(status) }
    if status.removals != before.removals, let told = toldRemovals {
      notifications.markRead(told)
      toldRemovals = nil
      layOut()
    }
    if !status.removals.isEmpty, status.removals != before.removals {
      let asked = status.removals.map(\.counted).joined(separator: " and ")
      toldRemovals = notify(.high, "Discogs no longer has \(asked): \(key(.openTasks)) asks whether they go here, too")
    } else if let difference = status.difference, difference != before.difference {
      notify(.ordinary, difference)
    }
  }

  /// Brings the shelf up to date without being asked to: after the start, and when a page of the shelf is opened.
  ///
  /// - Parameter isStart: whether the first screen is still to come, which goes first.
  func syncByItself(isStart: Bool = false) {
    guard let delay = context.environment.syncDelay, context.isLive else { return }
    // Who is signed in is found out with the first request: the client knows.
    if case .refused = account { return }
    let (client, pause, until) = (context.services.sync, context.pause, ContinuousClock.now + delay)
    tasks.run { [weak self] in
      if isStart {
        // Nobody waits any longer where there is no moment.
        do { try await pause.until { until } } catch { return }
      }
      guard let age = self?.context.environment.syncAge else { return }
      do throws(ClientError) {
        _ = try await client.bringUpToDate(age)
      } catch {
        // The header says that it failed, and it goes on by itself where that can help.
        if case .refused(let sentence) = error { self?.notify(.ordinary, sentence) }
      }
      // Once the shelf is here: what is wanted may have changed.
      self?.checkPricesByItself()
    }
  }

  // MARK: Commands

  func sync(isFull: Bool) {
    // A live source has nothing to tell before its first sync.
    guard syncStatus.phase != .off || context.isLive else {
      notice = "There is no account here to bring the shelf up to date with: :source live"
      return
    }
    let client = context.services.sync
    let begun = isFull ? "Comparing the whole shelf with Discogs…" : "Bringing the shelf up to date…"
    notice = begun
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await client.run(isFull)
        guard let self else { return }
        syncChanged(client.status())
        if case .idle = syncStatus.phase, syncStatus.difference == nil {
          notify(.confirmation, "The shelf is the same as on Discogs")
        }
      } catch {
        if self?.notice == begun { self?.notice = nil }
        self?.report("The shelf was not brought up to date", error)
      }
    }
  }

  func pauseSync() {
    guard case .running = syncStatus.phase else {
      notice = "Nothing is being synced"
      return
    }
    context.services.sync.pause()
    notice = "Paused; :\(Command.sync.rawValue) goes on"
  }

  // MARK: The tasks page

  /// Returns false for what is no change that waits for Discogs.
  func performOnTasks(_ command: Command) -> Bool {
    guard case .tasks(let model) = page else { return false }
    if let removal = model.selectedRemoval {
      guard command == .open || command == .remove else { return false }
      ask(removal)
      return true
    }
    guard let edit = model.selectedEdit else { return false }
    switch command {
    case .open: open(edit)
    case .refresh: apply(.retry, to: edit)
    case .remove:
      ask(
        "Give this change up?", about: edit.title, [], advice: "The shelf then shows what Discogs has"
      ) { $0.apply(.takeTheirs, to: edit) }
    default: return false
    }
    return true
  }

  private func open(_ edit: PendingEdit) {
    if case .conflict(let differences) = edit.state {
      open(
        .conflict(
          ConflictModel(edit: edit, differences: differences, measure: context.measure) { [weak self] remedy in
            self?.apply(remedy, to: edit)
          }))
    } else if let release = edit.release {
      navigate(to: .release(release))
    } else {
      notice = "\(key(.refresh)) tries again now, \(key(.remove)) gives it up"
    }
  }

  // MARK: What Discogs no longer has

  /// Asks whether what is gone at Discogs goes here, too.
  private func ask(_ removal: SyncStatus.Removal) {
    ask(
      removal.question, about: "Discogs no longer has them", [],
      advice: "\(key(.decline)) keeps them; :\(Command.openRemoved.rawValue) brings back for \(RemovedRow.days) days",
      orElse: { $0.answer(removal, isRemoval: false) }, then: { $0.answer(removal, isRemoval: true) })
  }

  private func answer(_ removal: SyncStatus.Removal, isRemoval: Bool) {
    let client = context.services.sync
    tasks.run { [weak self] in
      do throws(ClientError) {
        let count = try await client.answer(removal.list, isRemoval)
        guard let self else { return }
        let counted = SyncStatus.Removal(list: removal.list, gone: count, rows: removal.rows).counted
        notify(
          .confirmation,
          count == 0
            ? "Nothing is removed: Discogs has them again"
            : isRemoval ? "Removed \(counted): :\(Command.openRemoved.rawValue) brings them back" : "Kept \(counted)")
        syncChanged(client.status())
        shelfChanged()
      } catch {
        self?.report("Nothing was removed", error)
      }
    }
  }

  /// Lists what syncs have removed; what is chosen comes back.
  func showRemoved() {
    let edits = context.services.edits
    open(
      .chooser(
        ChooserModel(
          "Bring back", about: "Removed by a sync in the last \(RemovedRow.days) days", context: context,
          source: { () throws(ClientError) in
            let rows = try await edits.removed()
            let each = rows.map { ChooserModel.Choice.removed([$0]) }
            return .init(rows.count > 1 ? [.removed(rows)] + each : each)
          },
          onChoice: { [weak self] choice in
            guard let self, case .removed(let rows) = choice else { return }
            closePopup()
            restore(rows)
          })))
  }

  private func restore(_ rows: [RemovedRow]) {
    let edits = context.services.edits
    inTurn { store in
      do throws(ClientError) {
        let title = try await edits.restore(rows.map(\.id))
        store.notify(.confirmation, title.map { "Done: \($0)" } ?? "It was brought back already")
        store.shelfChanged()
      } catch {
        store.report("Nothing was brought back", error)
      }
    }
  }

  private func apply(_ remedy: PendingEditRemedy, to edit: PendingEdit) {
    let edits = context.services.edits
    let page = page.model
    inTurn { [weak page] store in
      do throws(ClientError) {
        try await edits.remedy(edit.id, remedy)
        let said =
          switch remedy {
          case .keepMine: "Yours is sent"
          case .takeTheirs: "Given up"
          case .retry: "Tried again"
          }
        store.notify(.confirmation, "\(said): \(edit.title)")
        store.shelfChanged()
      } catch {
        store.report("The change stays as it was", error, from: page)
      }
    }
  }
}

extension PendingEdit {
  /// Whether it waits for the user.
  nonisolated public var isStuck: Bool {
    switch state {
    case .refused, .conflict: true
    case .waiting, .sending, .retrying: false
    }
  }
}
