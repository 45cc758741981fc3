import Clients
import Testing

@testable import LiveClients

struct EveryCallTests {
  @Test func `every call of the program's services is set`() throws {
    let live = try LiveScratch().live()
    #expect(live.services.unsetCalls == [])
    let local = Services { $0.catalogue = .local(live.sources, live.shelves) }
    #expect(local.unsetCalls.filter { $0.hasPrefix("catalogue.") } == [])
  }
}
