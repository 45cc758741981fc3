import DiscogsServer
import Foundation
import TestSupport
import Testing

/// What comes from outside costs time and memory as its size does, and none of either without end: one row for each
/// reader, each at two sizes.
@Suite(.limitedConcurrency, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
struct ReaderBoundsTests {
  /// A way in: the arguments that lead there, and what comes that way.
  struct Reader: Sendable, CustomTestStringConvertible {
    var name: String
    /// Arguments of the program; `FILE` and `URL` stand for where the bytes are.
    var arguments: [String]
    /// The larger size, in bytes; the smaller is a quarter of it.
    var bytes: Int
    /// Text of about so many bytes.
    var text: @Sendable (Int) -> String

    var testDescription: String { name }
  }

  private static func repeated(_ text: String, _ bytes: Int) -> String {
    String(repeating: text, count: bytes / text.utf8.count)
  }

  private static func release(_ members: String) -> String {
    #"{"id":1,"title":"One","artists":[{"id":1,"name":"A"}],\#(members)}"#
  }

  private static let mirror = ["catalogue", "update", "--yes", "--url", "URL"]
  private static let live = ["release", "1", "--source", "live", "--api-url", "URL"]

  private static let serve = ["serve", "--source", "demo", "--port", "0", "--market", "FILE"]

  static let readers: [Reader] = [
    Reader(name: "a mirror's links", arguments: mirror, bytes: 2_000_000) {
      repeated("<a href=\"x\">y</a>\n", $0)
    },
    Reader(name: "a mirror's quotes", arguments: mirror, bytes: 2_000_000) { repeated("href=\"a'href='", $0) },
    Reader(name: "a mirror's links without an end", arguments: mirror, bytes: 2_000_000) { repeated("href=\"'", $0) },
    Reader(name: "a mirror's names", arguments: mirror, bytes: 2_000_000) { bytes in
      (0..<bytes / 60).map { "<Key>a/discogs_\(10_000_000 + $0)_labels.xml.gz</Key>" }.joined(separator: "\n")
    },
    Reader(name: "a mirror's keys without an end", arguments: mirror, bytes: 2_000_000) {
      repeated("<Key><Prefix>", $0)
    },
    Reader(name: "a mirror's years", arguments: mirror, bytes: 2_000_000) { bytes in
      (0..<bytes / 24).map { "<a href=\"\(2008 + $0 % 900)/\">y</a>" }.joined()
    },
    Reader(name: "a mirror's page that is too long", arguments: mirror, bytes: 12_000_000) { repeated("x", $0) },
    Reader(name: "notes", arguments: live, bytes: 12_000_000) { release("\"notes\":\"\(repeated("word ", $0))\"") },
    Reader(name: "a title", arguments: live, bytes: 12_000_000) { release("\"country\":\"\(repeated("word ", $0))\"") },
    Reader(name: "marks in notes", arguments: live, bytes: 12_000_000) {
      release("\"notes\":\"\(repeated("[b][i]", $0))\"")
    },
    Reader(name: "tracks with long titles", arguments: live, bytes: 12_000_000) { bytes in
      let track = "{\"title\":\"\(repeated("word ", 100_000))\",\"position\":\"1\",\"type_\":\"track\"}"
      return release("\"tracklist\":[\((0..<bytes / 100_000).map { _ in track }.joined(separator: ","))]")
    },
    Reader(name: "unknown fields", arguments: live, bytes: 12_000_000) {
      release("\"unknown\":\"\(repeated("word ", $0))\"")
    },
    Reader(name: "ids", arguments: ["wantlist", "add", "-", "--dry-run", "--source", "demo"], bytes: 20_000_000) {
      repeated("930000001\n", $0)
    },
    Reader(
      name: "empty lines for ids", arguments: ["collection", "remove", "-", "--source", "demo"], bytes: 20_000_000
    ) {
      repeated("\n", $0)
    },
    Reader(name: "ids without an end", arguments: ["collection", "remove", "-", "--source", "demo"], bytes: 20_000_000)
    {
      repeated("1", $0)
    },
    Reader(
      name: "offers", arguments: serve, bytes: 8_000_000
    ) {
      bytes in
      "release_id,price,seller,listed\n" + (1...bytes / 40).map { "\($0),9.99,groove-cellar,2026-03-01\n" }.joined()
    },
    Reader(
      name: "an offer", arguments: serve, bytes: 20_000_000
    ) { "release_id,price,comments\n1,2,\(repeated("x", $0))\n" },
    Reader(
      name: "a header of offers", arguments: serve,
      bytes: 20_000_000
    ) { repeated("price,", $0) },
    Reader(name: "a script", arguments: ["--script", "FILE", "--source", "demo"], bytes: 12_000_000) {
      repeated("# nothing\n", $0)
    },
  ]

  @Test(arguments: readers) func `four times the size costs no more than six times`(_ reader: Reader) async throws {
    let small = try await cost(of: reader, bytes: reader.bytes / 4)
    let large = try await cost(of: reader, bytes: reader.bytes)
    let table: Comment = "\(reader.name): \(small) → \(large)"
    #expect(large.memory < 256 << 20, table)
    // A start takes most of a second where the program is built for debugging.
    #expect(large.time < small.time * 6 + .seconds(1), table)
    #expect(large.time < .seconds(20), table)
  }

  private func cost(of reader: Reader, bytes: Int) async throws -> (time: Duration, memory: Int) {
    let program = try RunoutProgram()
    let text = reader.text(bytes)
    let file = try program.home.write(text, to: "input")
    let server = reader.arguments.contains("URL") ? try RecordingServer(body: text) : nil
    let arguments = reader.arguments.map { $0 == "FILE" ? file : $0 == "URL" ? server?.url ?? "" : $0 }
    let finished = try await TestSupport.run(
      "/usr/bin/python3", ["-c", Self.gauge, program.executable] + arguments + program.folders,
      environment: program.environment, directory: program.home.path, input: arguments.contains("-") ? text : "",
      for: .seconds(120))
    let figures = (finished.errors.split(separator: "\n").last ?? "").split(separator: " ").compactMap { Double($0) }
    guard figures.count == 3 else { throw TestFailure("\(reader.name): \(finished.errors)") }
    // It says something and ends.
    #expect(figures[0] >= 0, "\(reader.name): \(finished.errors.prefix(500))")
    return (.seconds(figures[1]), Int(figures[2]))
  }

  /// Runs a program, and writes how it ended, its processor time and the most memory it had. A child of the tests
  /// themselves would be charged with the memory that they have when it is started.
  private static let gauge = """
    import resource, subprocess, sys
    status = subprocess.call(sys.argv[1:])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    print(f"\\n{status} {usage.ru_utime + usage.ru_stime} {usage.ru_maxrss * unit}", file=sys.stderr)
    """

  @Test func `a list that names a next page for ever is not read for ever`() async throws {
    let program = try RunoutProgram()
    let release = #"{"id":1,"instance_id":1,"folder_id":1,"rating":0,"basic_information":{"id":1,"title":"One"}}"#
    for items in [1, 1_000, 1_000_000_000] {
      let server = try RecordingServer(
        body: """
          {"id":7,"username":"digger","folders":[{"id":0,"name":"All","count":1},{"id":1,"name":"Uncategorized","count":1}],
          "fields":[],"lists":[],"releases":[\(release)],"wants":[{"id":1,"rating":0,"basic_information":{"id":1,"title":"One"}}],
          "pagination":{"page":1,"pages":\(items),"per_page":1,"items":\(items),"urls":{"next":"http://127.0.0.1/"}}}
          """)
      for verb in [["collection", "sync"], ["collection", "add", "1"]] {
        let finished = try await TestSupport.run(
          program.executable, verb + ["--source", "live", "--api-url", server.url] + program.folders,
          environment: program.environment.merging([LiveProgram.variable: TestServer.token]) { $1 },
          directory: program.home.path, for: .seconds(60))
        #expect(finished.status != nil, "\(items) \(verb): \(finished.ending)")
      }
      #expect(server.received.split(separator: "GET ").count < 60, "\(items)")
    }
  }
}
