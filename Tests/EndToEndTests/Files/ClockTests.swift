import DiscogsServer
import GRDB
import TestSupport
import Testing

// breaks: Wrong clock
/// The program when a clock jumps.
@Suite(.limitedConcurrency)
struct ClockTests {
  @Test(arguments: [-400 * 86_400, 400 * 86_400])
  func `pages cached under a wrong clock show a sensible age`(_ jump: Int) async throws {
    let live = try await LiveProgram()
    let first = try await live.open()
    try await first.search("kind of blue")
    try await first.settle()
    first.write("Q")
    #expect(try await first.ending() == .exited(0))
    // As if the clock had been off by so much when it was kept.
    let path = try #require(live.file(named: "cache.sqlite"))
    let cache = try DatabaseQueue(path: path)
    try await cache.write { database in
      try database.execute(sql: "UPDATE answer SET storedAt = storedAt + ?", arguments: [jump])
      try database.execute(sql: "UPDATE seen SET seenAt = seenAt + ?", arguments: [jump])
    }
    try cache.close()

    live.fail(FaultRule(.resetBefore))
    let second = try await live.open()
    try await second.search("kind of blue")
    try await second.settle()
    #expect(second.screen.text.contains("Kind Of Blue"))
    let text = second.screen.text
    #expect(text.matches(of: /-\d+ (s|min|h|d|mon)/).isEmpty, "\(text)")
    #expect(!text.contains("ago ago") && !text.contains("-1"), "\(text)")
    live.heal()
    second.write("R")
    try await second.wait(for: "the new answer") { !$0.screen.line(0).contains("offline") }
    #expect(second.screen.misdeeds == [])
  }

  @Test(arguments: [-400 * 86_400, 400 * 86_400])
  func `a server with a wrong clock works like any other`(_ skew: Int) async throws {
    let live = try await LiveProgram()
    live.fail(FaultRule(.clockSkew(seconds: skew)))
    let terminal = try await live.open()
    try await terminal.search("kind of blue")
    try await terminal.settle()
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    try await terminal.press("h", "<Enter>")
    #expect(live.server.count("GET", "/database/search") == 1)
  }
}
