import Clients
import Observation
import RunoutModel
import Synchronization
import TestSupport
import Testing

@testable public import Features

extension String: PaneRow {}

@MainActor struct ListModelTests {
  private let tasks = TaskTracker()
  private let host = Listener()
  private let asked = Recorder<Asked>()

  private struct Asked: Hashable {
    var order: ListOrder
    var after: PageCursor?
    var limit: Int
  }

  private var context: PageContext {
    let context = PageContext(.test(), tasks: tasks)
    context.host = host
    return context
  }

  /// `Row 0`, `Row 1` and so on, narrowed by text, answered at once.
  private func source(_ count: Int) -> ListSource<String> {
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

  private func model(_ count: Int, memento: ListMemento = ListMemento()) async -> ListModel<String> {
    let model = ListModel(source(count), context: context, memento: memento)
    model.loadMoreIfNeeded()
    model.resize(height: 20)
    await tasks.settle()
    return model
  }

  @Test func `a range keeps what was marked before it`() async {
    let model = await model(50)
    for command in [Command.mark, .moveDown, .markRange, .moveDown, .moveDown] { _ = model.perform(command, nil) }
    #expect(model.marked == [0, 2, 3, 4])
    _ = model.perform(.moveUp, nil)
    #expect(model.marked == [0, 2, 3], "what the range left again is not marked")
    for command in [Command.markRange, .moveDown, .moveDown, .markRange] { _ = model.perform(command, nil) }
    #expect(model.marked == [0, 2, 3, 5])
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
    #expect(asked.values.map(\.limit) == [50, 1_000, 1_000, 1_000])
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

  // MARK: Find

  @Test func `find goes on through pages that are not loaded yet`() async {
    let model = await model(3_000)
    model.finder?.find("row 2345")
    await tasks.settle()
    #expect(model.list.selected == "Row 2345")
    #expect(host.said.isEmpty)
  }

  @Test func `find ignores case and accents, and takes every word for itself`() async {
    let texts = ["Sigur Rós – Ágætis Byrjun", "Miles Davis – Kind Of Blue", "Miles Davis – Blue Moods"]
    let source = ListSource<String>(
      load: { _, _, _ in Page(rows: texts, next: nil) }, count: { _ in .exactly(3) }, text: { $0 })
    let model = ListModel(source, context: context)
    model.loadMoreIfNeeded()
    await tasks.settle()
    model.finder?.find("blue davis")
    #expect(model.list.cursor == 1)
    _ = model.finder?.perform(.findNext)
    #expect(model.list.cursor == 2)
    _ = model.finder?.perform(.findNext)
    #expect(model.list.cursor == 1, "round the end")
    model.finder?.find("agaetis ros")
    #expect(model.list.cursor == 0)
    _ = model.finder?.perform(.findPrevious)
    #expect(model.list.cursor == 0, "the only one")
  }

  @Test func `find goes round the end of the whole list`() async {
    let model = await model(120)
    model.select(row: 40)
    model.finder?.find("row 39")
    await tasks.settle()
    #expect(model.list.selected == "Row 39")
    #expect(model.list.status == .complete)
  }

  @Test func `find backwards goes round to the end, loading it`() async {
    let model = await model(120)
    model.finder?.find("row 11")
    #expect(model.list.selected == "Row 11")
    _ = model.finder?.perform(.findPrevious)
    await tasks.settle()
    #expect(model.list.selected == "Row 119")
    _ = model.finder?.perform(.findPrevious)
    #expect(model.list.selected == "Row 118")
  }

  @Test func `a text without a match says so and keeps the selection`() async {
    let model = await model(1_200)
    model.select(row: 7)
    model.finder?.find("xyzzy")
    #expect(model.isSeeking)
    await tasks.settle()
    #expect(host.said == ["“xyzzy” not found"])
    #expect(model.list.cursor == 7)
    #expect(!model.isSeeking)
  }

  @Test func `a find that is cancelled leaves the selection where it was`() async {
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
    model.select(row: 3)
    model.finder?.find("row 2999")
    await gate.arrival()
    #expect(model.cancel())
    await gate.open()
    await tasks.settle()
    #expect(model.list.cursor == 3)
    #expect(model.list.rows.count == 1_050)
    #expect(host.said.isEmpty)
  }

  @Test func `a find that fails midway says so and stops`() async {
    var broken = source(3_000)
    let load = broken.load
    broken.load = { order, after, limit in
      if after != nil { throw ClientError.storage("no") }
      return try await load(order, after, limit)
    }
    let model = ListModel(broken, context: context)
    model.loadMoreIfNeeded()
    await tasks.settle()
    model.finder?.find("row 2999")
    await tasks.settle()
    #expect(model.list.status == .failed(.storage("no")))
    #expect(!model.isSeeking)
    #expect(model.list.cursor == 0)
  }

  @Test func `keys are read while very many rows are looked through, and Esc stops it`() async {
    let model = await model(20_000)
    model.select(row: .max)
    await tasks.settle()
    model.finder?.find("xyzzy")
    #expect(model.isSeeking)
    #expect(host.said.isEmpty)
    await tasks.settle()
    #expect(host.said == ["“xyzzy” not found"])
    #expect(!model.isSeeking)
    _ = model.finder?.perform(.findNext)
    #expect(model.isSeeking)
    #expect(model.cancel())
    #expect(!model.isSeeking)
    await tasks.settle()
    #expect(host.said.count == 1)
    #expect(model.list.cursor == 19_999)
    model.finder?.find("row 12345")
    _ = model.perform(.moveUp)
    await tasks.settle()
    #expect(model.list.cursor == 19_998, "who moves is somewhere else now")
    _ = model.finder?.perform(.findNext)
    await tasks.settle()
    #expect(model.list.cursor == 12_345)
    _ = model.finder?.perform(.findPrevious)
    await tasks.settle()
    #expect(model.list.cursor == 12_345, "the only one")
  }

  @Test func `n without anything to find says what to do`() async {
    let model = await model(3)
    _ = model.finder?.perform(.findNext)
    #expect(host.said == ["Find or filter something first"])
  }

  // MARK: Marks

  @Test func `Space selects rows one by one, and takes them back`() async {
    let model = await model(20)
    #expect(model.markedOrSelected == ["Row 0"])
    for _ in 0..<3 { _ = model.perform(.mark) }
    #expect(model.marked == [0, 1, 2])
    #expect(model.list.cursor == 3)
    model.select(row: 1)
    _ = model.perform(.mark)
    #expect(model.markedOrSelected == ["Row 0", "Row 2"])
    #expect(model.cancel())
    #expect(model.marked.isEmpty)
    #expect(!model.cancel())
  }

  @Test func `a range goes from where it began to wherever one moves`() async {
    let model = await model(30)
    model.select(row: 5)
    _ = model.perform(.markRange)
    _ = model.perform(.moveDown)
    _ = model.perform(.moveDown)
    #expect(model.marked == [5, 6, 7])
    _ = model.perform(.moveToTop)
    #expect(model.marked == Set(0...5))
    _ = model.perform(.moveToBottom)
    #expect(model.marked == Set(5...29))
    _ = model.perform(.markRange)
    _ = model.perform(.moveToTop)
    #expect(model.marked == Set(5...29), "the range is closed")
  }

  @Test func `a range reaches to a row that is loaded for it`() async {
    let model = await model(120)
    _ = model.perform(.markRange)
    _ = model.perform(.moveToBottom)
    await tasks.settle()
    #expect(model.marked == Set(0..<120))
  }

  @Test func `rows of another query are not selected`() async {
    let model = await model(30)
    _ = model.perform(.markAll)
    #expect(model.marked.count == 30)
    model.narrow("2")
    await tasks.settle()
    #expect(model.marked.isEmpty)
  }

  @Test func `an empty list declines nothing and selects nothing`() async {
    let model = await model(0)
    for command in [Command.moveDown, .moveToBottom, .mark, .markRange, .markAll, .alignTop, .pageUp] {
      #expect(model.perform(command) == .done)
    }
    #expect(model.marked.isEmpty)
    #expect(model.markedOrSelected.isEmpty)
    model.finder?.find("x")
    #expect(host.said == ["“x” not found"])
    #expect(model.perform(.open) == .refused("Nothing to open"))
  }
}
