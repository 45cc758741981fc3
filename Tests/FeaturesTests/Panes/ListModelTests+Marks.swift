import Testing

@testable import Features

/// Rows selected one by one or as a range.
extension ListModelTests {
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

  @Test func `a range keeps what was marked before it`() async {
    let model = await model(50)
    for command in [Command.mark, .moveDown, .markRange, .moveDown, .moveDown] { _ = model.perform(command, nil) }
    #expect(model.marked == [0, 2, 3, 4])
    _ = model.perform(.moveUp, nil)
    #expect(model.marked == [0, 2, 3], "what the range left again is not marked")
    for command in [Command.markRange, .moveDown, .moveDown, .markRange] { _ = model.perform(command, nil) }
    #expect(model.marked == [0, 2, 3, 5])
  }
}
