import DiscogsServer
import Foundation
import TestSupport
import Testing

/// The verbs that show things, with Discogs as their source.
@Suite(.limitedConcurrency)
struct VerbsLiveTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  // MARK: Records

  @Test func `another user's shelf is listed, and compared with one's own`() async throws {
    let program = try RunoutProgram()
    let server = try await TestServer.start(rate: .perMinute(60_000))
    let synced = try await program.ask(server.url, "collection", "sync")
    #expect(synced.status == 0, "\(synced.errors)")
    let all = try await program.ask(server.url, "user", TestServer.owner, "--collection", "--json")
    let owned = try await program.ask(
      server.url, "user", TestServer.owner, "--collection", "--yours", "owned", "--json")
    #expect(try jsonLines(all.output).count == 71 && owned.output == all.output, "\(owned.errors)")
    let none = try await program.ask(server.url, "user", TestServer.owner, "--collection", "--yours", "missing")
    #expect(none.status == 3, "\(none.output)")
    let wrong = try await program.ask(server.url, "user", TestServer.owner, "--yours", "owned")
    #expect(wrong.status == 2 && wrong.errors.contains("--collection"), "\(wrong.errors)")
  }

  @Test func `search, release, master, artist and label ask the server that is named`() async throws {
    let server = try await TestServer.start()
    let found = try await program.ask(server.url, "search", "--type", "release", "--limit", "3", "--json", "blue")
    #expect(found.status == 0, "\(found.errors)")
    let id = try #require(object(found.lines[0])["id"] as? Int)
    let release = try await program.ask(server.url, "release", "--json", "\(id)")
    #expect(release.status == 0, "\(release.errors)")
    let record = try object(release.output)
    #expect(record["id"] as? Int == id)
    let artist = try #require((record["artists"] as? [[String: Any]])?.first?["id"] as? Int)
    #expect(try await program.ask(server.url, "artist", "\(artist)").status == 0)
    let label = try #require((record["labels"] as? [[String: Any]])?.first?["id"] as? Int)
    #expect(try await program.ask(server.url, "label", "\(label)").status == 0)
    if let master = record["master_id"] as? Int {
      #expect(try await program.ask(server.url, "master", "\(master)").status == 0)
    }
    #expect(server.count("GET", "/releases/*") == 1)
    let missing = try await program.ask(server.url, "release", "999999999")
    #expect(missing.status == 3)
  }

  @Test func `without a token a search needs a sign-in, and a record does not`() async throws {
    let server = try await TestServer.start()
    let search = try await program.ask(server.url, "search", "blue", token: nil)
    #expect(search.status == 4)
    #expect(
      search.errors == "runout: Sign in to Discogs for this (runout login signs in)\n")
    #expect(server.requests == [])
  }

  @Test(arguments: [
    (Fault.status(503), Int32(5)), (.html(status: 502), 5), (.truncated, 5), (.resetBefore, 5),
    (.empty(status: 200), 5),
    (.body("[1,", status: 200), 5), (.revoked, 4), (.tooManyRequests(retryAfter: 900), 6),
  ])
  func `an error is one line and an exit code`(_ fault: Fault, _ status: Int32) async throws {
    let server = try await TestServer.start(faults: FaultPlan([FaultRule(fault)]))
    for arguments in [["release", "1"], ["search", "blue"], ["user", "collector"]] {
      let asked = try await TestSupport.run(
        program.executable, arguments + ["--source", "live", "--api-url", server.url] + program.folders,
        environment: program.environment.merging([
          "DISCOGS_TOKEN": TestServer.token, "DISCOGS_TOKEN_FOR": server.url,
        ]) { $1 })
      #expect(asked.status == status, "\(arguments): \(asked.errors)")
      #expect(asked.output == "" && asked.errors.split(separator: "\n").count == 1, "\(asked.errors)")
    }
  }

  @Test func `offline, cached pages show with their age`() async throws {
    let server = try await TestServer.start()
    let found = try await program.ask(server.url, "search", "--type", "release", "--limit", "1", "--json", "blue")
    let id = try #require(object(found.lines[0])["id"] as? Int)
    try await server.stop()
    let again = try await program.ask(server.url, "search", "--json", "blue", "--type", "release")
    #expect(again.status == 0 && again.output.contains("\"id\":\(id),"))
    let other = try await program.ask(server.url, "search", "--json", "--type", "release", "blu")
    #expect(other.status == 0 && other.output.contains("\"id\":\(id),"))
    #expect(other.errors.contains("Offline") && other.errors.contains("seen before"))
    let release = try await program.ask(server.url, "release", "999")
    #expect(release.status == 5)
  }

  @Test func `every request is in the log with its facts`() async throws {
    let server = try await TestServer.start(rate: .perMinute(60))
    _ = try await program.ask(server.url, "search", "blue", changes: ["RUNOUT_LOG": "debug"])
    server.faults = FaultPlan([FaultRule(.status(500))])
    _ = try await program.ask(server.url, "release", "1")
    let lines = try #require(program.home.read("state/runout.log")).split(separator: "\n").map {
      try object(String($0))
    }
    let answered = try #require(lines.first { $0["message"] as? String == "request answered" })
    #expect(answered["level"] as? String == "debug")
    let facts = try #require(answered["metadata"] as? [String: String])
    #expect(facts["endpoint"] == "GET /database/search" && facts["status"] == "200" && facts["remaining"] == "59")
    #expect(facts["elapsed_ms"].flatMap { Int($0) } != nil && facts["area"] == "discogs")
    let failed = try #require(lines.first { $0["message"] as? String == "request failed" })
    #expect(failed["level"] as? String == "warning")
    #expect((failed["metadata"] as? [String: String])?["code"] == "server-error")
    #expect((failed["metadata"] as? [String: String])?["status"] == "500")
  }

  // MARK: Users

  @Test func `a user's profile is shown to people and to programs`() async throws {
    let server = try await TestServer.start()
    let shown = try await program.ask(server.url, "user", "collector", token: nil)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.lines.first == "User            collector")
    let json = try await program.ask(server.url, "user", "--json", "collector", token: nil)
    let profile = try object(json.output)
    #expect(profile["username"] as? String == "collector")
    #expect(profile["num_collection"] is Int)
    let missing = try await program.ask(server.url, "user", "nobody-of-this-name", token: nil)
    #expect(missing.status == 3 && missing.errors == "runout: No Discogs user “nobody-of-this-name”\n")
  }

  @Test(arguments: [
    (403, 1, "Discogs refused: No."), (422, 1, "Discogs refused: No."), (405, 1, "Discogs refused: No."),
    (401, 4, "Discogs rejected your token; it may have been revoked (runout login signs in)"),
    (404, 3, "No Discogs user “collector”"),
  ])
  func `a refusal of a user's page says why`(_ answer: Int, _ status: Int32, _ sentence: String)
    async throws
  {
    let fault = FaultRule(.body("{\"message\": \"No.\"}", status: answer), path: "/users/*")
    let server = try await TestServer.start(faults: FaultPlan([fault]))
    let asked = try await program.ask(server.url, "user", "collector")
    #expect(asked.status == status && asked.errors == "runout: \(sentence)\n", "\(asked.errors)")
  }

  @Test(arguments: ["@me", "https://www.discogs.com/user/me", "two words", "a/b", ".."])
  func `an impossible user name is refused in one line`(_ name: String) async throws {
    let asked = try await program.ask("http://127.0.0.1:9", "user", name)
    #expect(asked.status == 2)
    #expect(
      asked.errors.hasPrefix("runout: Not a user name: ") && asked.errors.split(separator: "\n").count == 1)
  }

  @Test func `a source without users or pictures says where they are`() async throws {
    let user = try await program.run("user", "collector")
    #expect(user.status == 2 && user.errors == "runout: users need Discogs: use --source live, not demo\n")
    let orders = try await program.run("orders", "list")
    #expect(orders.errors == "runout: listings and orders need Discogs: use --source live, not demo\n")
    let image = try await program.run("image", "release", "1", "--save", "x")
    #expect(image.status == 2 && image.errors.contains("--source live"))
  }

  // MARK: Pictures

  /// A server whose release 1 has pictures.
  private func pictureServer() async throws -> TestServer {
    let server = try await TestServer.start()
    func image(_ url: String) -> String {
      #"{"type": "primary", "uri": "\#(url)", "resource_url": "\#(url)", "uri150": "", "width": 2, "height": 1}"#
    }
    server.faults = FaultPlan([
      FaultRule(
        .body(
          #"{"id": 1, "title": "First", "images": [\#(image(server.url + "/front.jpeg")), \#(image(""))]}"#),
        path: "/releases/1"),
      FaultRule(.body(#"{"id": 2, "title": "Second"}"#), path: "/releases/2"),
      FaultRule(.body("GIF89a picture", contentType: "image/jpeg"), path: "/front.jpeg"),
      FaultRule(
        .body(#"{"id": 3, "title": "Third", "images": [\#(image(server.url + "/text"))]}"#), path: "/releases/3"),
      FaultRule(.body(#"{"message": "Hello"}"#, contentType: "image/png"), path: "/text"),
    ])
    return server
  }

  @Test func `a picture is saved, kept, and saved again without asking`() async throws {
    let server = try await pictureServer()
    let file = program.home.path("front.jpeg")
    let saved = try await program.ask(server.url, "image", "release", "1", "--save", file)
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(saved.output == "Saved \(file): image/gif, 14 bytes\n", "\(saved.output)")
    #expect(program.home.read("front.jpeg") == "GIF89a picture")
    let piped = try await program.ask(server.url, "image", "release", "r1", "--save", "-")
    #expect(piped.output == "GIF89a picture")
    #expect(server.count("GET", "/front.jpeg") == 1)
    let cache = try await program.ask(server.url, "cache", "--json")
    #expect(cache.lines.contains { $0.contains(#""kind":"pictures","entries":1,"bytes":14"#) }, "\(cache.output)")
  }

  // fails: picture saved | its folder cannot be written to
  @Test func `a picture that cannot be saved is an error with its path`() async throws {
    let server = try await pictureServer()
    let file = try program.home.write("in the way", to: "file") + "/front.jpeg"
    let refused = try await program.ask(server.url, "image", "release", "1", "--save", file)
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.errors == "runout: Cannot write \(file): Not a directory\n", "\(refused.errors)")
    #expect(program.home.read("file") == "in the way")
  }

  @Test func `where there is no picture, or no right to see it, one line says so`() async throws {
    let server = try await pictureServer()
    let file = program.home.path("none.jpeg")
    let none = try await program.ask(server.url, "image", "release", "2", "--save", file)
    #expect(none.status == 3 && none.errors == "runout: release 2 has no pictures\n")
    let third = try await program.ask(server.url, "image", "release", "1", "--number", "3", "--save", file)
    #expect(third.status == 3 && third.errors == "runout: release 1 has 2 pictures, no number 3\n")
    let hidden = try await program.ask(server.url, "image", "release", "1", "--number", "2", "--save", file, token: nil)
    #expect(hidden.status == 4 && hidden.errors.contains("runout login"))
    let missing = try await program.ask(server.url, "image", "release", "1", "--number", "2", "--save", file)
    #expect(missing.errors == "runout: Discogs lists this picture, but has no file for it\n", "\(missing.errors)")
    let text = try await program.ask(server.url, "image", "release", "3", "--save", file)
    #expect(text.errors == "runout: Not a picture: Discogs sent neither JPEG, PNG, GIF nor WebP\n", "\(text.errors)")
    #expect(missing.status == 1 && text.status == 1)
    let wrong = try await program.ask(server.url, "image", "release", "1", "--number", "none", "--save", file)
    #expect(wrong.status == 2)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a reader that goes away ends it quietly, after a request as well`() async throws {
    let live = try await LiveProgram()
    let command = ([live.program.executable, "search", "the"] + live.flags + live.program.folders)
      .joined(separator: " ")
    let piped = try await run(
      "/bin/sh", ["-c", "{ \(command); echo $? >&2; } | true"],
      environment: live.program.environment.merging([LiveProgram.variable: TestServer.token]) { $1 })
    #expect(live.server.count("GET", "/database/search") == 1)
    #expect(piped.errors == "141\n")
  }

  @Test func `a value that Discogs does not tell is not waited for`() async throws {
    let live = try await LiveProgram()
    let words = "You are not allowed to view this resource."
    live.fail(
      FaultRule(
        .body(#"{"message": "\#(words)"}"#, status: 403, contentType: "application/json"),
        path: "/users/*/collection/value"))
    #expect(try await live.run("collection", "sync").status == 0)
    let refused = try await live.run("collection", "value")
    #expect(refused.status == 1)
    #expect(refused.errors == "runout: Discogs refused to say what your collection is worth: \(words)\n")
    live.heal()
    #expect(try await live.run("collection", "sync", "--full").status == 0)
    // This server has no market, so there is no value to show; but nothing is refused any more.
    let value = try await live.run("collection", "value")
    #expect(!value.errors.contains("refused"), "\(value.errors)")
  }

  // MARK: The cache

  @Test func `the cache is listed by kind and cleared`() async throws {
    let server = try await TestServer.start()
    _ = try await program.ask(server.url, "search", "blue")
    let info = try await program.ask(server.url, "cache", "info", "--json")
    #expect(info.status == 0)
    let kinds = try info.lines.map { try object($0)["kind"] as? String }
    #expect(kinds == ["search", "pictures"])
    #expect((try object(info.lines[0])["bytes"] as? Int ?? 0) > 0)
    #expect(info.lines[0].contains(#""oldest":"20"#))
    let cleared = try await program.ask(server.url, "cache", "clear")
    #expect(cleared.output == "Removed 1 response and 0 pictures\n")
    #expect(try await program.ask(server.url, "cache", "info", "--json").lines.count == 1)
  }
}
