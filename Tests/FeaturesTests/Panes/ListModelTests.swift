import Clients
import Observation
import RunoutModel
import Synchronization
import TestSupport
import Testing

@testable public import Features

extension String: PaneRow {}

@MainActor struct ListModelTests {
  let tasks = TaskTracker()
  let host = Listener()
  let asked = Recorder<Asked>()

  struct Asked: Hashable {
    var order: ListOrder
    var after: PageCursor?
    var limit: Int
  }

  var context: PageContext {
    let context = PageContext(.test(), tasks: tasks)
    context.host = host
    return context
  }

  /// `Row 0`, `Row 1` and so on, narrowed by text, answered at once.
  func source(_ count: Int) -> ListSource<String> {
    @Sendable func rows(_ order: ListOrder) -> [String] {
      let rows = (0..<count).map { "Row \($0)" }.filter { order.narrowing.isEmpty || $0.contains(order.narrowing) }
      return order.sort.isReversed ? rows.reversed() : rows
    }
    return ListSource(
      load: { [asked] order, after, limit in
        asked.append(Asked(order: order, after: after, limit: limit))
        return FixtureCatalogue.page(rows(order), after: after, limit: limit)
      },
      count: { order in .exactly(rows(order).count) },
      text: { $0 })
  }

  func model(_ count: Int, memento: ListMemento = ListMemento()) async -> ListModel<String> {
    let model = ListModel(source(count), context: context, memento: memento)
    model.loadMoreIfNeeded()
    model.resize(height: 20)
    await tasks.settle()
    return model
  }

  @Test func `nearing the last row asks for the next page once`() async {
    let model = await model(200)
    #expect(asked.values.map(\.after) == [nil])
    for _ in 0..<9 { _ = model.perform(.moveDown) }
    #expect(asked.values.count == 1)
    for _ in 0..<30 { _ = model.perform(.moveDown) }
    await tasks.settle()
    #expect(asked.values.map(\.after) == [nil, PageCursor(token: "50")])
    #expect(model.list.rows.count == 100)
    #expect(model.list.selected == "Row 39")
  }

  @Test func `readers of the list hear of a change before it is made`() async {
    let model = await model(200)
    let seen = Recorder<Int>()
    withObservationTracking {
      _ = model.list.cursor
    } onChange: {
      MainActor.assumeIsolated { seen.append(model.list.cursor) }
    }
    _ = model.perform(.moveDown)
    #expect(seen.values == [0])
    #expect(model.list.cursor == 1)
  }

  @Test func `the whole list is counted beside the first page`() async {
    let model = await model(200)
    #expect(model.list.total == .exactly(200))
    #expect(model.list.rows.count == 50)
  }

  @Test func `an answer that comes after another query was asked is dropped`() async {
    let gate = Gate()
    let slow = ListSource<String>(
      load: { order, _, _ in
        if order.narrowing.isEmpty { await gate.pass() }
        return Page(rows: ["“\(order.narrowing)”"], next: nil)
      },
      count: { order in .exactly(order.narrowing.count) },
      text: { $0 })
    let model = ListModel(slow, context: context)
    model.loadMoreIfNeeded()
    await gate.arrival()
    model.narrow("miles")
    await gate.open()
    await tasks.settle()
    #expect(model.list.rows == ["“miles”"])
    #expect(model.list.total == .exactly(5))
  }

  @Test func `a failed page loads again, and the list continues where it stopped`() async {
    let failures = Mutex(1)
    var flaky = source(120)
    let load = flaky.load
    flaky.load = { order, after, limit in
      let fails = failures.withLock { count in
        guard after != nil, count > 0 else { return false }
        count -= 1
        return true
      }
      if fails { throw ClientError.storage("the disk is gone") }
      return try await load(order, after, limit)
    }
    let model = ListModel(flaky, context: context)
    model.resize(height: 20)
    model.loadMoreIfNeeded()
    await tasks.settle()
    for _ in 0..<49 { _ = model.perform(.moveDown) }
    await tasks.settle()
    #expect(model.list.status == .failed(.storage("the disk is gone")))
    #expect(model.list.rows.count == 50)
    #expect(asked.values.count == 1, "no loop of requests")
    let isRetried = model.retry()
    await tasks.settle()
    #expect(isRetried)
    #expect(asked.values.map(\.after) == [nil, PageCursor(token: "50")])
    #expect(model.list.cursor == 49)
    #expect(!model.retry(), "there is nothing to try again")
  }

  @Test func `a list comes back to its row, scroll, sort and narrowing`() async {
    let first = await model(300)
    first.sort(SortOrder(.title, isReversed: true))
    first.narrow("1")
    await tasks.settle()
    first.select(row: 90)
    await tasks.settle()
    _ = first.perform(.alignMiddle)
    let memento = first.memento
    let second = await model(300, memento: memento)
    #expect(second.list.cursor == 90)
    #expect(second.list.top == 80)
    #expect(second.list.selected == first.list.selected)
    #expect(second.order == first.order)
  }

  @Test func `clearing a filter restores the list's place`() async {
    let model = await model(300)
    model.select(row: 90)
    await tasks.settle()
    _ = model.perform(.alignMiddle)
    for text in ["2", "29"] {
      model.narrow(text)
      await tasks.settle()
      #expect(model.list.cursor == 0)
    }
    model.select(row: 3)
    #expect(model.cancel())
    await tasks.settle()
    #expect(model.list.selected == "Row 90")
    #expect(model.list.top == 80)

    model.narrow("29")
    model.sort(SortOrder(.title, isReversed: true))
    model.narrow("")
    await tasks.settle()
    #expect(model.list.selected == "Row 299", "sorted otherwise, the old place means nothing")
  }

  @Test func `a list left before its rows were there comes back to where it was going`() async {
    let going = ListModel(
      source(300), context: context, memento: ListMemento(cursor: 120, top: 110))
    #expect(going.memento == ListMemento(cursor: 120, top: 110))
  }

  @Test func `sorting and narrowing start again at the first row`() async {
    let model = await model(200)
    model.select(row: 30)
    model.sort(SortOrder(.year))
    await tasks.settle()
    #expect(model.list.cursor == 0)
    model.select(row: 30)
    model.narrow("19")
    await tasks.settle()
    #expect(model.list.selected == "Row 19")
    #expect(model.order == ListOrder(sort: SortOrder(.year), narrowing: "19"))
    let count = asked.values.count
    model.sort(SortOrder(.year))
    model.narrow("19")
    await tasks.settle()
    #expect(asked.values.count == count, "nothing changed, nothing is asked")
  }

  // MARK: Far rows

  @Test func `G goes to the last row of the whole list`() async {
    let model = await model(3_000)
    _ = model.perform(.moveToBottom)
    await tasks.settle()
    #expect(model.list.selected == "Row 2999")
    #expect(asked.values.map(\.limit) == [50, 1_000, 1_050, 2_100])
  }

  @Test func `an order that is refused and given up is told like any other`() async {
    let orders = Recorder<ListOrder>()
    var picky = source(50)
    let load = picky.load
    picky.load = { order, after, limit in
      if order.sort == SortOrder(.year) { throw ClientError.refused("Years are unknown") }
      return try await load(order, after, limit)
    }
    let model = ListModel(picky, context: context)
    model.onOrder = { [weak model] in if let model { orders.append(model.order) } }
    model.loadMoreIfNeeded()
    await tasks.settle()
    model.reload(order: ListOrder(sort: SortOrder(.year)))
    await tasks.settle()
    #expect(orders.values.map(\.sort) == [SortOrder(.year), ListOrder().sort])
    #expect(model.list.rows.count == 50 && host.said == ["Years are unknown"])
  }

  @Test func `Esc stops the way to a far row`() async {
    let gate = Gate()
    var slow = source(3_000)
    let load = slow.load
    slow.load = { order, after, limit in
      if after != nil { await gate.pass() }
      return try await load(order, after, limit)
    }
    let model = ListModel(slow, context: context)
    model.loadMoreIfNeeded()
    await tasks.settle()
    _ = model.perform(.moveToBottom)
    await gate.arrival()
    #expect(model.isSeeking)
    #expect(model.cancel())
    #expect(!model.isSeeking)
    await gate.open()
    await tasks.settle()
    #expect(model.list.rows.count == 1_050)
    #expect(model.list.cursor == 49)
    #expect(!model.cancel())
  }
}
