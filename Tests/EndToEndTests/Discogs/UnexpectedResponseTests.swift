import DiscogsServer
import TestSupport
import Testing

// breaks: Unexpected responses
/// Responses that no program could read.
@Suite(.limitedConcurrency)
struct UnexpectedResponseTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: Fault
    let line: String
    let requests: Int
  }

  private static let noSense = "Discogs sent an unexpected response to GET /database/search"

  static let answers = [
    Answer(testDescription: "a page", fault: .html(status: 200), line: noSense, requests: 2),
    Answer(
      testDescription: "a gateway", fault: .html(status: 502), line: "Discogs has a problem (HTTP 502)", requests: 3),
    Answer(
      testDescription: "a challenge", fault: .html(status: 403), line: "Discogs has a problem (HTTP 403)", requests: 1),
    Answer(testDescription: "nothing", fault: .empty(status: 200), line: noSense, requests: 2),
    Answer(testDescription: "cut off", fault: .truncated, line: noSense, requests: 2),
    Answer(
      testDescription: "half of JSON", fault: .body("{\"results\": [{\"title\": \"RAW-BODY"), line: noSense, requests: 2
    ),
    Answer(
      testDescription: "hostile", fault: .body("\u{1B}]0;RAW-BODY\u{7}<b>RAW-BODY</b>", contentType: "text/plain"),
      line: noSense, requests: 1),
  ]

  @Test(arguments: answers)
  func `an unexpected response is one clear line, with a key to try again`(_ answer: Answer) async throws {
    let live = try await LiveProgram()
    live.fail(FaultRule(answer.fault, path: "/database/search"))
    let terminal = try await live.open()
    try await terminal.search("kind of blue")
    try await terminal.waitForSentence("R to try again")
    #expect(terminal.screen.said.contains(answer.line), "\(terminal.screen.text)")
    #expect(live.server.count("GET", "/database/search") == answer.requests)
    for raw in ["<html", "DOCTYPE", "maintenance", "RAW-BODY", "<b>"] {
      #expect(!terminal.current.output.contains(raw), "\(terminal.screen.text)")
    }
    #expect(terminal.screen.misdeeds == [])
    live.heal()
    terminal.write("R")
    try await terminal.waitForText("row 1 of")
    #expect(live.program.log.contains("GET /database/search"))
  }
}
