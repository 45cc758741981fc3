import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct ShelfModelTests {
  private let requests = Recorder<CollectionRequest>()

  private var services: Services {
    var services = Services.fixture()
    let copies = (1...60).map { number in
      CollectionCopy(
        id: Int64(number), release: Release.ID(number), master: 10, artist: "Artist \(number)",
        title: "Title \(number)",
        folder: number % 2 == 0 ? "Jazz" : "Rock")
    }
    let wants = (1...3).map { number in
      WantListEntry(
        id: Int64(number), release: Release.ID(number), artist: "Artist \(number)", title: "Title \(number)")
    }
    @Sendable func matching(_ request: CollectionRequest) -> [CollectionCopy] {
      copies.filter { copy in
        (request.folder == nil || copy.folder == request.folder)
          && (request.narrowing.isEmpty || copy.title.hasSuffix(request.narrowing))
      }
    }
    services.shelf.folders = {
      [CollectionFolder(name: "Jazz", copies: 30), CollectionFolder(name: "Rock", copies: 30)]
    }
    services.shelf.copies = { [requests] request, after, limit in
      requests.append(request)
      return FixtureCatalogue.page(matching(request), after: after, limit: limit)
    }
    services.shelf.copyCount = { matching($0).count }
    services.shelf.wants = { [requests] request, after, limit in
      requests.append(request)
      return FixtureCatalogue.page(wants, after: after, limit: limit)
    }
    services.shelf.wantCount = { _ in wants.count }
    return services
  }

  @Test func `the collection shows every copy, and one folder where asked`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    #expect(app.collection.copies.rows.list.total == .exactly(60))
    await app.perform(.nextPane)
    #expect(app.collection.panes.isSideFocused && app.collection.copies.arePartsVisible)
    await app.perform(.moveDown)
    #expect(app.collection.parts.folder == "Jazz")
    #expect(app.collection.copies.rows.list.total == .exactly(30))
    await app.perform(.moveToBottom, .open)
    #expect(app.collection.parts.folder == "Rock")
    #expect(!app.collection.panes.isSideFocused)
    await app.perform(.open)
    #expect(app.store.page.route == .release(1))
  }

  @Test func `the collection starts with covers where they have room, unless columns were chosen`() async {
    let app = await StoreFixture(services, columns: 120, rows: 40)
    app.store.show(pictures: .blocks)
    await app.perform(.openCollection)
    let (copies, rows) = (app.collection.copies, app.collection.copies.rows)
    #expect(rows.isWall && app.collection.panes.isInfoVisible)
    copies.columns.choose(ColumnChoice("title year"))
    #expect(!rows.isWall)
    copies.columns.choose(ColumnChoice())
    #expect(rows.isWall)
    await app.perform(.toggleWall)
    #expect(!rows.isWall)
    await app.perform(.openWantList)
    #expect(app.store.page.panes.list?.isWall == false, "limits and prices are columns")
    await app.perform(.openCollection)
    #expect(app.store.page.panes.list?.isWall == false, "what was chosen is kept")
    #expect(app.collection.memento.list.isWall == false)
    await app.perform(.toggleWall)
    #expect(app.collection.memento.list.isWall == nil, "and what is usual is not chosen")
  }

  @Test func `a wall leaves the parts their room`() async {
    let app = await StoreFixture(services, columns: 160, rows: 50)
    app.store.show(pictures: .blocks)
    await app.perform(.openCollection)
    let (copies, panes) = (app.collection.copies, app.collection.panes)
    #expect(copies.arePartsVisible && copies.rows.isWall)
    let room = 160 - 22 - panes.split.infoColumns - SplitLayout.gap
    #expect(copies.rows.wall.columns * copies.rows.wall.width <= room)
    #expect(copies.rows.wall.columns * copies.rows.wall.width > room - copies.rows.wall.width)
    let narrow = await StoreFixture(services, columns: 120, rows: 40)
    narrow.store.show(pictures: .blocks)
    await narrow.perform(.openCollection)
    let before = narrow.collection.copies.rows.wall.columns
    await narrow.perform(.nextPane)
    #expect(narrow.collection.copies.rows.isWall && narrow.collection.copies.rows.wall.columns < before)
    await narrow.perform(.nextPane)
    #expect(narrow.collection.copies.rows.wall.columns == before)
  }

  @Test func `in the order of artists each letter's records stand apart`() async {
    var services = services
    let artists = ["!!!", "808 State", "The Beatles", "Björk", "Boris", "Kino", "Кино", "坂本龍一"]
    let copies = artists.enumerated().map {
      CollectionCopy(id: Int64($0 + 1), release: Release.ID($0 + 1), artist: $1, title: "Title")
    }
    #expect(copies.map(\.letter) == ["#", "#", "B", "B", "B", "K", "К", "#"])
    services.shelf.copies = { FixtureCatalogue.page(copies, after: $1, limit: $2) }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    await app.perform(.openCollection)
    let shelf = app.collection.copies
    func blankLines() -> [Int] { (1..<8).map { shelf.rows.list.spacing(above: $0) } }
    #expect(blankLines() == [0, 1, 0, 0, 1, 1, 1] && shelf.isDivided)
    await app.perform(.sort(by: .year))
    #expect(blankLines() == [0, 0, 0, 0, 0, 0, 0] && !shelf.isDivided)
    await app.perform(.sort(by: .artist))
    #expect(blankLines() == [0, 1, 0, 0, 1, 1, 1])
  }

  @Test(arguments: [FilingOptions(personsByLastName: true), FilingOptions(dropsArticles: false)])
  func `under rules by which other letters count, no rows stand apart`(options: FilingOptions) async {
    var services = services
    services.filing.options = { options }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    await app.perform(.openCollection)
    #expect(!app.collection.copies.isDivided && !app.collection.copies.rows.list.hasBlankLines)
  }

  @Test(arguments: [140, 80]) func `Tab goes round the three panes, S-Tab the other way`(columns: Int) async {
    let app = await StoreFixture(services, columns: columns, rows: 30)
    await app.perform(.openCollection)
    func place() -> String {
      app.collection.panes.isSideFocused ? "folders" : app.collection.copies.panes.isInfoFocused ? "info" : "list"
    }
    var seen: [String] = [place()]
    await app.perform(.nextPane)
    seen.append(place())
    await app.perform(.nextPane)
    seen.append(place())
    while app.collection.copies.panes.isInfoFocused { await app.perform(.nextLink) }
    seen.append(place())
    #expect(seen == ["list", "folders", "info", "list"])
    await app.perform(.previousPane)
    #expect(place() == "info")
    while app.collection.copies.panes.isInfoFocused { await app.perform(.previousLink) }
    #expect(place() == "folders")
    await app.perform(.previousPane)
    #expect(place() == "list")
  }

  @Test func `folder, sort, narrowing and row come back`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .nextPane, .moveDown, .open, .sort(by: .rating, isReversed: true))
    app.collection.copies.rows.select(row: 4)
    let memento = app.collection.memento
    #expect(memento.part?.name == "Jazz")
    let again = CollectionModel(context: PageContext(services, tasks: app.tasks), memento: memento)
    again.panes.resize(columns: 80, rows: 20)
    await app.tasks.settle()
    #expect(again.memento == memento)
    #expect(again.parts.cursor == 1)
    #expect(requests.values.last?.sort == SortOrder(.rating, isReversed: true))
  }

  @Test func `h and Esc leave the folders`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .nextPane, .back)
    #expect(!app.collection.panes.isSideFocused)
    await app.perform(.nextPane, .cancel)
    #expect(!app.collection.panes.isSideFocused)
    #expect(app.store.page.route == .collection)
  }

  @Test func `a folder that is gone after a reload is an empty list, not a trap`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .nextPane, .moveToBottom, .refreshView)
    #expect(app.collection.parts.cursor == 2)
    #expect(app.collection.parts.folder == "Rock")
  }

  @Test func `a wanted record without a master says so`() async {
    let app = await StoreFixture(services)
    await app.perform(.openWantList, .openMaster)
    #expect(app.store.notice == "No master known for this row")
    await app.perform(.open)
    #expect(app.store.page.route == .release(1))
  }
}

@MainActor struct FolderListTests {
  @Test func `folders that could not be read are read again with R`() async {
    let asked = Recorder<Int>()
    var services = Services.fixture()
    services.shelf.folders = { () throws(ClientError) in
      asked.append(1)
      if asked.values.count == 1 { throw .storage("disk asleep") }
      return [CollectionFolder(name: "Jazz", copies: 1)]
    }
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    #expect(app.collection.parts.all.isEmpty)
    await app.perform(.refreshView)
    #expect(app.collection.parts.all.map(\.name) == ["Jazz"])
    #expect(app.store.banner == nil)
  }
}
