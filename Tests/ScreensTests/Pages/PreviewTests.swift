import Clients
import TestSupport
import Testing

/// The program on `Services.preview`: a call that a page makes and the preview has not set fails the test by its name.
@MainActor struct PreviewTests {
  private let services = Services.test { $0 = .preview }

  private func run(_ command: String, _ app: Harness) async {
    await app.press(":")
    await app.type(command)
    await app.press("<Enter>")
  }

  @Test(arguments: [
    "home", "search", "collection", "want-list", "lists", "market", "stats", "tasks", "log",
  ])
  func `each page opens on the preview`(_ page: String) async {
    let app = await Harness(services)
    let before = app.screen
    await run("go-to-search", app)
    await run("go-to-\(page)", app)
    #expect(app.screen != before || page == "search")
    #expect(!app.screen.contains("is not set"))
  }

  @Test(arguments: zip(0..<4, ["Kind Of Blue", "Kind Of Blue", "Miles Davis", "Columbia"]))
  func `each record opens on the preview`(_ row: Int, _ name: String) async {
    let app = await Harness(services)
    await run("go-to-search", app)
    for _ in 0..<row { await app.press("j") }
    await app.press("<Enter>", "<Tab>")
    #expect(app.screen.contains(name))
    #expect(!app.screen.contains("is not set"))
  }
}
