import Clients
import TestSupport
import Testing

@testable import Features

/// `/`, `n` and `N`, which do the same wherever there is something to find.
@MainActor struct FinderTests {
  /// Something with lines to find.
  private final class Lines: FindablePane {
    let finder: Finder?
    var cursor = 0
    let lines: [String]

    init(_ lines: [String], context: PageContext) {
      self.lines = lines
      let finder = Finder(context)
      self.finder = finder
      finder.pane = self
    }

    var rowsToFind: FoundRows { FoundRows(count: lines.count) { [lines] in lines[$0] } }
    func select(row: Int) { cursor = row }
    func scroll(by lines: Int) {}
    func resize(columns: Int, rows: Int) {}
    func reload() {}
    func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome { .passed }
  }

  private let host = Listener()

  private func lines(_ lines: [String]) -> Lines {
    let context = PageContext(.fixture(), tasks: TaskTracker())
    context.host = host
    return Lines(lines, context: context)
  }

  @Test func `it ignores case and accents, takes every word for itself, and goes round`() {
    let lines = lines(["", "Bill Evans, piano", "Miles Davis", "", "Sigur Rós", "davis, MILES"])
    let finder = lines.finder
    func found(_ commands: Command...) -> [Int] {
      commands.map { command in
        _ = finder?.perform(command)
        return lines.cursor
      }
    }
    finder?.find("miles davis")
    #expect(lines.cursor == 2)
    #expect(found(.findNext, .findNext, .findPrevious, .findPrevious) == [5, 2, 5, 2])
    finder?.find("ros sigur")
    #expect(lines.cursor == 4)
    #expect(found(.findNext, .findPrevious) == [4, 4], "the only one")
    #expect(host.said.isEmpty)
  }

  @Test func `a failed find says so and keeps the selection`() {
    let lines = lines(["Miles", "Davis"])
    lines.finder?.find("coltrane")
    _ = lines.finder?.perform(.findPrevious)
    #expect(lines.cursor == 0)
    #expect(host.said == ["“coltrane” not found", "“coltrane” not found"])
    let empty = self.lines([])
    empty.finder?.find("x", backwards: true)
    #expect(host.said.last == "“x” not found")
  }

  @Test func `n before any find says so`() {
    let lines = lines(["Miles"])
    #expect(lines.finder?.perform(.findNext) == .done)
    lines.finder?.find(" ")
    #expect(Set(host.said).count == 1 && host.said.count == 2)
    #expect(lines.finder?.perform(.find) == .passed, "the prompt asks what")
  }

  /// Pages by the commands that open them, and words that stand on each further down.
  nonisolated static let pages: [(commands: [Command], words: String)] = [
    ([], "title 7"), ([.moveDown, .open], "us"),
  ]

  @Test(arguments: pages.indices)
  func `it is the same in lists and in texts`(_ index: Int) async {
    let (commands, words) = Self.pages[index]
    let app = await StoreFixture(.fixture())
    for command in commands { await app.perform(command) }
    guard let pane = app.store.page.panes.focused as? any FindablePane else { return #expect(Bool(false)) }
    let before = pane.cursor
    await app.perform(.find)
    await app.type(words)
    await app.perform(.submit)
    #expect(app.store.notice == nil)
    #expect(pane.cursor > before)
    let text = pane.rowsToFind.text(pane.cursor).lowercased()
    #expect(words.split(separator: " ").allSatisfy { text.contains($0) }, "\(text)")
  }
}
