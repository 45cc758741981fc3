import Clients
import DiscogsModel
import Features
import TestSupport
import Testing

@MainActor struct LogModelTests {
  @Test func `the log is shown newest first, by level, narrowed`() async {
    var services = Services.fixture()
    services.log.entries = { _ in
      [
        LogEntry(time: "2026-03-01T12:00:02Z", level: .error, message: "Disk full", metadata: ["path": "/a"]),
        LogEntry(time: "2026-03-01T12:00:01Z", level: .debug, message: "Asked"),
        LogEntry(time: "2026-03-01T12:00:00Z", level: .notice, message: "Imported"),
      ]
    }
    let app = await StoreFixture(services)
    await app.perform(.openLog)
    guard let model = app.store.page as? LogModel else { return #expect(Bool(false)) }
    func messages() -> [String] { model.rows.list.rows.map(\.message) }
    #expect(messages() == ["Disk full", "Asked", "Imported"])
    #expect(model.rows.list.rows[0].details == "path=/a")
    await app.perform(.nextType)
    #expect(messages() == ["Disk full", "Imported"])
    await app.perform(.nextType, .nextType)
    #expect(model.level == .error)
    #expect(messages() == ["Disk full"])
    await app.perform(.nextType)
    #expect(model.level == .trace)
    _ = app.store.page.perform(.narrow, .text("import"))
    await app.tasks.settle()
    #expect(messages() == ["Imported"])
  }

  @Test func `times are those of the clocks here, and a copied line keeps the file's`() async {
    let copied = Recorder<String>()
    var services = long(copied: copied)
    services.desktop.secondsFromUTC = { _ in 3600 * 13 }
    let app = await StoreFixture(services)
    await app.perform(.openLog)
    guard let model = app.store.page as? LogModel else { return #expect(Bool(false)) }
    #expect(model.rows.list.rows.map(\.shownTime) == ["2026-03-02 01:00:02"])
    await app.perform(.copyName, .open)
    #expect(copied.values.first?.hasPrefix("2026-03-01T12:00:02Z error") == true)
    #expect(model.shown?.lines.contains { $0.text.contains("2026-03-02 01:00:02") } == true)
  }

  /// A log of one line that no screen is wide enough for.
  private func long(_ asked: Recorder<Int> = Recorder(), copied: Recorder<String> = Recorder()) -> Services {
    var services = Services.fixture()
    services.log.entries = { limit in
      asked.append(limit)
      return [
        LogEntry(
          time: "2026-03-01T12:00:02Z", level: .error, message: "Disk full",
          metadata: ["path": String(repeating: "/folder", count: 30), "cause": "no space"])
      ]
    }
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    return services
  }

  @Test func `a log line opens in full, and closes before the page`() async {
    let app = await StoreFixture(long(), columns: 60)
    await app.perform(.openLog)
    guard let model = app.store.page as? LogModel else { return #expect(Bool(false)) }
    for (open, close) in [(Command.open, Command.back), (.toggleInfo, .cancel), (.toggleInfo, .toggleInfo)] {
      await app.perform(open)
      let text = model.shown?.lines.map(\.text).joined() ?? ""
      #expect(text.contains("Disk full") && text.contains("no space") && text.contains("error"))
      #expect(text.replacing(" ", with: "").contains(String(repeating: "/folder", count: 30)))
      #expect(model.shown?.lines.allSatisfy { $0.text.count <= 60 } == true)
      #expect(app.store.page.panes.focused.isText)
      await app.perform(close)
      #expect(model.shown == nil)
      #expect(app.store.page.route == .log)
    }
  }

  @Test func `copying on the log copies the line as a whole`() async {
    let copied = Recorder<String>()
    let app = await StoreFixture(long(copied: copied))
    await app.perform(.openLog, .copyName)
    let path = String(repeating: "/folder", count: 30)
    #expect(copied.values == ["2026-03-01T12:00:02Z error Disk full cause=no space path=\(path)"])
    await app.perform(.open, .copyName)
    #expect(copied.values.count == 2)
  }

  @Test func `the log is read once to be shown`() async {
    let asked = Recorder<Int>()
    let app = await StoreFixture(long(asked))
    await app.perform(.openLog)
    #expect(asked.values.count == 1)
  }
}
