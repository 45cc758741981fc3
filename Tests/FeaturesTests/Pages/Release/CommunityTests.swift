import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct CommunityTests {
  private let live = ScriptedLive()
  private let figures = CommunityFigures(have: 12_345, want: 617, average: 4.517, ratings: 1_204, own: 3)
  private let market = MarketFigures(
    forSale: 23, lowest: Money(DecimalNumber(significand: 1250, scale: 2), Currency("EUR")),
    suggestions: [
      .init(condition: "Mint (M)", price: Money(DecimalNumber(significand: 4000, scale: 2), Currency("EUR"))),
      .init(condition: "Good (G)", price: Money(DecimalNumber(significand: 678, scale: 2), Currency("EUR"))),
    ], isBlocked: false)

  private func open(_ services: Services) async -> (app: StoreFixture, model: ReleaseModel) {
    let app = await StoreFixture(services)
    app.store.start()
    await app.perform(.open)
    guard let model = app.store.page as? ReleaseModel else { fatalError("the page is not a release") }
    return (app, model)
  }

  private func text(_ model: ReleaseModel) -> String { model.info.view.lines.map(\.text).joined(separator: "\n") }

  @Test func `a release shows what people have, think and ask`() async {
    live.set(figures, market, of: 1)
    let (app, model) = await open(live.services())
    #expect(text(model).contains("Community 12,345 have it, 617 want it · demand 0.05"))
    #expect(text(model).contains("4.52 of 5 by 1,204 ·"))
    #expect(text(model).contains("yours ★★★") && !text(model).contains("★★★★"))
    #expect(text(model).contains("Market 23 for sale from €12.50"))
    #expect(!text(model).contains("Mint"))
    await app.perform(.togglePrices)
    #expect(text(model).contains("Prices Mint (M)   €40.00"))
    #expect(text(model).contains("Good (G)   €6.78"))
    app.store.stop()
  }

  @Test func `figures that Discogs does not tell are left out`() async {
    live.set(CommunityFigures(have: nil, want: nil, average: nil, ratings: 0, own: nil), nil, of: 1)
    let (app, model) = await open(live.services())
    #expect(!text(model).contains("Community"))
    // Beside a rating of the user's own it must be plain whose this is.
    #expect(text(model).contains("not rated on Discogs yet"))
    app.store.stop()
  }

  @Test func `a source on this machine knows nothing of it, and says so to who asks`() async {
    var services = Services.fixture()
    services.source.current = { SourceStatus(source: .catalogue) }
    let (app, model) = await open(services)
    #expect(!text(model).contains("Community") && !text(model).contains("Market"))
    await app.perform(.rateFour)
    #expect(app.store.notice == "Ratings need Discogs: :source live")
    await app.perform(.togglePrices)
    #expect(app.store.notice == "Prices need Discogs: :source live")
  }

  @Test func `each part fails alone and is asked again alone`() async {
    let asked = Recorder<String>()
    live.set(figures, market, of: 1)
    var services = live.services()
    let all = services.community
    services.community.figures = { id throws(ClientError) in
      asked.append("figures")
      return try await all.figures(id)
    }
    services.community.market = { id, withPrices throws(ClientError) in
      asked.append("market")
      if asked.values.count(where: { $0 == "market" }) == 1 { throw .timedOut }
      return try await all.market(id, withPrices)
    }
    let (app, model) = await open(services)
    #expect(text(model).contains("12,345 have it"))
    #expect(text(model).contains("Market Discogs did not answer in time"))
    #expect(app.store.banner == nil)
    await app.perform(.refresh)
    #expect(asked.values.sorted() == ["figures", "market", "market"])
    #expect(text(model).contains("23 for sale"))
    app.store.stop()
  }

  @Test func `prices are asked for when they are to be seen`() async {
    let asked = Recorder<Bool>()
    live.set(figures, market, of: 1)
    var services = live.services()
    let all = services.community
    services.community.market = { id, withPrices throws(ClientError) in
      asked.append(withPrices)
      return try await all.market(id, withPrices)
    }
    let (app, model) = await open(services)
    #expect(text(model).contains("23 for sale"))
    #expect(asked.values == [false])
    await app.perform(.togglePrices)
    #expect(asked.values == [false, true])
    #expect(text(model).contains("Prices"))
    await app.perform(.togglePrices, .togglePrices)
    #expect(asked.values == [false, true], "they are there")
    app.store.stop()
  }

  @Test func `record, figures and market are asked for side by side`() async {
    let gate = Gate()
    var services = live.services()
    let base = services
    services.catalogue.release = { id throws(ClientError) in
      await gate.pass()
      return try await base.catalogue.release(id)
    }
    services.community.figures = { _ in
      await gate.pass()
      return nil
    }
    services.community.market = { _, _ in
      await gate.pass()
      return nil
    }
    let app = await StoreFixture(services)
    app.store.perform(.open)
    await gate.arrival(of: 3)
    await gate.open()
    await app.tasks.settle()
  }

  // MARK: Rating

  @Test func `a rating is shown at once and sent`() async {
    live.set(figures, nil, of: 1)
    let (app, model) = await open(live.services())
    app.store.perform(.rateFive)
    #expect(text(model).contains("yours ★★★★★"))
    await app.tasks.settle()
    #expect(live.rated.values == [5])
    #expect(app.store.notice == "Rated 5 of 5")
    await app.perform(.rateNone)
    #expect(!text(model).contains("yours"))
    #expect(live.rated.values == [5, 0])
    app.store.stop()
  }

  @Test func `a rating that is refused is taken back, with a word`() async {
    live.set(figures, nil, of: 1)
    var services = live.services()
    services.community.rate = { _, _ throws(ClientError) in throw .signInRequired(.signedOut) }
    let (app, model) = await open(services)
    await app.perform(.rateFive)
    #expect(text(model).contains("yours ★★★") && !text(model).contains("★★★★"))
    #expect(app.store.banner?.title == "Could not save the rating")
    app.store.stop()
  }

  @Test func `ratings typed in a row are sent in that order, and the last one stays`() async {
    let gate = Gate()
    live.set(figures, nil, of: 1)
    var services = live.services()
    let sent = Recorder<Int>()
    services.community.rate = { _, stars throws(ClientError) in
      if stars == 1 { await gate.pass() }
      sent.append(stars ?? 0)
      if stars == 2 { throw .offline }
    }
    let (app, model) = await open(services)
    for command in [Command.rateOne, .rateTwo, .rateFour] { app.store.perform(command) }
    await gate.arrival()
    app.store.perform(.back)
    #expect(text(model).contains("yours ★★★★") && !text(model).contains("★★★★★"))
    await gate.open()
    await app.tasks.settle()
    #expect(sent.values == [1, 2, 4])
    #expect(text(model).contains("yours ★★★★") && !text(model).contains("★★★★★"))
    app.store.stop()
  }

  @Test func `the rating of a record that is owned is that of the copy, and shown once`() async {
    live.set(figures, nil, of: 1)
    let shelf = FixtureShelf(copies: [
      CollectionCopy(id: 7, release: 1, artist: "Artist 1", title: "Title 1", rating: 2)
    ])
    let (app, model) = await open(shelf.services(live.services()))
    #expect(text(model).contains("★★") && !text(model).contains("★★★") && !text(model).contains("yours"))
    await app.perform(.rateFour)
    #expect(shelf.performed.values == [[.rate(copy: 7, stars: 4)]])
    #expect(live.rated.values.isEmpty)
    #expect(text(model).contains("★★★★") && !text(model).contains("★★★★★") && !text(model).contains("yours"))
    app.store.stop()
  }

  @Test func `a copy is rated on its page without Discogs, and of several it is asked which`() async {
    func copy(_ id: Int64, _ folder: String) -> CollectionCopy {
      CollectionCopy(id: id, release: 1, artist: "Artist 1", title: "Title 1", folder: folder)
    }
    let shelf = FixtureShelf(copies: [copy(7, "Jazz"), copy(8, "Rock")])
    let (app, _) = await open(shelf.services())
    await app.perform(.rateFive)
    #expect(app.chooser?.caption == "Rate which copy?")
    await app.perform(.newerEntry, .submit)
    #expect(shelf.performed.values == [[.rate(copy: 8, stars: 5)]])
  }

  // MARK: Addresses and users

  @Test func `o opens the video on the selected line, else the page; demo records have none`() async {
    let opened = Recorder<String>()
    var services = live.services()
    services.desktop.open = { opened.append($0) }
    services.catalogue.release = { id in
      Release(id: id, title: "One", videos: [Video(url: "https://example.org/v", title: "Live")])
    }
    let (app, model) = await open(services)
    await app.perform(.openInBrowser, .nextLink)
    #expect(model.panes.selectedURL == "https://example.org/v")
    await app.perform(.openInBrowser)
    #expect(opened.values == ["https://www.discogs.com/release/1", "https://example.org/v"])
    app.store.stop()
  }

  @Test func `a user in a text leads to their page, which has an address`() async {
    let copied = Recorder<String>()
    var services = live.services()
    services.catalogue.artist = { id in Artist(id: id, name: "A", profile: "Ask [u=digger].") }
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    let app = await StoreFixture(services)
    app.store.open("[a1]")
    await app.tasks.settle()
    await app.perform(.moveToTop, .nextPane, .nextLink, .open)
    #expect(app.store.page.route == .user("digger"))
    guard let model = app.store.page as? UserModel else { return #expect(Bool(false)) }
    let text = model.view.lines.map(\.text).joined(separator: "\n")
    #expect(text.contains("Collection 1,204 records") && text.contains("Wants private"))
    await app.perform(.copyURL)
    #expect(copied.values == ["https://www.discogs.com/user/digger"])
    while model.view.selectedLink != .entity(.label(7)) { await app.perform(.nextLink) }
    await app.perform(.open)
    #expect(app.store.page.route == .label(7))
  }

  @Test func `the own profile is changed in a form, and only what was changed is sent`() async {
    live.account = .signedIn(user: "digger")
    let app = await StoreFixture(live.services())
    await app.commandLine("user digger")
    await app.perform(.edit)
    #expect(app.form?.caption == "Edit your profile")
    #expect(app.form?.list.rows.map(\.name) == ["Name", "Location", "Site", "Profile", "Currency"])
    await app.perform(.newerEntry)
    await app.type("!")
    await app.perform(.submit)
    #expect(live.profiles.values == [ProfileChange(location: "Utrecht!")])
    #expect(app.store.notice == "Saved your profile")
  }

  @Test func `another user's profile cannot be changed`() async {
    live.account = .signedIn(user: "digger")
    let app = await StoreFixture(live.services())
    await app.commandLine("user other")
    await app.perform(.edit)
    #expect(app.form == nil)
    #expect(app.store.notice == "You can edit only your own profile: :user opens it")
  }

  @Test func `a user who is asked for by name needs Discogs`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("user digger")
    #expect(app.store.notice == "Profiles need Discogs: :source live")
    #expect(app.store.page.route == .search)
  }

  @Test func `from another source a user's page opens in the browser`() async {
    let opened = Recorder<String>()
    var services = Services.fixture()
    services.catalogue.artist = { id in Artist(id: id, name: "A", profile: "Ask [u=digger].") }
    services.desktop.open = { opened.append($0) }
    let app = await StoreFixture(services)
    app.store.open("[a1]")
    await app.tasks.settle()
    await app.perform(.moveToTop, .nextPane, .nextLink, .open)
    #expect(opened.values == ["https://www.discogs.com/user/digger"])
  }
}
