import LibC
import TestSupport
import Testing

struct PseudoTerminalTests {
  private func shell(
    _ script: String, size: ScreenSize = .standard, environment: [String: String] = [:], idleFile: IdleFile? = nil
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      "/bin/sh", ["-c", script], size: size, environment: PseudoTerminal.environment.merging(environment) { $1 },
      idleFile: idleFile)
  }

  @Test func `a program's output is seen, with its exit status`() async throws {
    let terminal = try shell("printf 'hello\\033[1mbold'; exit 7")
    #expect(try await terminal.ending() == .exited(7))
    #expect(terminal.screen.text == "hellobold")
    #expect(terminal.current.output == "hello\u{1B}[1mbold")
    #expect(terminal.current.closed)
  }

  #if os(Linux)
    @Test func `a program gets no open file of another test`() async throws {
      let folder = try TemporaryFolder()
      let open = LibC.open(folder.path("another"), O_RDWR | O_CREAT, 0o600)
      defer { close(open) }
      let listed = try await run("/bin/ls", ["-l", "/proc/self/fd"], environment: [:])
      #expect(listed.status == 0 && !listed.output.contains(folder.path))
    }
  #endif

  @Test func `the terminal is the controlling one`() async throws {
    let terminal = try shell("tty && echo direct >/dev/tty && ps -o tpgid= -o sid= -p $$")
    #expect(try await terminal.ending() == .exited(0))
    let lines = terminal.screen.lines
    #expect(lines[0].hasPrefix("/dev/"))
    #expect(lines[1] == "direct")
    let numbers = lines[2].split(separator: " ")
    #expect(numbers == ["\(terminal.processID)", "\(terminal.processID)"])
  }

  @Test func `keys that are typed are read`() async throws {
    let terminal = try shell("read -r line; echo \"<$line>\"")
    terminal.write("hello<Enter>")
    try await terminal.waitForText("<hello>")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test func `much that is typed waits until it is read`() async throws {
    let terminal = try shell("stty raw -echo; echo ready; head -c 200000 | wc -c")
    try await terminal.waitForText("ready")
    terminal.write(bytes: [UInt8](repeating: 0x61, count: 200_000))
    try await terminal.waitForText("200000")
  }

  @Test func `the environment is what was given and nothing else`() async throws {
    let terminal = try PseudoTerminal("/usr/bin/env", environment: ["ONLY": "this"])
    try await terminal.ending()
    #expect(terminal.screen.text == "ONLY=this")
  }

  @Test func `the size is as given, and a change of it sends a signal`() async throws {
    let terminal = try shell(
      "trap 'stty size' WINCH; stty size; while :; do read -r line || :; done", size: ScreenSize(columns: 77, rows: 22))
    try await terminal.waitForText("22 77")
    terminal.resize(100, 30)
    try await terminal.waitForText("30 100")
    #expect(terminal.screen.size == ScreenSize(columns: 100, rows: 30))
  }

  @Test func `a signal reaches the program, and the ending names it`() async throws {
    let terminal = try shell("trap 'echo caught; exit 3' TERM; echo ready; while :; do read -r line || :; done")
    try await terminal.waitForText("ready")
    terminal.signal(SIGTERM)
    #expect(try await terminal.ending() == .exited(3))
    #expect(terminal.screen.text.contains("caught"))

    let other = try PseudoTerminal("/bin/cat")
    other.signal(SIGKILL)
    #expect(try await other.ending() == .killed(signal: SIGKILL))
  }

  @Test func `a program that stops and goes on is noticed`() async throws {
    let terminal = try shell("kill -STOP $$; echo again")
    try await terminal.wait(for: "a stop") { $0.stoppedBy == SIGSTOP }
    #expect(terminal.current.stops == 1)
    terminal.signal(SIGCONT)
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.text == "again")
    #expect(terminal.current.stoppedBy == nil)
  }

  @Test func `hanging up sends SIGHUP`() async throws {
    let terminal = try PseudoTerminal("/bin/cat")
    terminal.hangUp()
    #expect(try await terminal.ending() == .killed(signal: SIGHUP))
  }

  @Test func `after hanging up, a program deaf to SIGHUP reads nothing more`() async throws {
    let terminal = try shell("trap '' HUP; echo ready; cat; exit 5")
    try await terminal.waitForText("ready")
    terminal.hangUp()
    #expect(try await terminal.ending() == .exited(5))
  }

  @Test func `the driver's modes are seen`() async throws {
    let terminal = try shell("stty raw -echo; echo raw; read -r line; stty sane; echo sane; read -r line")
    try await terminal.waitForText("raw")
    #expect(!terminal.lineModes.echoes)
    #expect(!terminal.lineModes.isCanonical)
    #expect(!terminal.lineModes.isSane)
    terminal.write(bytes: [0x0A])
    try await terminal.waitForText("sane")
    #expect(terminal.lineModes.isSane)
  }

  @Test func `input and output may lead elsewhere`() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("from a file\n", to: "input")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "cat; test -t 0 || echo no >&2; test -t 1 || echo no >&2; echo seen >/dev/tty"], input: input,
      output: folder.path("output"))
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.text == "no\nno\nseen")
    #expect(folder.read("output") == "from a file\n")
  }

  @Test func `arrivals are timed`() async throws {
    let terminal = try shell("echo one; read -r line; echo two")
    try await terminal.waitForText("one")
    let typed = ContinuousClock.now
    terminal.write("<Enter>")
    try await terminal.waitForText("two")
    let arrivals = terminal.current.arrivals
    #expect(try #require(arrivals.first).at < typed)
    #expect(try #require(arrivals.last).at > typed)
    #expect(arrivals.last?.total == terminal.current.bytes.count)
  }

  @Test func `silence and chatter differ`() async throws {
    let terminal = try shell("stty -echo; echo ready; read -r line; while :; do echo x; done")
    try await terminal.waitForText("ready")
    #expect(await terminal.staysSilent(for: .milliseconds(60)))
    terminal.write("<Enter>")
    #expect(await !terminal.staysSilent(for: .seconds(5)))
  }

  @Test func `processor time is counted`() async throws {
    let terminal = try shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo ready; read -r line")
    try await terminal.waitForText("ready", within: .seconds(30))
    #expect(terminal.cpuTime > .zero)
    terminal.write("<Enter>")
    try await terminal.ending()
    #expect(terminal.cpuTime > .milliseconds(1))
    #expect(terminal.cpuTime < .seconds(30))
  }

  @Test func `a wait that times out shows the screen`() async throws {
    let terminal = try shell("echo 'here I am'; read -r line")
    try await terminal.waitForText("here I am")
    let failure = await #expect(throws: TestFailure.self) {
      try await terminal.waitForText("nothing", within: .milliseconds(20))
    }
    let told = failure?.description ?? ""
    #expect(told.contains("the text 'nothing'"))
    #expect(told.contains("|here I am"))
  }

  @Test func `an abandoned program is killed`() async throws {
    let folder = try TemporaryFolder()
    var terminal: PseudoTerminal? = try shell("trap '' HUP; echo $$ >\(folder.path("id")); cat; cat")
    let id = try #require(
      try await poll(for: .seconds(5)) { folder.read("id").flatMap { Int32($0.filter(\.isNumber)) } })
    #expect(terminal?.processID == id)
    terminal = nil
    let gone = try await poll(for: .seconds(5)) { kill(id, 0) != 0 ? true : nil }
    #expect(gone == true)
  }

  @Test func `many terminals at once do not get in each other's way`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          let terminal = try PseudoTerminal("/bin/sh", ["-c", "read -r line; echo \"[$line]\"; exit \(number)"])
          terminal.write("\(number)<Enter>")
          #expect(try await terminal.ending() == .exited(Int32(number)))
          #expect(terminal.screen.text.contains("[\(number)]"))
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Idle

  /// A program that says like ours when it is idle: it answers each byte with its number, and then reports.
  private static let counting = """
    stty raw -echo; bytes=0; frames=1; echo idle 0 1 80x24 >>"$IDLE"
    trap 'frames=$((frames+1)); echo idle $bytes $frames $(stty size | awk "{ print \\$2 \\"x\\" \\$1 }") >>"$IDLE"' WINCH
    while byte=$(dd bs=1 count=1 2>/dev/null) || :; do
      [ -n "$byte" ] || continue
      bytes=$((bytes+1)); frames=$((frames+1))
      printf '\\r%s:%s ' $bytes "$byte"
      echo idle $bytes $frames 80x24 >>"$IDLE"
    done
    """

  @Test func `pressing keys waits until the program is idle`() async throws {
    let folder = try TemporaryFolder()
    let idleFile = IdleFile(path: folder.path("idle"))
    let terminal = try shell(Self.counting, environment: ["IDLE": idleFile.path], idleFile: idleFile)
    try await terminal.settle()
    #expect(terminal.screen.text == "")
    try await terminal.press("a")
    #expect(terminal.screen.text == "1:a")
    try await terminal.press("xyz", "q")
    #expect(terminal.screen.text == "5:q")
    #expect(idleFile.latest()?.bytes == 5)
  }

  @Test func `a resize waits for a frame of that size`() async throws {
    let folder = try TemporaryFolder()
    let idleFile = IdleFile(path: folder.path("idle"))
    // The trap of a shell runs when its reading is interrupted, which `wait` is and dd is not.
    let script = """
      say() { echo "idle 0 $1 $(stty size </dev/tty | awk '{ print $2 "x" $1 }')" >>"$IDLE"; }
      frames=1; trap 'frames=$((frames+1)); say $frames' WINCH; say 1
      while :; do read -r line || :; done
      """
    let terminal = try shell(script, environment: ["IDLE": idleFile.path], idleFile: idleFile)
    try await terminal.settle()
    try await terminal.resizeAndSettle(40, 12)
    #expect(idleFile.latest()?.size == ScreenSize(columns: 40, rows: 12))
  }

  @Test func `a program that never is idle fails the test in time`() async throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal("/bin/cat", idleFile: IdleFile(path: folder.path("idle")))
    await #expect(throws: TestFailure.self) { try await terminal.press("a", for: .milliseconds(30)) }
  }
}

struct IdleFileTests {
  @Test func `the newest whole line counts`() throws {
    let folder = try TemporaryFolder()
    let file = IdleFile(path: folder.path("idle"))
    #expect(file.latest() == nil)
    try folder.write("idle 0 1\n", to: "idle")
    #expect(file.latest() == IdleFile.Report(number: 1, bytes: 0, frames: 1, size: nil))
    try folder.write("idle 0 1\nidle 3 2 80x24\nidle 4", to: "idle")
    let size = ScreenSize(columns: 80, rows: 24)
    #expect(file.latest() == IdleFile.Report(number: 2, bytes: 3, frames: 2, size: size))
  }

  @Test func `waiting ends when enough was read, and not before`() async throws {
    let folder = try TemporaryFolder()
    let file = IdleFile(path: folder.path("idle"))
    try folder.write("idle 3 2\n", to: "idle")
    #expect(try await file.wait(bytes: 3, for: .seconds(1))?.frames == 2)
    #expect(try await file.wait(bytes: 4, for: .milliseconds(10)) == nil)
    #expect(try await file.wait(bytes: 3, after: 1, for: .milliseconds(10)) == nil)
  }
}

struct RunTests {
  private let environment = ["PATH": "/usr/bin:/bin"]

  @Test func `a program's output, errors and status are collected`() async throws {
    let finished = try await run(
      "/bin/sh", ["-c", "cat; echo oops >&2; exit 3"], environment: environment, input: "one\ntwo\n")
    #expect(finished.ending == .exited(3))
    #expect(finished.lines == ["one", "two"])
    #expect(finished.errors == "oops\n")
  }

  @Test func `a lingering grandchild delays nothing`() async throws {
    let finished = try await run(
      "/bin/sh", ["-c", "(trap '' HUP; exec cat /dev/zero >/dev/null) & echo $!"], environment: environment)
    #expect(finished.status == 0)
    let id = try #require(finished.lines.first.flatMap { Int32($0) })
    #expect(kill(id, SIGKILL) == 0)
  }

  @Test func `a program that never ends is killed`() async throws {
    await #expect(throws: TestFailure.self) {
      try await run("/usr/bin/tail", ["-f", "/dev/null"], environment: [:], for: .milliseconds(30))
    }
  }

  @Test func `there is a folder to be in, and no terminal`() async throws {
    let folder = try TemporaryFolder()
    let finished = try await run(
      "/bin/sh", ["-c", "pwd; tty; echo x 2>/dev/null >/dev/tty || echo none"], environment: environment,
      directory: folder.path)
    #expect(finished.lines == [folder.path, "not a tty", "none"])
  }
}
