import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// An artist's page: sections, versions below their master, and what stands beside.
@MainActor struct ArtistModelTests {
  /// Two albums, the first a master of three versions; a single; two appearances.
  nonisolated private static let works: [CatalogueRow] = [
    work(.master(1), "Blue Train", 1958, .albums, label: "Blue Note", count: 3),
    work(.release(20), "Giant Steps", 1960, .albums, label: "Atlantic"),
    work(.release(30), "Naima", 1961, .singles, label: "Atlantic"),
    work(.master(2), "Kind Of Blue", 1959, .appearances, artist: "Artist 2", role: "Tenor Saxophone", count: 10),
    work(.release(40), "Omnibus", 1957, .appearances, artist: "Various", role: "Track"),
  ]

  nonisolated private static func work(
    _ reference: EntityReference, _ title: String, _ year: Int, _ section: DiscographySection,
    artist: String = "Artist 1", role: String = "Main", label: String = "Label", count: Int? = nil
  ) -> CatalogueRow {
    CatalogueRow(
      reference: reference, title: title, artist: artist, year: year, format: "LP, Album", label: label, role: role,
      count: count, section: section)
  }

  nonisolated private static func versions(_ count: Int) -> [CatalogueRow] {
    (101..<101 + count).map {
      CatalogueRow(
        reference: .release(Release.ID($0)), title: "Blue Train", artist: "Artist 1", year: 1858 + $0, country: "US",
        format: "LP", master: 1)
    }
  }

  private static func services(
    versions count: Int = 3, asked: Recorder<BrowseRequest> = Recorder()
  ) -> Services {
    var services = Services.fixture()
    @Sendable func rows(_ request: BrowseRequest) -> [CatalogueRow] {
      switch request.list {
      case .discography(_, let section):
        works.filter {
          (section ?? $0.section) == $0.section
            && TextFolding.fold("\($0.artist) \($0.title)").contains(TextFolding.fold(request.narrowing))
        }
      case .versions: versions(count)
      default: []
      }
    }
    services.catalogue.browse = { request, after, limit in
      asked.append(request)
      return FixtureCatalogue.page(rows(request), after: after, limit: limit)
    }
    services.catalogue.browseCount = { .exactly(rows($0).count) }
    services.catalogue.sections = { _ in [.albums: 2, .singles: 1, .appearances: 2] }
    services.shelf.marks = { rows in
      let owned: Set<EntityReference> = [.master(1), .release(40), .release(102)]
      return Dictionary(
        uniqueKeysWithValues: rows.map(\.reference).filter(owned.contains).map { ($0, ShelfMarks(owned: .this)) })
    }
    return services
  }

  /// - Parameter isAtTop: whether the artist's own line is gone to.
  private func open(
    _ services: Services = Self.services(), columns: Int = 120, isAtTop: Bool = true
  ) async -> StoreFixture {
    let app = await StoreFixture(services, columns: columns, rows: 40)
    app.store.open("[a1]")
    await app.tasks.settle()
    if isAtTop { await app.perform(.moveToTop) }
    return app
  }

  /// What each line is, in short.
  private func lines(_ app: StoreFixture) -> [String] {
    app.artist.list.list.rows.map { line in
      switch line {
      case .artist: "artist"
      case .caption(let section): "# \(section)"
      case .work(let work): work.row.title
      case .version(let row, _): "- \(row.reference.number)"
      case .moreVersions(_, let count): "- \(count ?? 0) more"
      }
    }
  }

  private func selected(_ app: StoreFixture) -> String? {
    let list = app.artist.list.list
    return lines(app).indices.contains(list.cursor) ? lines(app)[list.cursor] : nil
  }

  private static let all = [
    "artist", "# albums", "Blue Train", "Giant Steps", "# singles", "Naima", "# appearances", "Kind Of Blue", "Omnibus",
  ]

  @Test func `profile, list and figures load side by side`() async {
    let gate = Gate()
    var services = Self.services()
    let catalogue = services.catalogue
    services.catalogue.artist = { id throws(ClientError) in
      await gate.pass()
      return try await catalogue.artist(id)
    }
    services.catalogue.browse = { request, after, limit throws(ClientError) in
      await gate.pass()
      return try await catalogue.browse(request, after, limit)
    }
    services.catalogue.sections = { id throws(ClientError) in
      await gate.pass()
      return try await catalogue.sections(id)
    }
    let app = await StoreFixture(services)
    app.store.open("[a1]")
    await gate.arrival(of: 3)  // all three are asked before any has answered
    await gate.open()
    await app.tasks.settle()
    #expect(app.artist.profile.loaded != nil)
    #expect(lines(app) == Self.all)
    #expect(app.artist.figures.total == 5)
  }

  @Test func `the page opens on the first work, and beside the list is always the selected line`() async {
    let app = await open(isAtTop: false)
    #expect(selected(app) == "Blue Train")
    #expect(app.artist.panes.subjects.map(\.reference) == [.master(1)])
    #expect(app.artist.panes.info?.loaded?.subject.reference == .master(1))
    await app.perform(.moveUp)
    #expect(selected(app) == "artist" && app.artist.panes.info === app.artist.profile)
    #expect(app.artist.nextSection == .albums)
    await app.perform(.previousType, .nextType)
    #expect(app.artist.section == nil && selected(app) == "Blue Train")
  }

  @Test func `the artist's own line knows years and labels of the artist's own works`() async {
    let app = await open()
    #expect(app.artist.career?.years == "1958–1961")
    #expect(app.artist.career?.labels == ["Atlantic", "Blue Note"], "that of most works first")
    await app.perform(.nextType)
    #expect(app.artist.career == nil, "of one section not all are known")
  }

  @Test func `a short list is cards where they have room, and lines once versions are shown below a master`() async {
    let app = await open()
    #expect(app.artist.list.cards == nil, "no pictures")
    app.store.show(pictures: .blocks)
    for (rows, hasRoom) in [(24, false), (40, true), (12, false), (60, true)] {
      app.store.resize(columns: 80, rows: rows + 5)
      #expect((app.artist.list.cards != nil) == hasRoom, "\(rows)")
    }
    await app.tasks.settle()
    for row in app.artist.list.list.rows {
      guard case .work = row else { continue }
      #expect(app.store.pictures.picture(of: row.picture!) != nil, "it is asked for")
    }
    await app.perform(.toggleWall)
    #expect(app.artist.list.cards == nil)
    await app.perform(.toggleWall)
    #expect(app.artist.list.cards != nil)
    await app.perform(.moveToTop, .moveDown, .unfold)
    #expect(app.artist.list.cards == nil)
    await app.perform(.unfold)
    #expect(app.artist.list.cards != nil)
  }

  @Test func `along cards one moves sideways too, and Backspace leads back from them`() async {
    let app = await open()
    app.store.show(pictures: .blocks)
    app.store.resize(columns: 120, rows: 40)
    await app.perform(.moveDown)
    let first = selected(app)
    await app.perform(.moveRight)
    #expect(selected(app) != first)
    await app.perform(.moveLeft)
    #expect(selected(app) == first)
    await app.perform(.moveLeft)
    #expect(selected(app) == first, "there is no card")
    let artist = app.artist
    await app.perform(.leaveWall)
    #expect(app.store.page !== artist)
  }

  @Test func `captions are passed over, upwards too`() async {
    let app = await open()
    #expect(selected(app) == "artist")
    var seen: [String?] = []
    for _ in 0..<6 {
      await app.perform(.moveDown)
      seen.append(selected(app))
    }
    #expect(seen == ["Blue Train", "Giant Steps", "Naima", "Kind Of Blue", "Omnibus", "Omnibus"])
    seen = []
    for _ in 0..<5 {
      await app.perform(.moveUp)
      seen.append(selected(app))
    }
    #expect(seen == ["Kind Of Blue", "Naima", "Giant Steps", "Blue Train", "artist"])
    await app.perform(.markAll)
    #expect(app.artist.list.markedOrSelected.count == 6, "the artist and five works")
  }

  @Test func `beside the list stands the profile, then the selected record`() async {
    let app = await open()
    #expect(app.artist.panes.info === app.artist.profile)
    #expect(app.artist.panes.subjects.map(\.reference) == [.artist(1)])
    await app.perform(.moveDown)
    #expect(app.artist.panes.info?.loaded?.subject.reference == .master(1))
    #expect(app.artist.panes.subjects.map(\.reference) == [.master(1)])
    await app.perform(.moveUp)
    #expect(app.artist.panes.info === app.artist.profile)
    await app.perform(.open)
    #expect(app.artist.panes.isInfoFocused, "Enter on the artist reads the profile")
    await app.perform(.cancel, .moveDown, .open)
    #expect(app.store.page.route == .master(1))
  }

  @Test func `versions unfold below their master and fold again`() async {
    let app = await open()
    await app.perform(.moveDown, .unfold)
    #expect(lines(app).prefix(7) == ["artist", "# albums", "Blue Train", "- 101", "- 102", "- 103", "Giant Steps"])
    #expect(selected(app) == "Blue Train")
    #expect(app.artist.shelfMarks[.release(102)]?.owned == .this, "versions have marks, too")
    await app.perform(.moveDown, .moveDown)
    #expect(app.artist.panes.shelfItems.first?.facts?.release == 102)
    await app.perform(.unfold)
    #expect(lines(app) == Self.all)
    #expect(selected(app) == "Blue Train", "folded from one of them, their master is selected")
    await app.perform(.moveDown, .unfold)
    #expect(app.store.notice == "Only masters have versions")
  }

  @Test func `marks stay with their rows when others unfold above them`() async {
    let app = await open()
    await app.perform(.moveDown, .moveDown, .mark, .moveUp, .moveUp, .unfold)
    #expect(app.artist.list.subjects.map(\.title) == ["Giant Steps"])
    await app.perform(.unfold)
    #expect(app.artist.list.subjects.map(\.title) == ["Giant Steps"])
  }

  @Test func `of very many versions fifty stand below, and a line leads to the rest`() async {
    let app = await open(Self.services(versions: 80))
    await app.perform(.moveDown, .unfold)
    #expect(lines(app)[53] == "- 30 more")
    app.artist.list.select(row: 53)
    await app.perform(.open)
    #expect(app.store.page.route == .master(1))
  }

  @Test func `a click on the count unfolds, a click on a caption selects below it`() async {
    let app = await open()
    app.store.mouse.click(.fold(2, in: .main))
    await app.tasks.settle()
    #expect(lines(app)[3] == "- 101")
    app.store.mouse.click(.row(1, in: .main))
    await app.tasks.settle()
    #expect(selected(app) == "Blue Train")
  }

  @Test func `sections are shown one at a time, of those there are`() async {
    let app = await open()
    var shown: [[String]] = []
    for _ in 0..<4 {
      await app.perform(.nextType)
      shown.append(lines(app))
    }
    #expect(
      shown == [
        ["# albums", "Blue Train", "Giant Steps"], ["# singles", "Naima"],
        ["# appearances", "Kind Of Blue", "Omnibus"], Self.all,
      ])
    await app.perform(.previousType)
    #expect(app.artist.section == .appearances && selected(app) == "Kind Of Blue")
  }

  @Test func `filtering leaves the captions of what is left, Esc brings all back`() async {
    let app = await open()
    _ = app.artist.perform(.narrow, .text("BLUE"))
    await app.tasks.settle()
    #expect(lines(app) == ["# albums", "Blue Train", "# appearances", "Kind Of Blue"])
    #expect(selected(app) == "Blue Train")
    await app.perform(.cancel)
    #expect(lines(app) == Self.all)
  }

  @Test func `the page comes back as it was left: section, unfolded versions, selected row`() async {
    let app = await open()
    await app.perform(.moveDown, .unfold, .moveDown, .moveDown)
    let (memento, before) = (app.artist.memento, lines(app))
    await app.perform(.closePage, .historyBack)
    #expect(app.artist.memento == memento)
    #expect(lines(app) == before && selected(app) == "- 102")
    await app.perform(.nextType)
    let other = app.artist.memento
    await app.perform(.closePage, .historyBack)
    #expect(app.artist.memento == other && app.artist.section == .albums)
  }

  @Test func `how many are owned is counted over all works`() async {
    let app = await open()
    #expect(app.artist.figures.owned == 2)
    #expect(app.artist.figures.sections == [.albums: 2, .singles: 1, .appearances: 2])
  }

  @Test func `the number of a row leaves out captions and versions`() async {
    let app = await open()
    await app.perform(.moveDown, .unfold, .moveToBottom)
    #expect(selected(app) == "Omnibus" && app.artist.number == 5)
  }

  @Test func `a find passes from work to work`() async {
    let app = await open()
    _ = app.artist.perform(.find, .text("kind"))
    await app.tasks.settle()
    #expect(selected(app) == "Kind Of Blue")
  }

  @Test func `the wall is of the albums, and returns to the same record`() async {
    let asked = Recorder<BrowseRequest>()
    let app = await open(Self.services(asked: asked))
    app.store.show(pictures: .blocks)
    await app.perform(.moveDown, .moveDown, .toggleWall)
    #expect(lines(app) == ["Blue Train", "Giant Steps"] && selected(app) == "Giant Steps")
    #expect(asked.values.last?.list == .discography(1, section: .albums))
    #expect(app.artist.panes.list?.isWall == true)
    await app.perform(.moveLeft, .toggleWall)
    #expect(lines(app) == Self.all && selected(app) == "Blue Train")
    await app.perform(.toggleWall, .cancel)
    #expect(lines(app) == Self.all, "Esc leaves it, too")
  }

  @Test func `rows further down keep their captions and their place`() async {
    let many = (1...400).map {
      Self.work(.release(Release.ID($0)), "Title \($0)", 1950, $0 <= 250 ? .albums : .singles)
    }
    var services = Self.services()
    services.catalogue.browse = { request, after, limit in FixtureCatalogue.page(many, after: after, limit: limit) }
    services.catalogue.browseCount = { _ in .exactly(400) }
    let app = await open(services)
    await app.perform(.moveToBottom)
    #expect(selected(app) == "Title 400" && app.artist.number == 400)
    #expect(app.artist.list.list.captions == [1, 252])
    #expect(lines(app).count { $0 == "# singles" } == 1)
  }
}
