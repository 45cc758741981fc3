import DiscogsServer
import TestSupport
import Testing

// breaks: Too many requests
/// The program when Discogs asks for a pause.
@Suite(.limitedConcurrency)
struct TooManyRequestsTests {
  @Test func `a 429 on the first request counts down and retries automatically`() async throws {
    let live = try await LiveProgram()
    live.fail(FaultRule(.tooManyRequests(retryAfter: 2), times: 1))
    let terminal = try await live.open()
    try await terminal.search("kind of blue")
    try await terminal.waitForText("waiting 2 s")
    try await terminal.waitForText("waiting 1 s")
    try await terminal.waitForText("row 1 of")
    #expect(terminal.screen.text.contains("Kind Of Blue"))
    #expect(live.server.count("GET", "/database/search") == 2)
  }

  @Test func `429s at startup are not fatal and cost one request`() async throws {
    let live = try await LiveProgram()
    live.fail(FaultRule(.tooManyRequests(retryAfter: 60)))
    let terminal = try await live.open(["kind of blue"], settled: false)
    try await terminal.waitForText("waiting 5")
    // The program is there: it opens pages, it closes them, it is looked at.
    terminal.write("?")
    try await terminal.waitForText("Keys and commands")
    terminal.write("?8")
    try await terminal.waitForText("search “kind of blue”")
    #expect(live.server.requests.count == 1)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test func `cached pages can be read while Discogs asks for a pause`() async throws {
    let live = try await LiveProgram()
    let terminal = try await live.open()
    try await terminal.search("cl 1355")
    try await terminal.waitForText("row 1 of")
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text.contains("So What"), "\(terminal.screen.text)")
    try await terminal.press("h")
    live.fail(FaultRule(.tooManyRequests(retryAfter: 60)))
    try await terminal.search("blue train")
    try await terminal.waitForText("waiting 5")
    let asked = live.server.requests.count

    // Something waits all the while, so that the program does not come to rest.
    terminal.write("s<C-u>cl 1355<Enter>")
    try await terminal.waitForText("Kind Of Blue")
    terminal.write("<Enter>")
    try await terminal.waitForText("So What")
    #expect(live.server.requests.count == asked)
    #expect(terminal.screen.text.contains("waiting "), "\(terminal.screen.text)")
  }

  @Test func `scrolling goes on after a pause`() async throws {
    let live = try await LiveProgram()
    let terminal = try await live.open()
    try await terminal.search("type:release")
    try await terminal.waitForText("row 1 of ")
    live.fail(FaultRule(.tooManyRequests(retryAfter: 1), times: 1))
    terminal.write("G")
    try await terminal.waitForText("waiting 1 s")
    terminal.write("kjkjkj")
    try await terminal.press("G")
    #expect(terminal.isAtEnd, "\(terminal.screen.text)")
    #expect(live.server.requests.count { $0.query.contains("page=2") } == 2)
  }
}
