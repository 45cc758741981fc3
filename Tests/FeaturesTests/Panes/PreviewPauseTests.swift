import Clients
import DiscogsModel
import TestSupport
import Testing

@testable import Features

@MainActor struct PreviewPauseTests {
  private let tasks = TaskTracker()
  private let asked = Recorder<Release.ID>()
  private let facts = Recorder<Void>()

  private func pane(_ pause: Pause) -> InfoPane {
    var services = Services.fixture()
    services.catalogue.release = { [asked] id in
      asked.append(id)
      return Release(id: id, title: "Title \(id)")
    }
    return pane(services, pause)
  }

  private func pane(_ services: Services, _ pause: Pause) -> InfoPane {
    let context = PageContext(services, tasks: tasks, pause: pause)
    return InfoPane(context, isPreview: true) { [facts] in
      facts.append(())
      return RowFacts(CatalogueRow(reference: .release(3), title: "Title 3"))
    }
  }

  @Test func `rows that are passed put one wait off, and only the last of them is read and shown`() async {
    let gate = Gate()
    let deadlines = Recorder<ContinuousClock.Instant>()
    let pane = pane(
      Pause { (deadline: @escaping Pause.Deadline) async throws(CancellationError) in
        deadlines.append(deadline() ?? .now)
        await gate.pass()
        deadlines.append(deadline() ?? .now)
      })
    pane.show(.release(1), after: .seconds(60))
    await gate.arrival()
    pane.show(.release(2), after: .seconds(60))
    pane.show(.release(3), after: .seconds(60))
    #expect(pane.known == nil && !pane.isLoading && facts.values.isEmpty)
    await gate.open()
    await tasks.settle()
    #expect(asked.values == [3])
    #expect(deadlines.values[0] < deadlines.values[1])
  }

  @Test func `the row's facts stand for a record that is late, and for no other`() async {
    let (rest, record) = (Gate(), Gate())
    var services = Services.fixture()
    services.catalogue.release = { id throws(ClientError) in
      if id == 3 { await record.pass() }
      return Release(id: id, title: "Title \(id)")
    }
    let pane = pane(services, Pause { _ in await rest.pass() })
    await rest.open()
    pane.show(.release(3), after: .seconds(60))
    #expect(pane.known == nil && !pane.isLoading)
    await until { pane.known != nil }
    #expect(pane.isLoading && pane.subject == nil)
    await record.open()
    await tasks.settle()
    #expect(pane.known == nil && !pane.isLoading && pane.subject == .release(3))
    #expect(facts.values.count == 1)
  }

  @Test func `a list that is empty all at once waits for nothing`() async {
    let gate = Gate()
    let deadlines = Recorder<ContinuousClock.Instant?>()
    let pane = pane(
      Pause { (deadline: @escaping Pause.Deadline) async throws(CancellationError) in
        await gate.pass()
        deadlines.append(deadline())
      })
    pane.show(.release(1), after: .seconds(60))
    await gate.arrival()
    pane.show(nil, after: .seconds(60))
    await gate.open()
    await tasks.settle()
    #expect(deadlines.values == [nil])
    #expect(asked.values.isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a wait that is given up ends`() async throws {
    let looks = Recorder<Int>()
    try await Pause.asTask.until {
      looks.append(1)
      return looks.values.count == 1 ? .now + .milliseconds(50) : nil
    }
    #expect(looks.values.count == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `closing the page ends the wait`() async {
    let pane = pane(.asTask)
    pane.show(.release(1), after: .seconds(3_600))
    pane.context.scope.close()
    await tasks.settle()
    #expect(asked.values.isEmpty)
  }
}
