import Foundation

/// A program in a real tmux, for what a person would see on a whole screen.
///
///     let tmux = try await TmuxSession(["/bin/sh", "-c", "read line; echo got $line"])
///     try await tmux.send("hello<Enter>")
///     try await tmux.waitForText("got hello")
///     await tmux.close()
///
/// Each session is a server of its own, on a socket in a folder of its own, reading no settings. Its server ends with
/// `close()`, or when the last reference to this object goes.
public final class TmuxSession: Sendable {
  /// Where tmux is, or nil where it is not installed.
  public static let executable = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux", "/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What the pane shows, as tmux tells it.
  public struct Screen: Sendable, Hashable {
    /// Every row, without blanks at its end.
    public var lines: [String]
    public var cursorColumn: Int
    public var cursorRow: Int
    public var cursorIsVisible: Bool
    public var isAlternate: Bool
    public var size: ScreenSize
    /// The program in the pane has ended. How, and with what last words, is not to be had from tmux: 3.3 now and then
    /// misses both when a program ends fast. `PseudoTerminal` misses neither.
    public var isDead: Bool

    public var text: String {
      var lines = lines
      while lines.last == "" { lines.removeLast() }
      return lines.joined(separator: "\n")
    }

    public func row(of text: String) -> Int? { lines.firstIndex { $0.contains(text) } }
  }

  private let folder: TemporaryFolder
  /// The program's files stay for as long as anybody looks at it.
  private let home: TemporaryFolder?
  private let socket: String
  private let tmux: String
  public let idleFile: IdleFile?
  /// How many bytes were typed, for the idle file.
  private let typed = Monitor(0)

  /// - Parameters:
  ///   - command: the program and its arguments; no shell reads them.
  ///   - environment: what the program gets besides tmux's own variables. TERM is tmux-256color unless it says otherwise.
  ///   - home: a folder to be kept while this object lives.
  public init(
    _ command: [String], size: ScreenSize = .standard, environment: [String: String] = [:], directory: String? = nil,
    idleFile: IdleFile? = nil, home: TemporaryFolder? = nil
  ) async throws {
    guard let tmux = Self.executable else { throw TestFailure("tmux is not installed") }
    self.tmux = tmux
    self.idleFile = idleFile
    self.home = home
    folder = try TemporaryFolder()
    socket = folder.path("tmux")
    var arguments = [
      "start-server", ";", "set-option", "-g", "status", "off", ";", "set-option", "-g", "remain-on-exit", "on", ";",
      // Or tmux writes "Pane is dead" and scrolls the first row away.
      "set-option", "-gq", "remain-on-exit-format", "", ";",
      "set-option", "-g", "default-terminal", environment["TERM"] ?? "tmux-256color", ";",
      "set-option", "-s", "escape-time", "0", ";", "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)",
    ]
    for (name, value) in environment where name != "TERM" { arguments += ["-e", "\(name)=\(value)"] }
    if environment["LANG"] == nil { arguments += ["-e", "LANG=C.UTF-8"] }
    if let directory { arguments += ["-c", directory] }
    // One argument would be read by a shell, so env goes first.
    arguments += ["--", "env"] + command
    try await self.run(arguments)
  }

  deinit {
    guard FileManager.default.fileExists(atPath: socket) else { return }
    // The folder stays until the server has been told.
    let (tmux, socket, folder) = (tmux, socket, folder)
    Task.detached {
      // A server that is gone already cannot be told, and is what is wanted.
      _ = try? await TestSupport.run(tmux, ["-S", socket, "kill-server"], environment: Self.environment)
      withExtendedLifetime(folder) {}
    }
  }

  /// Ends the server, and with it every program in it.
  public func close() async {
    // As in `deinit`: either may have happened already.
    _ = try? await TestSupport.run(tmux, ["-S", socket, "kill-server"], environment: Self.environment)
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// The server's own. Not the program's, which gets only a few of these.
  private static let environment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "TERM": "xterm-256color", "LANG": "C.UTF-8",
    "SHELL": "/bin/sh",
  ]

  /// Runs a tmux command, such as `["resize-window", "-x", "14", "-y", "4"]`.
  @discardableResult
  public func run(_ arguments: [String]) async throws -> String {
    let finished = try await TestSupport.run(
      tmux, ["-u", "-S", socket, "-f", "/dev/null"] + arguments, environment: Self.environment)
    guard finished.status == 0 else {
      throw TestFailure("tmux \(arguments.joined(separator: " ")) \(finished.ending): \(finished.errors)")
    }
    return finished.output
  }

  // MARK: Typing

  /// Types keys, in the notation of `Keystrokes`, and returns when tmux has them.
  public func send(_ keys: String) async throws {
    try await send(bytes: Keystrokes.bytes(keys))
  }

  /// Sends bytes as they are to the program, past tmux's own reading of keys.
  public func send(bytes: [UInt8]) async throws {
    // A command line has an end; a paste of 10 kB goes in pieces.
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      let piece = bytes[start..<min(start + 1000, bytes.count)]
      let file = try folder.write(data: piece, to: "keys")
      try await run(["load-buffer", "-b", "keys", file, ";", "paste-buffer", "-d", "-r", "-b", "keys"])
    }
    typed.update { $0 += bytes.count }
  }

  /// Types keys one after the other and waits after each until the program is idle again.
  public func press(
    _ keys: String..., for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    for key in keys {
      try await send(key)
      try await settle(for: limit, file: file, line: line)
    }
  }

  /// Waits until the program has read all that was typed, and is idle.
  public func settle(
    for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await settle(after: 0, size: nil, for: limit, file: file, line: line)
  }

  private func settle(
    after number: Int, size: ScreenSize?, for limit: Duration, file: StaticString, line: UInt
  ) async throws {
    guard let idleFile else { throw TestFailure("\(file):\(line): this program was given no idle file") }
    let bytes = typed.read { $0 }
    guard try await idleFile.wait(bytes: bytes, after: number, size: size, for: limit) != nil else {
      let latest = idleFile.latest().map { "\($0)" } ?? "nothing"
      throw try await failure(
        "the program to be idle after \(bytes) bytes (its last word: \(latest))", limit, file, line)
    }
  }

  public func resize(_ columns: Int, _ rows: Int) async throws {
    try await run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Resizes, and waits until the program is idle at that size.
  public func resizeAndSettle(
    _ columns: Int, _ rows: Int, for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let before = idleFile?.latest()?.number ?? 0
    try await resize(columns, rows)
    try await settle(
      after: before, size: ScreenSize(columns: columns, rows: rows), for: limit, file: file, line: line)
  }

  // MARK: Looking

  /// What the pane shows now.
  public func screen() async throws -> Screen {
    let format = "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{pane_width} #{pane_height} #{pane_dead}"
    let output = try await run(["display-message", "-p", format, ";", "capture-pane", "-p"])
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let facts = lines.removeFirst().split(separator: " ").compactMap { Int($0) }
    guard facts.count == 7 else { throw TestFailure("tmux told too little: \(output)") }
    return Screen(
      lines: lines.map { line in
        var line = Substring(line)
        while line.last == " " { line.removeLast() }
        return String(line)
      }, cursorColumn: facts[0], cursorRow: facts[1], cursorIsVisible: facts[2] == 1, isAlternate: facts[3] == 1,
      size: ScreenSize(columns: facts[4], rows: facts[5]), isDead: facts[6] == 1)
  }

  /// The pane with its looks, as tmux writes them: every row with the escape sequences that make it.
  public func styledText() async throws -> String {
    try await run(["capture-pane", "-p", "-e"])
  }

  /// Waits until the pane satisfies a condition, and returns it as it then was.
  @discardableResult
  public func wait(
    for what: String, within limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line,
    until condition: (Screen) -> Bool
  ) async throws -> Screen {
    let found = try await poll(for: limit, every: .milliseconds(15)) {
      let screen = try await screen()
      return condition(screen) ? screen : nil
    }
    guard let found else { throw try await failure(what, limit, file, line) }
    return found
  }

  @discardableResult
  public func waitForText(
    _ text: String, within limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Screen {
    try await wait(for: "the text '\(text)'", within: limit, file: file, line: line) { $0.text.contains(text) }
  }

  private func failure(
    _ what: String, _ limit: Duration, _ file: StaticString, _ line: UInt
  ) async throws -> TestFailure {
    let screen = try await screen()
    let rule = String(repeating: "-", count: min(200, screen.size.columns))
    let shown = ([rule] + screen.lines + [rule]).joined(separator: "\n")
    return .waited(limit, for: what, shown: shown, file: file, line: line)
  }
}

extension TemporaryFolder {
  fileprivate func write(data: ArraySlice<UInt8>, to name: String) throws -> String {
    let file = path(name)
    try Data(data).write(to: URL(fileURLWithPath: file))
    return file
  }
}
