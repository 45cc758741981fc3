import Clients
import RunoutModel
import TestSupport
import Testing
import Wording

@testable import Features

@MainActor struct HelpTests {
  private func help(_ app: StoreFixture) -> HelpModel? { app.store.overlays.first(HelpModel.self) }

  private func commands(_ app: StoreFixture) -> [Command] {
    help(app)?.list.rows.compactMap { if case .command(let command, _) = $0 { command } else { nil } } ?? []
  }

  @Test func `the keys of the page come first, then every command once`() async {
    let app = await StoreFixture(.fixture())
    app.store.hints = { [.open, .openHelp, .toggleWant] }
    await app.perform(.openHelp)
    #expect(help(app)?.list.rows.first == .caption("On this page"))
    #expect(commands(app).prefix(2) == [.open, .toggleWant])
    #expect(
      commands(app).dropFirst(2).sorted { $0.rawValue < $1.rawValue }
        == Command.allCases.sorted { $0.rawValue < $1.rawValue })
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
    app.store.insert("sort by rating")
    #expect(commands(app) == [.sortByRating, .sortByRatingReversed])
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
