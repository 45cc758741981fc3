import Foundation
import Synchronization

/// The real program, in a home of its own: nothing of the user's is read, nothing of the test stays.
///
///     let runout = try RunoutProgram()
///     let terminal = try await runout.open()                        // in a pseudo-terminal, idle
///     try await terminal.press("s", "miles davis<Enter>")
///
///     let found = try await runout.run("search", "kind of blue")    // without a terminal
public final class RunoutProgram: Sendable {
  /// Holds `data`, `cache`, `state`, `config.toml` (``plainConfig`` until a test writes one), and what else a test puts
  /// there.
  public let home: TemporaryFolder
  public let executable: String
  private let number = Monitor(0)

  /// - Parameters:
  ///   - home: that of another program, to share it; by default a new one.
  ///   - hasDemo: whether the cache of a new home has the demo in it already, as after a first start.
  public init(home: TemporaryFolder? = nil, hasDemo: Bool = true) throws {
    self.home = try home ?? TemporaryFolder()
    guard let executable = Self.executable else {
      throw TestFailure("there is no runout beside the tests: `swift build` builds it")
    }
    self.executable = executable
    if home == nil, hasDemo {
      try FileManager.default.copyItem(atPath: Self.demo.get(), toPath: self.home.path("cache"))
    }
    // It is named on the command line, and a file that is named and not there is a mistake to be told.
    if self.home.read("config.toml") == nil { try self.home.write(Self.plainConfig, to: "config.toml") }
  }

  /// Starts on a list, as most tests are about lists and records.
  private static let plainConfig = "start = \"search\"\n"

  /// The program beside the tests; `RUNOUT_PROGRAM` names another one, such as an installed one.
  public static let executable: String? = {
    if let given = ProcessInfo.processInfo.environment["RUNOUT_PROGRAM"] { return given }
    var arguments = CommandLine.arguments
    // Where the tests are a bundle, the helper that loads them gets its path.
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

  /// A cache with the demo in it, made once: each home's first program would take a quarter of a second to make its own.
  private static let demo = Swift.Result<String, any Error> {
    let program = try RunoutProgram(hasDemo: false)
    try ChildProcess.runWaiting(
      program.executable, ["collection", "list", "--source", "demo"] + program.folders, environment: program.environment
    )
    demoHome.withLock { $0 = program.home }
    atexit { RunoutProgram.demoHome.withLock { $0 = nil } }
    return program.home.path("cache")
  }
  /// Removed with what is in it when the tests end.
  private static let demoHome = Mutex<TemporaryFolder?>(nil)

  /// Where the program keeps what. Given as flags, so that the variables can be tested on their own.
  public var folders: [String] {
    [
      "--data-dir", home.path("data"), "--cache-dir", home.path("cache"), "--state-dir", home.path("state"),
      "--config", home.path("config.toml"),
    ]
  }

  /// All that the program gets.
  public var environment: [String: String] {
    var environment = PseudoTerminal.environment
    environment["HOME"] = home.path
    return environment
  }

  /// A file for one run to say in that it is idle.
  private func newIdleFile() -> IdleFile {
    let number = number.update {
      $0 += 1
      return $0
    }
    return IdleFile(path: home.path("idle-\(number)-\(UInt32.random(in: 0...UInt32.max))"))
  }

  /// Runs a verb to its end, without a terminal.
  ///
  /// - Parameter changes: variables set besides the usual ones; an empty string is a value.
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
  ///   - changes: variables set besides the usual ones, and `without` those taken away.
  ///   - settled: whether to wait until the first screen is there and the program is idle.
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

  /// Opens the screen in tmux.
  public func openInTmux(
    _ arguments: [String] = [], source: String? = "demo", size: ScreenSize = .standard,
    changes: [String: String] = [:], file: StaticString = #fileID, line: UInt = #line
  ) async throws -> TmuxSession {
    // tmux answers what the program asks, and its answers would count as keys that were typed.
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
