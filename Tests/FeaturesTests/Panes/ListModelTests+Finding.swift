import Clients
import RunoutModel
import TestSupport
import Testing

@testable import Features

/// Finding goes through all rows, loaded or not.
extension ListModelTests {
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
}
