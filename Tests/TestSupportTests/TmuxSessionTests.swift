import TestSupport
import Testing

struct TmuxSessionTests {
  private func shell(_ script: String, size: ScreenSize = .standard) async throws -> TmuxSession {
    try await TmuxSession(["/bin/sh", "-c", script], size: size, environment: ["HOME": "/nonexistent", "MARK": "a b"])
  }

  @Test func `a program is shown as in a terminal of that size`() async throws {
    let tmux = try await shell("stty size; echo $TERM $LANG \"$MARK\"; printf '日本\\033[5;3Hhere'; read -r line")
    let screen = try await tmux.waitForText("here")
    #expect(screen.lines[0] == "24 80")
    #expect(screen.lines[1] == "tmux-256color C.UTF-8 a b")
    #expect(screen.lines[2] == "日本")
    #expect(screen.lines[4] == "  here")
    #expect(screen.cursorRow == 4)
    #expect(screen.cursorColumn == 6)
    #expect(screen.lines.count == 24)
    #expect(!screen.isDead)
    await tmux.close()
  }

  @Test func `bytes that are typed arrive as they are`() async throws {
    let tmux = try await shell("stty raw -echo; echo ready; head -c 9 | od -An -tx1")
    try await tmux.waitForText("ready")
    try await tmux.send("<C-r>é<Up>\n<Enter>j")
    try await tmux.waitForText("12 c3 a9 1b 4f 41 0a 0d 6a")
    await tmux.close()
  }

  @Test func `ten thousand bytes are typed as one`() async throws {
    let tmux = try await shell("stty raw -echo; echo ready; head -c 10000 | md5sum | cut -c 1-8; printf x | wc -c")
    try await tmux.waitForText("ready")
    try await tmux.send(bytes: [UInt8](repeating: 0x61, count: 10000))
    try await tmux.waitForText("0d0c9c4d")
    await tmux.close()
  }

  @Test func `the window changes its size`() async throws {
    let tmux = try await shell("trap 'stty size' WINCH; echo ready; while :; do read -r line || :; done")
    try await tmux.waitForText("ready")
    try await tmux.resize(40, 12)
    let screen = try await tmux.waitForText("12 40")
    #expect(screen.size == ScreenSize(columns: 40, rows: 12))
    await tmux.close()
  }

  @Test func `the end of the program is seen`() async throws {
    let tmux = try await shell("read -r line")
    #expect(try await !tmux.screen().isDead)
    try await tmux.send("<Enter>")
    try await tmux.wait(for: "the end") { $0.isDead }
    await tmux.close()
  }

  @Test func `looks are captured`() async throws {
    let tmux = try await shell("printf '\\033[1;7mloud\\033[m quiet'; read -r line")
    try await tmux.waitForText("quiet")
    let text = try await tmux.styledText()
    var screen = VTScreen(size: .standard)
    screen.feed(text.prefix { $0 != "\n" }.utf8)
    #expect(screen.line(0) == "loud quiet")
    #expect(screen.cell(0, 0).look.bold && screen.cell(0, 3).look.reverse)
    #expect(screen.cell(0, 5).look == VTScreen.Look())
    await tmux.close()
  }

  @Test func `closing ends the program`() async throws {
    let folder = try TemporaryFolder()
    let tmux = try await shell(
      "trap 'echo gone >\(folder.path("end")); exit' HUP; echo ready; while :; do read -r l; done")
    try await tmux.waitForText("ready")
    await tmux.close()
    #expect(try await poll(for: .seconds(5)) { folder.read("end") } == "gone\n")
  }
}
