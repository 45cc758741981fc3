import CSpawn
import Foundation
import LibC
import Synchronization

/// The end of a process.
public enum Ending: Sendable, Hashable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)

  public var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}

/// A child process, started with posix_spawn and watched by a thread of its own.
///
/// Foundation's `Process` changes the terminal's process groups, and its `waitUntilExit` returns only when every
/// grandchild, such as tmux's server, has closed the pipes.
final class ChildProcess: Sendable {
  enum Event: Sendable {
    case stopped(signal: Int32)
    case continued
    case ended(Ending, cpuTime: Duration)
  }

  /// The target of one of the process's descriptors.
  enum Descriptor {
    /// Opened by the process itself, so that a terminal becomes the controlling terminal of a new session.
    case path(String, flags: Int32)
    case inherited(Int32)
  }

  #if canImport(Darwin)
    private static let startsSession = Int32(POSIX_SPAWN_SETSID)
  #else
    private static let startsSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift's Glibc module hides
  #endif

  /// Variables that a program built for a sanitizer needs as the tests do (Scripts/check-sanitized); empty without one.
  private static let ofSanitizer = ProcessInfo.processInfo.environment.filter { name, _ in
    ["TSAN_OPTIONS", "ASAN_OPTIONS"].contains(name)
      || name == "LD_PRELOAD" && ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
  }

  let id: pid_t
  /// Whether the process id may belong to another process by now.
  private let reaped: Mutex<Bool>

  /// - Parameters:
  ///   - descriptors: standard input, output and error, in this order; all others are closed.
  ///   - newSession: whether the process leads a session of its own.
  ///   - onEvent: called on the watching thread.
  init(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String?,
    descriptors: [Descriptor], newSession: Bool, onEvent: @escaping @Sendable (Event) -> Void
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    for (number, descriptor) in descriptors.enumerated() {
      switch descriptor {
      case .path(let path, let flags): posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
      case .inherited(let from): posix_spawn_file_actions_adddup2(&actions, from, Int32(number))
      }
    }

    #if !canImport(Darwin)
      // Otherwise a connection that a test's server resets stays open while the child has it, too.
      _ = spawn_closes_from(&actions, Int32(descriptors.count))
    #endif

    // Default signals and an empty mask, as for a program started by a shell.
    var every = sigset_t()
    var none = sigset_t()
    sigfillset(&every)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setsigmask(&attributes, &none)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    if newSession { flags |= Self.startsSession }
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // posix_spawn cannot change the folder on every system; a shell can, and `exec` keeps the process id.
    var command = [executable] + arguments
    if let directory { command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory] + command }
    var argv: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    let all = executable.hasSuffix("/runout") ? environment.merging(Self.ofSanitizer) { own, _ in own } : environment
    var envp: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") }
    argv.append(nil)
    envp.append(nil)
    defer {
      for pointer in argv { free(pointer) }
      for pointer in envp { free(pointer) }
    }

    var child: pid_t = 0
    let problem = posix_spawn(&child, command[0], &actions, &attributes, argv, envp)
    guard problem == 0 else {
      throw TestFailure("cannot start \(executable): \(String(cString: strerror(problem)))")
    }
    id = child
    reaped = Mutex(false)
    // The thread keeps the object until the process has ended, so that no zombie is left.
    Thread.detachNewThread { [self] in watch(onEvent) }
  }

  /// Sends a signal, unless the process has ended already.
  func signal(_ number: Int32) {
    reaped.withLock { reaped in
      if !reaped { _ = kill(id, number) }
    }
  }

  /// Sends a signal to the process's group; only for a process that leads a session.
  func signalGroup(_ number: Int32) {
    reaped.withLock { reaped in
      if !reaped { _ = kill(-id, number) }
    }
  }

  /// The processor time so far of a running process, to a hundredth of a second; nil without `/proc`.
  var cpuTime: Duration? {
    reaped.withLock { reaped in
      guard !reaped, let file = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return nil }
      // The name in brackets may hold anything; the times are the 14th and 15th field, in clock ticks.
      let fields = String(decoding: file, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
      return .seconds(Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }
  }

  static func runWaiting(_ executable: String, _ arguments: [String], environment: [String: String]) throws {
    let ended = DispatchSemaphore(value: 0)
    let ending = Mutex<Ending?>(nil)
    let child = try ChildProcess(
      executable, arguments, environment: environment, directory: nil,
      descriptors: [.path("/dev/null", flags: O_RDONLY)]
        + Array(repeating: .path("/dev/null", flags: O_WRONLY), count: 2),
      newSession: true
    ) { event in
      guard case .ended(let how, _) = event else { return }
      ending.withLock { $0 = how }
      ended.signal()
    }
    if ended.wait(timeout: .now() + 60) == .timedOut { child.signalGroup(SIGKILL) }
    let how = ending.withLock { $0 }
    guard how == .exited(0) else {
      throw TestFailure("\(executable) \(how.map { "\($0)" } ?? "does not end"): \(arguments.joined(separator: " "))")
    }
  }

  private func watch(_ onEvent: @Sendable (Event) -> Void) {
    while true {
      // First without reaping, then reaped under the lock, so that no signal goes to another process.
      var info = siginfo_t()
      let waited = waitid(P_PID, id_t(id), &info, WEXITED | WSTOPPED | WCONTINUED | WNOWAIT)
      if waited != 0 {
        if errno == EINTR { continue }
        reaped.withLock { $0 = true }
        onEvent(.ended(.exited(-1), cpuTime: .zero))
        return
      }
      var status: Int32 = 0
      var usage = rusage()
      let taken = reaped.withLock { reaped in
        let taken = wait4(id, &status, WUNTRACED | WCONTINUED | WNOHANG, &usage)
        if taken == id, Ending(waitStatus: status) != nil { reaped = true }
        return taken
      }
      guard taken == id else { continue }
      if let ending = Ending(waitStatus: status) {
        onEvent(.ended(ending, cpuTime: Duration(usage.ru_utime) + Duration(usage.ru_stime)))
        return
      }
      if status & 0xFF == 0x7F {
        onEvent(.stopped(signal: (status >> 8) & 0xFF))
      } else {
        onEvent(.continued)
      }
    }
  }
}

extension Ending {
  /// Nil for a process that was stopped or continued. Swift has no macros WIFEXITED and WIFSIGNALED.
  init?(waitStatus status: Int32) {
    let signal = status & 0x7F
    switch signal {
    case 0: self = .exited((status >> 8) & 0xFF)
    case 0x7F: return nil
    default:
      if status == 0xFFFF { return nil }
      self = .killed(signal: signal)
    }
  }
}

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}

/// The results of a program that has ended.
public struct Finished: Sendable {
  public let ending: Ending
  public let output: String
  public let errors: String
  public let cpuTime: Duration

  public var status: Int32? {
    if case .exited(let status) = ending { status } else { nil }
  }

  /// The lines of the output, without the empty one after the last newline.
  public var lines: [String] {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Runs a program without a terminal and collects its output.
///
/// - Parameters:
///   - environment: the whole environment; nothing is inherited.
///   - input: the content of its standard input.
///   - limit: the time after which it is killed and the test fails.
public func run(
  _ executable: String, _ arguments: [String] = [], environment: [String: String], directory: String? = nil,
  input: String = "", for limit: Duration = .seconds(20), file: StaticString = #fileID, line: UInt = #line
) async throws -> Finished {
  let folder = try TemporaryFolder()
  let output = folder.path("output")
  let errors = folder.path("errors")
  let stdin = try folder.write(input, to: "input")
  let ended = Monitor<Finished?>(nil)
  // Files, not pipes: nothing has to be drained while it runs, and a grandchild delays nothing.
  let child = try ChildProcess(
    executable, arguments, environment: environment, directory: directory,
    descriptors: [
      .path(stdin, flags: O_RDONLY), .path(output, flags: O_WRONLY | O_CREAT | O_APPEND),
      .path(errors, flags: O_WRONLY | O_CREAT | O_APPEND),
    ], newSession: true
  ) { event in
    guard case .ended(let ending, let cpuTime) = event else { return }
    ended.update {
      $0 = Finished(ending: ending, output: text(of: output), errors: text(of: errors), cpuTime: cpuTime)
    }
  }
  if await !ended.wait(for: limit, until: { $0 != nil }) {
    child.signalGroup(SIGKILL)
    // Even if the test was cancelled: the folders that the program writes to go when this returns.
    _ = await Task.detached { await ended.wait(for: .seconds(5)) { $0 != nil } }.value
    throw TestFailure.waited(
      limit, for: "the end of \(([executable] + arguments).joined(separator: " "))",
      shown: text(of: output) + text(of: errors), file: file, line: line)
  }
  guard let finished = ended.read({ $0 }) else { throw TestFailure("\(executable) ended without a trace") }
  return finished
}

/// Runs a program that ends within a second, and blocks until then; for fixtures that are made once, synchronously.
///
/// Foundation's `Process` would wait forever in a process with more than a thousand open files.
public func runWaiting(_ executable: String, _ arguments: [String], environment: [String: String]) throws {
  try ChildProcess.runWaiting(executable, arguments, environment: environment)
}

private func text(of path: String) -> String {
  // Not String(contentsOfFile:), which fails on output that is not UTF-8.
  String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
}

/// A temporary folder, removed with its content when the last reference goes.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    // Short, because the path of a socket has at most 107 bytes.
    var template = Array("/tmp/runout-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw TestFailure("cannot make a folder in /tmp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // Too late to report an error; the name in /tmp tells the origin of a leftover.
    try? FileManager.default.removeItem(atPath: path)
  }

  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, with the folders above it, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = path(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  public func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }
}
