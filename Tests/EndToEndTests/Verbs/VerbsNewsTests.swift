import DiscogsModel
import DiscogsServer
import Foundation
import RunoutModel
import TestSupport
import Testing

/// What is followed, and what a check tells of prices.
@Suite(.limitedConcurrency)
struct VerbsNewsTests {
  private let program: RunoutProgram

  init() throws { program = try RunoutProgram() }

  @Test func `what is followed is named, listed and forgotten`() async throws {
    let followed = try await program.run("news", "follow", "artist:900000001")
    #expect(followed.status == 0 && followed.output.hasPrefix("Following "), "\(followed.output)\(followed.errors)")
    let name = followed.output.dropFirst("Following ".count).dropLast()
    let again = try await program.run("news", "follow", "[a900000001]")
    #expect(again.output == "\(name) is followed already.\n" || again.output == "\(name) is followed already\n")
    let search = try await program.run("news", "follow", "genre:jazz", "year:1959")
    #expect(search.status == 0, "\(search.errors)")
    let rows = try jsonLines(try await program.run("news", "followed", "--json").output)
    #expect(rows.compactMap { $0["name"] as? String }.contains("genre:jazz year:1959"))
    #expect(rows.contains { $0["id"] as? Int == 900_000_001 && $0["type"] as? String == "artist" })
    let forgotten = try await program.run("news", "unfollow", "artist:900000001")
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    let unknown = try await program.run("news", "unfollow", "artist:900000001")
    #expect(unknown.status == 3, "\(unknown.errors)")
  }

  @Test func `on Discogs, pages that were never opened are followed by their names`() async throws {
    let server = try await TestServer.start(rate: .perMinute(60_000))
    for page in ["artist:900000004", "label:910000003", "[m920000002]"] {
      let followed = try await program.ask(server.url, "news", "follow", page)
      #expect(followed.status == 0 && followed.output.hasPrefix("Following "), "\(followed.errors)")
    }
    let rows = try jsonLines(try await program.ask(server.url, "news", "followed", "--json").output)
    #expect(Set(rows.compactMap { $0["name"] as? String }).isSuperset(of: ["Miles Davis", "Columbia"]), "\(rows)")
    let missing = try await program.ask(server.url, "news", "follow", "artist:1")
    #expect(missing.status == 3, "\(missing.errors)")
  }

  @Test func `what cannot be followed is refused in a line`() async throws {
    let nothing = try await program.run("news", "follow", " ")
    #expect(nothing.status == 2 && nothing.errors.contains("artist:1"), "\(nothing.errors)")
    let release = try await program.run("news", "follow", "r123")
    #expect(release.status == 2 && release.errors.contains("is a release"), "\(release.errors)")
    let query = try await program.run("news", "follow", "year:abc")
    #expect(query.status == 2 && query.errors.hasPrefix("runout: "), "\(query.errors)")
    let nobody = try await program.run("news", "follow", "artist:4")
    #expect(nobody.status == 3, "\(nobody.errors)")
    let month = try await program.run("news", "--since", "october")
    #expect(month.status == 2 && month.errors.contains("2026-10"), "\(month.errors)")
    let readOnly = try await program.run("news", "follow", "genre:jazz", "--read-only")
    #expect(readOnly.status == 1, "\(readOnly.errors)")
  }

  /// A want at its price.
  private func world() async throws -> TestServer {
    let server = try await TestServer.start(rate: .perMinute(60_000))
    let synced = try await program.ask(server.url, "collection", "sync")
    #expect(synced.status == 0, "\(synced.errors)")
    let listed = try await program.ask(server.url, "wantlist", "list", "--json")
    let wanted = try #require(try jsonLines(listed.output).compactMap { $0["id"] as? Int }.first)
    let limited = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "25", "EUR")
    #expect(limited.status == 0, "\(limited.errors)")
    server.market.offers = [
      Market.Offer(
        id: 1, seller: TestServer.guest, release: Release.ID(wanted), price: Money(20, Currency("EUR")))
    ]
    return server
  }

  @Test func `a want at its price is told once, by the user's own command`() async throws {
    let server = try await world()
    let file = program.home.path("told")
    let command = "printf '%s|' \"$1\" >> '\(file)'; cat >> '\(file)'"
    let rehearsed = try await program.ask(server.url, "check", "--command", command, "--dry-run")
    #expect(rehearsed.status == 0 && rehearsed.output.contains(" is at your price: €20.00"), "\(rehearsed.errors)")
    #expect(!FileManager.default.fileExists(atPath: file))
    let failed = try await program.ask(server.url, "check", "--command", "exit 3")
    #expect(failed.status == 1 && failed.errors.contains("your command failed"), "\(failed.errors)")
    let told = try await program.ask(server.url, "check", "--command", command, "--json")
    let row = try #require(try jsonLines(told.output).first)
    #expect(told.status == 0 && row["what"] as? String == "price" && row["lowest"] as? String == "20")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(" is at your price: €20.00 (limit €25.00)|{\"what\":\"price\""), "\(text)")
    let again = try await program.ask(server.url, "check", "--command", command)
    #expect(again.status == 0 && again.output == "", "\(again.output)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `a webhook gets each once, and its address is nowhere else`() async throws {
    let server = try await world()
    let secret = "/hooks/T0P-S3CRET-PATH"
    let file = program.home.path("webhook")
    let refusing = try RecordingServer(status: "404 Not Found")
    try Data("\(refusing.url)\(secret)\n".utf8).write(to: URL(fileURLWithPath: file))
    let refused = try await program.ask(server.url, "check", "--webhook-file", file)
    #expect(refused.status == 1 && refused.errors.contains("refused it (404)"), "\(refused.errors)")
    let taking = try RecordingServer()
    try Data("\(taking.url)\(secret)\n".utf8).write(to: URL(fileURLWithPath: file))
    let told = try await program.ask(server.url, "check", "--webhook-file", file)
    #expect(told.status == 0, "\(told.errors)")
    #expect(taking.received.hasPrefix("POST \(secret) HTTP/1.1\r\n"))
    #expect(try await program.ask(server.url, "check", "--webhook-file", file).output == "")
    let log = try? String(contentsOfFile: program.home.path("state/runout.log"), encoding: .utf8)
    for text in [refused.errors, refused.output, told.output, log ?? ""] { #expect(!text.contains("S3CRET")) }
    try Data("http://example.org/hook\n".utf8).write(to: URL(fileURLWithPath: file))
    let plain = try await program.ask(server.url, "check", "--webhook-file", file)
    #expect(plain.status == 2 && plain.errors == "runout: \(file) has no https address on its first line\n")
  }

  @Test func `a schedule runs the check with the ways that were chosen`() async throws {
    let line = try await program.run("schedule", "--cron", "--command", "notify \"$1\"", "--notify", source: nil)
    #expect(line.status == 0 && line.output.hasPrefix("30 4 * * * "), "\(line.errors)")
    #expect(line.output.contains(" check --command 'notify \"$1\"' --notify"), "\(line.output)")
  }
}
