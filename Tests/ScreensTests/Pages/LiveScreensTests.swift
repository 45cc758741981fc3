import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The screens of the live source, as people see them.
@MainActor struct LiveScreensTests {
  private static let everything = Shown.search(SearchRequest(query: SearchQuery()))

  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  private func expect(_ name: String, _ app: Harness, _ size: Size) {
    app.expectRecorded("live-\(name)", size)
  }

  private var busy: NetworkStatus {
    NetworkStatus(
      connection: .slow, budget: .init(limit: 60, remaining: 0), heldSeconds: 12,
      activities: [
        NetworkActivity(id: 1, title: "search “miles”, page 3", isBackground: false, state: .loading),
        NetworkActivity(id: 2, title: "release 249504", isBackground: false, state: .waiting),
        NetworkActivity(
          id: 3, title: "versions of master 96559", isBackground: true, state: .retrying(attempt: 2, seconds: 4)),
      ])
  }

  @Test(arguments: Recorded.sizes) func `a list shows its age, and the header the budget`(size: Size) async {
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 54))
    live.account = .signedIn(user: "digger")
    live[Self.everything] = Freshness(answeredAt: Crate.now - 11_000, isRefreshing: true)
    let app = await open(size: size)
    expect("search", app, size)
  }

  @Test(arguments: Recorded.sizes) func `an outage, and what stands in for the answer`(size: Size) async {
    live.network = NetworkStatus(connection: .offline)
    live.account = .refused(user: "digger")
    live[Self.everything] = Freshness(answeredAt: Crate.now - 11_000, hindrance: .offline, substitute: .catalogue)
    let app = await open(size: size)
    app.store.start()
    await app.press("j", "k")
    expect("offline", app, size)
    app.store.stop()
  }

  @Test(arguments: Recorded.sizes) func `tasks, and none`(size: Size) async {
    live.network = busy
    let app = await open(size: size)
    await app.press("8", "j")
    expect("tasks", app, size)
    live.network = NetworkStatus(connection: .online)
    let idle = await open(size: size)
    await idle.press("8")
    expect("tasks-none", idle, size)
  }

  @Test(arguments: Recorded.sizes) func `notifications`(size: Size) async {
    let app = await open(size: size)
    app.store.stage.notify(.ordinary, "A new catalogue has been imported")
    app.store.stage.notify(.confirmation, "Rated 4 of 5")
    app.store.stage.notify(.high, "Discogs no longer accepts the token of digger; gs signs in again")
    await app.press("g", "n")
    expect("notifications", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a release with its community and its prices`(size: Size) async {
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 54))
    live.set(
      CommunityFigures(have: 12_345, want: 617, average: 4.517, ratings: 1_204, own: 5),
      MarketFigures(
        forSale: 23, lowest: Money(DecimalNumber(significand: 1250, scale: 2), Currency("EUR")),
        suggestions: [
          .init(condition: "Mint (M)", price: Money(DecimalNumber(significand: 4000, scale: 2), Currency("EUR"))),
          .init(
            condition: "Very Good Plus (VG+)", price: Money(DecimalNumber(significand: 2450, scale: 2), Currency("EUR"))
          ),
        ], isBlocked: false), of: 900_000_001)
    live[.record(.release(900_000_001))] = Freshness(answeredAt: Crate.now - 86_400 * 3)
    let app = await open(size: size)
    await app.press("j", "<Enter>", "p")
    expect("release", app, size)
    await app.press("*")
    expect("release-rating", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a list that failed ends in a row that asks again`(size: Size) async {
    var base = Crate.services
    let search = base.catalogue.search
    base.catalogue.search = { request, after, _ throws(ClientError) in
      if after != nil { throw .offline }
      return try await search(request, nil, 6)
    }
    let app = await open(base, size: size)
    await app.press("G", "<Esc>")
    expect("retry-row", app, size)
  }

  @Test(arguments: Recorded.sizes) func `nothing has been looked at yet`(size: Size) async {
    let app = await open(Crate.empty, size: size)
    expect("search-empty", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a user`(size: Size) async {
    let app = await open(size: size)
    await app.press(":")
    await app.type("user digger")
    await app.press("<Enter>")
    expect("user", app, size)
  }

  @Test(arguments: Recorded.sizes) func `signing in`(size: Size) async {
    let app = await open(size: size)
    await app.press("g", "s")
    await app.type("badtoken")
    #expect(!app.screen.contains("badtoken") && app.screen.contains("token: ••••••••"))
    #expect(app.canvas.cursor == Point(column: 15, row: size.rows - 1))
    expect("sign-in", app, size)
    await app.press("<Enter>")
    expect("sign-in-refused", app, size)
    await app.press("<Esc>", ":")
    await app.type("login oauth")
    await app.press("<Enter>")
    await app.type("mykey")
    await app.press("<Enter>")
    await app.type("mysecret")
    await app.press("<Enter>")
    expect("sign-in-code", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a page that needs an account says which key signs in`(size: Size) async {
    live.network = NetworkStatus(connection: .online, heldSeconds: 7)
    var base = Crate.services
    base.catalogue.release = { _ throws(ClientError) in throw .signInRequired(.nobody) }
    let app = await open(base, size: size)
    await app.press("j", "<Enter>")
    expect("sign-in-required", app, size)
    base.catalogue.release = { _ throws(ClientError) in throw .rateLimited(retryAfterSeconds: 60) }
    let limited = await open(base, size: size)
    await limited.press("j", "<Enter>")
    expect("rate-limited", limited, size)
  }

  // MARK: The header

  @Test func `the header gives up what matters least first`() async {
    live.network = busy
    live.account = .signedIn(user: "digger")
    var shown: [String] = []
    for columns in [150, 124, 90, 80, 72, 60] {
      let app = await open(size: Size(columns: columns, rows: 24))
      app.store.stage.notify(.ordinary, "x")
      await app.settle()
      shown.append("live" + (app.lines[0].split(separator: "live").last ?? ""))
    }
    #expect(
      shown == [
        "live · digger · slow · waiting 12 s · 3 tasks · 1 new  ?", "live · slow · waiting 12 s  ?",
        "live · slow · waiting 12 s  ?", "live · slow · waiting 12 s  ?", "live · slow · waiting 12 s  ?",
        "live · slow · waiting 12 s · 1 new  ?",
      ])
  }

  @Test func `no size traps with everything on the screen at once`() async {
    live.network = busy
    live.account = .refused(user: "digger")
    var base = Crate.services
    base.catalogue.release = { _ throws(ClientError) in throw .signInRequired(.refused) }
    let app = await open(base, size: Size(columns: 80, rows: 24))
    app.store.start()
    await app.press("j", "<Enter>")
    for keys in [["8"], ["g", "n"], ["g", "s"]] {
      await app.press(keys)
      app.store.stage.notify(.high, "Discogs no longer accepts the token of somebody with a long name")
      for columns in [1, 20, 39, 40, 60, 71, 72, 80, 99, 100, 130] {
        for rows in [1, 3, 7, 8, 9, 12, 15, 16, 24, 45] {
          await app.resize(columns: columns, rows: rows)
          if let cursor = app.canvas.cursor { #expect(app.canvas.bounds.contains(cursor), "\(columns)x\(rows)") }
        }
      }
      await app.press("<Esc>")
    }
    app.store.stop()
  }
}
