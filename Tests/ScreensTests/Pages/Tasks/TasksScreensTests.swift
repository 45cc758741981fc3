import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The tasks, as people see them.
@MainActor struct TasksScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  @Test func `nothing is up to date while a change waits to be sent`() async {
    var services = live.services(Crate.services)
    services.sync.status = { SyncStatus(phase: .idle, agreedAt: Crate.now) }
    let idle = await Harness(services, size: Size(columns: 120, rows: 24))
    await idle.press("8")
    #expect(idle.lines.joined().contains("up to date"))
    services.edits.pending = {
      [PendingEdit(id: 1, title: "Rate Title 1", release: 1, madeAt: Crate.now, state: .waiting)]
    }
    let waiting = await Harness(services, size: Size(columns: 120, rows: 24))
    waiting.store.start()
    await waiting.press("8")
    #expect(!waiting.lines.joined().contains("up to date"))
    #expect(waiting.lines.joined().contains("1 to send"))
    waiting.store.stop()
  }

  @Test(arguments: Recorded.sizes) func `tasks, and none`(size: Size) async {
    live.network = .busy
    let app = await open(size: size)
    await app.press("8", "j")
    app.expectRecorded("live-tasks", size)
    live.network = NetworkStatus(connection: .online)
    let idle = await open(size: size)
    await idle.press("8")
    idle.expectRecorded("live-tasks-none", size)
  }
}
