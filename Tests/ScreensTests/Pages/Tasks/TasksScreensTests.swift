import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The tasks, as people see them.
@MainActor struct TasksScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
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
