import Features
import TestSupport
import Testing

@MainActor struct CancellingTests {
  @Test func `Esc undoes one thing a press: pop-up, prompt, selection, narrowing, search`() async {
    let app = await StoreFixture(.fixture())
    app.search.run("title", kind: nil)
    await app.tasks.settle()
    await app.perform(.narrow)
    await app.type("1")
    await app.perform(.submit, .mark, .openSearchHistory)
    var seen: [String] = []
    for _ in 0..<5 {
      let model = app.search
      seen.append(
        [
          app.store.history == nil ? "" : "history", model.results.rows.marked.isEmpty ? "" : "marks",
          model.panes.order.narrowing.isEmpty ? "" : "narrowing", model.field.isEmpty ? "" : "query",
        ].filter { !$0.isEmpty }.joined(separator: " "))
      await app.perform(.cancel)
    }
    #expect(seen == ["history marks narrowing query", "marks narrowing query", "narrowing query", "query", ""])
    #expect(app.effects.isEmpty)
  }

  @Test func `Esc drops a chord first`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.mark)
    app.store.overlays.chord = Chord(caption: "Go to", hints: [ChordHint(keys: "g", text: "first row")])
    await app.perform(.cancel)
    #expect(app.store.chord == nil)
    #expect(app.search.results.rows.marked == [0])
  }

  @Test func `C-c twice at a root page quits, with a word of warning`() async {
    let app = await StoreFixture(.fixture())
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.store.notice == "C-c again to quit")
    #expect(app.effects.isEmpty)
    await app.perform(.moveDown)
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.effects.isEmpty, "another key in between")
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.effects == [.quit])
  }

  @Test func `Esc twice at a root page does not quit`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.cancel, .cancel, .cancel)
    #expect(app.effects.isEmpty)
  }

  @Test func `C-c on a page closes it`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.open)
    #expect(app.store.navigator.depth == 1)
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.store.navigator.depth == 0)
  }

  @Test func `q on the first page says how to quit, Q quits`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.closePage)
    #expect(app.store.notice == "This is the first page · Q to quit")
    await app.perform(.quit)
    #expect(app.effects == [.quit])
  }

  @Test func `redraw and suspend go to the terminal, whatever has the keys`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.redraw, .newSearch, .suspend, .cancel, .openSearchHistory, .redraw)
    #expect(app.effects == [.redraw, .suspend, .redraw])
  }
}
