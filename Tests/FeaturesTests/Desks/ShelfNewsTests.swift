import Clients
import RunoutModel
import Synchronization
import TestSupport
import Testing

@testable import Features

@MainActor struct ShelfNewsTests {
  @Test func `undo selects the row that it brings back, even if news of the change comes before its end`() async {
    let (shelf, gate) = (fixtureShelf(), Gate())
    let waits = Mutex(false)
    var services = shelf.services()
    let version = services.edits.version
    services.edits.version = { () throws(ClientError) in
      let isDue = waits.withLock { isDue in
        defer { isDue = false }
        return isDue
      }
      if isDue { await gate.pass() }
      return try await version()
    }
    services.edits.changes = { AsyncStream { $0.finish() } }
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    let rows = app.collection.copies.rows
    let removed = rows.list.selected?.id
    await app.perform(.remove, .confirm, .moveToBottom)
    #expect(rows.list.rows.count == 2)
    waits.withLock { $0 = true }
    app.store.perform(.undo)
    await gate.arrival()
    app.store.desks.changes.shelfMayHaveChanged()
    for _ in 0..<20 { await Task.yield() }
    await gate.open()
    await app.tasks.settle()
    #expect(rows.list.rows.count == 3 && rows.list.selected?.id == removed)
  }
}
