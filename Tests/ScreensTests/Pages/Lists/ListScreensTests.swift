import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// Lists, what is in them, the shelves of others, and the parts of one's own, as people see them.
@MainActor struct ListScreensTests {
  nonisolated private static func list(
    _ number: Int, _ name: String, _ about: String, _ changed: String, _ isPublic: Bool
  )
    -> UserList
  {
    var list = UserList(id: UserList.ID(number), name: name)
    (list.description, list.changed, list.isPublic) = (about, changed, isPublic)
    list.owner = UserReference(name: "digger")
    list.entries = (0..<number * 4).map { .init(reference: .release(Release.ID($0 + 1)), title: "Artist - Title") }
    return list
  }

  nonisolated private static let lists = [
    list(1, "日本のジャズ", "Everything worth a flight", "2026-10-02T10:00:00-07:00", true),
    list(3, "For the fair in November", "Ask for the [i]first[/i] pressing", "2026-11-20T10:00:00-07:00", false),
    list(12, "Sleeves with water on them", "", "2019-01-02T10:00:00-07:00", true),
  ]

  private var services: Services {
    var services = ScriptedLive().services(Crate.services)
    services.lists.own = { Self.lists }
    services.lists.of = { _ in Array(Self.lists.prefix(1)) }
    services.lists.list = { id in Self.lists.first { $0.id == id } }
    let browse = services.catalogue.browse
    services.catalogue.browse = { request, after, limit throws(ClientError) in
      var page = try await browse(request, after, limit)
      if case .entries = request.list {
        page.rows = page.rows.enumerated().map { index, row in
          var row = row
          row.role = index == 0 ? "The one with the six-eye label, not the reissue" : ""
          (row.year, row.format, row.label, row.catalogueNumber) = (nil, "", "", "")
          return row
        }
      }
      return page
    }
    services.crates = .test {
      $0.all = { list in
        list == .wantList
          ? [SmartCrate(name: "For the fair in November", query: "note:fair", of: list)]
          : [
            SmartCrate(name: "Nice and clean", query: "media:nm.. sleeve:nm.."), SmartCrate(name: "日", query: "note:日"),
          ]
      }
      $0.save = { _ in nil }
      $0.delete = { _, _ in nil }
    }
    services.reports.groups = { grouping, _, _ in
      [
        ShelfGroup(name: "1950s", copies: 2, query: "year:1950..1959"),
        ShelfGroup(name: "1970s", copies: 1, query: "year:1970..1979"),
        ShelfGroup(name: "", copies: 1, query: "year:none"),
      ]
    }
    return services
  }

  private func expect(_ name: String, _ app: Harness, _ size: Size) {
    app.expectRecorded(name, size)
  }

  @Test(arguments: Recorded.sizes) func `lists look as recorded`(size: Size) async {
    let app = await Harness(services, size: size)
    await app.press("5", "j")
    expect("lists", app, size)
    await app.press("<Enter>")
    expect("list-entries", app, size)
  }

  @Test(arguments: Recorded.sizes) func `another user's collection looks as recorded`(size: Size) async {
    let app = await Harness(services, size: size)
    app.store.navigator.push(.records(.collection(of: "digger")))
    await app.press("j")
    expect("others-collection", app, size)
    app.store.navigator.push(.lists(of: "digger"))
    await app.press("j")
    expect("others-lists", app, size)
  }

  @Test(arguments: Recorded.sizes) func `no lists, with and without Discogs, look as recorded`(size: Size) async {
    var services = services
    services.lists.own = { [] }
    let app = await Harness(services, size: size)
    await app.press("5")
    expect("lists-none", app, size)
    let offline = await Harness(Crate.empty, size: size)
    await offline.press("5")
    expect("lists-offline", offline, size)
    services.lists.own = { () throws(ClientError) in throw .storage("Cannot read library.sqlite: disk I/O error") }
    let failing = await Harness(services, size: size)
    await failing.press("5")
    expect("lists-failed", failing, size)
  }

  @Test(arguments: Recorded.sizes) func `chosen columns look as recorded`(size: Size) async {
    var services = services
    services.layout.columns = { list in
      list == .collection
        ? [.folder, .name, .media, .sleeve, .notes, .catalogueNumber, .added]
        : [.added, .name, .notes, .catalogueNumber]
    }
    services.shelf.wants = { _, after, limit in
      var wants = Crate.wants
      wants[0].added = "2024-05-06 10:00:00"
      return FixtureCatalogue.page(wants, after: after, limit: limit)
    }
    let app = await Harness(services, size: size)
    await app.press("3", "j")
    expect("collection-columns", app, size)
    await app.press("4")
    expect("want-list-columns", app, size)
  }

  @Test(arguments: Recorded.sizes) func `crates and groups look as recorded`(size: Size) async {
    let app = await Harness(services, size: size)
    await app.press("3", "<Tab>", "G", "k")
    expect("collection-crates", app, size)
    await app.press("t", "t", "t", "j")
    expect("collection-groups", app, size)
  }

  @Test(arguments: Recorded.sizes) func `crates and groups of wants look as recorded`(size: Size) async {
    let app = await Harness(services, size: size)
    await app.press("4", "<Tab>", "j")
    expect("want-list-crates", app, size)
    await app.press("t", "t", "t", "j")
    expect("want-list-groups", app, size)
    let none = await Harness(Crate.services, size: size)
    await none.press("4", "<Tab>")
    expect("want-list-no-crates", none, size)
  }
}
