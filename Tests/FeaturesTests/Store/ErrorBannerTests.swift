import Clients
import DiscogsModel
import Features
import TestSupport
import Testing

@MainActor struct ErrorBannerTests {
  private func failing(_ error: ClientError) -> Services {
    var services = Services.fixture()
    services.desktop.copy = { _ throws(ClientError) in throw error }
    return services
  }

  @Test func `an error that repeats is counted, not stacked`() async {
    let app = await StoreFixture(failing(.storage("disk full")))
    await app.perform(.copyID, .copyID, .copyID)
    #expect(app.store.banner?.title == "Nothing copied")
    #expect(app.store.banner?.error == .storage("disk full"))
    #expect(app.store.banner?.count == 3)
    #expect(app.store.layout.bodyRows == 16)
    await app.perform(.cancel)
    #expect(app.store.banner == nil)
    #expect(app.store.layout.bodyRows == 18)
    await app.perform(.copyID)
    #expect(app.store.banner?.count == 1)
  }

  @Test func `another error takes the banner's place`() async {
    var services = failing(.storage("disk full"))
    services.desktop.open = { _ throws(ClientError) in throw .refused("no browser") }
    let app = await StoreFixture(services)
    await app.perform(.copyID, .openInBrowser)
    #expect(app.store.banner?.title == "Could not open the page in your browser")
    #expect(app.store.banner?.count == 1)
  }

  @Test func `a page underneath that fails late keeps its banner until one is back`() async {
    let gate = Gate()
    var services = failing(.storage("disk full"))
    services.catalogue.label = { _ throws(ClientError) in
      await gate.pass()
      throw .storage("no")
    }
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await gate.arrival(of: 1)
    app.store.paste("[a1]")
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.page.route == .artist(1))
    #expect(app.store.banner == nil)
    await app.perform(.copyID)
    #expect(app.store.banner?.title == "Nothing copied")
    await app.perform(.historyBack)
    #expect(app.store.page.route == .label(7))
    #expect(app.store.banner?.title == "Could not load this page")
  }

  @Test func `leaving a list does not open the artist of its row`() async {
    let gate = Gate()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      await gate.pass()
      return try await release(id)
    }
    let app = await StoreFixture(services)
    app.store.perform(.openArtist)
    await gate.arrival(of: 1)
    app.store.perform(.openWantList)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.page.route == .wantList)
  }

  @Test func `a cancelled call is not an error`() async {
    let app = await StoreFixture(failing(.cancelled))
    await app.perform(.copyID)
    #expect(app.store.banner == nil)
  }

  @Test func `every error is in the log`() async {
    let logged = Recorder<String>()
    var services = failing(.refused("no"))
    services.log.write = { level, message, _ in logged.append("\(level.rawValue): \(message)") }
    let app = await StoreFixture(services)
    await app.perform(.copyID)
    #expect(logged.values == ["error: Nothing copied"])
  }

  @Test func `R to try again what failed, and takes the banner away`() async {
    let attempts = Recorder<Release.ID>()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      attempts.append(id)
      if attempts.values.count == 1 { throw .storage("disk asleep") }
      return try await release(id)
    }
    let app = await StoreFixture(services)
    await app.perform(.open)
    #expect(app.store.banner?.offersRetry == true)
    await app.perform(.refreshView)
    #expect(app.store.banner == nil)
    #expect(attempts.values == [1, 1])
    guard let model = app.store.page as? ReleaseModel else { return #expect(Bool(false)) }
    #expect(model.info.loaded?.release?.id == 1)
  }

  @Test func `rows that cannot be loaded show where others fill the screen`() async {
    let isAsleep = Recorder<Bool>()
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if after != nil, isAsleep.values.isEmpty {
        isAsleep.append(true)
        throw .storage("disk asleep")
      }
      return try await search(request, after, limit)
    }
    let app = await StoreFixture(services)
    await app.perform(.moveToBottom)
    #expect(app.store.banner?.title == "Could not load more rows")
    await app.perform(.refreshView)
    #expect(app.store.banner == nil)
    #expect(app.search.results.rows.list.cursor == 199)
  }

  @Test func `the list is as high as the banner leaves it`() async {
    let app = await StoreFixture(failing(.storage("x")))
    #expect(app.search.results.rows.list.height == 17)
    await app.perform(.copyID)
    #expect(app.search.results.rows.list.height == 15)
    await app.perform(.cancel)
    #expect(app.search.results.rows.list.height == 17)
  }
}
