import Clients
import DiscogsModel
import RunoutModel
import Sleeves
import TestSupport
import Testing

@testable import Features

/// The text of a release: in two columns where they fit, and from the shelf where Discogs does not answer.
@MainActor struct RecordPaneTests {
  private func page(columns: Int, credits: [ArtistCredit]) async -> (StoreFixture, ReleaseModel?) {
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      var release = try await release(id)
      release.credits = credits
      if credits.isEmpty { (release.identifiers, release.companies) = ([], []) }
      release.tracklist = [Track(position: "A", title: "One"), Track(position: "B", title: "Two")]
      release.notes = "Pressed twice."
      return release
    }
    let app = await StoreFixture(services, columns: columns, rows: 40)
    await app.perform(.open)
    return (app, app.store.page as? ReleaseModel)
  }

  private let credits = [
    ArtistCredit(id: 90, name: "Engineer", role: "Engineer"), ArtistCredit(id: 91, name: "Designer", role: "Design"),
  ]

  @Test func `a preview shows the course of the prices that were kept`() async throws {
    var services = Services.fixture()
    services.reports.priceHistory = { id in
      guard id == 1 else { return [] }
      return [(20, 20), (30, 35)].map {
        PriceOnDay(day: $0, price: Money(DecimalNumber(significand: $1), Currency("EUR")))
      }
    }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    func text() -> String { app.search.panes.preview.view.lines.map(\.text).joined(separator: "\n") }
    #expect(text().contains("Market €35.00") && text().contains("▁█"), "\(text())")
    await app.perform(.moveDown)
    #expect(!text().contains("€") && !text().isEmpty, "\(text())")
  }

  @Test func `where there is room, credits stand beside facts and tracks, and notes below the shorter of them`() async {
    let (app, model) = await page(columns: 140, credits: credits)
    let lines = model?.info.view.lines ?? []
    #expect(lines.first?.spans.first?.text == "Artist 1" && lines.first?.beside.first?.text.contains("Credits") == true)
    #expect(lines.allSatisfy { $0.besideColumn < 140 })
    let credits = lines.firstIndex { $0.beside.contains { $0.text.contains("Designer") } } ?? .max
    #expect(lines.dropFirst(credits).contains { $0.beside.contains { $0.text.contains("Pressed twice.") } })
    #expect(lines.contains { $0.spans.contains { $0.text == "Two" } })
    app.store.resize(columns: 80, rows: 40)
    #expect(model?.info.view.lines.allSatisfy(\.beside.isEmpty) == true)
    #expect(model?.info.view.lines.contains { $0.text.contains("Designer") } == true)
  }

  @Test(arguments: [Source.catalogue, .live])
  func `a page names other versions, the user's first, where that costs no request`(
    source: Source
  ) async throws {
    var services = fixtureShelf().services()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      var release = try await release(id)
      release.master = 7
      return release
    }
    services.source.current = { SourceStatus(source: source) }
    services.catalogue.browse = { request, _, _ throws(ClientError) in
      guard case .versions(7) = request.list else { return Page(rows: [], next: nil) }
      let rows = [3, 1, 4, 8, 9, 10, 11, 2].map { number in
        CatalogueRow(
          reference: .release(Release.ID(number)), title: "Title", year: 1950 + number, country: "US", format: "LP",
          label: "Label", catalogueNumber: "\(number)")
      }
      return Page(rows: rows, next: nil)
    }
    let record = try await LoadedRecord(.release(1), from: services)
    let named = record.others.map { Int($0.reference.number) }
    #expect(named == (source == .live ? [] : [3, 4, 8, 9, 10, 2]), "the last is on the shelf")
    let lines = record.document(columns: 80, measure: .plain, isPreview: false).map(\.text)
    #expect(lines.contains { $0.contains("Other versions") } == (source == .catalogue))
    #expect(lines.contains { $0.hasPrefix("1952 Label – 2") && $0.contains("●") } == (source == .catalogue))
    #expect(try await LoadedRecord(.release(1), from: services, isPreview: true).others.isEmpty)
  }

  @Test(arguments: [40, 50, 59, 79, 119, 159], [true, false])
  func `facts stand in one column, and no text goes on below the picture it began beside`(
    columns: Int, isPreview: Bool
  ) async throws {
    let record = try await LoadedRecord(.release(1), from: fixtureShelf().services())
    // On a wide page what is meant here stands beside the picture's column.
    let lines = record.document(columns: columns, measure: .plain, isPreview: isPreview, pictureRows: 20)
      .map { $0.beside.first ?? $0 }
    let head = lines.prefix { !$0.text.contains("Tracklist") }
    // Copies stand together, and have their name where it has room.
    let own = try #require(head.first { $0.spans.contains { $0.emphasis == .own } })
    let notes = try #require(head.first { $0.text.contains("Notes:") })
    #expect((own.picture == nil) == (notes.picture == nil) && (own.picture != nil || own.lead == "You own"))
    // Beside a narrow picture stand all facts without names, or none.
    let release = try #require(record.release)
    let names = [release.labels.first?.displayName, release.formats.first?.displayName].compactMap(\.self)
    let facts = names.compactMap { name in head.first { $0.text.contains(name) } }
    let isBeside = facts.allSatisfy { $0.lead.isEmpty && $0.picture != nil }
    #expect(facts.count == 2 && (isBeside || facts.map(\.lead) == ["Label", "Format"]))
    let starts = (isBeside ? [] : facts) + head.filter { $0.lead == "You own" }
    #expect(Set(starts.map { $0.picture?.columns ?? 0 }).count <= 1)
    let below = lines.firstIndex { $0.picture == nil } ?? 0
    #expect(below == 0 || lines[below - 1...below].contains { $0.isBlank })
    #expect((below == 0) == (columns > 106 && !isPreview))
  }

  @Test(arguments: [119, 159], [SleeveFacts.Pose.inSleeve, .halfOut])
  func `on a wide page credits stand below the picture, facts and tracks beside both`(
    columns: Int, pose: SleeveFacts.Pose
  ) async throws {
    let (_, model) = await page(columns: columns + 2, credits: credits)
    let record = try #require(model?.info.loaded)
    func lines(_ rows: Int?) -> [DocumentLine] {
      record.document(
        columns: columns, measure: .plain, isPreview: false, pictureRows: rows, pose: pose)
    }
    let pictured = lines(34)
    let height = try #require(pictured.firstIndex { $0.picture == nil })
    #expect(10...17 ~= height && pictured.prefix(height).allSatisfy { $0.lead.isEmpty && $0.spans.isEmpty })
    #expect(pictured.dropFirst(height).first { !$0.spans.isEmpty }?.spans.map(\.text) == ["Credits"])
    #expect(pictured.prefix(height).contains { $0.beside.first?.spans.first?.text == record.release?.title })
    #expect(pictured.contains { $0.beside.first?.spans.first?.text == "Tracklist" })
    // Without a picture, and where it would be a stamp, what the record is comes first.
    for rows in [nil, 12] {
      #expect(lines(rows).contains { $0.spans.first?.text == record.release?.title && $0.picture == nil })
    }
  }

  @Test func `Tab goes to the links of both columns, and each opens its own page`() async {
    let (app, model) = await page(columns: 140, credits: credits)
    var seen: [LinkTarget] = []
    while let model, let link = model.info.view.selectedLink, !seen.contains(link), seen.count < 50 {
      seen.append(link)
      if link == .entity(.artist(91)) { break }
      await app.perform(.nextLink)
    }
    #expect(seen.contains(.entity(.artist(90))) && seen.last == .entity(.artist(91)))
    await app.perform(.open)
    #expect(app.store.page.route == .artist(91))
  }

  @Test func `a track with a video leads to it; other videos have a part of their own`() async {
    var services = Services.fixture()
    let opened = Recorder<String>()
    services.desktop.open = { opened.append($0) }
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      var release = try await release(id)
      release.tracklist = [
        Track(position: "A", title: "One", duration: "3:00"), Track(position: "B", title: "Two"),
      ]
      release.videos = [
        Video(url: "https://example.org/one", title: "Artist 1 - One", duration: .seconds(183)),
        Video(url: "https://example.org/talk", title: "A talk about it"),
      ]
      return release
    }
    let app = await StoreFixture(services, columns: 80, rows: 40)
    await app.perform(.open)
    let view = { (app.store.page as? ReleaseModel)?.info.view }
    let lines = view()?.lines.map { $0.spans.map(\.text).joined() } ?? []
    #expect(lines.contains("One ▶") && lines.contains("Two") && lines.contains("A talk about it"))
    #expect(!lines.contains("Artist 1 - One"))
    while let now = view(), now.cursor < lines.count - 1, lines[now.cursor] != "One ▶" { await app.perform(.moveDown) }
    await app.perform(.open)
    #expect(opened.values == ["https://example.org/one"])
  }

  @Test func `without anything for a second column there is one`() async {
    let (_, model) = await page(columns: 140, credits: [])
    #expect(model?.info.view.lines.allSatisfy(\.beside.isEmpty) == true)
  }

  @Test func `a copy that was never opened shows what the shelf has, when nothing else can be read`() async {
    let shelf = fixtureShelf()
    var services = shelf.services()
    services.catalogue.release = { _ throws(ClientError) in throw .offline }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    await app.perform(.openCollection, .open)
    let model = app.store.page as? ReleaseModel
    #expect(model?.info.failure == .offline)
    let text = model?.info.knownLines.map(\.text).joined(separator: "\n") ?? ""
    for fact in ["Artist 1", "Title 1", "Jazz", "VG+", "★★★★"] { #expect(text.contains(fact), "\(fact) in \(text)") }
  }

  @Test(arguments: [true, false])
  func `a copy's folder stands once, with its place where it has one`(hasPlace: Bool) async throws {
    var services = fixtureShelf().services()
    services.shelf.placeOf = { _ in hasPlace ? ShelfPlace(number: 2, total: 9, after: "Sun Ra – Lanquidity") : nil }
    var builder = DocumentBuilder(columns: 100, measure: .plain)
    try await Holding(of: .release(1), from: services).write(to: &builder)
    let lines = builder.lines.map { $0.spans.map(\.text).joined() }
    let start = hasPlace ? ["● Jazz, 2nd of 9, after Sun Ra – Lanquidity", "VG+"] : ["● Jazz · VG+"]
    #expect(zip(lines, start).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
    #expect(lines.count { $0.contains("Jazz") } == 1)
  }

  @Test func `where a copy's facts would be wrapped, each has a line of its own`() async throws {
    var services = fixtureShelf().services()
    services.shelf.placeOf = { _ in ShelfPlace(number: 2, total: 9, after: "Sun Ra – Lanquidity") }
    var builder = DocumentBuilder(columns: 35, measure: .plain)
    try await Holding(of: .release(1), from: services).write(to: &builder)
    let lines = builder.lines.map { $0.spans.map(\.text).joined() }
    let place = "● Jazz, 2nd\u{A0}of\u{A0}9"
    #expect(lines.starts(with: [place, "after Sun Ra –", "Lanquidity", "VG+ · ★★★★"]), "\(lines)")
    #expect(lines.dropFirst(4).first?.hasPrefix("added ") == true, "\(lines)")
  }

  @Test(arguments: [true, false])
  func `a record of which other pressings are owned and wanted says so`(isMaster: Bool) async throws {
    let reference: EntityReference = isMaster ? .master(7) : .release(7)
    var services = fixtureShelf().services()
    services.shelf.copiesOf = { _ in [] }
    services.shelf.wantOf = { _ in nil }
    services.shelf.marks = { rows in
      [rows[0].reference: ShelfMarks(owned: isMaster ? .this : .another, wanted: .another)]
    }
    var builder = DocumentBuilder(columns: 60, measure: .plain)
    try await Holding(of: reference, from: services).write(to: &builder)
    let words = isMaster ? "a pressing" : "another pressing"
    let lines = builder.lines.map { $0.spans.map(\.text).joined() }
    #expect(lines == ["\(isMaster ? "●" : "◐") \(words)", "♡ \(words)"])
    #expect(builder.lines.map(\.lead) == ["You own", "You want"])
    var beside = DocumentBuilder(columns: 44, measure: .plain, picture: PictureBox(nil, columns: 44, rows: 20))
    try await Holding(of: reference, from: services).write(to: &beside)
    #expect(beside.lines.map { $0.spans.map(\.text).joined() }.joined(separator: " ").contains("you own \(words)"))
    #expect(builder.lines.map { $0.spans[0].emphasis } == [isMaster ? .own : .otherPressing, .otherWant])
  }
}
