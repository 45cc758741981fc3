import Clients
import DiscogsModel
import RunoutModel
import Sleeves
import TestSupport
import Testing

@testable import Features

/// The wall that a search starts with.
@MainActor struct RowCoversTests {
  /// Masters with so many pressings each.
  private static func rows(_ pressings: [Int], thumbnail: String = "") -> [CatalogueRow] {
    pressings.enumerated().flatMap { number, count in
      let master = Master.ID(number + 1)
      let row = CatalogueRow(
        reference: .master(master), title: "Title \(number)", artist: "Miles Davis", thumbnailURL: thumbnail)
      return [row]
        + (0..<count).map {
          CatalogueRow(
            reference: .release(Release.ID(100 * (number + 1) + $0)), title: row.title, artist: row.artist,
            master: master)
        }
    }
  }

  private static func services(_ rows: [CatalogueRow]) -> Services {
    var services = Services.fixture()
    services.catalogue.search = { _, _, _ in Page(rows: rows, next: nil) }
    services.catalogue.master = { id throws(ClientError) in Master(id: id, title: "Title", genres: ["Jazz"]) }
    return services
  }

  private func open(_ rows: [CatalogueRow], columns: Int = 120, height: Int = 40) async -> StoreFixture {
    let app = await StoreFixture(Self.services(rows), columns: columns, rows: height)
    app.store.show(pictures: .blocks)
    await app.perform(.moveRight)
    return app
  }

  @Test func `a search starts with a cover of each master, of its pressings only where they are unfolded`() async {
    let app = await open(Self.rows([5, 0, 2, 1, 3]))
    let (rows, covers) = (app.search.results.rows, app.search.results.covers)
    #expect(rows.isWall)
    #expect(rows.near.map(\.reference) == (1...5).map { .master(Master.ID($0)) })
    #expect(rows.list.cursor == 6, "one to the right")
    let pictures = rows.near.map(covers.picture)
    #expect(pictures.allSatisfy { $0?.sleeve.genres == ["Jazz"] }, "as on its own page")
    #expect(pictures.allSatisfy { $0.flatMap { app.store.pictures.picture(of: $0, .cover) } != nil })
    await app.perform(.moveRight, .unfold)
    let kinds: [EntityKind] = [.master, .master, .master, .release, .release, .master, .master]
    #expect(rows.near.map(\.reference.kind) == kinds)
    await app.perform(.moveRight, .unfold)
    #expect(rows.list.selected?.reference == .master(3))
    #expect(rows.near.count == 5)
  }

  @Test func `the list has the selected pressing's master on the wall, and the other way round`() async {
    let app = await open(Self.rows(Array(repeating: 6, count: 30)))
    let rows = app.search.results.rows
    await app.perform(.toggleWall)
    rows.select(row: 71)
    #expect(!rows.isWall && rows.list.cursor == 71)
    await app.perform(.toggleWall)
    #expect(rows.isWall && rows.list.cursor == 70)
    #expect(rows.list.numbersInSight.contains(70))
    #expect(rows.list.numbersInSight.allSatisfy { $0 % 7 == 0 })
    #expect(rows.list.top / 7 % rows.wall.columns == 0)
    await app.perform(.toggleWall)
    #expect(!rows.isWall && rows.list.cursor == 70)
  }

  @Test func `what is passed is not read, only what is in sight once the wall rests`() async {
    let (gate, asked) = (Gate(), Recorder<Master.ID>())
    var services = Self.services(Self.rows(Array(repeating: 6, count: 90)))
    services.catalogue.master = { id throws(ClientError) in
      asked.append(id)
      return Master(id: id, title: "Title")
    }
    let tasks = TaskTracker()
    let context = PageContext(services, tasks: tasks, pause: Pause { _ in await gate.pass() })
    (context.pictures.resolution, context.pictures.rows) = (.blocks, 42)
    let model = SearchModel(context: context)
    model.panes.resize(columns: 120, rows: 36)
    // A preview reads what it shows.
    _ = model.panes.perform(.toggleInfo, nil)
    await until { !model.results.rows.list.isEmpty }
    for _ in 0..<90 { model.results.rows.move(by: 1) }
    #expect(asked.values.isEmpty)
    await gate.open()
    await tasks.settle()
    #expect(!asked.values.isEmpty && asked.values == model.results.rows.near.map { $0.recordMaster })
    #expect(asked.values.contains(90) && !asked.values.contains(1))
    model.results.covers.reload()
    #expect(model.results.rows.near.allSatisfy { model.results.covers.picture(of: $0) == nil })
  }

  @Test func `rows that the wall does not show are not marked, and Backspace leaves a page whose wall is usual`() async
  {
    let app = await open(Self.rows([5, 5, 5]))
    let rows = app.search.results.rows
    await app.perform(.toggleWall, .moveToTop, .moveDown, .mark)
    #expect(rows.marked == [1])
    await app.perform(.toggleWall)
    #expect(rows.isWall && rows.marked.isEmpty && app.search.panes.shelfItems.count == 1)
    await app.perform(.open)
    await app.perform(.newSearch)
    await app.type("x")
    await app.perform(.submit)
    #expect(rows.isWall && !rows.canLeaveWall)
    await app.perform(.leaveWall)
    #expect(app.search.results.rows.isWall)
  }

  @Test func `a wall that has gone far and come back shows covers once it rests`() async {
    let app = await open(Self.rows(Array(repeating: 0, count: 90)))
    let (rows, covers) = (app.search.results.rows, app.search.results.covers)
    func areShown() -> Bool { rows.list.numbersInSight.allSatisfy { rows.list[$0].flatMap(covers.picture) != nil } }
    #expect(areShown())
    rows.move(by: rows.list.height)
    #expect(areShown(), "the next screen is ready")
    rows.select(row: .max)
    rows.select(row: 0)
    #expect(!areShown())
    await app.tasks.settle()
    #expect(areShown())
  }

  @Test func `a notch of the wheel turns a wall by a line`() async {
    let app = await open(Self.rows(Array(repeating: 0, count: 90)))
    let rows = app.search.results.rows
    rows.scroll(by: 3)
    #expect(rows.list.top == rows.wall.columns)
    rows.scroll(by: -3)
    #expect(rows.list.top == 0)
  }

  @Test(arguments: [(90, 40), (120, 30)]) func `where there is little room a search starts with rows`(
    columns: Int, height: Int
  ) async {
    let app = await open(Self.rows([5, 5, 5]), columns: columns, height: height)
    #expect(app.search.results.rows.isWall == (columns == 90))
    await app.perform(.toggleWall)
    #expect(app.search.results.rows.isWall == (columns != 90), "which the key for it changes")
  }

  @Test func `pressings, sorted results and terminals without pictures have rows`() async {
    let app = await open(Self.rows([5, 5, 5]))
    let rows = app.search.results.rows
    #expect(rows.isWall)
    await app.perform(.sort(by: .year))
    #expect(!rows.isWall)
    await app.perform(.sort(by: .relevance))
    #expect(rows.isWall)
    await app.perform(.nextType)
    #expect(rows.isWall, "masters")
    await app.perform(.nextType)
    #expect(!rows.isWall, "releases")
    await app.perform(.previousType, .cancel)
    #expect(rows.isWall, "Esc leaves a wall only where that is not usual")
    app.store.show(pictures: nil)
    #expect(!rows.isWall)
    app.store.show(pictures: .blocks)
    #expect(rows.isWall)
  }

  @Test func `who wants rows finds them again`() async {
    let app = await open(Self.rows([5, 5, 5]))
    await app.perform(.toggleWall, .open, .back)
    #expect(app.store.page.route == .search && !app.search.results.rows.isWall)
  }

  @Test(arguments: ["https://i.discogs.com/1.jpeg", ""])
  func `where a record costs a request, a cover is the row's own photograph or drawn from the row`(thumbnail: String)
    async
  {
    var services = Self.services(Self.rows([5, 5], thumbnail: thumbnail))
    services.source.current = { SourceStatus(source: .live) }
    services.catalogue.master = { id throws(ClientError) in throw .notFound(.master(id)) }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    app.store.show(pictures: .blocks)
    await app.perform(.newSearch)
    await app.type("miles")
    await app.perform(.submit)
    let (rows, covers) = (app.search.results.rows, app.search.results.covers)
    #expect(rows.isWall)
    #expect(rows.near.map { covers.picture(of: $0)?.url } == [thumbnail, thumbnail])
    let pictures = rows.near.compactMap(covers.picture)
    #expect(pictures.allSatisfy { app.store.pictures.picture(of: $0, .cover) != nil })
  }
}

extension ListModel {
  /// The rows on the wall, on the next one and on the last.
  fileprivate var near: [Row] { list.numbersNear.compactMap { list[$0] } }
}

extension CatalogueRow {
  fileprivate var recordMaster: Master.ID? { if case .master(let id) = reference { id } else { nil } }
}
