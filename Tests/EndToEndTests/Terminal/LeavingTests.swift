import Foundation
import GRDB
import LibC
import TestSupport
import Testing

/// The program when it is suspended, closed or killed.
@Suite(.limitedConcurrency)
struct LeavingTests {
  /// Expects the terminal as its next user wants it.
  private func expectGivenBack(_ terminal: PseudoTerminal, _ comment: Comment = "") {
    let screen = terminal.screen
    #expect(!screen.isAlternate, comment)
    #expect(screen.privateModes == [], comment)
    #expect(screen.cursorIsVisible, comment)
    #expect(!screen.keypadIsApplication, comment)
    #expect(terminal.lineModes.isSane, comment)
    #expect(screen.misdeeds == [], comment)
  }

  // MARK: Job control

  /// A shell with job control in tmux, in which the program has been started.
  private func inShell(_ program: RunoutProgram) async throws -> (tmux: TmuxSession, idle: IdleFile, pid: String) {
    let idle = IdleFile(path: program.home.path("idle-in-shell"))
    let start = ([program.executable] + program.arguments([], "demo", idle)).joined(separator: " ")
    try program.home.write("echo $$ >\(program.home.path("pid"))\nexec \(start)\n", to: "start")
    let tmux = try await TmuxSession(
      ["bash", "--norc", "--noprofile", "-i"],
      environment: ["HOME": program.home.path, "LANG": "C.UTF-8", "PS1": "shell> ", "HISTFILE": ""],
      directory: program.home.path)
    try await tmux.waitForText("shell>")
    try await tmux.send("sh \(program.home.path("start"))<Enter>")
    try await tmux.wait(for: "the first screen", within: .seconds(30)) {
      $0.isAlternate && $0.text.contains("row 1 of")
    }
    let pid = try #require(program.home.read("pid")).trimmingCharacters(in: .whitespacesAndNewlines)
    return (tmux, idle, pid)
  }

  private func selection(_ screen: TmuxSession.Screen) -> String? {
    screen.lines.first { $0.hasPrefix(VTScreen.marker) }
  }

  // breaks: Suspended and resumed
  @Test func `suspended, resized in the shell and resumed, it shows the same row`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let (tmux, _, _) = try await inShell(program)
    try await tmux.send("jj")
    let before = try await tmux.waitForText("row 3 of")
    try await tmux.send("<C-z>")
    let shell = try await tmux.wait(for: "the shell") { !$0.isAlternate && $0.text.contains("Stopped") }
    #expect(!shell.text.contains("Kind Of Blue"))
    #expect(shell.cursorIsVisible)
    try await tmux.send("stty -a | grep -o -e ' -echo ' -e ' -icanon ' -e ' -isig '; echo modes-$((1+1))<Enter>")
    let modes = try await tmux.waitForText("modes-2")
    #expect(!modes.lines.contains { $0.trimmingCharacters(in: .whitespaces).hasPrefix("-") })
    try await tmux.resize(100, 30)
    // What is typed at the shell is the shell's.
    try await tmux.send("echo jjj<Enter>")
    try await tmux.waitForText("jjj")
    try await tmux.send("fg<Enter>")
    let back = try await tmux.wait(for: "the screen as large as the window") {
      $0.isAlternate && $0.lines.count == 30 && $0.lines[29].contains("row 3 of")
    }
    #expect(selection(back)?.prefix(24) == selection(before)?.prefix(24))
    #expect(!back.text.contains("shell>"))
    try await tmux.send("j")
    try await tmux.waitForText("row 4 of")
    try await tmux.send("Q")
    try await tmux.wait(for: "the shell again") { !$0.isAlternate }
    try await tmux.send("stty -a | grep -o -e ' -echo ' -e ' -icanon '; echo ended-$((1+2))<Enter>")
    let end = try await tmux.waitForText("ended-3")
    #expect(!end.lines.contains { $0.trimmingCharacters(in: .whitespaces).hasPrefix("-") })
    await tmux.close()
  }

  // breaks: Suspended and resumed
  @Test func `a signal from elsewhere suspends it, and a second time`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let (tmux, _, pid) = try await inShell(program)
    for round in 1...2 {
      let stopped = try await run("/bin/kill", ["-TSTP", pid], environment: program.environment)
      #expect(stopped.status == 0)
      try await tmux.wait(for: "the shell, round \(round)") { !$0.isAlternate && $0.text.contains("shell>") }
      try await tmux.send("fg<Enter>")
      try await tmux.wait(for: "the screen, round \(round)") { $0.isAlternate && $0.text.contains("row \(round) of") }
      try await tmux.send("j")
      try await tmux.waitForText("row \(round + 1) of")
    }
    await tmux.close()
  }

  // breaks: Suspended and resumed
  @Test func `suspended in mid-frame, it gives the terminal back`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let idle = IdleFile(path: program.home.path("idle-drawing"))
    let start = ([program.executable] + program.arguments([], "demo", idle)).joined(separator: " ")
    try program.home.write("echo $$ >\(program.home.path("pid"))\nexec \(start)\n", to: "start")
    let terminal = try PseudoTerminal(
      "/bin/bash", ["-c", "set -m; sh \(program.home.path("start")); echo the-shell-has-it; fg; echo it-has-ended"],
      size: ScreenSize(columns: 300, rows: 100), environment: program.environment, idleFile: idle, home: program.home)
    try await terminal.settle(for: .seconds(30))
    let pid = try #require(Int32(program.home.read("pid")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""))

    // More than a terminal holds that is not read: the program is in the midst of a frame until it is.
    terminal.holdOutput()
    terminal.write("<C-l>")
    try await terminal.waitForHeldOutput()
    #expect(kill(pid, SIGTSTP) == 0)
    terminal.takeOutput()
    try await terminal.wait(for: "the shell, and the program again") {
      $0.output.contains("the-shell-has-it") && $0.screen.isAlternate
    }
    try await terminal.press("l")
    #expect(terminal.screen.text.contains("row 2 of"))
    terminal.write("Q")
    try await terminal.waitForText("it-has-ended")
    expectGivenBack(terminal)
  }

  // breaks: Suspended and resumed
  @Test func `suspended by a signal and then by its key, it resumes each time`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let (tmux, _, pid) = try await inShell(program)
    for round in 1...2 {
      let stopped = try await run("/bin/kill", ["-TSTP", pid], environment: program.environment)
      #expect(stopped.status == 0)
      try await tmux.wait(for: "the shell, round \(round)") { !$0.isAlternate && $0.text.contains("shell>") }
      try await tmux.send("fg<Enter>")
      try await tmux.wait(for: "the screen, round \(round)") { $0.isAlternate }
      try await tmux.send("<C-z>")
      try await tmux.wait(for: "the shell by key, round \(round)") {
        !$0.isAlternate && $0.text.contains("Stopped")
      }
      try await tmux.send("clear; fg<Enter>")
      try await tmux.wait(for: "the screen after the key, round \(round)") {
        $0.isAlternate && $0.text.contains("row \(round) of")
      }
      try await tmux.send("j")
      try await tmux.waitForText("row \(round + 1) of")
    }
    await tmux.close()
  }

  // breaks: Suspended and resumed
  @Test func `stopped hard and continued, it takes the terminal back`() async throws {
    let terminal = try await RunoutProgram(hasDemo: false).open()
    try await terminal.press("j")
    let before = terminal.shown
    terminal.signal(SIGSTOP)
    try await terminal.wait(for: "the stop") { $0.stoppedBy == SIGSTOP }
    terminal.signal(SIGCONT)
    try await terminal.wait(for: "going on") { $0.stoppedBy == nil }
    try await terminal.press("j", "k")
    #expect(terminal.shown == before)
    #expect(terminal.screen.privateModes.contains(2004))
    #expect(!terminal.lineModes.isCanonical)
  }

  // breaks: Suspended and resumed
  @Test func `suspending does not hang where no shell could resume it`() async throws {
    // The program leads its session: no shell would ever bring it back.
    let terminal = try await RunoutProgram(hasDemo: false).open()
    try await terminal.press("j")
    let before = terminal.shown
    try await terminal.press("<C-z>")
    terminal.signal(SIGTSTP)
    try await terminal.press("j", "k")
    #expect(terminal.current.stops == 0)
    #expect(terminal.shown == before)
    #expect(terminal.screen.privateModes.contains(2004))
    #expect(terminal.screen.isAlternate)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    expectGivenBack(terminal)
  }

  // MARK: The terminal goes away

  /// Runs a search by typing it, and returns as soon as Enter has been acted on.
  private func search(_ text: String, _ terminal: PseudoTerminal) async throws {
    try await terminal.press("s", text)
    let before = terminal.current.bytes.count
    terminal.write("<Enter>")
    try await terminal.wait(for: "the answer to Enter") { $0.bytes.count > before }
  }

  // breaks: Closed window
  @Test func `closing the window ends it at once and keeps the history`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open()
    try await search("sketches", terminal)
    let cpu = terminal.cpuTime
    terminal.hangUp()
    let ending = try await terminal.ending(for: .seconds(5))
    // The signal and the end of the input come at once: either may be first.
    #expect([.exited(128 + SIGHUP), .exited(1), .killed(signal: SIGHUP)].contains(ending), "\(ending)")
    #expect(terminal.cpuTime - cpu < .milliseconds(300))
    #expect(try await program.rememberedQueries() == ["sketches"])
    #expect(program.names(in: "state").filter { $0.contains("crash") } == [])
  }

  /// Starts the program as `nohup` does, and a shell that puts it into the background: with signals it is to ignore.
  private func openDeaf(_ program: RunoutProgram, to signals: String) async throws -> PseudoTerminal {
    let idle = IdleFile(path: program.home.path("idle-deaf"))
    let command = ([program.executable] + program.arguments([], "demo", idle)).joined(separator: " ")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "trap '' \(signals); exec \(command)"], environment: program.environment, idleFile: idle,
      home: program.home)
    try await terminal.settle(for: .seconds(30))
    return terminal
  }

  // breaks: Closed window
  @Test func `signals it was started to ignore stay ignored`() async throws {
    let terminal = try await openDeaf(RunoutProgram(hasDemo: false), to: "HUP INT")
    terminal.signal(SIGHUP)
    terminal.signal(SIGINT)
    try await terminal.press("j", "k")
    #expect(terminal.screen.isAlternate)
    terminal.signal(SIGTERM)
    #expect(try await terminal.ending(for: .seconds(5)) == .exited(128 + SIGTERM))
    expectGivenBack(terminal)
  }

  // breaks: Closed window
  @Test func `it ends when the terminal goes without a SIGHUP`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await openDeaf(program, to: "HUP")
    try await search("sketches", terminal)
    let cpu = terminal.cpuTime
    terminal.hangUp()
    let ending = try await terminal.ending(for: .seconds(5))
    #expect(ending == .exited(1), "\(ending)")
    #expect(terminal.cpuTime - cpu < .milliseconds(300))
    #expect(try await program.rememberedQueries() == ["sketches"])
  }

  // fails: library | another program holds it
  // breaks: Closed window
  @Test func `quitting while another program locks the library loses only the last search`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open()
    try await terminal.press("s", "autobahn<Enter>", "s", "sketches")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: program.home.path("data/library.sqlite"), configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let before = terminal.current.bytes.count
    terminal.write("<Enter>")
    try await terminal.wait(for: "the answer to Enter") { $0.bytes.count > before }
    terminal.hangUp()
    try await terminal.ending(for: .seconds(10))
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try other.close()
    // That one search could not be written in time; nothing else is lost.
    #expect(try await program.rememberedQueries() == ["autobahn"])
  }

  // breaks: Closed window
  @Test func `a search still being typed when the window closes is not remembered`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open()
    terminal.write("smiles davis")
    terminal.hangUp()
    _ = try await terminal.ending(for: .seconds(5))
    // What was never run is not remembered.
    #expect(try await program.rememberedQueries() == [])
  }

  // MARK: Being killed

  // breaks: Crash or kill
  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func `ended by a signal, it gives the terminal back`(_ signal: Int32, _ status: Int32) async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open()
    try await search("sketches", terminal)
    terminal.signal(signal)
    #expect(try await terminal.ending(for: .seconds(5)) == .exited(status))
    expectGivenBack(terminal)
    #expect(try await program.rememberedQueries() == ["sketches"])
    #expect(program.names(in: "state") == ["runout.log"])
  }

  @Test(arguments: ["xterm-kitty", "alacritty"])
  func `the cursor is a low line in terminals known by name, and is given back`(_ name: String) async throws {
    let terminal = try await RunoutProgram(hasDemo: false).open(changes: ["TERM": name])
    #expect(terminal.screen.privateModes.contains(-3))
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    expectGivenBack(terminal)
  }

  // breaks: Crash or kill
  @Test(arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE])
  func `in a crash the terminal comes back before the message`(_ signal: Int32) async throws {
    let program = try RunoutProgram(hasDemo: false)
    // Beside a toolchain Swift would offer its debugger, and wait for an answer; an installed program has none.
    let terminal = try await program.open(
      size: ScreenSize(columns: 300, rows: 24), changes: ["SWIFT_BACKTRACE": "enable=no"])
    try await terminal.press("s", "sketches<Enter>")
    let modes = terminal.screen.privateModes
    #expect(modes.contains(2004) && modes.contains(1049))
    // The cursor's shape.
    #expect(modes.contains(-3))
    terminal.signal(signal)
    #expect(try await terminal.ending(for: .seconds(10)) == .killed(signal: signal))
    expectGivenBack(terminal, "signal \(signal)")

    // Restored first, said afterwards: there is nothing but text behind the message.
    let output = terminal.current.output
    let message = try #require(output.range(of: "Runout crashed."))
    let end = output[message.lowerBound...]
    #expect(!end.contains("\u{1B}"))
    #expect(output[..<message.lowerBound].contains("\u{1B}[?1049l"))
    #expect(output[..<message.lowerBound].contains("\u{1B}[?2004l"))

    // Where it says, there is what is known.
    let name = try #require(program.names(in: "state").first { $0.hasPrefix("crash") })
    #expect(end.contains(program.home.path("state/\(name)")))
    #expect(program.home.read("state/\(name)")?.contains("Stopped by signal") == true)

    // The next run says so once, and is well.
    let next = try await program.open(size: ScreenSize(columns: 300, rows: 24))
    #expect(next.screen.text.contains("Runout crashed last time"))
    next.write("Q")
    #expect(try await next.ending() == .exited(0))
    let third = try await program.open(size: ScreenSize(columns: 300, rows: 24))
    #expect(!third.screen.text.contains("crashed"))
    #expect(try await program.rememberedQueries() == ["sketches"])
  }

  /// All whose default ends a program and that are neither a crash nor a request that it answers itself, and of the
  /// real-time signals the first, one between and the last.
  static let endings: [Int32] = {
    var signals = [SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGSYS]
    #if os(Linux)
      signals += [SIGPWR, SIGSTKFLT, 34, 50, 64]
    #endif
    return signals
  }()

  // breaks: Crash or kill
  @Test(arguments: endings, ["first frame", "pop-up", "editor"])
  func `whatever signal ends it, the terminal is given back`(_ signal: Int32, _ place: String) async throws {
    let program = try RunoutProgram(hasDemo: place != "first frame")
    let editor = try program.home.write(
      "#!/bin/sh\nstty raw -echo; printf '\\033[?1049h\\033[?2004h\\033[?1hthe-editor'; exec sleep 60\n", to: "editor")
    #expect(chmod(editor, 0o755) == 0)
    try FileManager.default.removeItem(atPath: program.home.path("config.toml"))
    let terminal = try await program.open(changes: ["EDITOR": editor], settled: place != "first frame")
    switch place {
    case "pop-up": try await terminal.press("?")
    case "editor":
      terminal.write(":config<Enter>")
      try await terminal.waitForText("the-editor")
    default: try await terminal.wait(for: "the screen", within: .seconds(30)) { $0.screen.isAlternate }
    }
    terminal.signal(signal)
    #expect(try await terminal.ending(for: .seconds(5)) == .killed(signal: signal))
    expectGivenBack(terminal, "signal \(signal)")
  }

  // breaks: Crash or kill
  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `asked to end while an editor has the screen, both end`(_ signal: Int32, _ status: Int32) async throws {
    let program = try RunoutProgram()
    let editor = try program.home.write(
      "#!/bin/sh\nstty raw -echo; printf 'the-editor'; exec sleep 60\n", to: "editor")
    #expect(chmod(editor, 0o755) == 0)
    try FileManager.default.removeItem(atPath: program.home.path("config.toml"))
    let terminal = try await program.open(changes: ["EDITOR": editor])
    terminal.write(":config<Enter>")
    try await terminal.waitForText("the-editor")
    terminal.signal(signal)
    #expect(try await terminal.ending(for: .seconds(5)) == .exited(status))
    expectGivenBack(terminal)
  }

  // breaks: Crash or kill
  @Test(arguments: 0..<12)
  func `killed in the first milliseconds, it leaves the terminal as it was`(_ step: Int) async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open(changes: ["SWIFT_BACKTRACE": "enable=no"], settled: false)
    // While the terminal is being set up, at one moment or another.
    let begins = try await poll(for: .seconds(5), every: .microseconds(200)) { terminal.lineModes.isSane ? nil : true }
    #expect(begins == true)
    _ = await terminal.staysSilent(for: .microseconds(100 * step))
    terminal.signal(step % 2 == 0 ? SIGSEGV : SIGUSR1)
    try await terminal.ending(for: .seconds(10))
    #expect(terminal.lineModes.isSane)
    #expect(!terminal.screen.isAlternate && terminal.screen.privateModes == [])
  }

  // breaks: Crash or kill
  @Test(arguments: ["main", "task", "queue", "thread"])
  func `a stack overflow on any thread gives the terminal back`(_ place: String) async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open(
      size: ScreenSize(columns: 300, rows: 24), changes: ["SWIFT_BACKTRACE": "enable=no", "RUNOUT_OVERFLOW": place])
    try await terminal.press("s", "sketches<Enter>")
    terminal.signal(SIGUSR2)
    #expect(try await terminal.ending(for: .seconds(10)) == .killed(signal: SIGSEGV))
    expectGivenBack(terminal, "\(place)")
    let output = terminal.current.output
    let message = try #require(output.range(of: "Runout crashed."))
    #expect(output[..<message.lowerBound].contains("\u{1B}[?1049l"))
    let name = try #require(program.names(in: "state").first { $0.hasPrefix("crash") })
    #expect(program.home.read("state/\(name)")?.contains("Stopped by signal 11") == true)
    #expect(try await program.rememberedQueries() == ["sketches"])
  }

  // fails: library | the program is killed
  // fails: crash file | the program is killed
  // breaks: Crash or kill
  @Test func `after kill -9 the data are intact and the next start is clean`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open()
    for text in ["sketches", "blue train", "autobahn"] { try await terminal.press("s", "\(text)<Enter>") }
    terminal.signal(SIGKILL)
    #expect(try await terminal.ending() == .killed(signal: SIGKILL))
    #expect(try await program.rememberedQueries() == ["autobahn", "blue train", "sketches"])
    let next = try await program.open()
    #expect(next.screen.selectedRow == 5)
    #expect(!next.screen.text.contains("unexpectedly"))
    try await next.press("<C-r>")
    #expect(next.screen.text.contains("autobahn"))
    try await next.press("<Esc>")
    next.write("Q")
    #expect(try await next.ending() == .exited(0))
    expectGivenBack(next)
    #expect(program.names(in: "state") == ["runout.log"])
  }

  // fails: demo | the program is killed
  // breaks: Crash or kill
  @Test func `killed while building the demo, the program builds it at the next start`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    for _ in 1...3 {
      let terminal = try await program.open(settled: false)
      // As soon as anything is there, or not even then.
      _ = await terminal.staysSilent(for: .milliseconds(25))
      terminal.signal(SIGKILL)
      try await terminal.ending()
    }
    let terminal = try await program.open()
    #expect(terminal.screen.text.contains("Kind Of Blue"))
  }

  // breaks: Crash or kill
  /// - Parameter inTheWay: whether there is no cache folder, so that the demo is made in a temporary one.
  @Test(arguments: [false, true])
  func `verbs killed at startup leave nothing that grows`(inTheWay: Bool) async throws {
    let program = try RunoutProgram(hasDemo: false)
    if inTheWay { try program.home.write("in the way", to: "cache") }
    let temporary = ["TMPDIR": program.home.path]
    func unfinished() -> [String] {
      let inCache = inTheWay ? [] : program.names(in: "cache").filter { $0.contains(/\.sqlite\.\d/) }
      return inCache + program.names(in: "").filter { $0.hasPrefix("runout-demo-") }
    }
    var most = 0
    for _ in 1...6 {
      let verb = try PseudoTerminal(
        program.executable, ["search", "blue", "--source", "demo"] + program.folders,
        environment: program.environment.merging(temporary) { $1 }, directory: program.home.path, home: program.home)
      // In the midst of building, if it has got so far.
      let before = Set(unfinished())
      _ = try await poll(for: .seconds(10), every: .milliseconds(1)) {
        verb.current.ending != nil || !Set(unfinished()).isSubset(of: before) ? true : nil
      }
      verb.signal(SIGKILL)
      try await verb.ending()
      let owners = unfinished().compactMap { $0.firstMatch(of: /(?:\.sqlite\.|runout-demo-)(\d+)/)?.output.1 }
      most = max(most, Set(owners).count)
    }
    #expect(most <= 1)
    let finished = try await program.run("search", "blue", changes: temporary)
    #expect(finished.status == 0)
    #expect(unfinished() == [])
  }

  // breaks: Crash or kill
  @Test func `quitting restores the terminal and leaves only the log`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let terminal = try await program.open()
    try await terminal.press("j", "?", "<Esc>")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text == "")
    #expect(program.names(in: "state") == ["runout.log"])
  }
}
