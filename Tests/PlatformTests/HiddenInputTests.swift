import DiscogsModel
import Foundation
import LibC
import Platform
import Synchronization
import Testing

/// One at a time: signals are the whole program's.
@Suite(.serialized) struct HiddenInputTests {
  private let typist = Typist()

  @Test func `typed text is hidden, and the terminal is restored afterwards`() async throws {
    let before = typist.settings
    let secret = await typist.read(typing: "s3cret\n")
    #expect(try secret.get().reveal() == "s3cret")
    #expect(typist.shown == "Token: \r\n")
    #expect(typist.settings == before)
  }

  @Test(arguments: [
    ("abc\u{7F}\u{8}x\r", "ax"), ("wrong\u{15}right\n", "right"), ("Bjø\u{7F}ö\n", "Bjö"), (" spaced \u{4}", "spaced"),
    ("a\u{1B}\u{1A}b\n", "ab"), ("\n", ""), ("\u{7F}\u{7F}x\n", "x"),
  ])
  func `keys that mend a line work`(keys: String, line: String) async throws {
    #expect(try await typist.read(typing: keys).get().reveal() == line)
    #expect(typist.shown == "Token: \r\n")
  }

  @Test(arguments: ["abc\u{3}", "\u{4}", "abc\u{1C}"])
  func `Ctrl-C and the like cancel and restore the terminal`(keys: String) async {
    let before = typist.settings
    let answer = await typist.read(typing: keys)
    #expect(throws: HiddenInputError.cancelled) { try answer.get() }
    #expect(typist.settings == before)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a signal finds the terminal restored and has its usual effect`() async {
    let before = typist.settings
    signalled.store(0, ordering: .relaxed)
    let former = signal(SIGTERM) { _ in signalled.add(1, ordering: .relaxed) }
    let answer = await typist.read { kill(getpid(), SIGTERM) }
    // Any thread may be given the signal, and when it likes.
    while signalled.load(ordering: .relaxed) == 0 { await Task.yield() }
    signal(SIGTERM, former)
    #expect(throws: HiddenInputError.cancelled) { try answer.get() }
    #expect(signalled.load(ordering: .relaxed) == 1)
    #expect(typist.settings == before)
  }

  @Test func `without a terminal no secret can be asked for`() {
    for path in ["/dev/null", "/nowhere"] {
      let error = #expect(throws: HiddenInputError.self) { try HiddenInput(terminal: path).readLine(prompt: "") }
      #expect(
        error?.description
          == "No terminal to type the token on: set DISCOGS_TOKEN or token_command")
    }
  }
}

private let signalled = Atomic<Int>(0)

/// A terminal and somebody who types into it once the prompt is there.
private final class Typist: Sendable {
  private let master: Int32
  private let path: String
  /// Keeps the terminal's settings alive between two readers.
  private let holder: Int32
  private let seen = Mutex("")

  init() {
    #if canImport(Darwin)
      master = posix_openpt(O_RDWR | O_NOCTTY)
      grantpt(master)
      unlockpt(master)
      path = ptsname(master).map { String(cString: $0) } ?? ""
    #else
      // What posix_openpt, unlockpt and ptsname do; Swift's Glibc module hides them.
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var unlocked: Int32 = 0
      _ = ioctl(master, UInt(0x4004_5431), &unlocked)
      var number: UInt32 = 0
      _ = ioctl(master, UInt(0x8004_5430), &number)
      path = "/dev/pts/\(number)"
    #endif
    holder = open(path, O_RDWR | O_NOCTTY)
  }

  deinit {
    close(holder)
    close(master)
  }

  var shown: String { seen.withLock { $0 } }

  /// Of the terminal: whether it shows what is typed, and such.
  var settings: [tcflag_t] {
    var settings = termios()
    tcgetattr(holder, &settings)
    return [settings.c_lflag, settings.c_iflag, settings.c_oflag, settings.c_cflag]
  }

  func read(typing keys: String) async -> Result<Secret, HiddenInputError> {
    await read { [master] in
      let bytes = Array(keys.utf8)
      write(master, bytes, bytes.count)
    }
  }

  /// - Parameter act: runs when the prompt is there.
  func read(_ act: @escaping @Sendable () -> Void) async -> Result<Secret, HiddenInputError> {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        take { $0.hasSuffix("Token: ") }
        act()
        take { $0.utf8.last == 0x0A }
      }
      Thread.detachNewThread { [self] in
        let result: Result<Secret, HiddenInputError>
        do throws(HiddenInputError) {
          result = .success(try HiddenInput(terminal: path).readLine(prompt: "Token: "))
        } catch {
          result = .failure(error)
        }
        // Its last words are there once it has ended; reading them needs no longer than that.
        while shown.utf8.last != 0x0A { sched_yield() }
        continuation.resume(returning: result)
      }
    }
  }

  private func take(until isEnd: (String) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 256)
    while !isEnd(shown) {
      let count = readBytes(master, &buffer, buffer.count)
      guard count > 0 else { return }
      seen.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
    }
  }
}

// Inside `Typist` the name of this call is that of its own function.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
