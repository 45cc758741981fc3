import LibC
import Logging
import Platform
import Testing

/// Where a user may send the log: `--log-file`.
struct LogPlaceTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func fill(_ name: String) -> LogFile {
    let log = LogFile(path: scratch.file(name), capacity: 1_000) { 1_772_366_400 }
    for number in 1...30 { log.write(level: .info, message: "line \(number)", metadata: []) }
    return log
  }

  @Test func `a log behind a link is set aside where it is, and keeps its mode`() throws {
    _ = try scratch.write("", to: "far/real.log")
    chmod(scratch.file("far/real.log"), 0o664)
    symlink("far/real.log", scratch.file("log"))
    let log = fill("log")
    #expect(log.failure == nil)
    #expect(try FileSystem.names(in: scratch.path).sorted() == ["far", "log"])
    #expect(try FileSystem.names(in: scratch.file("far")).sorted() == ["real.log", "real.log.1"])
    #expect(try log.latest(1).map(\.message) == ["line 30"])
    var status = stat()
    #expect(stat(scratch.file("log"), &status) == 0 && status.st_mode & 0o777 == 0o664)
  }

  @Test func `a pipe takes the lines, is never set aside and never read`() throws {
    let path = scratch.file("log")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let log = fill("log")
    #expect(log.failure == nil)
    #expect(try log.latest(10).isEmpty)
    #expect(try FileSystem.names(in: scratch.path) == ["log"])
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(reader, &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).contains("line 30"))
  }

  @Test func `a reader that has stopped costs lines, and holds nothing up`() throws {
    let path = scratch.file("log")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let log = LogFile(path: path) { 0 }
    // More than a pipe holds.
    for _ in 1...40 { log.write(level: .info, message: String(repeating: "x", count: 60_000), metadata: []) }
    #expect(log.failure?.code == EAGAIN)
  }

  @Test func `a reader that goes away ends the log, and not the program`() throws {
    let path = scratch.file("log")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let log = LogFile(path: path) { 0 }
    log.write(level: .info, message: "heard", metadata: [])
    #expect(log.failure == nil)
    close(reader)
    log.write(level: .info, message: "unheard", metadata: [])
    #expect(log.failure?.code == EPIPE)
  }

  @Test func `a pipe without a reader holds nothing up`() {
    #expect(mkfifo(scratch.file("log"), 0o600) == 0)
    #expect(fill("log").failure?.code == ENXIO)
  }

  @Test(.enabled(if: FileSystem.facts(of: "/dev/full") != nil)) func `a full device is the log's failure`() {
    symlink("/dev/full", scratch.file("log"))
    #expect(fill("log").failure?.code == ENOSPC)
  }

  @Test func `a log of one endless line is read from its end`() throws {
    let path = try scratch.write(String(repeating: "x", count: 8 << 20), to: "log")
    let log = LogFile(path: path) { 0 }
    let lines = try log.latest(10)
    #expect(lines.count == 1 && lines[0].message.utf8.count <= 2 << 20)
  }
}
