import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

@MainActor struct InputRouterTests {
  private func search(_ app: Harness) -> SearchModel? {
    if let model = app.store.page as? SearchModel { model } else { nil }
  }

  @Test func `the first key of a chord shows what can follow, the second does it`() async {
    let app = await Harness(.fixture())
    await app.press("j", "j", "g")
    #expect(app.store.chord?.caption == "Go to")
    #expect(app.screen.contains("┌ Go to ─"))
    await app.press("g")
    #expect(app.store.chord == nil)
    #expect(!app.screen.contains("┌ Go to ─"))
    #expect(search(app)?.results.rows.list.cursor == 0)
  }

  @Test(arguments: ["<Esc>", "<C-g>", "<C-c>"]) func `Esc drops a chord, and nothing else`(key: String) async {
    let app = await Harness(.fixture())
    await app.press("<Space>", "g", key)
    #expect(app.store.chord == nil)
    #expect(app.store.notice == nil)
    #expect(search(app)?.results.rows.marked == [0])
  }

  @Test func `a key that does not continue a chord says so and runs nothing`() async {
    let app = await Harness(.fixture())
    await app.press("g", "j")
    #expect(search(app)?.results.rows.list.cursor == 0)
    #expect(app.store.notice == "gj isn't a key here · ? for help")
    await app.press("j")
    #expect(search(app)?.results.rows.list.cursor == 1)
  }

  @Test func `a key without a meaning says so`() async {
    let app = await Harness(.fixture())
    await app.press("<F9>")
    #expect(app.store.notice == "F9 isn't a key here · ? for help")
  }

  @Test func `in a field letters are typed, whatever they mean elsewhere`() async {
    let app = await Harness(.fixture())
    await app.press("s")
    await app.type("gg,yq:/Q 1")
    #expect(search(app)?.field.text == "gg,yq:/Q 1")
  }

  @Test func `Alt and control keys edit the field`() async {
    let app = await Harness(.fixture())
    await app.press("s")
    await app.type("kind of blue")
    await app.press("<A-b>", "<A-Backspace>")
    #expect(search(app)?.field.text == "kind blue")
    await app.press("<C-a>", "<A-d>", "<C-e>", "<C-y>")
    #expect(search(app)?.field.text == " bluekind")
    await app.press("<A-x>", "<F9>")
    #expect(search(app)?.field.text == " bluekind")
    #expect(app.store.notice == nil)
  }

  @Test func `the list behind a prompt can be paged`() async {
    let app = await Harness(.fixture())
    await app.press("s")
    await app.type("title")
    await app.press("<PageDown>")
    #expect(search(app)?.isEditing == true)
    #expect(search(app)?.results.rows.list.cursor == 17)
  }

  @Test func `C-c twice quits, C-c and another key do not`() async {
    let app = await Harness(.fixture())
    var quits = 0
    app.store.onEffect = { if $0 == .quit { quits += 1 } }
    await app.press("<C-c>", "j", "<C-c>")
    #expect(quits == 0)
    await app.press("<C-c>")
    #expect(quits == 1)
  }

  @Test func `keys the user changed work and are shown`() async {
    let app = await Harness(.fixture(), keys: ["new-search": ["<F2>"], "help": ["gh"]])
    #expect(app.screen.contains("F2 search"))
    await app.press("g")
    #expect(app.screen.contains("Show keys"))
    await app.press("h")
    #expect(app.screen.contains("Keys and commands"))
    await app.press("<Esc>", "s")
    #expect(app.store.notice == "s isn't a key here · gh for help")
    await app.press("<F2>")
    #expect(search(app)?.isEditing == true)
  }

  @Test func `u after C-x in the history brings the entry back, otherwise it is typed`() async {
    let app = await Harness(Crate.services)
    await app.press("<C-r>", "<C-x>")
    #expect(app.screen.contains("u undo"))
    #expect(app.store.history?.list.rows.count == 2)
    await app.press("u")
    #expect(app.store.history?.list.rows.count == 3)
    await app.press("u")
    #expect(app.store.history?.field.text == "u")
  }

  @Test func `a burst of keys costs one frame`() async {
    let app = await Harness(.fixture())
    let before = app.frames
    await app.burst(Array(repeating: Key("j"), count: 12))
    #expect(search(app)?.results.rows.list.cursor == 12)
    #expect(app.frames == before + 1)
  }

  @Test func `Enter does not send a shelf, and y does`() async {
    let adopted = Recorder<Int>()
    var services = ScriptedLive().services()
    services.sync.adoption = { () throws(ClientError) in AdoptionPlan() }
    services.sync.adopt = { () throws(ClientError) in adopted.append(1) }
    services.sync.run = { _ throws(ClientError) in }
    let app = await Harness(services)
    await app.burst([":"] + "sync".map(String.init) + ["<Enter>"])
    #expect(app.store.popup is Question && !app.screen.contains("y/"))
    await app.press("<Enter>")
    #expect(app.store.popup is Question && adopted.values.isEmpty)
    #expect(app.store.notice == "y, n or r?")
    #expect(app.screen.contains("y yes  n no  r replace"))
    await app.press("y")
    #expect(app.store.popup == nil && adopted.values == [1])
  }

  @Test func `a key that changes nothing costs no frame`() async {
    let app = await Harness(.fixture())
    await app.press("<Esc>")
    let before = app.frames
    await app.press("<Esc>", "k", "<C-l>")
    #expect(app.frames == before)
  }
}
