import DiscogsServer
import Foundation
import TestSupport
import Testing

/// A server that says the token it was sent in everything it answers.
@Suite(.limitedConcurrency)
struct RepeatedSecretTests {
  private let live: LiveProgram

  init() async throws {
    live = try await LiveProgram()
  }

  /// The files below the program's home in which the token stands, however deep inside a database.
  private func leaks() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: live.program.home.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { name in
      let path = live.program.home.path(name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        return false
      }
      return try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(TestServer.token.utf8)) != nil
    }
  }

  @Test func `the token is in no output, log, cache and library`() async throws {
    #expect(try await live.run("collection", "sync").status == 0)
    let token = TestServer.token
    let record = #"{"id": 5, "title": "\#(token)", "notes": "\#(token)", "artists": [{"id": 1, "name": "\#(token)"}]}"#
    live.fail(
      FaultRule(.body(record, status: 200, contentType: "application/json"), method: "GET", path: "/releases/5"),
      FaultRule(
        .body(#"{"message": "Not with \#(token)"}"#, status: 403, contentType: "application/json"), method: "POST",
        path: "/**"),
      FaultRule(.body("\(token) is down", status: 500, contentType: "text/plain"), path: "/artists/**"))
    var said = ""
    for arguments in [
      ["release", "5"], ["release", "5", "--json"], ["artist", "1"], ["collection", "add", "930000005"], ["pending"],
      ["collection", "list", "--json"],
    ] {
      let done = try await live.run(arguments, changes: ["RUNOUT_LOG": "trace"])
      said += done.output + done.errors
    }
    #expect(said.contains("Not with …"), "\(said)")
    #expect(!said.contains(token), "\(said)")
    #expect(try leaks() == [])
  }
}
