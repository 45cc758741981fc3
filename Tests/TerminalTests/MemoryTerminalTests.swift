import Terminal
import Testing

@MainActor struct MemoryTerminalTests {
  @Test func `a frame that changes nothing does not count`() {
    let terminal = MemoryTerminal(size: Size(columns: 10, rows: 2))
    var canvas = Canvas(size: terminal.size, glyphs: terminal.glyphs)
    terminal.present(canvas)
    terminal.present(canvas)
    canvas.write("x", at: Point(column: 0, row: 0))
    terminal.present(canvas)
    #expect(terminal.frames == 2)
    #expect(terminal.screen.text(row: 0) == "x         ")
  }

  @Test func `all that came before there was a reader is one batch`() {
    let terminal = MemoryTerminal()
    terminal.send([.key(Key("j")), .key(Key("j"))])
    terminal.send([.resize(Size(columns: 40, rows: 12))])
    terminal.suspend()
    var batches: [[InputEvent]] = []
    terminal.events.deliver { batches.append($0) }
    terminal.close()
    terminal.send([.key(Key("x"))])
    #expect(
      batches == [[.key(Key("j")), .key(Key("j")), .resize(Size(columns: 40, rows: 12)), .resumed]])
    #expect(terminal.size == Size(columns: 40, rows: 12))
    #expect(terminal.isClosed && terminal.suspensions == 1)
  }

  @Test func `a new reader first gets pending input`() {
    let terminal = MemoryTerminal()
    terminal.send([.key(Key("j"))])
    var batches: [[InputEvent]] = []
    terminal.events.deliver { batches.append($0) }
    terminal.send([.key(Key("k"))])
    #expect(batches == [[.key(Key("j"))], [.key(Key("k"))]])
  }

  @Test func `a reader that is called is never called while it handles a batch`() {
    let terminal = MemoryTerminal()
    var steps: [String] = []
    terminal.events.deliver { batch in
      steps.append("begin \(batch.count)")
      if batch == [.key(Key("z", .control))] { terminal.suspend() }
      steps.append("end")
    }
    terminal.send([.key(Key("z", .control))])
    #expect(steps == ["begin 1", "end", "begin 1", "end"])
  }
}
