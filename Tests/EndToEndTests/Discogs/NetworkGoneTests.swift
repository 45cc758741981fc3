import DiscogsServer
import TestSupport
import Testing

// breaks: Network gone
/// The program when the network goes away or never answers.
@Suite(.limitedConcurrency)
struct NetworkGoneTests {
  @Test func `a list that loses the network midway continues at the same page`() async throws {
    let live = try await LiveProgram()
    let terminal = try await live.open(changes: ["RUNOUT_LOG": "debug"])
    #expect(live.server.requests.count == 0)
    try await terminal.search("type:release")
    try await terminal.waitForText("row 1 of ")

    live.fail(FaultRule(.resetBefore))
    terminal.write("G")
    try await terminal.waitForSentence("R try again")
    // A time limit would be another failure: what the program and the server say of it tells whose.
    let log = live.program.home.read("state/runout.log")?.split(separator: "\n").suffix(12).joined(separator: "\n")
    #expect(
      terminal.screen.said.contains("Offline: cannot reach Discogs"),
      "\(terminal.screen.text)\n\(log ?? "")\n\(live.server.requests.suffix(6))")
    // Scrolling on at the end asks for nothing; only now and then it is tried whether the network is back.
    let before = live.server.count("GET", "/database/search")
    try await terminal.press("k", "j", "k", "j", "G", "k", "G")
    #expect(live.server.count("GET", "/database/search") - before <= 3)
    // What is here can be read on.
    try await terminal.press("gg")
    #expect(terminal.screen.selection != nil)
    try await terminal.press("G")

    live.heal()
    terminal.write("R")
    try await terminal.settle()
    try await terminal.press("G")
    #expect(terminal.isAtEnd, "\(terminal.screen.text)")
    #expect(live.server.requests.count { $0.query.contains("page=1&") } == 1)
    #expect(terminal.screen.misdeeds == [])
  }

  @Test func `a server that never answers times out, and keys work meanwhile`() async throws {
    let live = try await LiveProgram()
    let terminal = try await live.open()
    live.fail(FaultRule(.silence))
    try await terminal.search("kind of blue")
    // Nothing waits for it: the keys work meanwhile.
    try await terminal.waitForText("Searching for “kind of blue”")
    terminal.write("?")
    try await terminal.waitForText("Keys and commands")
    terminal.write("?")
    try await terminal.waitForSentence("did not answer in time")
    #expect(live.server.count("GET", "/database/search") <= 2)
    live.heal()
    terminal.write("R")
    try await terminal.waitForText("row 1 of")
    #expect(terminal.screen.text.contains("Kind Of Blue"))
  }

  @Test func `without a network, cached pages appear with their age`() async throws {
    let live = try await LiveProgram()
    let first = try await live.open()
    try await first.search("kind of blue")
    try await first.waitForText("row 1 of")
    try await first.press("<Enter>")
    #expect(first.screen.text.contains("10 versions"), "\(first.screen.text)")
    first.write("Q")
    #expect(try await first.ending() == .exited(0))

    live.fail(FaultRule(.resetBefore))
    let second = try await live.open()
    #expect(second.screen.text.contains("Kind Of Blue"), "\(second.screen.text)")
    try await second.search("kind of blue")
    // Until the results are there, the rows before them are.
    try await second.settle()
    try await second.press("<Enter>")
    #expect(second.screen.text.contains("10 versions"), "\(second.screen.text)")
    // Never asked so before: answered from what was seen.
    try await second.search("artist:davis blue")
    try await second.waitForSentence("seen before")
    #expect(second.screen.text.contains("Kind Of Blue"), "\(second.screen.text)")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: Fault
    /// How often the rating is sent at most; less where the machine is so busy that the server seems to be down.
    let most: Int
  }

  static let refusals = [
    Refusal(testDescription: "reset", fault: .resetBefore, most: 3),
    Refusal(testDescription: "500", fault: .status(500), most: 1),
    Refusal(testDescription: "a gateway", fault: .html(status: 502), most: 3),
    Refusal(testDescription: "a long pause", fault: .tooManyRequests(retryAfter: 600), most: 1),
    Refusal(testDescription: "a token taken back", fault: .revoked, most: 1),
  ]

  @Test(arguments: refusals)
  func `a rating that cannot be saved says so and shows the old one`(_ refusal: Refusal) async throws {
    let live = try await LiveProgram()
    let terminal = try await live.open()
    try await terminal.search("cl 1355")
    try await terminal.waitForText("row 1 of")
    try await terminal.press("<Enter>")
    try await terminal.waitForText("So What")
    try await terminal.press("*4")
    try await terminal.waitForSentence("Rated 4 of 5")
    #expect(terminal.screen.text.contains("yours ★★★★"), "\(terminal.screen.text)")

    live.fail(FaultRule(refusal.fault, method: "PUT"))
    terminal.write("*2")
    try await terminal.waitForSentence("Could not save the rating")
    try await terminal.settle()
    #expect(terminal.screen.text.contains("yours ★★★★"), "\(terminal.screen.text)")
    #expect((2...1 + refusal.most).contains(live.server.count("PUT")))
    // Reading goes on meanwhile.
    try await terminal.press("G", "gg")
    #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    #expect(terminal.screen.misdeeds == [])
  }
}
