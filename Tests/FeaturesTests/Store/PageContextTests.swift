import Clients
import DiscogsModel
import TestSupport
import Testing

@testable import Features

@MainActor struct PageContextTests {
  @Test func `a title seen apart from its artist stays apart when the name comes as a whole`() {
    let context = PageContext(.fixture(), tasks: TaskTracker())
    context.note(Subject(reference: .master(10), artist: "Earth – Moon", title: "Tides – Live"))
    context.note(Subject(reference: .master(10), title: "Earth – Moon – Tides – Live"))
    #expect(context.title(of: .master(10)) == "Tides – Live")
    #expect(context.name(of: .master(10)) == "Earth – Moon – Tides – Live")
  }
}
