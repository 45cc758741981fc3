import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct ListsTests {
  private let shelf = fixtureShelf()
  private let live = ScriptedLive()
  private let own = Recorder<UserList>()

  private func list(_ number: Int, _ name: String, _ changed: String = "") -> UserList {
    var list = UserList(id: UserList.ID(number), name: name)
    list.changed = changed
    list.owner = UserReference(name: "digger")
    list.entries = [.init(reference: .release(2), title: "Artist 2 - Title 2", comment: "second best")]
    return list
  }

  private func services() -> Services {
    var services = live.services(shelf.services())
    services.lists.own = { [own] () throws(ClientError) in own.values }
    services.lists.list = { [own] id throws(ClientError) in own.values.first { $0.id == id } }
    services.lists.of = { [own] user throws(ClientError) in
      guard user == "digger" else { throw .noSuchUser(user) }
      return own.values
    }
    services.catalogue.browse = { request, _, _ throws(ClientError) in
      Page(
        rows: [
          CatalogueRow(reference: .release(2), title: "Title 2", artist: "Artist 2"),
          CatalogueRow(reference: .release(77), title: "Nobody's"),
        ], next: nil)
    }
    services.catalogue.browseCount = { _ throws(ClientError) in .exactly(2) }
    return services
  }

  private func lists(_ app: StoreFixture) -> ListsModel? {
    if let model = app.store.page as? ListsModel { model } else { nil }
  }

  private func records(_ app: StoreFixture) -> RecordListModel? {
    if let model = app.store.page as? RecordListModel { model } else { nil }
  }

  @Test func `the own lists are there when the sync has brought them, without a key`() async {
    let app = await StoreFixture(services())
    app.store.start()
    await app.perform(.openLists)
    #expect(lists(app)?.rows.list.isEmpty == true)
    own.append(list(1, "For the fair"))
    shelf.announce()
    await until { lists(app)?.rows.list.rows.count == 1 }
    app.store.stop()
  }

  @Test func `a list opens with its name, its maker and your copies`() async {
    own.append(list(1, "For the fair"))
    let app = await StoreFixture(services())
    await app.perform(.openLists, .open)
    #expect(app.store.page.route == .records(.entries(1)))
    #expect(records(app)?.title?.name == "For the fair" && records(app)?.title?.owner == "digger")
    #expect(records(app)?.list.shelfMarks == [.release(2): ShelfMarks(owned: .this)])
    await app.perform(.open)
    #expect(app.store.page.route == .release(2))
    await app.perform(.back, .sort(by: .rating))
    #expect(app.store.notice == "Only your shelf sorts by date added and rating")
  }

  @Test func `lists are narrowed, sorted and copied from`() async {
    own.append(list(1, "Bargains", "2026-01-01"))
    own.append(list(2, "A list", "2026-02-01"))
    let app = await StoreFixture(services())
    await app.perform(.openLists, .sort(by: .title))
    #expect(lists(app)?.rows.list.rows.map(\.id) == [2, 1])
    await app.perform(.sort(by: .added))
    #expect(lists(app)?.rows.list.rows.map(\.id) == [2, 1])
    await app.perform(.narrow)
    await app.type("barg")
    await app.perform(.submit)
    #expect(lists(app)?.rows.list.rows.map(\.id) == [1])
    #expect(lists(app)?.panes.text(toCopy: .copyURL) == "https://www.discogs.com/lists/1")
    await app.perform(.sort(by: .year))
    #expect(app.store.notice == "Lists sort by title or date changed")
  }

  @Test func `another user's collection opens from their page and cannot be changed`() async {
    var services = services()
    services.community.profile = { name throws(ClientError) in
      var profile = UserProfile(id: 7, userName: name)
      profile.collectionSize = 2
      return profile
    }
    let app = await StoreFixture(services)
    await app.commandLine("user digger")
    await app.perform(.nextLink, .open)
    #expect(app.store.page.route == .records(.collection(of: "digger")))
    #expect(records(app)?.list.shelfMarks == [.release(2): ShelfMarks(owned: .this)])
    await app.perform(.back, .nextLink, .open)
    #expect(app.store.page.route == .lists(of: "digger"))
  }
}
