import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct PendingEditTests {
  private let shelf = fixtureShelf()
  private let live = ScriptedLive()

  private let conflict = PendingEdit(
    id: 1, title: "Move Artist 1 – Title 1 to Jazz", release: 1, madeAt: -3_600,
    state: .conflict([.init(name: "Folder", before: "Rock", mine: "Jazz", theirs: "Soul")]))

  private func waiting(_ id: Int64) -> PendingEdit {
    PendingEdit(id: id, title: "Rate 4 of 5: Title \(id)", release: 2, madeAt: -60, state: .waiting)
  }

  private func tasks() async -> StoreFixture {
    let app = await StoreFixture(live.services(shelf.services()))
    app.store.start()
    await app.perform(.openTasks)
    return app
  }

  private func model(_ app: StoreFixture) -> TasksModel? {
    if let model = app.store.page as? TasksModel { model } else { nil }
  }

  @Test func `pending changes stand above the requests, and a conflict notifies once`() async {
    shelf.content.pending = [conflict, waiting(2)]
    live.network = NetworkStatus(
      connection: .online,
      activities: [NetworkActivity(id: 1, title: "release 1", isBackground: false, state: .loading)]
    )
    let app = await tasks()
    #expect(
      model(app)?.list.rows.map { if case .caption(let text) = $0 { text } else { "row" } } == [
        "To send", "row", "row", "Requests", "row",
      ])
    #expect(app.store.pending.count == 2)
    #expect(app.store.notifications.alert?.text.contains("Move Artist 1 – Title 1 to Jazz") == true)
    await app.perform(.cancel)
    shelf.content.pending.removeLast()
    app.store.perform(.rateNone)
    await app.perform(.refreshView)
    #expect(app.store.notifications.alert == nil)
    #expect(model(app)?.selectedEdit == conflict, "the captions are passed over")
    await app.perform(.moveDown)
    #expect(model(app)?.selectedEdit == nil)
    await app.perform(.moveUp, .moveUp)
    #expect(model(app)?.selectedEdit == conflict)
    app.store.stop()
  }

  @Test(arguments: [(Command.keepMine, PendingEditRemedy.keepMine), (.takeTheirs, .takeTheirs)])
  func `Enter on a conflict shows both sides, and one is chosen`(
    key: Command, remedy: PendingEditRemedy
  ) async {
    shelf.content.pending = [conflict]
    let app = await tasks()
    await app.perform(.cancel, .open)
    guard let shown = app.store.popup as? ConflictModel else { return #expect(Bool(false)) }
    #expect(shown.differences.first?.theirs == "Soul")
    await app.perform(.confirm)
    #expect(app.said == "m sends yours, t takes theirs, <Esc> decides later")
    await app.perform(key)
    #expect(shelf.remedies.values == [remedy])
    #expect(app.store.pending.isEmpty && model(app)?.list.isEmpty == true)
    app.store.stop()
  }

  @Test func `the notice about a change that was settled elsewhere goes away`() async {
    shelf.content.pending = [conflict]
    let app = await tasks()
    #expect(app.store.notifications.alert != nil)
    shelf.content.pending = []
    // Another change of the shelf has the pending ones read again.
    app.store.perform(.openCollection)
    await app.perform(.moveDown, .rateNone)
    #expect(app.store.pending.isEmpty)
    #expect(app.store.notifications.alert == nil)
    app.store.stop()
  }

  @Test(arguments: [Command.openCollection, .openWantList])
  func `on a page of the shelf R brings it up to date`(page: Command) async {
    live.account = .signedIn(user: "digger")
    let asked = Recorder<Bool>()
    var services = live.services(shelf.services())
    services.sync.adoption = { () throws(ClientError) in nil }
    services.sync.run = { isFull throws(ClientError) in
      asked.append(isFull)
      throw .offline
    }
    let app = await StoreFixture(services)
    app.store.start()
    await app.tasks.settle()
    await app.perform(page, .refreshView)
    #expect(asked.values == [false])
    #expect(app.store.banner?.title == "Could not sync")
    #expect(app.store.notice == nil)
    await app.perform(.refreshView)
    #expect(asked.values == [false, false])
    app.store.stop()
  }

  @Test func `a conflict that is longer than the screen scrolls, and no further than its end`() async throws {
    let edit = PendingEdit(
      id: 1, title: "Edit Title 1", release: 1, madeAt: 0,
      state: .conflict([
        .init(name: "Notes", before: "", mine: "one\ntwo\nthree\nfour\nfive\nsix", theirs: "other"),
        .init(name: "Rating", before: "3", mine: "4", theirs: ""),
      ]))
    shelf.content.pending = [edit]
    let app = await tasks()
    app.store.resize(columns: 40, rows: 12)
    await app.perform(.cancel, .open)
    guard let shown = app.store.popup as? ConflictModel else { return #expect(Bool(false)) }
    #expect(shown.lines.count == 7 && shown.height == 4 && shown.scrolls)
    #expect(shown.lines.last?.name == "Rating" && shown.lines.last?.texts == ["4", nil])
    await app.perform(.scrollDown)
    #expect(shown.top == 1)
    await app.perform(.scrollPageDown)
    #expect(shown.top == 3)
    await app.perform(.scrollDown)
    #expect(shown.top == 3)
    await app.perform(.scrollPageUp)
    #expect(shown.top == 0)
    await app.perform(.scrollPageDown)
    app.store.resize(columns: 120, rows: 40)
    #expect(shown.top == 0 && !shown.scrolls && shown.sides == [.before, .mine, .theirs])
    app.store.stop()
  }

  @Test func `r tries a change again, D gives it up after a question, Enter opens its release`() async {
    shelf.content.pending = [waiting(2)]
    let app = await tasks()
    await app.perform(.refresh)
    #expect(shelf.remedies.values == [.retry])
    await app.perform(.remove)
    #expect(app.question?.advice == "Your shelf then shows Discogs' version")
    await app.perform(.decline, .open)
    #expect(app.store.page.route == .release(2))
    await app.perform(.back, .remove, .confirm)
    #expect(shelf.remedies.values == [.retry, .takeTheirs])
    #expect(app.said == "Discarded: Rate 4 of 5: Title 2")
    app.store.stop()
  }

  /// A live source that notes when the shelf is to be brought up to date by itself.
  private func follower(_ asked: Recorder<Duration>, delay: Duration? = .zero) async -> StoreFixture {
    var services = live.services(shelf.services())
    services.sync.bringUpToDate = { age throws(ClientError) in
      asked.append(age)
      return true
    }
    var environment = AppEnvironment.testing
    environment.syncDelay = delay
    let app = await StoreFixture(services, environment: environment)
    app.store.start()
    await app.tasks.settle()
    return app
  }

  @Test func `the shelf is brought up to date after the start and when it is looked at`() async {
    live.account = .signedIn(user: nil)
    let asked = Recorder<Duration>()
    let app = await follower(asked)
    #expect(asked.values == [.seconds(600)])
    await app.perform(.openCollection, .openTasks, .openWantList)
    #expect(asked.values.count == 3)
    app.store.stop()
  }

  @Test func `with a refused token the shelf waits until someone signs in`() async {
    live.account = .refused(user: "digger")
    let asked = Recorder<Duration>()
    let app = await follower(asked)
    await app.perform(.openCollection)
    #expect(asked.values == [])
    live.account = .signedIn(user: "digger")
    await until { asked.values.count == 1 }
    app.store.stop()
  }

  @Test func `auto_sync = false stops automatic syncs`() async {
    live.account = .signedIn(user: nil)
    let asked = Recorder<Duration>()
    let app = await follower(asked, delay: nil)
    await app.perform(.openCollection)
    #expect(asked.values == [])
    app.store.stop()
  }

  @Test func `a sync of a shelf that no account has asks before it sends anything`() async throws {
    let (ran, adopted) = (Recorder<Bool>(), Recorder<Int>())
    var plan = AdoptionPlan()
    (plan.copies, plan.wants, plan.copiesThere) = (7, 2, 120)
    var services = live.services(shelf.services())
    services.sync.adoption = { [plan] () throws(ClientError) in plan }
    services.sync.adopt = { () throws(ClientError) in adopted.append(1) }
    services.sync.run = { isFull throws(ClientError) in ran.append(isFull) }
    let app = await StoreFixture(services)
    await app.commandLine("sync")
    let question = try #require(app.store.popup as? Question)
    #expect(question.caption == "Send 7 copies and 2 wants to Discogs?")
    #expect(question.about == "Discogs has 120 copies and 0 wants")
    for no in [Command.cancel, .decline] {
      await app.perform(no)
      #expect(adopted.values.isEmpty && ran.values.isEmpty)
      #expect(app.store.popup == nil && app.store.notice == "Nothing sent", "\(no)")
      await app.commandLine("sync")
    }
    await app.perform(.confirm)
    #expect(adopted.values == [1] && ran.values == [true])
  }

  /// A shelf of which Discogs lacks 26 copies and 4 wants, and after a sync still `gone` copies.
  private func replaceable(_ ran: Recorder<Bool>, _ answers: Recorder<Bool>, gone: Int) -> Services {
    var plan = AdoptionPlan()
    (plan.copies, plan.wants, plan.copiesThere, plan.changes) = (26, 4, 2, 1)
    let status = Recorder<SyncStatus>()
    var services = live.services(shelf.services())
    services.sync.adoption = { [plan] () throws(ClientError) in plan }
    services.sync.status = { status.values.last ?? SyncStatus(phase: .idle) }
    services.sync.run = { isFull throws(ClientError) in
      ran.append(isFull)
      guard isFull else { return }
      status.append(
        SyncStatus(
          phase: .idle, difference: "Discogs no longer has \(gone) of your 28 copies",
          removals: [.init(list: .collection, gone: gone, rows: 28)]))
    }
    services.sync.answer = { _, isRemoval throws(ClientError) in
      answers.append(isRemoval)
      status.append(SyncStatus(phase: .idle))
      return gone
    }
    return services
  }

  @Test func `a key of its own replaces the shelf, after another question with the numbers of what goes`() async throws
  {
    let (ran, answers) = (Recorder<Bool>(), Recorder<Bool>())
    let app = await StoreFixture(replaceable(ran, answers, gone: 26))
    for no in [Command.cancel, .decline] {
      await app.commandLine("sync")
      await app.perform(.replace)
      let question = try #require(app.question)
      #expect(question.caption == "Replace your shelf with Discogs'?" && !question.takesEnter)
      #expect(question.about == "Discogs has 2 copies and 0 wants")
      #expect(
        question.facts == [.init("Removed here", "26 copies, 4 wants, grades, notes and ratings of 1 copy")])
      await app.perform(no)
      #expect(ran.values.isEmpty && app.store.popup == nil && app.store.notice == "Nothing changed", "\(no)")
    }
    await app.commandLine("sync")
    await app.perform(.replace, .confirm)
    #expect(ran.values == [true, false] && answers.values == [true])
    #expect(app.store.notifications.alert == nil)
    #expect(app.store.notice == "Collection and want list up to date")
  }

  @Test func `more rows than were agreed to are asked about, and nothing is left in the bottom line`() async {
    let (ran, answers) = (Recorder<Bool>(), Recorder<Bool>())
    let app = await StoreFixture(replaceable(ran, answers, gone: 27))
    await app.commandLine("sync")
    await app.perform(.replace, .confirm)
    #expect(ran.values == [true] && answers.values.isEmpty)
    #expect(app.store.notifications.alert?.text.hasPrefix("Gone from Discogs: 27 copies") == true)
    #expect(app.store.notice == nil)
  }

  @Test func `no other question has a third answer`() async {
    shelf.content.pending = [waiting(2)]
    let app = await tasks()
    await app.perform(.remove, .replace)
    #expect(app.question != nil && app.store.notice == "y or n?")
    app.store.stop()
  }

  /// Services of a shelf that no account has, whose account is read behind a gate.
  private func unadopted(_ gate: Gate, asked: Recorder<Int> = Recorder()) -> Services {
    var services = live.services(shelf.services())
    services.sync.adoption = { () throws(ClientError) in
      asked.append(1)
      await gate.pass()
      return AdoptionPlan()
    }
    return services
  }

  @Test func `what was opened while the account was read stays open, and sync asks again`() async {
    let (gate, asked) = (Gate(), Recorder<Int>())
    let app = await StoreFixture(unadopted(gate, asked: asked))
    await app.perform(.openCollection)
    app.store.perform(.sync)
    app.store.perform(.sync)
    await gate.arrival()
    app.store.perform(.edit)
    await until { app.store.popup != nil }
    let opened = app.store.popup
    await gate.open()
    await app.tasks.settle()
    #expect(asked.values == [1])
    #expect(app.store.popup === opened && app.question == nil)
    #expect(app.said == "Compared with Discogs; :sync asks what to send")
    await app.perform(.cancel, .sync)
    #expect(app.question?.takesEnter == false)
  }

  @Test func `on another page there is no question about the shelf`() async {
    let gate = Gate()
    let app = await StoreFixture(unadopted(gate))
    app.store.perform(.sync)
    await gate.arrival()
    app.store.perform(.openTasks)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.overlays.isEmpty)
    #expect(app.said == "Compared with Discogs; :sync asks what to send")
  }

  @Test func `a run that changes nothing does not ask to send the shelf`() async {
    let gate = Gate()
    await gate.open()
    var services = unadopted(gate)
    services.edits.refusal = { "Nothing changed" }
    let app = await StoreFixture(services)
    await app.commandLine("sync")
    #expect(app.store.popup == nil && app.said == "Nothing changed")
  }

  @Test func `sync, sync full and pause`() async throws {
    let ran = Recorder<Bool>()
    let paused = Recorder<Int>()
    var services = shelf.services()
    let running = SyncStatus(phase: .running(.init(part: "collection", done: 1_200, total: 4_000)))
    services.sync = .test {
      $0.status = { running }
      $0.changes = { AsyncStream { $0.finish() } }
      $0.run = { isFull throws(ClientError) in ran.append(isFull) }
      $0.bringUpToDate = { _ throws(ClientError) in false }
      $0.pause = { paused.append(1) }
      $0.adoption = { () throws(ClientError) in nil }
      $0.adopt = { () throws(ClientError) in }
      $0.answer = { _, _ throws(ClientError) in 0 }
    }
    let app = await StoreFixture(services)
    await app.commandLine("sync")
    await app.commandLine("sync full")
    #expect(ran.values == [false, true])
    await app.commandLine("pause")
    #expect(paused.values == [1])
    #expect(app.said == "Sync paused; :sync resumes it")
    #expect(throws: TypedLineError.self) { try TypedLine(parsing: "sync everything") }
    var signedIn = shelf.services()
    signedIn.account.state = { .signedIn(user: "me") }
    let other = await StoreFixture(signedIn)
    await other.commandLine("sync")
    #expect(other.said == "Sync needs Discogs: :source live")
    let alone = await StoreFixture(shelf.services())
    await alone.commandLine("sync")
    #expect(alone.said == "Sync needs a Discogs account · gs to sign in")
  }

  private static let question = SyncStatus(
    phase: .idle, difference: "…", removals: [SyncStatus.Removal(list: .collection, gone: 26, rows: 250)])

  /// A shelf of which Discogs no longer has a part, on the tasks page.
  private func asked(
    _ answers: Recorder<Bool>, at start: SyncStatus = question,
    then changes: AsyncStream<SyncStatus> = AsyncStream { $0.finish() }
  ) async -> StoreFixture {
    let status = Recorder<SyncStatus>()
    status.append(start)
    var services = live.services(shelf.services())
    services.sync = .test {
      $0.status = { status.values.last ?? .off }
      $0.changes = { changes }
      $0.run = { _ throws(ClientError) in }
      $0.bringUpToDate = { _ throws(ClientError) in false }
      $0.pause = {}
      $0.answer = { _, isRemoval throws(ClientError) in
        answers.append(isRemoval)
        status.append(SyncStatus(phase: .idle))
        return 26
      }
    }
    let app = await StoreFixture(services)
    app.store.start()
    await app.tasks.settle()
    await app.perform(.openTasks)
    return app
  }

  @Test(arguments: [(Command.confirm, true), (.decline, false)])
  func `rows gone at Discogs go when the user says so, and stay otherwise`(
    key: Command, isRemoval: Bool
  ) async {
    let answers = Recorder<Bool>()
    let app = await asked(answers)
    #expect(model(app)?.selectedRemoval?.question == "Remove 26 of 250 copies?")
    await app.perform(.open)
    guard let question = app.store.popup as? Question else { return #expect(Bool(false)) }
    #expect(question.caption == "Remove 26 of 250 copies?" && question.no == "keep")
    await app.perform(key)
    #expect(answers.values == [isRemoval])
    #expect(app.store.syncStatus.removals == [])
    #expect(model(app)?.list.isEmpty == true)
    app.store.stop()
  }

  @Test(arguments: [Command.confirm, .decline])
  func `the notice about missing rows ends with its question`(key: Command) async {
    let (changes, sync) = AsyncStream.makeStream(of: SyncStatus.self)
    let app = await asked(Recorder<Bool>(), at: SyncStatus(phase: .idle), then: changes)
    #expect(app.store.notifications.alert == nil)
    sync.yield(Self.question)
    while app.store.syncStatus != Self.question { await Task.yield() }
    #expect(app.store.notifications.alert?.text.hasPrefix("Gone from Discogs: 26 copies · ") == true)
    await app.perform(.open, key)
    #expect(app.store.syncStatus.removals == [])
    #expect(app.store.notifications.alert == nil)
    app.store.stop()
  }

  @Test func `leaving the question about missing rows keeps it open`() async {
    let answers = Recorder<Bool>()
    let app = await asked(answers)
    await app.perform(.open, .cancel)
    #expect(app.store.popup == nil)
    #expect(answers.values == [])
    #expect(model(app)?.selectedRemoval != nil)
    app.store.stop()
  }

  @Test func `rows that a sync removed are listed, and come back one by one or all at once`() async {
    shelf.content.removed = (1...3).map { number in
      RemovedRow(
        id: Int64(number), list: .collection, facts: ShelfFacts(release: 7, artist: "A", title: "T \(number)"),
        folder: "Jazz", plays: number, removedAt: 0)
    }
    let app = await StoreFixture(shelf.services())
    await app.commandLine("removed")
    guard let chooser = app.store.popup as? ChooserModel else { return #expect(Bool(false)) }
    #expect(chooser.list.rows.count == 4)
    await app.perform(.newerEntry, .newerEntry, .submit)
    #expect(shelf.restored.values == [[2]])
    await app.commandLine("removed")
    await app.perform(.submit)
    #expect(shelf.restored.values == [[2], [1, 3]])
    await app.commandLine("removed")
    guard let empty = app.store.popup as? ChooserModel else { return #expect(Bool(false)) }
    #expect(empty.list.isEmpty)
  }
}
