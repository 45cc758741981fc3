import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct DigModelTests {
  private func services(_ asked: Recorder<DigRequest>) -> Services {
    var services = Services.fixture()
    services.digging.rows = { request, _, _ throws(ClientError) in
      asked.append(request)
      return Page(rows: [CatalogueRow(reference: .release(3), title: "Missing", master: 10)], next: nil)
    }
    services.digging.count = { _ in DigCount(rows: 1, all: 12) }
    return services
  }

  @Test(arguments: [
    ("[l7]", EntityReference.label(7)), ("[a4]", .artist(4)), ("[m10]", .master(10)), ("[r11]", .master(20)),
  ])
  func `gaps are those of the page, of a release those of its master`(
    _ page: String, _ owner: EntityReference
  ) async throws {
    let asked = Recorder<DigRequest>()
    let app = await StoreFixture(services(asked))
    app.store.open(page)
    await app.tasks.settle()
    await app.perform(.openGaps)
    let model = try #require(app.store.page as? DigModel)
    #expect(model.subject == .gaps(owner))
    #expect(model.list.rows.list.rows.map(\.title) == ["Missing"])
    #expect(model.heading.count == DigCount(rows: 1, all: 12))
    #expect(model.heading.names[owner] == "Named \(owner.number)")
  }

  @Test func `gaps are sorted and narrowed as a whole, and come again when the shelf changes`() async throws {
    let asked = Recorder<DigRequest>()
    let app = await StoreFixture(services(asked))
    app.store.open("[l7]")
    await app.tasks.settle()
    await app.perform(.openGaps, .sort(by: .year))
    let model = try #require(app.store.page as? DigModel)
    model.list.rows.narrow("lp")
    await app.tasks.settle()
    #expect(asked.values.last == DigRequest(.gaps(.label(7)), sort: RunoutModel.SortOrder(.year), narrowing: "lp"))
    let before = asked.values.count
    model.hear(.shelfChanged)
    await app.tasks.settle()
    #expect(asked.values.count > before)
  }

  @Test func `with Discogs as the source gaps say what they need`() async {
    var services = services(Recorder())
    services.source.current = { SourceStatus(source: .live) }
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await app.tasks.settle()
    await app.perform(.openGaps)
    #expect(app.store.page.route == .label(7))
    #expect(app.store.notice == "This needs a catalogue on this machine: :source catalogue")
  }

  @Test func `on a shelf alone digging names what fetches a catalogue`() async {
    var services = services(Recorder())
    services.source.current = { SourceStatus(source: .shelf) }
    let app = await StoreFixture(services)
    app.store.open("[r11]")
    await app.tasks.settle()
    let route = app.store.page.route
    for command in [Command.openGaps, .openYears, .openCompany, .openAlike, .openPath] {
      await app.perform(command)
      #expect(app.store.notice == "This needs a catalogue · runout catalogue update fetches one", "\(command)")
    }
    await app.perform(.openOnThisDay)
    #expect(app.store.notice == "Your shelf has no release dates · runout catalogue update finds them")
    #expect(app.store.page.route == route)
  }

  @Test func `a path is asked for by two names, or one from an artist's page`() async throws {
    let asked = Recorder<DigRequest>()
    let app = await StoreFixture(services(asked))
    await app.commandLine("path Artist 4 > a7")
    #expect(app.store.page.route == .dig(.path(from: 4, to: 7)))
    app.store.open("[a4]")
    await app.tasks.settle()
    await app.commandLine("path Artist 9")
    #expect(app.store.page.route == .dig(.path(from: 4, to: 9)))
  }

  @Test func `a path that cannot be asked for says why`() async {
    let app = await StoreFixture(services(Recorder()))
    await app.commandLine("path Artist 4")
    #expect(app.store.notice == "path A > B; on an artist, path B alone")
    await app.commandLine("path a4 > No Such")
    #expect(app.store.notice == "No artist “No Such” in this source")
    await app.commandLine("path a4 > artist:4")
    #expect(app.store.notice == "Both are the same artist")
    #expect(app.store.page.route == .search)
  }

  @Test func `who else and what is alike go by the page or the row`() async {
    let app = await StoreFixture(services(Recorder()))
    app.store.open("[r11]")
    await app.tasks.settle()
    await app.perform(.openCompany)
    #expect(app.store.page.route == .dig(.company(.release(11))))
    await app.perform(.back, .openAlike)
    #expect(app.store.page.route == .dig(.alike(11)))
    app.store.open("[l7]")
    await app.tasks.settle()
    await app.perform(.openCompany)
    #expect(app.store.page.route == .dig(.company(.release(1))))
    await app.commandLine("who Artist 4")
    #expect(app.store.page.route == .dig(.company(.artist(4))))
    await app.commandLine("who No Such")
    #expect(app.store.notice == "No artist “No Such” in this source")
  }

  /// The page of a label's years.
  private func years(_ services: Services) async throws -> (app: StoreFixture, model: TimelineModel) {
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await app.tasks.settle()
    await app.perform(.openYears)
    return (app, try #require(app.store.page as? TimelineModel))
  }

  @Test func `a year's bar opens its records, an empty one says so`() async throws {
    var services = services(Recorder())
    services.digging.years = { _ in
      YearCounts(tallies: [YearTally(year: 1959, records: 2), YearTally(year: 1960, records: 0)], unknown: 3)
    }
    let (app, model) = try await years(services)
    #expect(model.name == "Named 7")
    #expect(model.counts?.known == 2 && model.counts?.unknown == 3)
    await app.perform(.moveDown, .open)
    #expect(app.store.notice == "Nothing came out in 1960")
    await app.perform(.moveUp, .open)
    #expect(app.store.page.route == .dig(.years(.label(7), 1959...1959)))
  }

  @Test func `years without any stand between those that have some, and are passed over`() async throws {
    var services = services(Recorder())
    services.digging.years = { _ in
      YearCounts(tallies: [YearTally(year: 1959, records: 2), YearTally(year: 1980, records: 1)], unknown: 0)
    }
    let (app, model) = try await years(services)
    #expect(model.list.rows.count == 3 && model.list.rows[1] == .gap(years: 20))
    await app.perform(.moveDown)
    #expect(model.list.cursor == 2 && model.position == 2)
    await app.perform(.open)
    #expect(app.store.page.route == .dig(.years(.label(7), 1980...1980)))
  }

  @Test func `a label with a dash in its name keeps all of it while its years are counted`() async throws {
    var services = services(Recorder())
    services.catalogue.label = { Discogs.Label(id: $0, name: "Ruf – Ton") }
    services.catalogue.names = { _ throws(ClientError) in throw .storage("busy") }
    let (_, model) = try await years(services)
    #expect(model.name == "Ruf – Ton")
  }

  @Test func `digging leaves a record its artist among the recent visits`() async throws {
    let app = await StoreFixture(services(Recorder()))
    app.store.open("[r11]")
    await app.tasks.settle()
    let name = try #require(app.store.stage.visits.first?.name)
    #expect(name.contains(" – "))
    await app.perform(.openCompany, .back, .openAlike, .back)
    #expect(app.store.stage.visits.first?.name == name)
  }

  @Test func `what came out on this day is asked for by the local day`() async {
    var services = services(Recorder())
    services.desktop.localTime = { LocalTime(day: 20_681, hour: 9) }
    let app = await StoreFixture(services)
    await app.commandLine("today")
    #expect(app.store.page.route == .dig(.cameOut(month: 8, day: 16)))
    await app.perform(.back)
    // Its former name.
    await app.commandLine("on-this-day")
    #expect(app.store.page.route == .dig(.cameOut(month: 8, day: 16)))
  }
}
