import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct BookmarkTests {
  private let bookmarks = FixtureBookmarks()

  private func fixture(_ change: (inout Services) -> Void = { _ in }) async -> StoreFixture {
    var services = Services.fixture()
    services.bookmarks = bookmarks.client
    change(&services)
    return await StoreFixture(services)
  }

  private func press(_ command: Command, _ letter: Character?, in fixture: StoreFixture) async {
    await fixture.perform(command)
    fixture.store.letterRequest?.take(letter)
    await fixture.tasks.settle()
  }

  @Test func `the selected row gets a letter, and the letter leads back to it`() async {
    let fixture = await fixture()
    await fixture.perform(.moveDown)
    await press(.bookmark, "k", in: fixture)
    #expect(fixture.store.notice == "Bookmark k: Artist 2 – Title 2")
    #expect(bookmarks.all == [Bookmark("k", reference: .release(2), name: "Artist 2 – Title 2")])
    await fixture.perform(.openCollection)
    await press(.openBookmark, "k", in: fixture)
    #expect(fixture.store.page.route == .release(2))
    await press(.openBookmark, "k", in: fixture)
    #expect(fixture.store.notice == "You are at bookmark k")
  }

  @Test(arguments: [
    (EntityReference.release(1), "Artist 1 – Title 1"), (.master(10), "Artist 1 – Title 10"),
    (.artist(4), "Artist 4"), (.label(7), "Label 7"),
  ])
  func `the record of a page is bookmarked on its own page`(_ reference: EntityReference, _ name: String) async {
    let fixture = await fixture()
    fixture.store.paste("[\(reference.shorthand)]")
    await fixture.tasks.settle()
    await press(.bookmark, "p", in: fixture)
    #expect(bookmarks.all == [Bookmark("p", reference: reference, name: name)])
  }

  @Test func `a row of a page's list is bookmarked once it is marked, or has the page to itself`() async {
    let fixture = await fixture()
    fixture.store.paste("[a4]")
    await fixture.tasks.settle()
    await fixture.perform(.bookmark)
    #expect(fixture.store.letterRequest?.chord.caption == "Bookmark Artist 4 as")
    await fixture.perform(.cancel, .mark)
    await press(.bookmark, "r", in: fixture)
    #expect(fixture.store.notice == "Bookmark r: Artist 1 – Title 1")
    await fixture.perform(.nextPane)
    await press(.bookmark, "a", in: fixture)
    #expect(fixture.store.notice == "Bookmark a: Artist 4")
    await fixture.perform(.nextPane, .moveDown, .mark, .bookmark)
    #expect(fixture.store.notice == "One at a time: 2 rows selected · <Esc> to deselect")
  }

  @Test func `setting a letter again names its old bookmark`() async {
    let fixture = await fixture()
    await press(.bookmark, "k", in: fixture)
    await fixture.perform(.moveDown)
    await press(.bookmark, "k", in: fixture)
    #expect(fixture.store.notice == "Bookmark k: Artist 2 – Title 2 (was Artist 1 – Title 1)")
    await press(.bookmark, "k", in: fixture)
    #expect(fixture.store.notice == "Bookmark k: Artist 2 – Title 2")
  }

  @Test func `the pop-up lists the bookmarks there are`() async {
    let fixture = await fixture()
    await fixture.perform(.openBookmark)
    #expect(
      fixture.store.letterRequest?.chord
        == Chord(
          caption: "Go to bookmark", hints: [ChordHint(keys: "a…z", text: "no bookmarks yet")], pairsCapitals: false))
    await fixture.perform(.cancel)
    #expect(fixture.store.letterRequest == nil)
    await press(.bookmark, "b", in: fixture)
    await press(.bookmark, "A", in: fixture)
    await fixture.perform(.bookmark)
    #expect(
      fixture.store.letterRequest?.chord
        == Chord(
          caption: "Bookmark Artist 1 – Title 1 as",
          hints: [
            ChordHint(keys: "A", text: "Artist 1 – Title 1"), ChordHint(keys: "b", text: "Artist 1 – Title 1"),
          ], pairsCapitals: false))
  }

  @Test(arguments: ["1", "é", " ", nil] as [Character?])
  func `only letters make bookmarks`(_ letter: Character?) async {
    let fixture = await fixture()
    await press(.bookmark, letter, in: fixture)
    #expect(fixture.store.notice == "Press a letter, a to z or A to Z; a name is typed: bookmark NAME")
    #expect(bookmarks.all.isEmpty)
    #expect(fixture.store.letterRequest == nil)
  }

  @Test func `where there is nothing to bookmark, or too much, it says so`() async {
    let fixture = await fixture()
    await fixture.perform(.mark, .moveDown, .mark, .bookmark)
    #expect(fixture.store.notice == "One at a time: 2 rows selected · <Esc> to deselect")
    await fixture.perform(.openLog, .bookmark)
    #expect(fixture.store.notice == "Bookmarks are for releases, masters, artists and labels")
    #expect(fixture.store.letterRequest == nil)
  }

  @Test func `a letter without a bookmark leads nowhere and says how one is made`() async {
    let fixture = await fixture()
    await press(.openBookmark, "z", in: fixture)
    #expect(fixture.store.page.route == .search)
    #expect(fixture.store.notice == "No bookmark z · m and a letter sets one")
  }

  @Test func `a bookmark can have a name, whose beginning opens it`() async {
    let fixture = await fixture()
    await fixture.commandLine("bookmark To sell")
    await fixture.perform(.moveDown)
    await fixture.commandLine("bookmark To clean")
    #expect(fixture.store.notice == "Bookmark To clean: Artist 2 – Title 2")
    await fixture.commandLine("go-to-bookmark to")
    #expect(fixture.store.notice == "Which bookmark: To clean, To sell?")
    await fixture.commandLine("go-to-bookmark to s")
    #expect(fixture.store.page.route == .release(1))
    await fixture.commandLine("unbookmark To sell")
    #expect(bookmarks.all.map(\.mark) == ["To clean"])
    await fixture.commandLine("bookmark \(String(repeating: "a", count: 41))")
    #expect(fixture.store.notice == "A bookmark is a letter, or a name of at most 40 characters")
  }

  @Test func `bookmarks are made, opened and deleted by typed commands, too`() async {
    let fixture = await fixture()
    await fixture.commandLine("bookmark k")
    await fixture.commandLine("go-to-bookmark k")
    #expect(fixture.store.page.route == .release(1))
    await fixture.commandLine("unbookmark k")
    #expect(fixture.store.notice == "Deleted bookmark k: Artist 1 – Title 1")
    #expect(bookmarks.all.isEmpty)
    await fixture.commandLine("unbookmark k")
    #expect(fixture.store.notice == "No bookmark k")
    await fixture.commandLine("unbookmark")
    #expect(fixture.store.letterRequest?.purpose == .delete)
  }

  @Test func `a bookmark asked for at once waits for the one being made`() async {
    let fixture = await fixture()
    fixture.store.perform(.bookmark)
    fixture.store.letterRequest?.take("k")
    fixture.store.perform(.openBookmark)
    fixture.store.letterRequest?.take("k")
    await fixture.tasks.settle()
    #expect(fixture.store.page.route == .release(1))
  }

  @Test func `a bookmark that cannot be saved or read says so, and asking stops`() async {
    let error = ClientError.storage("library.sqlite cannot be read")
    let fixture = await fixture { services in
      services.bookmarks.all = { () throws(ClientError) in throw error }
      services.bookmarks.set = { _ throws(ClientError) in throw error }
      services.bookmarks.delete = { _ throws(ClientError) in throw error }
    }
    await fixture.perform(.openBookmark)
    #expect(fixture.store.letterRequest == nil)
    #expect(fixture.store.banner?.title == "Could not read your bookmarks")
    await fixture.commandLine("bookmark k")
    #expect(fixture.store.banner?.title == "Could not save the bookmark")
    await fixture.commandLine("unbookmark k")
    #expect(fixture.store.banner?.title == "Could not delete the bookmark")
  }
}
