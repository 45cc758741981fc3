import DiscogsModel
import Features
import TestSupport
import Testing

@MainActor struct PromptTests {
  // MARK: Paste

  @Test func `text pasted in a list never runs as keys`() async {
    let app = await StoreFixture(.fixture())
    app.store.paste("jjq:quit\nQ")
    await app.tasks.settle()
    #expect(app.effects.isEmpty)
    #expect(app.search.results.rows.list.cursor == 0)
    #expect(
      app.store.notice == "Paste into a prompt: s to search, O to open a link")
  }

  @Test func `an address pasted in a list opens its page`() async {
    let app = await StoreFixture(.fixture())
    app.store.paste(" https://www.discogs.com/release/3-Title \n")
    await app.tasks.settle()
    #expect(app.store.page.route == .release(3))
  }

  @Test func `text pasted into a prompt is one insertion`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.newSearch)
    app.store.paste("title\r\n17")
    await app.tasks.settle()
    #expect(app.search.field.text == "title 17")
    #expect(app.search.isEditing)
    await app.perform(.cancel, .openPasted)
    app.store.paste("r123456\n")
    #expect(app.store.prompt?.field.text == "r123456 ")
    await app.perform(.submit)
    #expect(app.store.page.route == .release(123456))
  }

  @Test(arguments: [
    (Command.narrow, "A query has at most 1,000 characters, and this one has 5000"),
    (.commandLine, "At most 1,000 characters, and this has 5000"),
  ])
  func `text that is too long for a prompt is not cut but said`(command: Command, said: String) async {
    let app = await StoreFixture(.fixture())
    await app.perform(command)
    app.store.paste(String(repeating: "x", count: 5_000))
    #expect(app.store.prompt?.error == said)
    await app.perform(.submit)
    #expect(app.store.prompt?.error == said)
    #expect(app.search.results.rows.order.narrowing == "")
    await app.perform(.editKillToStart)
    #expect(app.store.prompt?.error == nil)
  }

  @Test func `the prompt says what is not an address, and stays`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openPasted)
    await app.type("kind of blue")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "not a Discogs URL or an id such as r123, m45, a6 or l7")
    await app.perform(.editDeleteLeft)
    #expect(app.store.prompt?.error == nil)
  }

  // MARK: Prompts

  @Test func `narrowing works as one types; Esc brings back what was before`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    #expect(app.search.results.rows.list.rows.first?.title == "Title 17")
    await app.perform(.submit, .narrow)
    #expect(app.store.prompt?.field.text == "17")
    // What is typed would start over; the end of the line is where the old one goes on.
    await app.perform(.editLineEnd)
    await app.type("5")
    #expect(app.search.results.rows.list.rows.map(\.title) == ["Title 175"])
    await app.perform(.cancel)
    #expect(app.store.prompt == nil)
    #expect(app.search.panes.order.narrowing == "17")
    await app.perform(.cancel)
    #expect(app.search.panes.order.narrowing == "")
  }

  @Test func `what is typed for a filtered list is a new filter; the old one stands selected until then`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.submit, .narrow)
    #expect(app.store.prompt?.isSelected == true)
    #expect(app.search.panes.order.narrowing == "17")
    await app.type("42")
    #expect(app.store.prompt?.isSelected == false)
    #expect(app.search.panes.order.narrowing == "42")
    await app.perform(.submit, .narrow, .editDeleteLeft)
    #expect(app.store.prompt?.field.text == "")
    #expect(app.search.panes.order.narrowing == "")
    await app.perform(.cancel)
    #expect(app.search.panes.order.narrowing == "42")
  }

  @Test func `in a filtered list n and N go from row to row, and round`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.submit)
    let list = app.search.results.rows
    #expect(list.list.status == .complete)
    await app.perform(.findNext, .findNext)
    #expect(list.list.cursor == 2)
    await app.perform(.findPrevious, .findPrevious, .findPrevious)
    #expect(list.list.cursor == list.list.rows.count - 1)
    await app.perform(.findNext)
    #expect(list.list.cursor == 0)
    await app.perform(.cancel, .findNext)
    #expect(app.store.notice == "Find or filter something first")
  }

  @Test func `the arrows move in the list that is being filtered`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.newerEntry, .newerEntry, .olderEntry, .submit)
    #expect(app.search.results.rows.list.cursor == 1)
  }

  @Test func `find goes to a row, and n to the next`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.find)
    await app.type("title 4")
    await app.perform(.submit)
    #expect(app.search.results.rows.list.cursor == 3)
    await app.perform(.findNext)
    #expect(app.search.results.rows.list.cursor == 13)
    await app.perform(.find)
    await app.type("xyzzy")
    await app.perform(.submit)
    #expect(app.store.notice == "“xyzzy” not found")
    #expect(app.search.results.rows.list.cursor == 13)
  }

  @Test func `find in a text, and n for the next, on every page that has one`() async {
    let app = await StoreFixture(.fixture(), columns: 120, rows: 24)
    func lineFound() -> String {
      switch app.store.page {
      case let model as ReleaseModel: model.info.view.lines[model.info.view.cursor].text
      case let model as SearchModel: model.panes.preview.view.lines[model.panes.preview.view.cursor].text
      default: ""
      }
    }
    for opening in [Command.open, .nextPane] {
      await app.perform(opening, .find)
      await app.type("s")
      await app.perform(.submit)
      let first = lineFound()
      await app.perform(.findNext)
      #expect(lineFound() != first, "\(opening)")
      await app.perform(.findPrevious)
      #expect(lineFound() == first)
      await app.perform(.back)
    }
  }

  @Test func `an empty command line offers every command, and Tab goes through them`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.commandLine)
    let offered = app.store.prompt?.completions ?? []
    #expect(offered.contains("sort") && offered.contains("find") && offered.count > 50)
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == offered.first)
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == offered.dropFirst().first)
  }

  @Test func `a backspace in an empty prompt leaves it`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.commandLine)
    await app.type("x")
    await app.perform(.editDeleteLeft)
    #expect(app.store.prompt != nil)
    await app.perform(.editDeleteLeft)
    #expect(app.store.prompt == nil)
  }
}
