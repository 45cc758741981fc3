import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct CommandLineTests {
  @Test func `a number goes to that row`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("120")
    #expect(app.search.results.rows.list.selected?.title == "Title 120")
    await app.commandLine("99999")
    #expect(app.search.results.rows.list.selected?.title == "Title 200")
  }

  @Test func `a wrong line stays for correction`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("sort colour")
    #expect(app.store.prompt?.error?.hasPrefix("sort takes ") == true)
    #expect(app.store.prompt?.field.text == "sort colour")
  }

  @Test func `sort and type work by name`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("sort year")
    #expect(app.search.results.rows.order.sort == SortOrder(.year))
    await app.commandLine("type master")
    #expect(app.search.kind == .master)
    await app.commandLine("type all")
    #expect(app.search.kind == nil)
    await app.perform(.openCollection)
    await app.commandLine("type master")
    #expect(app.store.notice == ":type does nothing on this page · ? for help")
  }

  @Test func `Tab completes the common part, then cycles through the candidates`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.commandLine)
    await app.type("sor")
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == "sort")
    await app.type("-by-t")
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == "sort-by-title")
    await app.perform(.editKillToStart)
    await app.type("source ")
    var seen: [String] = []
    for _ in 0..<3 {
      await app.perform(.complete)
      seen.append(app.store.prompt?.field.text ?? "")
    }
    #expect(seen == ["source demo", "source catalogue", "source live"])
  }

  @Test func `the command line has a history of its own, kept across runs`() async {
    let kept = Recorder<String>()
    var services = Services.fixture()
    services.history.commandLines = { ["go-to-log", "12"] }
    services.history.recordCommandLine = { kept.append($0) }
    let app = await StoreFixture(services)
    await app.perform(.commandLine, .olderEntry)
    #expect(app.store.prompt?.field.text == "go-to-log")
    await app.perform(.cancel)
    await app.commandLine("  3 ")
    #expect(kept.values == ["3"])
    await app.perform(.commandLine)
    await app.type("dr")
    var seen: [String] = []
    for command in [Command.olderEntry, .olderEntry, .olderEntry, .olderEntry, .newerEntry, .newerEntry, .newerEntry] {
      await app.perform(command)
      seen.append(app.store.prompt?.field.text ?? "")
    }
    #expect(seen == ["3", "go-to-log", "12", "12", "go-to-log", "3", "dr"])
  }

  @Test func `a line typed before the earlier ones were read is not lost`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.history.commandLines = {
      await gate.pass()
      return ["old"]
    }
    let app = await StoreFixture(services)
    app.store.perform(.commandLine)
    app.store.insert("7")
    app.store.perform(.submit)
    await gate.open()
    await app.tasks.settle()
    await app.perform(.commandLine, .olderEntry)
    #expect(app.store.prompt?.field.text == "7")
    await app.perform(.olderEntry)
    #expect(app.store.prompt?.field.text == "old")
  }
}
