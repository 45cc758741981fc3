import DiscogsServer
import Foundation
import TestSupport
import Testing

// breaks: Full disk
/// The program on a full disk.
@Suite(
  .limitedConcurrency,
  .enabled(if: SmallDisk.isPossible, Comment(rawValue: SmallDisk.hindrance ?? "a small disk can be mounted")))
struct DiskFullTests {
  /// Opens the program with one of its folders on a full disk.
  private func open(
    _ program: RunoutProgram, full folder: String, _ arguments: [String] = [], source: String = "demo",
    changes: [String: String] = [:]
  ) async throws -> PseudoTerminal {
    let idle = IdleFile(path: program.home.path("idle-full"))
    let path = program.home.path(folder)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let command = SmallDisk.command(
      path, after: program.home.path("after"), [program.executable] + program.arguments(arguments, source, idle))
    let terminal = try PseudoTerminal(
      command[0], Array(command.dropFirst()), environment: program.environment.merging(changes) { $1 },
      directory: program.home.path, idleFile: idle, home: program.home)
    try await terminal.settle(for: .seconds(30))
    return terminal
  }

  /// Puts what was left on the disk where the program finds it.
  private func takeOver(_ folder: String, _ program: RunoutProgram) throws {
    let path = program.home.path(folder)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: program.home.path("after"), toPath: path)
  }

  // fails: library | the disk is full while the screen is up
  @Test func `on a full disk, searching still works and the saved history survives`() async throws {
    let program = try RunoutProgram()
    let before = try await program.open()
    try await before.press("s", "sketches<Enter>", "s", "blue train<Enter>")
    before.write("Q")
    #expect(try await before.ending() == .exited(0))

    let terminal = try await open(program, full: "data")
    for text in ["autobahn", "kind of blue"] { try await terminal.press("s", "\(text)<Enter>") }
    #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    try await terminal.press("<Enter>", "h", "<C-r>")
    #expect(terminal.screen.text.contains("sketches"), "\(terminal.screen.text)")
    try await terminal.press("<Esc>")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(program.log.contains("full"), "\(program.log)")

    try takeOver("data", program)
    #expect(Set(try await program.rememberedQueries()).isSuperset(of: ["sketches", "blue train"]))
    let after = try await program.open()
    try await after.press("s", "autobahn<Enter>")
    after.write("Q")
    #expect(try await after.ending() == .exited(0))
    #expect(try await program.rememberedQueries().first == "autobahn")
  }

  // fails: cache | the disk is full
  @Test func `on a full disk, Discogs works without a cache`() async throws {
    let live = try await LiveProgram()
    let terminal = try await open(
      live.program, full: "cache", live.flags, source: "live", changes: [LiveProgram.variable: TestServer.token])
    for _ in 1...2 {
      try await terminal.search("kind of blue")
      try await terminal.settle()
      try await terminal.press("<Enter>")
      #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    }
    // What was asked is kept for as long as the program runs.
    #expect(live.server.count("GET", "/database/search") == 1)
    #expect(live.server.count("GET", "/releases/*") <= 1 && live.server.count("GET", "/masters/*") <= 1)
    #expect(!terminal.screen.text.contains("could not"), "\(terminal.screen.text)")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(live.program.log.contains("The cache failed"))
  }

  // fails: cache | the disk fills up
  @Test func `a cache on a full disk keeps its responses`() async throws {
    let live = try await LiveProgram()
    let before = try await live.open()
    try await before.search("kind of blue")
    try await before.settle()
    before.write("Q")
    #expect(try await before.ending() == .exited(0))

    let terminal = try await open(
      live.program, full: "cache", live.flags, source: "live", changes: [LiveProgram.variable: TestServer.token])
    try await terminal.search("kind of blue")
    try await terminal.settle()
    #expect(live.server.count("GET", "/database/search") == 1)
    try await terminal.search("blue train")
    try await terminal.waitForText("Blue Train")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    try takeOver("cache", live.program)
    let after = try await live.open()
    try await after.search("kind of blue")
    try await after.settle()
    #expect(live.server.count("GET", "/database/search") == 2)
  }

  // fails: library | little room is left
  @Test func `on a nearly full disk, a change is saved completely or not at all`()
    async throws
  {
    let start = try await ShelfStage()
    try await start.sync()
    let before = try await start.there()
    var made: Set<Bool> = []
    for room in stride(from: 0, through: 192, by: 24) {
      let stage = try await ShelfStage(after: start)
      let data = stage.program.home.path("data")
      let command = SmallDisk.command(
        data, after: stage.program.home.path("after"), room: room << 10,
        [stage.program.executable] + stage.arguments(["collection", "add", "930000013", "--folder", "Jazz"]))
      let finished = try await run(
        command[0], Array(command.dropFirst()), environment: stage.environment(), directory: stage.program.home.path)
      let comment: Comment = "\(room) kB: \(finished.ending) \(finished.output)\(finished.errors)"
      #expect([0, 1].contains(finished.status), comment)
      #expect(finished.errors.split(separator: "\n").count <= (finished.status == 0 ? 2 : 1), comment)
      if finished.status != 0 { #expect(finished.errors.contains("is full"), comment) }
      try takeOver("data", stage.program)
      try await stage.sync()
      let there = try await stage.there()
      #expect(try await stage.here() == there, comment)
      // What was said to be done is done, and nothing is done twice.
      #expect(there.copies.count == before.copies.count || there.copies.count == before.copies.count + 1, comment)
      if finished.status == 0 { #expect(there.copies.count == before.copies.count + 1, comment) }
      made.insert(there != before)
    }
    #expect(made == [false, true])
  }

  // fails: sync | the disk is full
  @Test func `a sync that runs out of space says so, and the next one finishes`() async throws {
    for room in [64, 128, 256] {
      let stage = try await ShelfStage()
      let data = stage.program.home.path("data")
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      let command = SmallDisk.command(
        data, after: stage.program.home.path("after"), room: room << 10,
        [stage.program.executable] + stage.arguments(["collection", "sync"]))
      let finished = try await run(
        command[0], Array(command.dropFirst()), environment: stage.environment(), directory: stage.program.home.path)
      let comment: Comment = "\(room) kB: \(finished.ending) \(finished.output)\(finished.errors)"
      #expect(finished.status == 1 && finished.errors.contains("is full"), comment)
      #expect(finished.errors.split(separator: "\n").count == 1, comment)
      try takeOver("data", stage.program)
      try await stage.sync()
      #expect(try await stage.here() == stage.there(), comment)
    }
  }

  // fails: token | the disk is full
  @Test func `a token that cannot be stored is reported, and the old one stays`() async throws {
    let live = try await LiveProgram()
    try live.storeToken()
    let stored = live.storedToken
    let terminal = try await open(live.program, full: "data", live.flags, source: "live")
    try await terminal.press("gs")
    terminal.write("\(TestServer.guestToken)<Enter>")
    try await terminal.waitForSentence("space")
    #expect(!terminal.current.output.contains(TestServer.guestToken))
    try await terminal.press("<Esc>")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    try takeOver("data", live.program)
    #expect(live.storedToken == stored)
  }
}
