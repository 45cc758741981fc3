import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The notifications, as people see them.
@MainActor struct NotificationsScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  @Test(arguments: Recorded.sizes) func `notifications`(size: Size) async {
    let app = await open(size: size)
    app.store.stage.notify(.ordinary, "New catalogue imported")
    app.store.stage.notify(.confirmation, "Rated 4 of 5")
    app.store.stage.notify(.high, "Discogs no longer accepts the token of digger; gs signs in again")
    await app.press("g", "n")
    app.expectRecorded("live-notifications", size)
  }
}
