import Clients
import Features
import TestSupport
import Testing

@MainActor struct FirstStartTests {
  @Test func `an import that fails once its prompt is closed says so on the page`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.edits.importFile = { _ throws(ClientError) in
      await gate.pass()
      throw .refused("Nothing to import")
    }
    let app = await StoreFixture(services)
    app.store.offerStart(onAnswer: {}, fetch: {})
    app.store.letterRequest?.take("c")
    await app.type("shelf.csv")
    app.store.perform(.submit)
    await gate.arrival()
    app.store.perform(.cancel)
    #expect(app.store.prompt == nil)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.banner?.title == "Could not import the file")
    #expect(app.store.banner?.error == .refused("Nothing to import"))
  }

  @Test func `Esc, a click beside it and a paste are answers, too`() async {
    let ways: [(String, @MainActor (AppStore) -> Void)] = [
      ("Esc", { $0.perform(.cancel) }), ("C-c", { $0.perform(.cancel, isInterrupt: true) }),
      ("click", { $0.mouse.click(.root(.collection)) }), ("paste", { $0.paste("kind of blue") }),
    ]
    for (name, answer) in ways {
      let answers = Recorder<Int>()
      let app = await StoreFixture(.fixture())
      app.store.offerStart(onAnswer: { answers.append(1) }, fetch: {})
      answer(app.store)
      await app.tasks.settle()
      #expect(app.store.letterRequest == nil && answers.values == [1], "\(name)")
    }
  }

  @Test(arguments: [
    (ImportedFile(rows: 2), "Imported 2 copies: this is your shelf"),
    (
      ImportedFile(rows: 2, skipped: 1, unread: 2),
      "Imported 2 copies · skipped 1 row, 2 values: runout collection import lists them"
    ),
    (ImportedFile(rows: 1, unread: 1), "Imported 1 copy · skipped 1 value: runout collection import lists them"),
  ])
  func `what of a file could not be read is said`(file: ImportedFile, said: String) async {
    var services = Services.fixture()
    services.edits.importFile = { _ throws(ClientError) in file }
    services.source.select = { source throws(ClientError) in SourceStatus(source: source) }
    let app = await StoreFixture(services)
    app.store.offerStart(onAnswer: {}, fetch: {})
    app.store.letterRequest?.take("c")
    await app.type("shelf.csv")
    app.store.perform(.submit)
    await app.tasks.settle()
    #expect(app.store.notice == said)
  }
}
