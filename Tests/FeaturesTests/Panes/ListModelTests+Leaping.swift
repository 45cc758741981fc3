import Clients
import RunoutModel
import TestSupport
import Testing

@testable import Features

extension ListModelTests {
  /// A list whose end is known, as on this machine.
  func local(_ count: Int, _ change: (inout ListSource<String>) -> Void = { _ in }) async -> ListModel<String> {
    var source = source(count)
    source.knowsEnd = true
    change(&source)
    let model = ListModel(source, context: context)
    model.loadMoreIfNeeded()
    model.resize(height: 20)
    await tasks.settle()
    return model
  }

  func atTheEnd(of count: Int) async -> ListModel<String> {
    let model = await local(count)
    _ = model.perform(.moveToBottom)
    await tasks.settle()
    return model
  }

  @Test func `the end of a list on this machine comes without the rows before it`() async {
    let model = await atTheEnd(of: 5_000)
    #expect(asked.values.map(\.after) == [nil, .end])
    #expect(model.list.selected == "Row 4999" && model.list.rows.count == 50)
    _ = model.perform(.moveToTop)
    _ = model.perform(.moveToBottom)
    await tasks.settle()
    #expect(asked.values.count == 2 && model.list.selected == "Row 4999")
    for _ in 0..<20 { _ = model.perform(.pageUp) }
    await tasks.settle()
    #expect(model.list.rows.count == 5_000 && model.list.status == .complete)
    #expect(model.list.selected == "Row 4750")
  }

  @Test func `a list that does not tell its end is read up to there`() async {
    let model = await local(200) { source in
      let load = source.load
      source.load = { try await load($0, $1 == .end ? nil : $1, $2) }
    }
    _ = model.perform(.moveToBottom)
    await tasks.settle()
    #expect(model.list.selected == "Row 199" && model.list.rows.count == 200)
  }

  @Test func `every row is marked, those that are still to come as well`() async {
    let model = await atTheEnd(of: 3_000)
    _ = model.perform(.markAll)
    await tasks.settle()
    #expect(model.marked == Set(0..<3_000) && model.list.selected == "Row 2999")
    #expect(model.markedOrSelected.count == 3_000)
  }

  @Test func `a range over rows that are not here reads them`() async {
    let model = await atTheEnd(of: 3_000)
    _ = model.perform(.markRange)
    _ = model.perform(.moveToTop)
    await tasks.settle()
    #expect(model.marked == Set(0..<3_000) && model.markedOrSelected.count == 3_000)
  }

  @Test(arguments: [(false, "Row 12"), (true, "Row 2912")])
  func `find goes on from the end, either way`(isBackwards: Bool, found: String) async {
    let model = await atTheEnd(of: 3_000)
    model.finder?.find("12", backwards: isBackwards)
    await tasks.settle()
    #expect(model.list.selected == found)
  }

  @Test func `newer rows come to both ends, the middle still being away`() async {
    let model = await atTheEnd(of: 5_000)
    model.select(row: 4_990)
    model.update()
    await tasks.settle()
    #expect(asked.values.map(\.after) == [nil, .end, nil, .end])
    #expect(model.list.selected == "Row 4990" && model.list.rows.count == 50)
  }
}
