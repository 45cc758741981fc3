import Foundation

/// A program in a real tmux, for tests of the whole screen as the user sees it.
///
///     let tmux = try await TmuxSession(["/bin/sh", "-c", "read line; echo got $line"])
///     try await tmux.send("hello<Enter>")
///     try await tmux.waitForText("got hello")
///     await tmux.close()
///
/// Each session has its own server, on a socket in its own folder, without settings. The server ends with ``close()``
/// or the last reference to this object.
public final class TmuxSession: Sendable {
  /// The path of tmux; nil if it is not installed.
  public static let executable = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux", "/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The content of the pane, as tmux reports it.
  public struct Screen: Sendable, Hashable {
    /// All rows, without trailing blanks.
    public var lines: [String]
    public var cursorColumn: Int
    public var cursorRow: Int
    public var cursorIsVisible: Bool
    public var isAlternate: Bool
    public var size: ScreenSize
    /// Whether the program has ended. Its status and last output are not reliable: tmux 3.3 sometimes misses both when
    /// a program ends fast; ``PseudoTerminal`` does not.
    public var isDead: Bool

    public var text: String {
      var lines = lines
      while lines.last == "" { lines.removeLast() }
      return lines.joined(separator: "\n")
    }

    public func row(of text: String) -> Int? { lines.firstIndex { $0.contains(text) } }
  }

  private let folder: TemporaryFolder
  /// Keeps the program's files while this object lives.
  private let home: TemporaryFolder?
  private let socket: String
  private let tmux: String
  public let idleFile: IdleFile?
  /// The number of typed bytes, for the idle file.
  private let typed = Monitor(0)

  /// - Parameters:
  ///   - command: the program and its arguments, without a shell.
  ///   - environment: variables besides tmux's own. TERM is tmux-256color by default.
  ///   - home: a folder to keep while this object lives.
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
      // Otherwise tmux writes "Pane is dead" and scrolls the first row away.
      "set-option", "-gq", "remain-on-exit-format", "", ";",
      "set-option", "-g", "default-terminal", environment["TERM"] ?? "tmux-256color", ";",
      "set-option", "-s", "escape-time", "0", ";", "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)",
    ]
    for (name, value) in environment where name != "TERM" { arguments += ["-e", "\(name)=\(value)"] }
    if environment["LANG"] == nil { arguments += ["-e", "LANG=C.UTF-8"] }
    if let directory { arguments += ["-c", directory] }
    // A single argument would go to a shell, so `env` comes first.
    arguments += ["--", "env"] + command
    try await self.run(arguments)
  }

  deinit {
    guard FileManager.default.fileExists(atPath: socket) else { return }
    // Keeps the folder until the server has been killed.
    let (tmux, socket, folder) = (tmux, socket, folder)
    Task.detached {
      // Fails if the server has ended already, which is fine.
      _ = try? await TestSupport.run(tmux, ["-S", socket, "kill-server"], environment: Self.environment)
      withExtendedLifetime(folder) {}
    }
  }

  /// Ends the server, and with it every program in it.
  public func close() async {
    // As in `deinit`, the server may have ended already.
    _ = try? await TestSupport.run(tmux, ["-S", socket, "kill-server"], environment: Self.environment)
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// The server's environment; the program gets only a few of these.
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

  /// Types keys, in the notation of `Keystrokes`, and returns once tmux has them.
  public func send(_ keys: String) async throws {
    try await send(bytes: Keystrokes.bytes(keys))
  }

  /// Sends raw bytes to the program, bypassing tmux's parsing of keys.
  public func send(bytes: [UInt8]) async throws {
    // In pieces, for pastes that are longer than tmux takes at once.
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

  /// The current content of the pane.
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

  /// The pane as text with escape sequences for styles.
  public func styledText() async throws -> String {
    try await run(["capture-pane", "-p", "-e"])
  }

  /// Waits until the pane satisfies a condition, and returns it.
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
