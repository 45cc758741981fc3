import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

struct ClientTests {
  private let reported = Recorder<String>()

  /// Services that tell the names of unset calls here.
  private func services(_ set: (inout Services) -> Void = { _ in }) -> Services {
    Services(reportingTo: { [reported] in reported.append($0) }, set)
  }

  @Test func `a call that was not set says its name and throws it`() async {
    let services = services()
    await #expect(throws: ClientError.refused("catalogue.release is not set")) {
      try await services.catalogue.release(1)
    }
    await #expect(throws: ClientError.refused("market.check is not set")) {
      try await services.market.check(MarketCheck()) { _ in }
    }
    #expect(reported.values == ["catalogue.release", "market.check"])
  }

  @Test func `an unset call that cannot throw reports its name and returns a value`() async {
    let services = services()
    #expect(services.account.state() == .signedOut)
    #expect(services.freshness.of(.user("digger")) == nil)
    services.log.write(.notice, "message", [:])
    var changes = services.source.changes().makeAsyncIterator()
    #expect(await changes.next() == nil)
    #expect(reported.values == ["account.state", "freshness.of", "log.write", "source.changes"])
  }

  @Test func `a call that was set answers and reports nothing`() async throws {
    var services = services { $0.crates.all = { _ in [] } }
    services.desktop.now = { 7 }
    #expect(try await services.crates.all(.collection) == [])
    #expect(services.desktop.now() == 7)
    #expect(reported.values == [])
    #expect(!services.unsetCalls.contains("crates.all"))
    #expect(!services.unsetCalls.contains("desktop.now"))
    #expect(services.unsetCalls.contains("crates.save"))
  }

  @Test func `a call reports from whichever task makes it, also of a client that was put in`() async {
    let services = services { $0.desktop = DesktopClient { $0.now = { 0 } } }
    await Task.detached {
      _ = await #expect(throws: ClientError.refused("desktop.open is not set")) { try await services.desktop.open("") }
    }.value
    #expect(reported.values == ["desktop.open"])
  }

  @Test func `a test fails by the name of a call that it did not set`() async {
    await withKnownIssue {
      _ = await #expect(throws: ClientError.self) { try await Services.test().shelf.folders() }
    } matching: {
      $0.comments.map(\.rawValue) == ["shelf.folders was not given by this test"]
    }
  }

  @Test func `in the program an unset call throws its name`() async {
    await #expect(throws: ClientError.refused("lists.own is not set")) { try await ListsClient().own() }
  }
}
