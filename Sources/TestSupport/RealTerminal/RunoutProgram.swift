import Foundation
import Synchronization

/// The built program in a temporary home: it reads nothing of the user's and leaves nothing behind.
///
///     let runout = try RunoutProgram()
///     let terminal = try await runout.open()                        // in a pseudo-terminal, idle
///     try await terminal.press("s", "miles davis<Enter>")
///
///     let found = try await runout.run("search", "kind of blue")    // without a terminal
public final class RunoutProgram: Sendable {
  /// Holds `data`, `cache`, `state`, `config.toml` (``plainConfig`` until a test writes one), and files of the test.
  public let home: TemporaryFolder
  public let executable: String
  private let number = Monitor(0)

  /// - Parameters:
  ///   - home: the home of another program, to share it; by default a new one.
  ///   - hasDemo: whether a new home's cache has the demo already, as after a first start.
  public init(home: TemporaryFolder? = nil, hasDemo: Bool = true) throws {
    self.home = try home ?? TemporaryFolder()
    guard let executable = Self.executable else {
      throw TestFailure("there is no runout beside the tests: `swift build` builds it")
    }
    self.executable = executable
    if home == nil, hasDemo {
      try FileManager.default.copyItem(atPath: Self.demo.get(), toPath: self.home.path("cache"))
    }
    // The program reports a missing file that is named on the command line.
    if self.home.read("config.toml") == nil { try self.home.write(Self.plainConfig, to: "config.toml") }
  }

  /// Starts on the search page, as most tests are about lists and records.
  private static let plainConfig = "start = \"search\"\n"

  /// The program beside the tests; `RUNOUT_PROGRAM` names another, such as an installed one.
  public static let executable: String? = {
    if let given = ProcessInfo.processInfo.environment["RUNOUT_PROGRAM"] { return given }
    var arguments = CommandLine.arguments
    // For tests in a bundle, the helper that loads them gets its path.
    if let option = arguments.firstIndex(of: "--test-bundle-path"), arguments.indices.contains(option + 1) {
      arguments[0] = arguments[option + 1]
    }
    var folder = URL(fileURLWithPath: arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("runout").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// A cache with the demo, made once: each home's first program would take a quarter of a second for it.
  private static let demo = Swift.Result<String, any Error> {
    let program = try RunoutProgram(hasDemo: false)
    try ChildProcess.runWaiting(
      program.executable, ["collection", "list", "--source", "demo"] + program.folders, environment: program.environment
    )
    demoHome.withLock { $0 = program.home }
    atexit { RunoutProgram.demoHome.withLock { $0 = nil } }
    return program.home.path("cache")
  }
  /// The home of ``demo``, removed when the tests end.
  private static let demoHome = Mutex<TemporaryFolder?>(nil)

  /// The options for the program's places. Options, so that the environment's variables can be tested separately.
  public var folders: [String] {
    [
      "--data-dir", home.path("data"), "--cache-dir", home.path("cache"), "--state-dir", home.path("state"),
      "--config", home.path("config.toml"),
    ]
  }

  /// The program's whole environment.
  public var environment: [String: String] {
    var environment = PseudoTerminal.environment
    environment["HOME"] = home.path
    return environment
  }

  /// A new idle file for one run.
  private func newIdleFile() -> IdleFile {
    let number = number.update {
      $0 += 1
      return $0
    }
    return IdleFile(path: home.path("idle-\(number)-\(UInt32.random(in: 0...UInt32.max))"))
  }

  /// Runs a verb to its end, without a terminal.
  ///
  /// - Parameter changes: additional variables; an empty string is a value.
  public func run(
    _ arguments: String..., source: String? = "demo", input: String = "", changes: [String: String] = [:],
    for limit: Duration = .seconds(30), file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Finished {
    try await TestSupport.run(
      executable, arguments + (source.map { ["--source", $0] } ?? []) + folders,
      environment: environment.merging(changes) { $1 }, directory: home.path, input: input, for: limit, file: file,
      line: line)
  }

  /// Opens the screen in a pseudo-terminal.
  ///
  /// - Parameters:
  ///   - changes: additional variables; `without` removes some.
  ///   - settled: whether to wait until the first screen is up and the program is idle.
  public func open(
    _ arguments: [String] = [], source: String? = "demo", size: ScreenSize = .standard,
    changes: [String: String] = [:], without: Set<String> = [], input: String? = nil, output: String? = nil,
    settled: Bool = true, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> PseudoTerminal {
    let idleFile = newIdleFile()
    let terminal = try PseudoTerminal(
      executable, self.arguments(arguments, source, idleFile), size: size,
      environment: environment.merging(changes) { $1 }.filter { !without.contains($0.key) }, directory: home.path,
      input: input, output: output, idleFile: idleFile, home: home)
    if settled { try await terminal.settle(for: .seconds(30), file: file, line: line) }
    return terminal
  }

  /// Opens the screen in tmux, and waits until the program is idle.
  public func openInTmux(
    _ arguments: [String] = [], source: String? = "demo", size: ScreenSize = .standard,
    changes: [String: String] = [:], file: StaticString = #fileID, line: UInt = #line
  ) async throws -> TmuxSession {
    // tmux answers the program's questions, and its answers would count as typed keys.
    if home.read("config.toml") == Self.plainConfig {
      try home.write(Self.plainConfig + "pictures = \"off\"\ntheme = \"terminal\"\n", to: "config.toml")
    }
    let idleFile = newIdleFile()
    var environment = ["HOME": home.path, "LANG": "C.UTF-8"]
    environment.merge(changes) { $1 }
    let session = try await TmuxSession(
      [executable] + self.arguments(arguments, source, idleFile), size: size, environment: environment,
      directory: home.path, idleFile: idleFile, home: home)
    try await session.settle(for: .seconds(30), file: file, line: line)
    return session
  }

  /// The command line of the screen, for tests that start it from a shell.
  public func arguments(_ arguments: [String], _ source: String?, _ idleFile: IdleFile) -> [String] {
    (source.map { ["--source", $0] } ?? []) + folders + ["--idle-file", idleFile.path] + arguments
  }
}
