import Clients
import DiscogsModel
import Features
import TestSupport
import Testing

@MainActor struct NetworkTests {
  private let live = ScriptedLive()

  private func activity(_ id: Int, _ title: String, _ state: NetworkActivity.State = .loading) -> NetworkActivity {
    NetworkActivity(id: id, title: title, isBackground: id > 1, state: state)
  }

  private func store() async -> StoreFixture {
    let app = await StoreFixture(live.services())
    app.store.start()
    return app
  }

  private func send(_ status: NetworkStatus, to app: StoreFixture) async {
    live.network = status
    while app.store.network != status { await Task.yield() }
  }

  @Test func `the network's state is known at once, and every change of it`() async {
    let app = await store()
    #expect(app.store.network.connection == .online)
    await send(NetworkStatus(connection: .offline, budget: .init(limit: 60, remaining: 7), heldSeconds: 12), to: app)
    #expect(app.store.network.heldSeconds == 12)
    app.store.stop()
  }

  @Test func `the selected task stays selected while others come and go, and can be cancelled`() async {
    let app = await store()
    await app.perform(.openTasks)
    guard let model = app.store.page as? TasksModel else { return #expect(Bool(false)) }
    #expect(model.list.isEmpty)
    await app.perform(.remove)
    #expect(app.store.notice == "Nothing to cancel")
    await send(
      NetworkStatus(connection: .online, activities: [activity(1, "search “miles”"), activity(2, "release 7")]), to: app
    )
    await app.perform(.moveDown)
    await send(
      NetworkStatus(
        connection: .online,
        activities: [activity(2, "release 7", .retrying(attempt: 2, seconds: 4)), activity(3, "artist 5")]), to: app)
    #expect(model.selectedActivity?.id == 2)
    #expect(model.list.cursor == 0)
    await app.perform(.remove)
    #expect(live.cancelled.values == [2])
    #expect(app.store.notice == "Cancelled: release 7")
    await send(NetworkStatus(connection: .online), to: app)
    #expect(model.list.isEmpty && model.list.status == .complete)
    app.store.stop()
  }

  @Test func `a failed part reloads once the network is back`() async {
    let live = live
    var services = live.services()
    let (search, asked) = (services.catalogue.search, Recorder<NetworkStatus.Connection>())
    services.catalogue.search = { request, after, limit throws(ClientError) in
      asked.append(live.network.connection)
      guard live.network.connection != .offline else { throw .offline }
      return try await search(request, after, limit)
    }
    live.network = NetworkStatus(connection: .offline)
    let app = await StoreFixture(services)
    app.store.start()
    await app.tasks.settle()
    #expect(app.search.results.rows.list.status == .failed(.offline))
    await send(NetworkStatus(connection: .offline, heldSeconds: 3), to: app)
    await app.tasks.settle()
    #expect(asked.values == [.offline])
    await send(NetworkStatus(connection: .online), to: app)
    await app.tasks.settle()
    #expect(app.search.results.rows.list.rows.count == 50)
    await send(NetworkStatus(connection: .slow), to: app)
    await app.tasks.settle()
    #expect(asked.values == [.offline, .online])
    app.store.stop()
  }

  @Test func `a task opens nothing, and is found by its name`() async {
    let app = await store()
    await send(
      NetworkStatus(connection: .online, activities: [activity(1, "search “miles”"), activity(2, "release 7")]), to: app
    )
    await app.perform(.openTasks, .open)
    #expect(app.store.notice == "Tasks have no page to open")
    await app.perform(.find)
    await app.type("Release")
    await app.perform(.submit)
    guard let model = app.store.page as? TasksModel else { return #expect(Bool(false)) }
    #expect(model.list.cursor == 1)
    app.store.stop()
  }
}
