import Terminal
import Testing

@MainActor struct MemoryTerminalTests {
  @Test func `a frame that changes nothing is not kept`() {
    let terminal = MemoryTerminal(size: Size(columns: 10, rows: 2))
    var canvas = Canvas(size: terminal.size, glyphs: terminal.glyphs)
    terminal.present(canvas)
    terminal.present(canvas)
    canvas.write("x", at: Point(column: 0, row: 0))
    terminal.present(canvas)
    #expect(terminal.frames.count == 2)
    #expect(terminal.screen.text(row: 0) == "x         ")
  }

  @Test func `events arrive in the batches they were sent in`() async {
    let terminal = MemoryTerminal()
    terminal.send([.key(Key("j")), .key(Key("j"))])
    terminal.send([.resize(Size(columns: 40, rows: 12))])
    terminal.suspend()
    terminal.close()
    var batches: [[InputEvent]] = []
    for await batch in terminal.events { batches.append(batch) }
    #expect(
      batches == [[.key(Key("j")), .key(Key("j"))], [.resize(Size(columns: 40, rows: 12))], [.resumed]])
    #expect(terminal.size == Size(columns: 40, rows: 12))
    #expect(terminal.isClosed && terminal.suspensions == 1)
  }
}
