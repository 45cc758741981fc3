import Foundation
import LibC
import TestSupport
import Testing

/// A monkey at the keyboard of the real program, which is left alone after each burst and then has to be idle.
///
/// `make fuzz ONLY=monkey` has it play for as long as one likes: `RUNOUT_MONKEY_SECONDS` says how long on each stage,
/// `RUNOUT_SEED` where it begins, `RUNOUT_RELEASES` how many releases the large catalogue has.
@Suite(.limitedConcurrency, .enabled(if: Footprint(of: getpid()) != nil, "what a program does is read from /proc"))
struct MonkeyTests {
  enum Stage: String, CaseIterable { case demo, small, large, shelf, live }

  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["RUNOUT_MONKEY_SECONDS"].flatMap { Double($0) }
  private static let seed = environment["RUNOUT_SEED"].flatMap { UInt64($0) } ?? 29
  private static let releases = environment["RUNOUT_RELEASES"].flatMap { Int($0) } ?? 1_000
  private static let bursts = seconds == nil ? 3 : 8

  // What it may have more than before its first key, whatever it has shown since: cached rows and pictures, databases
  // and connections opened meanwhile.
  private static let moreMemory = 48 << 20
  private static let moreFiles = 24

  @Test(arguments: Stage.allCases)
  func `whatever is typed, the program is idle afterwards, grows no further and quits when told`(_ stage: Stage)
    async throws
  {
    let stocked = try await Self.home(for: stage)
    let start = ContinuousClock.now
    var toll = Toll()
    repeat {
      try await live(stage, in: stocked, seed: Self.seed + UInt64(toll.runs), toll: &toll)
      toll.runs += 1
      // A first burst may hold keys that quit: then it starts again.
    } while Self.seconds.map { start.duration(to: .now) < .seconds($0) } ?? (toll.judged == 0 && toll.runs < 5)
    #expect(toll.judged > 0, "the monkey quit in its first burst, whatever it began with")
    if Self.seconds != nil { print("\(stage): \(toll)") }
  }

  /// What has been done, and the most that it has cost.
  private struct Toll: CustomStringConvertible {
    var runs = 0
    var bursts = 0
    /// Those after which the program went on.
    var judged = 0
    var memory = 0
    var openFiles = 0

    var description: String {
      "\(bursts) bursts in \(runs) runs, at most \(memory >> 20) MiB and \(openFiles) files more than before"
    }
  }

  /// One run of the program, from a home like `stocked` to its end. Its seed plays it again.
  private func live(_ stage: Stage, in stocked: TemporaryFolder, seed: UInt64, toll: inout Toll) async throws {
    let home = try TemporaryFolder()
    for folder in ["data", "cache"] where FileManager.default.fileExists(atPath: stocked.path(folder)) {
      try FileManager.default.copyItem(atPath: stocked.path(folder), toPath: home.path(folder))
    }
    // The browser and the clipboard are none of its business.
    for name in ["xdg-open", "wl-copy", "xclip", "xsel"] {
      let path = try home.write("#!/bin/sh\n", to: "bin/" + name)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
    let program = try RunoutProgram(home: home)
    let server = try await TestServer.start()
    let table = try await program.run("--dump-keys", source: nil)
    var monkey = Monkey(seed: seed &* 31 &+ UInt64(stage.rawValue.utf8.reduce(0) { $0 + Int($1) }), table: table.output)
    let terminal = try await program.open(
      ["--api-url", server.url], source: stage.source, size: ScreenSize(columns: 120, rows: 40),
      changes: [
        "DISCOGS_TOKEN": TestServer.token, "DISCOGS_TOKEN_FOR": server.url, "EDITOR": "/bin/true",
        "PATH": home.path("bin") + ":/usr/bin:/bin",
      ], settled: false)
    func fail(_ what: String, after burst: Monkey.Burst? = nil) {
      let deeds = burst.map { "\nafter \($0.deeds.map(\.description).joined(separator: " "))" } ?? ""
      Issue.record("\(what) (\(stage), RUNOUT_SEED=\(seed))\n\(terminal.screen.framed)\(deeds)")
    }
    if let unrest = try await terminal.unrest() { return fail(unrest) }
    let before = try #require(Footprint(of: terminal.processID))
    for _ in 1...Self.bursts {
      let burst = monkey.burst()
      for (deed, pause) in zip(burst.deeds, burst.pauses) {
        switch deed {
        case .send(let bytes): terminal.write(bytes: bytes)
        case .resize(let columns, let rows): terminal.resize(columns, rows)
        }
        // A pace is time: this is no waiting for the program.
        if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
        if terminal.current.stoppedBy != nil { terminal.signal(SIGCONT) }
      }
      toll.bursts += 1
      let unrest = try await terminal.unrest()
      if let ending = terminal.current.ending {
        // Among the keys there are those that quit.
        if ending != .exited(0) { fail("the program \(ending)", after: burst) }
        return
      }
      toll.judged += 1
      if let unrest { return fail(unrest, after: burst) }
      guard let after = Footprint(of: terminal.processID) else { continue }
      toll.memory = max(toll.memory, after.memory - before.memory)
      toll.openFiles = max(toll.openFiles, after.openFiles - before.openFiles)
      if after.memory > before.memory + Self.moreMemory {
        return fail("holds \(after.memory >> 20) MiB, \(before.memory >> 20) at first", after: burst)
      }
      if after.openFiles > before.openFiles + Self.moreFiles {
        return fail("has \(after.openFiles) files open, \(before.openFiles) at first", after: burst)
      }
    }
    try await quit(terminal, by: seed) { fail($0) }
  }

  /// Tells it to quit in one of the ways there are.
  private func quit(_ terminal: PseudoTerminal, by seed: UInt64, _ fail: (String) -> Void) async throws {
    let expected: Set<Ending>
    switch seed % 3 {
    case 0:
      expected = [.exited(128 + SIGTERM)]
      terminal.signal(SIGTERM)
    case 1:
      // The signal and the end of the input come at once: either may be first.
      expected = [.exited(128 + SIGHUP), .exited(1), .killed(signal: SIGHUP)]
      terminal.hangUp()
    default:
      expected = [.exited(0)]
      for _ in 1...12 {
        terminal.write("<Esc>")
        try await Task.sleep(for: .milliseconds(80))
      }
      // Read together with the last Esc it would be Alt-Q.
      if let unrest = try await terminal.unrest() { return fail(unrest) }
      terminal.write("Q")
    }
    do {
      let ending = try await terminal.ending(for: .seconds(30))
      if !expected.contains(ending) { fail("told to quit, the program \(ending)") }
      if seed % 3 != 1, terminal.screen.isAlternate || !terminal.lineModes.isSane { fail("keeps the terminal") }
    } catch {
      fail("does not quit")
    }
  }

  /// The files of a program that stands on such a stage.
  private static func home(for stage: Stage) async throws -> TemporaryFolder {
    let program = try RunoutProgram()
    if stage == .demo || stage == .live { return program.home }
    let count = stage == .large ? releases : 60
    try await program.importDumps(
      Dump.releases(
        (1...count).map { number in
          Dump.release(
            number, title: "Title \(number) of \(["love", "night", "blue", "東京"][number % 4])",
            artist: "Artist \(number % 97)", artistID: number % 97 + 1, year: 1950 + number % 70,
            label: "Label \(number % 11)",
            catalogueNumber: "L \(number)", notes: "See [a\(number % 97 + 1)] and [r\(number % count + 1)].")
        }),
      Dump.artists((1...97).map { Dump.artist($0, name: "Artist \($0)", profile: "Played with [a\($0 % 97 + 1)].") }))
    if stage == .shelf {
      let rows = (1...60).map { ["release_id": "\($0)", "Title": "Title \($0)", "Artist": "Artist \($0 % 7)"] }
      let file = try program.home.write(Export.collection(rows), to: "collection.csv")
      let imported = try await program.run("collection", "import", file, source: "catalogue")
      try #require(imported.status == 0, "\(imported.errors)")
    }
    return program.home
  }

  // The monkey's first find.
  @Test func `a search that finds nothing, typed fast, leaves the program idle`() async throws {
    let program = try RunoutProgram()
    try program.home.write("start = \"home\"\n", to: "config.toml")
    for pause in [10, 30, 50] {
      // Wide enough for a preview beside the list.
      let terminal = try await program.open(size: ScreenSize(columns: 120, rows: 30))
      for letter in "sxqz" {
        terminal.write(String(letter))
        try await Task.sleep(for: .milliseconds(pause))
      }
      try await terminal.waitForText("Nothing found")
      let unrest = try await terminal.unrest(within: 5)
      #expect(unrest == nil, "\(pause) ms a key")
    }
  }
}

extension MonkeyTests.Stage {
  fileprivate var source: String {
    switch self {
    case .demo: "demo"
    case .small, .large, .shelf: "catalogue"
    case .live: "live"
    }
  }
}
