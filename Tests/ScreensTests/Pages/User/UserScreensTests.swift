import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The page of a user, as people see it.
@MainActor struct UserScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  @Test(arguments: Recorded.sizes) func `a user`(size: Size) async {
    let app = await open(size: size)
    await app.press(":")
    await app.type("user digger")
    await app.press("<Enter>")
    app.expectRecorded("live-user", size)
  }
}
