import Clients
import RunoutModel
import TestSupport
import Testing
import Wording

@testable import Features

@MainActor struct HelpTests {
  private func help(_ app: StoreFixture) -> HelpModel? { app.store.overlays.first(HelpModel.self) }

  private func commands(_ app: StoreFixture) -> [Command] {
    help(app)?.list.rows.compactMap { if case .command(let command, _, _) = $0 { command } else { nil } } ?? []
  }

  /// The keys that a line names, and what it says.
  private func line(_ asked: Command, _ app: StoreFixture) -> String? {
    for case .command(asked, let keys, let does) in help(app)?.list.rows ?? [] {
      return "\(keys.joined(separator: " ")): \(does)"
    }
    return nil
  }

  @Test func `the keys of the page come first, then all that means something there, each once`() async {
    let app = await StoreFixture(.fixture())
    app.store.stage.hints = { [.open, .openHelp, .toggleWant] }
    await app.perform(.openHelp)
    #expect(help(app)?.list.rows.first == .caption("On this page"))
    let all = commands(app)
    #expect(all.prefix(2) == [.open, .toggleWant])
    #expect(Set(all).count == all.count)
    #expect(all.contains(.quit) && all.contains(.sort(by: .year)) && all.contains(.sync) && all.contains(.editYank))
    for elsewhere in [Command.nextLink, .moveLeft, .leaveWall, .nextType, .sort(by: .price)] {
      #expect(!all.contains(elsewhere), "\(elsewhere)")
    }
    #expect(line(.open, app) == "<Enter> l <Right>: Open the row or link")
    #expect(line(.nextPane, app) == "<Tab>: Go to the next pane")
  }

  @Test func `the keys of a page are said in its own words`() async {
    let app = await StoreFixture(.fixture())
    app.store.stage.hints = { [.open, .nextType, .nextPane] }
    app.store.stage.words = { [.nextType: "show masters", .nextPane: "preview"] }
    await app.perform(.openHelp)
    #expect(line(.nextType, app) == "t: Show masters" && line(.nextPane, app) == "<Tab>: Next pane: preview")
    #expect(commands(app).contains(.previousType))
  }

  @Test func `among panels h and l move sideways, and neither opens nor leads back`() async {
    let app = await StoreFixture(.fixture(), start: .home)
    await app.perform(.openHelp)
    #expect(line(.moveLeft, app) == "h <Left>: Move left")
    #expect(line(.open, app) == "<Enter>: Open the row or link")
    #expect(line(.back, app) == "<Backspace>: Go back one level")
    #expect(line(.find, app)?.hasPrefix("/ f: ") == true, "there is no list to filter")
    for elsewhere in [Command.narrow, .mark, .filter, .leaveWall, .previewDown] {
      #expect(!commands(app).contains(elsewhere), "\(elsewhere)")
    }
  }

  @Test func `on a text Tab goes to the next link`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[r1]")
    await app.tasks.settle()
    await app.perform(.openHelp)
    #expect(line(.nextLink, app)?.hasPrefix("<Tab>: Go to the next link") == true)
    #expect(line(.nextPane, app) == nil && line(.narrow, app) == nil)
  }

  @Test func `typing narrows by key, name and what it does`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openHelp)
    app.store.insert("want list")
    #expect(commands(app).contains(.toggleWant) && !commands(app).contains(.quit))
    await app.perform(.cancel)
    #expect(commands(app).contains(.quit), "Esc clears what was typed")
    await app.perform(.cancel)
    #expect(help(app) == nil)
  }

  @Test func `the caption of a part finds all of it, where no line has the word`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openHelp)
    app.store.insert("marks")
    #expect(help(app)?.list.rows.contains(.sign(ShelfMarks(wanted: .this), meaning: PageWords.wantThis)) == true)
    #expect(help(app)?.list.rows.contains(.caption("Marks on rows")) == true)
    await app.perform(.cancel)
    app.store.insert("sort by title")
    #expect(commands(app) == [.sort(by: .title), .sort(by: .title, isReversed: true)])
  }

  @Test func `Enter carries out what is selected`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openHelp)
    app.store.insert("go to collection")
    await app.perform(.submit)
    #expect(help(app) == nil)
    #expect(app.store.page.route == .collection)
  }

  @Test func `the key that opened it closes it`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openHelp)
    app.store.insert("?")
    #expect(help(app) == nil)
  }

  @Test func `it says what the marks mean and how the shelf is filtered`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openHelp)
    let rows = help(app)?.list.rows ?? []
    #expect(rows.contains(.sign(ShelfMarks(owned: .another), meaning: "you own another pressing")))
    #expect(rows.contains(.query("folder:jazz  rating:4..5", meaning: "in a folder; by your rating")))
  }

  @Test func `what filters the shelf is what its filter takes`() throws {
    for (example, _) in HelpModel.shelfLanguage {
      for term in example.split(separator: " ") { _ = try ShelfQuery(parsing: String(term)) }
    }
  }
}
