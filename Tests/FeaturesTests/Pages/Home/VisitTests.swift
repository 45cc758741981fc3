import Clients
import DiscogsModel
import Features
import RunoutModel
import Synchronization
import TestSupport
import Testing

/// Pages that were looked at, in this run and before.
@MainActor struct VisitTests {
  /// Remembers visits as the library does: those of a place once, the latest first.
  private final class Store: Sendable {
    private let state = Mutex<[Visit]>([])
    var visits: [Visit] { state.withLock { $0 } }

    func services(_ base: Services = .fixture()) -> Services {
      var services = base
      services.history.visits = { [self] in Array(visits.prefix($0)) }
      services.history.recordVisit = { [self] visit in
        state.withLock { $0 = [visit] + $0.filter { $0.place != visit.place } }
      }
      return services
    }
  }

  private func again(_ app: StoreFixture) -> [String] {
    guard let model = app.store.page as? HomeModel else { return ["not on Home"] }
    return model.view.columns.joined().compactMap { $0 }.filter { $0.part == .again && $0.tone != .caption }
      .map { [$0.text, $0.trailing].filter { !$0.isEmpty }.joined(separator: " | ") }
  }

  private func open(_ shorthands: String..., in app: StoreFixture) async {
    for shorthand in shorthands {
      app.store.paste("[\(shorthand)]")
      await app.tasks.settle()
    }
  }

  @Test func `visited pages are listed, the latest first, once each`() async {
    let app = await StoreFixture(Store().services(), start: .home)
    await open("r2", "a4", "r2", "l7", in: app)
    await app.perform(.openHome)
    #expect(
      again(app) == ["Label 7 | label", "Artist 2 – Title 2 | 1952 · CAT 2", "Artist 4 | artist"])
  }

  @Test func `visited pages are there at the next start`() async {
    let store = Store()
    let first = await StoreFixture(store.services(), start: .home)
    await open("r2", "a4", in: first)
    first.store.stop()
    await first.tasks.settle()
    #expect(store.visits.map(\.name) == ["Artist 4", "Artist 2 – Title 2"], "the page that was open last, too")
    let second = await StoreFixture(store.services(), start: .home)
    #expect(again(second) == ["Artist 4 | artist", "Artist 2 – Title 2 | 1952 · CAT 2"])
    await open("r2", in: second)
    await second.perform(.openHome)
    #expect(again(second) == ["Artist 2 – Title 2 | 1952 · CAT 2", "Artist 4 | artist"], "each once")
  }

  @Test func `two records that share name and facts are told apart by their numbers`() async {
    var services = Store().services()
    services.history.visits = { _ in
      [12, 13, 14].map {
        Visit(
          .record(.release(Release.ID($0))), name: "Miles Davis – Kind Of Blue", detail: $0 == 14 ? "1959" : "", at: 0)
      }
    }
    let app = await StoreFixture(services, start: .home)
    let lines = again(app)
    #expect(Set(lines).count == 3, "\(lines)")
    #expect(lines.contains("Miles Davis – Kind Of Blue | release · r13"))
  }

  @Test func `a page that is not there was not visited`() async {
    let store = Store()
    var services = store.services()
    services.source.current = { SourceStatus(source: .live) }
    services.community.profile = { name throws(ClientError) in throw .noSuchUser(name) }
    let app = await StoreFixture(services, start: .home)
    await app.commandLine("user demo")
    #expect(app.store.page.route == .user("demo"))
    await app.perform(.openHome)
    #expect(again(app) == [])
    await open("r9999", in: app)
    await app.perform(.openHome)
    app.store.stop()
    await app.tasks.settle()
    #expect(again(app) == [])
    #expect(store.visits == [])
  }

  @Test func `a user who is there was visited`() async {
    let store = Store()
    var services = store.services()
    services.source.current = { SourceStatus(source: .live) }
    services.community.profile = { name in UserProfile(id: 1, userName: name) }
    let app = await StoreFixture(services, start: .home)
    await app.commandLine("user digger")
    await app.perform(.openHome)
    #expect(again(app) == ["digger | user"])
    #expect(store.visits.map(\.place) == [.user("digger")])
  }

  @Test func `a visit that cannot be saved changes nothing else`() async {
    var services = Store().services()
    services.history.recordVisit = { _ throws(ClientError) in throw .storage("library.sqlite cannot be written") }
    let app = await StoreFixture(services, start: .home)
    await open("r2", in: app)
    await app.perform(.openHome)
    #expect(app.store.banner == nil && app.store.notice == nil)
    #expect(again(app).first == "Artist 2 – Title 2 | 1952 · CAT 2")
  }
}
