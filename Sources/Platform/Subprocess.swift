internal import CSpawn
internal import Foundation
internal import LibC
import Wording

/// Runs other programs: no shell, no inherited terminal, and with a timeout.
///
/// Their output is read or discarded, because it would garble the screen.
struct Subprocess: Sendable {
  enum Outcome: Hashable, Sendable {
    case exited(Int32)
    case killedBySignal(Int32)
    /// It ran longer than the timeout, and was stopped, or left running if `leaveRunning` is true.
    case outlived
  }

  var program: String
  var arguments: [String]
  var environment: [String: String]

  /// Runs the program with `input` and discards its output.
  ///
  /// - Parameter leaveRunning: whether a program that outlives `timeout` is left running, as a browser is.
  func run(input: [UInt8] = [], timeout: Duration, leaveRunning: Bool = false) async throws(FileError) -> Outcome {
    try await serve(input, timeout: timeout, takesOutput: false) { child, _, answer in
      let outcome = child.wait(timeout: timeout, leaveRunning: leaveRunning)
      answer(outcome)
      if outcome == .outlived, leaveRunning { child.reap() }
    }
  }

  struct Answer: Sendable {
    var outcome: Outcome
    /// The beginnings of standard output and standard error, up to the limit.
    var output: [UInt8] = []
    var complaint: [UInt8] = []
  }

  /// Runs the program and reads its output. One that outlives `timeout` is stopped.
  ///
  /// - Parameter limit: the bytes kept of standard output, and of standard error; more is read and dropped.
  func ask(input: [UInt8] = [], timeout: Duration, limit: Int = 1 << 16) async throws(FileError) -> Answer {
    try await serve(input, timeout: timeout, takesOutput: true) { child, deadline, answer in
      answer(child.listen(until: deadline, limit: limit))
    }
  }

  /// Starts the program, writes its input and waits for it on a thread of its own, which ends with it.
  private func serve<Value: Sendable>(
    _ input: [UInt8], timeout: Duration, takesOutput: Bool,
    _ wait: @escaping @Sendable (Child, _ deadline: ContinuousClock.Instant, _ answer: (Value) -> Void) -> Void
  ) async throws(FileError) -> Value {
    @Sendable func runOnThisThread(_ answer: (Result<Value, FileError>) -> Void) {
      do {
        let deadline = ContinuousClock.now + timeout
        let child = try start(takesOutput: takesOutput)
        child.feed(input, timeout: timeout)
        wait(child, deadline) { answer(.success($0)) }
      } catch {
        answer(.failure(error))
      }
    }
    return try await withCheckedContinuation { continuation in
      Thread.detachNewThread { runOnThisThread { continuation.resume(returning: $0) } }
    }.get()
  }

  /// The two ends of a pipe, which other programs do not inherit.
  private func makePipe() throws(FileError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.start, program, code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func start(takesOutput: Bool) throws(FileError) -> Child {
    let input = try makePipe()
    defer { close(input.read) }
    var ours = [input.write]
    var theirs: [Int32] = []
    if takesOutput {
      do {
        for _ in 0..<2 {
          let pipe = try makePipe()
          ours.append(pipe.read)
          theirs.append(pipe.write)
        }
      } catch {
        for end in ours + theirs { close(end) }
        throw error
      }
    }
    defer { for end in theirs { close(end) } }
    do {
      let process = try spawn(input: input.read, outputs: theirs)
      return Child(process: process, input: input.write, outputs: Array(ours.dropFirst()))
    } catch {
      for end in ours { close(end) }
      throw error
    }
  }

  /// - Parameter outputs: the descriptors for standard output and standard error; empty to discard both.
  private func spawn(input: Int32, outputs: [Int32]) throws(FileError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    for number in [1, 2] as [Int32] {
      if outputs.isEmpty {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, outputs[Int(number) - 1], number)
      }
    }
    #if canImport(Darwin)
      let closesOthers = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let closesOthers: Int32 = 0
      // Libraries open sockets without the close-on-exec flag.
      _ = spawn_closes_from(&actions, 3)
    #endif
    // A process group of its own keeps it alive when the terminal closes. Signals have their default handling.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(closesOthers)))

    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw FileError(.start, program, code: code) }
    return process
  }

  /// A running program. Use it from one thread.
  private struct Child {
    let process: pid_t
    let input: Int32
    /// The pipes of standard output and standard error, if they are read.
    let outputs: [Int32]

    /// Writes the input and closes the pipe. If the program stops reading, the rest is dropped; its exit status tells.
    func feed(_ bytes: [UInt8], timeout: Duration) {
      // Blocked for this thread only, which ends with the program.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      ignorePipeSignal(of: input)
      _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
      let deadline = ContinuousClock.now + timeout
      var written = 0
      while written < bytes.count {
        let count = bytes.withUnsafeBytes { write(input, $0.baseAddress?.advanced(by: written), $0.count - written) }
        if count > 0 {
          written += count
        } else if errno == EAGAIN {
          let left = deadline - ContinuousClock.now
          guard left > .zero else { break }
          var poller = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
          _ = poll(&poller, 1, Int32(left / .milliseconds(1)) + 1)
        } else if errno != EINTR {
          break
        }
      }
      close(input)
    }

    /// Reads the output until the program ends, not until its pipes close: a child that it left running may hold them.
    func listen(until deadline: ContinuousClock.Instant, limit: Int) -> Answer {
      var answer = Answer(outcome: .outlived)
      var open = outputs
      for end in outputs { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
      var ended: Outcome?
      repeat {
        // Before reading, so that the output from before its end is complete.
        ended = outcome(options: WNOHANG)
        var pollers = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&pollers, nfds_t(pollers.count), ended == nil ? 10 : 0)
        open.removeAll { end in
          end == outputs[0] ? !drain(end, into: &answer.output, limit) : !drain(end, into: &answer.complaint, limit)
        }
      } while ended == nil && ContinuousClock.now < deadline
      for end in outputs { close(end) }
      answer.outcome = ended ?? wait(timeout: .zero, leaveRunning: false)
      return answer
    }

    /// Reads the waiting output, at most 128 kB. False at its end.
    private func drain(_ end: Int32, into bytes: inout [UInt8], _ limit: Int) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 4096)
      for _ in 0..<32 {
        let count = read(end, &buffer, buffer.count)
        if count > 0 {
          bytes += buffer[..<min(count, max(0, limit - bytes.count))]
        } else if count == 0 || errno != EINTR {
          return count < 0 && errno == EAGAIN
        }
      }
      return true
    }

    func wait(timeout: Duration, leaveRunning: Bool) -> Outcome {
      let deadline = ContinuousClock.now + timeout
      var pause: UInt32 = 500
      while true {
        if let outcome = outcome(options: WNOHANG) { return outcome }
        guard ContinuousClock.now < deadline else { break }
        usleep(pause)
        pause = min(pause * 2, 20_000)
      }
      if !leaveRunning {
        kill(-process, SIGKILL)
        reap()
      }
      return .outlived
    }

    /// Waits for its end without a timeout, so that no zombie is left.
    func reap() { _ = outcome(options: 0) }

    private func outcome(options: Int32) -> Outcome? {
      var status: Int32 = 0
      while true {
        let result = waitpid(process, &status, options)
        if result == process { break }
        if result == 0 { return nil }
        // Reaped elsewhere, so its status is unknown.
        if errno != EINTR { return .exited(0) }
      }
      let signal = status & 0x7F
      return signal == 0 ? .exited((status >> 8) & 0xFF) : .killedBySignal(signal)
    }
  }
}

extension Subprocess.Outcome {
  /// Why a program did not do its work.
  func reason(within timeout: Duration) -> String {
    switch self {
    case .exited(let code): FilesWords.exited(code: code)
    case .killedBySignal(let signal): FilesWords.killed(signal: signal)
    case .outlived: FilesWords.noAnswer(within: timeout)
    }
  }
}

extension [String: String] {
  /// Whether an environment has a variable that is not empty.
  func has(_ variable: String) -> Bool { self[variable]?.isEmpty == false }

  /// The directory for temporary files that an environment names, or else the system's.
  public var temporaryDirectory: String { self["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }
}

/// Finds programs as a shell does.
enum ProgramFinder {
  /// The first executable file of this name in the directories of `PATH`; nil if there is none.
  static func find(_ name: String, in environment: [String: String]) -> String? {
    for directory in (environment["PATH"] ?? "").split(separator: ":") {
      let path = String(directory).appending(path: name)
      if access(path, X_OK) == 0, FileSystem.isFile(path) { return path }
    }
    return nil
  }
}
