import Clients
import DiscogsModel
import Raster
import RunoutModel
import Sleeves
import TestSupport
import Testing

@testable import Features

/// The covers beside masters and their pressings.
@MainActor struct GroupCoversTests {
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

  private func open(_ rows: [CatalogueRow], columns: Int = 160, height: Int = 40) async -> StoreFixture {
    let app = await StoreFixture(Self.services(rows), columns: columns, rows: height)
    app.store.pictures.resolution = .blocks
    await app.perform(.moveDown)
    return app
  }

  @Test func `a cover stands beside a master with a pressing or more, which have the lines of it`()
    async
  {
    let app = await open(Self.rows([5, 0, 2, 1, 3]))
    let covers = app.search.results.covers
    #expect(covers.areShown)
    #expect(covers.inSight.map(\.row) == [0, 7, 10, 12])
    // Two rows and a line for the others, a blank line above and below each group, and one more below that of two rows.
    #expect(covers.inSight.map(\.line) == [0, 6, 10, 14])
    #expect(covers.inSight.allSatisfy { $0.picture.sleeve.genres == ["Jazz"] }, "as on its own page")
    #expect(covers.inSight.allSatisfy { app.store.pictures.picture(of: $0.picture) != nil })
  }

  @Test func `the cover of a group that begins above the screen goes with it`() async {
    let app = await open(Self.rows(Array(repeating: 6, count: 12)))
    app.search.results.rows.scroll(by: 1)
    await app.tasks.settle()
    let list = app.search.results.rows.list
    #expect(list.top == 1)
    #expect(app.search.results.covers.inSight.first?.line == -1)
    #expect(app.search.results.covers.inSight.last.map { $0.line < list.height } == true)
  }

  @Test func `what is passed is not read, only what is in sight once the list rests`() async {
    let (gate, asked) = (Gate(), Recorder<Master.ID>())
    var services = Self.services(Self.rows(Array(repeating: 6, count: 30)))
    services.catalogue.master = { id throws(ClientError) in
      asked.append(id)
      return Master(id: id, title: "Title")
    }
    let tasks = TaskTracker()
    let context = PageContext(services, tasks: tasks, pause: Pause { _ in await gate.pass() })
    context.pictures.resolution = .blocks
    let model = SearchModel(context: context)
    model.panes.resize(columns: 160, rows: 36)
    // A preview reads what it shows.
    _ = model.panes.perform(.toggleInfo, nil)
    await until { !model.results.rows.list.isEmpty }
    for _ in 0..<100 { model.results.rows.move(by: 1) }
    #expect(asked.values.isEmpty)
    await gate.open()
    await tasks.settle()
    #expect(asked.values == [22, 23, 24, 25, 26, 27, 28, 29, 30])
    #expect(model.results.covers.inSight.count >= 4)
  }

  @Test func `pictures that do not scroll with the text come back once it rests`() async {
    let app = await open(Self.rows(Array(repeating: 6, count: 12)))
    app.store.pictures.resolution = .pixels(height: 17, areCells: false)
    await app.perform(.moveDown)
    let covers = app.search.results.covers
    let picture = covers.inSight.first.flatMap { app.store.pictures.picture(of: $0.picture, .thumbnail) }
    guard case .raster(let raster)? = picture?.content else { return #expect(Bool(false), "there is no picture") }
    #expect(raster.width == 3 * 17 && raster.height == 3 * 17)
    app.search.results.rows.scroll(by: 1)
    #expect(covers.inSight.isEmpty)
    await app.tasks.settle()
    #expect(covers.inSight.first?.line == -1)
  }

  @Test func `another source's covers are forgotten`() async {
    let app = await open(Self.rows([5, 5]))
    #expect(app.search.results.covers.inSight.count == 2)
    app.search.results.covers.reload()
    #expect(app.search.results.covers.inSight.isEmpty)
  }

  @Test func `rows keep their place where no group is high enough for a cover`() async {
    let app = await open(Self.rows([0, 0, 0, 0]))
    #expect(!app.search.results.covers.areShown && app.search.results.rows.list.groupLines == 1)
  }

  @Test func `without pictures the rows have the lines of covers themselves`() async {
    let app = await open(Self.rows([2, 2]))
    #expect(app.search.results.rows.list.groupLines == 3)
    app.store.show(pictures: nil)
    #expect(app.search.results.rows.list.groupLines == 1)
  }

  @Test(arguments: [(100, 40), (160, 24)]) func `rows come first where there is little room`(columns: Int, height: Int)
    async
  {
    let app = await open(Self.rows([5, 5, 5]), columns: columns, height: height)
    #expect(!app.search.results.covers.areShown)
  }

  @Test(arguments: ["https://i.discogs.com/1.jpeg", ""])
  func `where a record costs a request, a cover is the row's own photograph or none`(thumbnail: String) async {
    var services = Self.services(Self.rows([5, 5], thumbnail: thumbnail))
    services.source.current = { SourceStatus(source: .live) }
    services.catalogue.master = { id throws(ClientError) in throw .notFound(.master(id)) }
    let app = await StoreFixture(services, columns: 160, rows: 40)
    app.store.pictures.resolution = .blocks
    await app.perform(.newSearch)
    await app.type("miles")
    await app.perform(.submit)
    let covers = app.search.results.covers
    #expect(covers.areShown == !thumbnail.isEmpty)
    #expect(covers.inSight.map(\.picture.url) == (thumbnail.isEmpty ? [] : [thumbnail, thumbnail]))
  }
}
