import Clients
import DiscogsModel
import RunoutModel
import Sleeves
import TestSupport
import Testing

@testable import Features

@MainActor struct CompareTests {
  nonisolated private static func release(_ number: Int, country: String, tracks: [String]) -> Release {
    Release(
      id: Release.ID(number), title: "Kind Of Blue", artists: [ArtistCredit(id: 1, name: "Miles Davis")],
      labels: [LabelCredit(id: 1, name: "Columbia", catalogueNumber: "CL \(number)")], country: country,
      tracklist: tracks.enumerated().map { Track(position: "A\($0 + 1)", title: $1) },
      identifiers: [Identifier(kind: "Barcode", value: "1234")])
  }

  private func services() -> Services {
    var services = fixtureShelf().services()
    services.catalogue.release = { id throws(ClientError) in
      Self.release(
        id.number, country: id.number == 2 ? "UK" : "US", tracks: id.number == 1 ? ["So What"] : ["So What", "Blue"])
    }
    return services
  }

  private func row(_ name: String, _ comparison: Comparison?) -> Comparison.Row? {
    comparison?.sections.flatMap(\.rows).first { $0.name == name }
  }

  @Test func `two marked pressings stand side by side, with what is the same in dim`() async {
    let app = await StoreFixture(services(), columns: 120, rows: 40)
    await app.perform(.mark, .mark, .compare)
    let model = app.store.page as? CompareModel
    #expect(model?.ids == [1, 2])
    let comparison = model?.pane.comparison
    #expect(row("Country", comparison) == Comparison.Row(name: "Country", values: ["US", "UK"]))
    #expect(row("Country", comparison)?.differs == true)
    #expect(row("Barcode", comparison)?.differs == false)
    #expect(row("2", comparison)?.values == ["", "A2  Blue"])
    #expect(row("You own", comparison)?.values.first?.hasPrefix("Jazz") == true)
    let country = model?.pane.view.lines.first { $0.lead == "Country" }
    #expect(country?.spans.first?.emphasis == .strong)
    #expect(country?.leadEmphasis == .quiet, "values stand out, not what they are")
    let barcode = model?.pane.view.lines.first { $0.lead == "Barcode" }
    #expect(barcode?.spans.first?.emphasis == .quiet && barcode?.leadEmphasis == .quiet)
  }

  @Test func `a key leaves out what is the same, and brings it back`() async {
    let app = await StoreFixture(services(), columns: 120, rows: 40)
    await app.perform(.mark, .mark, .compare)
    let pane = (app.store.page as? CompareModel)?.pane
    let whole = pane?.view.lines.map(\.lead)
    await app.perform(.nextType)
    #expect(pane?.view.lines.map(\.lead).contains("Country") == true)
    #expect(pane?.view.lines.map(\.lead).contains("Barcode") == false)
    await app.perform(.nextType)
    #expect(pane?.view.lines.map(\.lead) == whole)
  }

  @Test func `what is the same is counted behind its caption, and dim in its column`() {
    func lines(_ tracks: [[String]]) -> [DocumentLine] {
      Comparison(tracks.enumerated().map { Comparison.Pressing(Self.release($0 + 1, country: "US", tracks: $1)) })
        .lines(columns: 100, measure: .plain)
    }
    let album = ["So What", "Blue In Green", "All Blues"]
    let same = lines([album, album, album])
    #expect(same.contains { $0.spans.map(\.text) == ["Tracklist", "  3 of 3 the same"] })
    let track = same.first { $0.lead == "So What" }
    #expect(track?.leadEmphasis == .quiet, "its title stands once, in front")
    #expect(track?.spans.count { $0.text == "A1" && $0.emphasis == .quiet } == 3)
    let different = lines([album, album, album + ["Flamenco Sketches"]])
    #expect(different.contains { $0.spans.map(\.text) == ["Tracklist", "  3 of 4 the same"] })
    let other = different.first { $0.lead == "Flamenco Sketches" }
    #expect(other?.leadEmphasis == .strong)
    #expect(other?.spans.filter { $0.text == "A4" }.map(\.emphasis) == [.strong])
  }

  @Test func `a track has its title in each column where they differ, or the title is too long for one place`() {
    func lines(_ tracks: [Track?], columns: Int = 80) -> [DocumentLine] {
      let pressings = tracks.enumerated().map { number, track in
        var release = Self.release(number + 1, country: "US", tracks: [])
        release.tracklist = track.map { [$0] } ?? []
        return Comparison.Pressing(release)
      }
      return Comparison(pressings).lines(columns: columns, measure: .plain)
    }
    func isInFront(_ title: String, _ lines: [DocumentLine]) -> Bool { lines.contains { $0.lead == title } }
    func titles(_ title: String, _ lines: [DocumentLine]) -> Int {
      lines.flatMap(\.spans).count { $0.text.contains(title) }
    }
    let (track, bare) = (Track(position: "A1", title: "So What"), Track(position: "", title: "So What"))
    #expect(isInFront("So What", lines([track, track])) && isInFront("So What", lines([bare, bare])))
    #expect(isInFront("So What", lines([track, track], columns: 60)))
    let other = lines([track, Track(position: "A1", title: "Freddie Freeloader")])
    #expect(titles("So What", other) == 1 && titles("Freddie", other) == 1)
    #expect(titles("So What", lines([bare, nil])) == 1, "else nobody could tell which has it")
    let long = Track(position: "1", title: "Goldberg Variations, BWV 988")
    #expect(titles("Goldberg", lines([long, long], columns: 120)) == 2)
  }

  @Test func `of tracks with other times the times are bright, of those that one lacks the position`() {
    func spans(_ tracks: [Track?]) -> [Span.Emphasis: [String]] {
      let pressings = tracks.enumerated().map { number, track in
        var release = Self.release(number + 1, country: "US", tracks: [])
        release.tracklist = track.map { [$0] } ?? []
        return Comparison.Pressing(release)
      }
      let line = Comparison(pressings).lines(columns: 120, measure: .plain).first { $0.lead == "So What" }
      return Dictionary(grouping: line?.spans ?? [], by: \.emphasis)
        .mapValues { $0.map(\.text).filter { $0.contains { $0 != " " } } }
    }
    let (long, short) = (
      Track(position: "A1", title: "So What", duration: "9:22"),
      Track(position: "1", title: "So What", duration: "9:02")
    )
    #expect(spans([long, long, short])[.strong] == ["9:02"])
    #expect(spans([long, long, long])[.strong] == nil)
    #expect(spans([long, nil, nil])[.strong] == ["A1", "9:22"])
  }

  @Test func `the sides of a record are no other music than a CD`() {
    func pressing(_ number: Int, _ position: String, _ duration: String) -> Comparison.Pressing {
      var release = Self.release(number, country: "US", tracks: [])
      release.tracklist = [Track(position: position, title: "So What", duration: duration)]
      release.credits = [ArtistCredit(id: 5, name: "Bill Evans", role: "Piano", tracks: position)]
      return Comparison.Pressing(release)
    }
    let same = Comparison([pressing(1, "A1", "9:22"), pressing(2, "1", "9:22")])
    #expect(row("1", same)?.values == ["A1  So What", "1  So What"] && row("1", same)?.differs == false)
    #expect(row("Piano", same)?.values == ["Bill Evans (A1)", "Bill Evans (1)"])
    #expect(row("Piano", same)?.differs == false)
    let track = same.lines(columns: 80, measure: .plain).first { $0.lead == "So What" }
    #expect(track?.spans.map(\.text).filter { !$0.allSatisfy { $0 == " " } } == ["A1", "9:22", "1", "9:22"])
    let other = Comparison([pressing(1, "A1", "9:22"), pressing(2, "1", "9:02")])
    #expect(row("1", other)?.differs == true)
    #expect(row("1", other)?.texts == ["A1  So What  9:22", "1  So What  9:02"])
    #expect(other.lines(columns: 80, measure: .plain).contains { $0.text.contains("9:02") })
  }

  @Test func `the title of each opens its page`() async {
    let app = await StoreFixture(services(), columns: 120, rows: 40)
    await app.perform(.mark, .mark, .compare, .nextLink, .nextLink, .open)
    #expect(app.store.page.route == .release(2))
  }

  @Test func `one, none or seven are too few or too many`() async {
    let app = await StoreFixture(services())
    await app.perform(.compare)
    #expect(app.said == "Select two to six releases with <Space>, then compare them")
    for _ in 0..<7 { await app.perform(.mark) }
    await app.perform(.compare)
    #expect(app.said == "Select two to six releases with <Space>, then compare them")
  }

  @Test func `what is no pressing is left out, and that is said`() async {
    let rows = [
      CatalogueRow(reference: .master(10), title: "Title 10"), CatalogueRow(reference: .release(1), title: "Title 1"),
      CatalogueRow(reference: .release(2), title: "Title 2"),
    ]
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: rows)))
    await app.perform(.mark, .mark, .mark, .compare)
    #expect((app.store.page as? CompareModel)?.ids == [1, 2])
    #expect(app.said == "Only releases are compared · 1 left out")
  }

  @Test func `covers that are all the same take no room`() async {
    var services = services()
    services.catalogue.release = { id throws(ClientError) in
      var release = Self.release(id.number, country: "US", tracks: ["So What"])
      release.master = id.number < 3 ? 5 : 6
      return release
    }
    for (marks, hasCovers) in [(2, false), (3, true)] {
      let app = await StoreFixture(services, columns: 120, rows: 40)
      app.store.show(pictures: .blocks)
      for _ in 0..<marks { await app.perform(.mark) }
      await app.perform(.compare)
      let lines = (app.store.page as? CompareModel)?.pane.view.lines ?? []
      #expect(lines.contains { !$0.covers.isEmpty } == hasCovers)
    }
  }

  @Test(arguments: [(120, 3, 11, 11), (80, 3, 7, 7), (60, 2, 0, 7)])
  func `a sleeve drawn alike for all stands once, and what was in it in each column`(
    columns: Int, pressings: Int, rows: Int, high: Int
  ) async {
    var services = services()
    services.catalogue.release = { id throws(ClientError) in
      var release = Self.release(id.number, country: "US", tracks: ["So What"])
      (release.master, release.released) = (5, "\(1958 + id.number)")
      return release
    }
    let app = await StoreFixture(services, columns: columns, rows: 40)
    app.store.show(pictures: .blocks)
    for _ in 0..<pressings { await app.perform(.mark) }
    await app.perform(.compare)
    let pane = (app.store.page as? CompareModel)?.pane
    let lines = pane?.view.lines.filter { !$0.covers.isEmpty } ?? []
    #expect(lines.count { $0.covers.first?.column == 0 } == rows)
    #expect(lines.count == high)
    let middle = lines.isEmpty ? nil : lines[lines.count / 2]
    let poses = middle?.covers.compactMap { $0.box.subject?.sleeve.pose } ?? []
    let alone = Array(repeating: SleeveFacts.Pose.alone, count: pressings)
    #expect(poses == (rows > 0 ? [.sleeve] : []) + alone)
    for cover in middle?.covers ?? [] {
      #expect(cover.box.subject.flatMap { app.store.pictures.picture(of: $0) } != nil)
      #expect(cover.box.rows == (cover.column == 0 ? rows : high))
    }
  }

  @Test(arguments: [24, 40, 80, 200]) func `every cell fits its column, at any width`(columns: Int) {
    let pressings = (1...6).map {
      Comparison.Pressing(Self.release($0, country: "Netherlands", tracks: ["Long Title Of It"]))
    }
    for line in Comparison(pressings).lines(columns: columns, measure: .plain) {
      let width = line.leadColumns + line.spans.map(\.text).joined().count
      #expect(width <= max(columns, 8 + 6 * 11), "no cell is narrower than a word: \(line.text)")
    }
  }

  @Test(arguments: [(40, false), (60, true)]) func `numbers are shown where they are not broken`(
    columns: Int, areShown: Bool
  ) {
    let pressings = (1...3).map { Comparison.Pressing(Self.release(930_000_000 + $0, country: "US", tracks: [])) }
    let text = Comparison(pressings).lines(columns: columns, measure: .plain).map(\.text).joined(separator: "\n")
    #expect(text.contains("r930000001") == areShown && !text.contains("r930000\n"))
  }

  @Test func `a record that cannot be read says so, and R reads them again`() async {
    let fails = Recorder<Bool>()
    var services = services()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      if fails.values.isEmpty, id == 2 { throw .offline }
      return try await release(id)
    }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    await app.perform(.mark, .mark, .compare)
    let model = app.store.page as? CompareModel
    #expect(model?.pane.failure == .offline)
    fails.append(true)
    await app.perform(.refreshView)
    #expect(model?.pane.comparison != nil)
  }
}
