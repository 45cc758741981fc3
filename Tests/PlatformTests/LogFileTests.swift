import Foundation
import Logging
import Testing

@testable import Platform

struct LogFileTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func log(capacity: Int = 1 << 20) -> LogFile {
    LogFile(path: scratch.file("state/runout.log"), capacity: capacity) { 1_772_366_400 }
  }

  @Test func `a line is one JSON object with time, level, message and facts`() throws {
    let log = log()
    let logger = log.logger("library", level: .info)
    logger.notice("Imported the shelf", metadata: ["rows": "214"])
    logger.debug("Not at this level")
    #expect(
      try scratch.read("state/runout.log")
        == #"{"time":"2026-03-01T12:00:00Z","level":"notice","message":"Imported the shelf","#
        + #""metadata":{"area":"library","rows":"214"}}"# + "\n")
    #expect(log.failure == nil)
  }

  @Test func `a secret of this run is in no line, whatever text it comes in`() throws {
    let log = log()
    log.hide(["ThisTokenIsSecret", "short"])
    log.write(
      level: .error, message: "a short word, ThisTokenIsSecret", metadata: [("cause", "token=ThisTokenIsSecret&x=1")])
    let line = try scratch.read("state/runout.log")
    log.write(level: .error, message: "a word, THISTOKENISSECRET", metadata: [("cause", "thisTokenIsSecret")])
    #expect(try !scratch.read("state/runout.log").lowercased().contains("thistokenissecret"))
    #expect(line.contains(#""message":"a short word, …""#) && line.contains(#""cause":"token=…&x=1""#), "\(line)")
  }

  static let hostile = [
    "\u{1B}]52;c;aGFjaw==\u{07}", "line\nbreak\r\n", "\"quoted\" \\ back", "tab\tnull\u{0}", "\u{202E}evil\u{2066}",
    "\u{2028}\u{2029}\u{85}\u{9B}31m", "Sigur Rós 日本 👩‍👩‍👧", "\u{301}combining", "{\"level\":\"error\"}", "",
  ]

  @Test(arguments: hostile)
  func `hostile text survives the round trip on a valid, harmless line`(text: String) throws {
    let log = log()
    log.write(level: .warning, message: text, metadata: [(text, text)])
    let bytes = try FileSystem.read(scratch.file("state/runout.log"))
    #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(bytes.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    let line = try #require(String(validating: bytes, as: UTF8.self))
    #expect(!line.unicodeScalars.contains { (0x80...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value) })
    // As another program would read it.
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["message"] as? String == text)
    #expect(object["metadata"] as? [String: String] == [text: text])
    #expect(
      try log.latest(1) == [
        LogFile.Line(time: "2026-03-01T12:00:00Z", level: .warning, message: text, metadata: [text: text])
      ])
  }

  @Test func `the latest lines come first, however long the file is`() throws {
    let log = log(capacity: 1 << 24)
    for number in 1...2_000 {
      log.write(level: .info, message: "line \(number)", metadata: [("text", String(repeating: "ü", count: 200))])
    }
    #expect(try log.latest(300).map(\.message) == (1_701...2_000).reversed().map { "line \($0)" })
    #expect(try log.latest(5_000).count == 2_000)
    #expect(try log.latest(0).isEmpty)
  }

  @Test func `a line longer than a block is read whole`() throws {
    let log = log()
    let long = String(repeating: "x", count: 200_000)
    log.write(level: .info, message: "before", metadata: [])
    log.write(level: .info, message: long, metadata: [])
    log.write(level: .info, message: "after", metadata: [])
    #expect(try log.latest(10).map(\.message) == ["after", long, "before"])
  }

  @Test func `a log that is not there yet is empty`() throws {
    #expect(try log().latest(10).isEmpty)
  }

  @Test func `a half-written line is shown unchanged beside the others`() throws {
    let log = log()
    log.write(level: .error, message: "whole", metadata: [])
    let whole = try scratch.read("state/runout.log")
    _ = try scratch.write(whole + "{\"time\":\"2026\n" + whole + "garbage", to: "state/runout.log")
    let lines = try log.latest(10)
    #expect(lines.map(\.message) == ["garbage", "whole", "{\"time\":\"2026", "whole"])
    #expect(lines.map(\.level) == [.warning, .error, .warning, .error])
  }

  @Test func `a full log is set aside and its lines are still there to read`() throws {
    let log = log(capacity: 1_000)
    for number in 1...30 { log.write(level: .info, message: "line \(number)", metadata: []) }
    let current = try #require(FileSystem.facts(of: scratch.file("state/runout.log")))
    let older = try #require(FileSystem.facts(of: scratch.file("state/runout.log.1")))
    #expect(current.bytes <= 1_000)
    #expect(older.bytes <= 1_000)
    let lines = try log.latest(100)
    #expect(lines.map(\.message) == (1...lines.count).map { "line \(31 - $0)" })
    #expect(lines.count > current.bytes / 80)
  }

  @Test func `two programs share a log, and no line is lost when one of them sets it aside`() throws {
    let first = log(capacity: 4_000)
    let second = log(capacity: 4_000)
    for number in 1...60 {
      (number % 2 == 0 ? first : second).write(level: .info, message: "line \(number)", metadata: [])
    }
    #expect(try first.latest(60).map(\.message) == (1...60).reversed().map { "line \($0)" })
  }

  // fails: log | it cannot be written
  @Test func `a log that cannot be written stops nothing and says why`() {
    let log = LogFile(path: "/proc/self/none/runout.log") { 0 }
    #expect(log.failure?.path.hasPrefix("/proc/self/none") == true, "before anything was lost")
    log.logger("test", level: .trace).error("lost")
    #expect(log.failure?.path.hasPrefix("/proc/self/none") == true)
  }
}
