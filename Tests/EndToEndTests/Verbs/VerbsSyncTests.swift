import Catalogue
import DiscogsModel
import DiscogsServer
import Foundation
import RunoutModel
import TestSupport
import Testing
import UserLibrary

/// The verbs that change the shelf, with an account at Discogs behind it.
@Suite(.limitedConcurrency)
struct VerbsSyncTests {
  private let program: RunoutProgram
  private let server: TestServer

  init() async throws {
    program = try RunoutProgram()
    // With so many allowed, no request has to wait for its turn.
    server = try await TestServer.start(rate: .perMinute(60_000))
  }

  private func owner() async throws -> ServerAccount.ID {
    try #require(try await server.accounts.account(named: TestServer.owner)).id
  }

  private func there() async throws -> [AccountItem] {
    try await server.accounts.items(
      of: try await owner(), folder: nil, release: nil, AccountPageRequest(offset: 0, limit: 10_000)
    ).rows
  }

  private func here() async throws -> [[String: Any]] {
    try jsonLines(try await program.ask(server.url, "collection", "list", "--json").output)
  }

  /// A release that the server has, and the account not.
  private func newRelease() async throws -> Int {
    let wants = try await server.accounts.wants(of: try await owner(), AccountPageRequest(offset: 0, limit: 10_000))
    let owned = Set(try await (there().map(\.release.number) + wants.rows.map(\.release.number)))
    let rows = try await server.catalogue.search(SearchRequest(kind: .release), limit: 200).rows
    return try #require(rows.map(\.reference.number).first { !owned.contains($0) })
  }

  @Test func `a sync brings the shelf and says what there is`() async throws {
    let synced = try await program.ask(server.url, "collection", "sync")
    #expect(synced.status == 0, "\(synced.errors)")
    let count = try await there().count
    #expect(synced.output.hasPrefix("Synced \(count) copies and "), "\(synced.output)")
    #expect(synced.output.hasSuffix(", nothing pending\n"))
    #expect(try await here().count == count)
    let again = try await program.ask(server.url, "collection", "sync", "--full", "--json")
    #expect(try jsonLines(again.output).first?["agrees"] as? Bool == true)
    let demo = try await program.run("collection", "sync")
    #expect(demo.status == 2 && demo.errors.contains("--source live"))
  }

  @Test func `a read-only sync changes nothing, and says so`() async throws {
    let refused = try await program.ask(server.url, "collection", "sync", "--read-only")
    #expect(refused.status == 1 && refused.output.isEmpty, "\(refused.output)")
    #expect(refused.errors == "runout: Nothing changed: Runout was started with --read-only\n")
    #expect(try await here().isEmpty)
  }

  @Test func `a change is sent at once and says so`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let (release, before) = (try await newRelease(), server.requests.count)
    let added = try await program.ask(server.url, "collection", "add", "\(release)")
    #expect(added.status == 0 && added.lines.last == "Sent to Discogs", "\(added.output)\(added.errors)")
    // The release, the copies there are, and the new one: nothing is fetched besides.
    #expect(server.requests.count - before <= 4)
    #expect(try await there().count { $0.release.number == release } == 1)
    let edited = try await program.ask(
      server.url, "collection", "edit", "r\(release)", "--rating", "5", "--media", "VG", "--json")
    #expect(try jsonLines(edited.output).first?["delivery"] as? String == "sent", "\(edited.output)\(edited.errors)")
    let item = try #require(try await there().first { $0.release.number == release })
    #expect(item.rating == 5 && item.notes[1] == "Very Good (VG)")
    #expect(try await program.ask(server.url, "collection", "undo").lines.last == "Sent to Discogs")
    #expect(try await there().first { $0.release.number == release }?.rating ?? 0 == 0)
    #expect(try await program.ask(server.url, "pending").output == "")
  }

  @Test func `offline changes are pending and sent later`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let item = try #require(try await there().first)
    let number = try #require(
      try await here().first { $0["id"] as? Int == item.release.number }?["copy"] as? Int)
    server.faults = FaultPlan([FaultRule(.resetBefore)])
    let kept = try await program.ask(server.url, "collection", "edit", "\(number)", "--notes", "at the fair")
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(kept.errors.hasPrefix("1 change pending: "), "\(kept.errors)")
    let pending = try await program.ask(server.url, "pending", "--json")
    let row = try #require(try jsonLines(pending.output).first)
    #expect(["retrying", "waiting"].contains(row["state"] as? String))
    // The want of a release that could not be looked up is kept, too.
    let wish = try await program.ask(server.url, "wantlist", "add", "4321")
    #expect(wish.status == 0 && wish.output == "Done: Want release 4321\n", "\(wish.output)\(wish.errors)")
    server.faults = .none
    let id = try #require(row["id"] as? Int)
    let sent = try await program.ask(server.url, "pending", "retry", "\(id)")
    #expect(sent.status == 0 && sent.lines.last == "Sent to Discogs", "\(sent.output)\(sent.errors)")
    #expect(try await there().contains { $0.notes.values.contains("at the fair") })
    let missing = try await program.ask(server.url, "pending", "retry", "\(id)")
    #expect(missing.status == 3 && missing.errors == "runout: no pending change \(id)\n")
  }

  @Test func `a change that Discogs refuses ends with 1 and waits for the user`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let release = try await newRelease()
    server.faults = FaultPlan([
      FaultRule(.body("{\"message\": \"Not this one.\"}", status: 422), method: "PUT", path: "/users/*/wants/*")
    ])
    let refused = try await program.ask(server.url, "wantlist", "add", "\(release)")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("Discogs refused it: "), "\(refused.errors)")
    #expect(refused.errors.contains("Not this one"), "\(refused.errors)")
    let given = try await program.ask(server.url, "pending", "theirs", "all")
    #expect(given.status == 0 && given.output.hasPrefix("Discarded: Want "), "\(given.output)")
    #expect(try await program.ask(server.url, "pending").output == "")
    let wants = try jsonLines(try await program.ask(server.url, "wantlist", "--json").output)
    #expect(!wants.contains { $0["id"] as? Int == release })
  }

  @Test func `a copy that Discogs refused is marked in the list, counts nowhere, and goes without a word to Discogs`()
    async throws
  {
    _ = try await program.ask(server.url, "collection", "sync")
    let (release, count) = (try await newRelease(), try await there().count)
    server.faults = FaultPlan([
      FaultRule(
        .body("{\"message\": \"Not this one.\"}", status: 422), method: "POST",
        path: "/users/*/collection/folders/*/releases/*")
    ])
    let refused = try await program.ask(server.url, "collection", "add", "\(release)")
    #expect(refused.status == 1 && !refused.output.contains("Sent to Discogs"), "\(refused.output)")
    #expect(refused.errors.contains("Not this one"), "\(refused.errors)")
    server.faults = .none

    let listed = try await program.ask(server.url, "collection", "list")
    let rows = listed.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(rows.count == count + 1 && rows.allSatisfy { $0.count == 14 })
    #expect(rows.filter { $0[12] == "refused" }.map { $0[0] } == ["\(release)"])
    #expect(try await here().filter { $0["refused"] as? Bool == true }.map { $0["id"] as? Int } == [release])
    let shown = try await program.ask(server.url, "release", "\(release)")
    #expect(shown.status == 0 && !shown.output.contains("You own"), "\(shown.output)")
    for format in ["text", "json"] {
      let exported = try await program.ask(server.url, "collection", "export", "--format", format)
      #expect(exported.errors == "left out 1 copy that Discogs refused (see runout pending)\n")
      if format == "text" { #expect(exported.lines.count == count) }
      #expect(!exported.output.contains("\"refused\":true"), "\(format)")
    }
    let stats = try await program.ask(server.url, "collection", "stats", "--by", "folder", "--json")
    let folders = try jsonLines(stats.output)
    #expect(folders.compactMap { $0["copies"] as? Int }.reduce(0, +) == count, "\(folders)")
    for by in ["release", "master"] {
      let twice = try await program.ask(server.url, "collection", "duplicates", "--by", by, "--json")
      #expect(try jsonLines(twice.output).allSatisfy { $0["id"] as? Int != release }, "\(twice.output)")
    }
    let synced = try await program.ask(server.url, "collection", "sync")
    #expect(synced.output.hasPrefix("Synced \(count) copies and "), "\(synced.output)")

    let before = server.requests.count
    let undone = try await program.ask(server.url, "collection", "undo")
    #expect(undone.status == 0 && undone.output.hasPrefix("Undone: Add "), "\(undone.output)\(undone.errors)")
    #expect(undone.lines.count == 1 && server.requests.count == before, "\(undone.output)")
    #expect(try await here().count == count)
    #expect(try await program.ask(server.url, "pending").output == "")
  }

  @Test func `what waits is taken back without anything sent, and is not said to be`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let release = try await newRelease()
    try await program.importDumps(Dump.releases([Dump.release(release, title: "One")]))
    #expect(try await program.run("wantlist", "add", "\(release)", source: "catalogue").status == 0)
    let before = server.requests.count
    let removed = try await program.ask(server.url, "wantlist", "remove", "\(release)", "--json")
    #expect(removed.status == 0 && !removed.output.contains("delivery"), "\(removed.output)\(removed.errors)")
    #expect(server.requests.dropFirst(before).allSatisfy { $0.method == "GET" })
    #expect(try await program.ask(server.url, "pending").output == "")
  }

  @Test func `signed out, an account's shelf is not changed, and 4 says why`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let before = server.requests.count
    let refused = try await program.ask(server.url, "wantlist", "add", "1", token: nil)
    #expect(refused.status == 4 && refused.errors.contains("runout login"), "\(refused.errors)")
    #expect(server.requests.count == before)
  }

  @Test func `without an account a change stays on this machine`() async throws {
    let release = try await newRelease()
    let added = try await program.ask(server.url, "wantlist", "add", "\(release)", token: nil)
    #expect(added.status == 0 && added.errors.isEmpty, "\(added.errors)")
    #expect(try await program.ask(server.url, "pending", token: nil).output == "")
    #expect(try await program.ask(server.url, "wantlist", token: nil).lines.count == 1)
    // Signing in alone sends nothing.
    let signedIn = try await program.ask(server.url, "wantlist", "edit", "r\(release)", "--rating", "3")
    #expect(!server.requests.contains { $0.method != "GET" }, "\(signedIn.output)\(signedIn.errors)")
  }

  @Test func `a shelf that came from files is replaced only when that is asked for`() async throws {
    let file = try program.home.write(
      Export.collection([["release_id": "987654321", "Title": "Mine"]]), to: "mine.csv")
    #expect(try await program.run("collection", "import", file, source: nil).status == 0)
    let refused = try await program.ask(server.url, "collection", "sync")
    #expect(refused.status == 1 && refused.errors.contains("(1 copy, 0 wants)"), "\(refused.output)\(refused.errors)")
    #expect(refused.errors.contains("runout collection push"), "\(refused.errors)")
    #expect(refused.errors.contains("runout collection sync --replace"), "\(refused.errors)")
    #expect(try await here().map { $0["id"] as? Int } == [987_654_321])
    let replaced = try await program.ask(server.url, "collection", "sync", "--replace")
    #expect(replaced.status == 0, "\(replaced.errors)")
    #expect(try await here().count == there().count)
    #expect(
      FileManager.default.fileExists(atPath: program.home.path("data/library.sqlite.before-sync.backup")))
    #expect(try await program.ask(server.url, "collection", "sync").status == 0)
  }

  @Test func `an interrupted push goes on when it is called again`() async throws {
    let release = try await newRelease()
    let file = try program.home.write(
      Export.collection([["release_id": "\(release)", "Title": "Mine"]]), to: "mine.csv")
    #expect(try await program.run("collection", "import", file, source: nil).status == 0)
    server.faults = FaultPlan([FaultRule(.status(503), method: "POST")])
    let broken = try await program.ask(server.url, "collection", "push", "--yes")
    #expect(broken.errors.contains("1 change pending"), "\(broken.output)\(broken.errors)")
    #expect(try await !there().contains { $0.release.number == release })
    server.faults = .none
    let rehearsed = try await program.ask(server.url, "collection", "push", "--dry-run")
    #expect(rehearsed.output == "Would continue the push: 1 change pending\n", "\(rehearsed.output)")
    let pushed = try await program.ask(server.url, "collection", "push")
    #expect(
      pushed.status == 0 && pushed.output == "Continued the push: nothing left to send\n",
      "\(pushed.output)\(pushed.errors)")
    #expect(try await there().count { $0.release.number == release } == 1)
    let again = try await program.ask(server.url, "collection", "push")
    #expect(again.status == 0 && again.output.hasPrefix("Nothing to push"), "\(again.output)\(again.errors)")
  }

  @Test func `a change made with the catalogue on waits for Discogs`() async throws {
    let release = try await newRelease()
    _ = try await program.ask(server.url, "collection", "sync")
    try await program.importDumps(Dump.releases([Dump.release(release, title: "One")]))
    let kept = try await program.run("wantlist", "add", "\(release)", source: "catalogue")
    #expect(kept.status == 0)
    #expect(kept.errors.contains("1 change pending: --source live sends them"), "\(kept.errors)")
    let sent = try await program.ask(server.url, "pending", "retry", "all")
    #expect(sent.lines.last == "Sent to Discogs", "\(sent.output)\(sent.errors)")
    let wants = try await server.accounts.wants(of: try await owner(), AccountPageRequest(offset: 0, limit: 10_000))
    #expect(wants.rows.contains { $0.release.number == release })
  }

  @Test func `an import into an account's shelf is changes that are sent and undone together`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let (count, release) = (try await there().count, try await newRelease())
    let item = try #require(try await there().first { $0.rating == nil || $0.rating == 0 })
    let file = try program.home.write(
      Export.collection([
        ["release_id": "\(release)", "Title": "New", "CollectionFolder": "Fair", "Rating": "4"],
        ["release_id": "\(item.release.number)", "CollectionFolder": "", "Rating": "2"],
      ]), to: "collection.csv")
    let tried = try await program.ask(server.url, "collection", "import", file, "--dry-run")
    #expect(
      tried.lines.first
        == "Would import 1 new, 1 changed, 0 unchanged; your collection keeps \(count - 1) rows not in the file"
    )
    #expect(tried.lines.count { $0.hasPrefix("  not in the file: ") } == 20)
    #expect(tried.lines.last?.contains("and \(count - 21) more") == true, "\(tried.lines.suffix(2))")
    #expect(try await there().count == count)
    let imported = try await program.ask(server.url, "collection", "import", file)
    #expect(imported.status == 0 && imported.lines.last == "Sent to Discogs", "\(imported.errors)")
    let added = try #require(try await there().first { $0.release.number == release })
    let folders = try await server.accounts.folders(of: try await owner())
    #expect(added.rating == 4 && added.folder == folders.first { $0.name == "Fair" }?.id)
    #expect(try await there().first { $0.instance == item.instance }?.rating == 2)
    #expect(try await there().count == count + 1)
    let undone = try await program.ask(server.url, "collection", "undo")
    #expect(undone.errors == "")
    #expect(undone.lines == ["Undone: Import collection.csv", "Sent to Discogs"], "\(undone.output)\(undone.errors)")
    #expect(try await there().count == count)
  }

  @Test func `an account's own export, saved again by a spreadsheet, sends nothing`() async throws {
    _ = try await program.ask(server.url, "collection", "sync")
    let exported = try await program.ask(server.url, "collection", "export").output
    let saved = exported.replacing(/(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d):\d\d/) { "\($0.3)/\($0.2)/\($0.1) \($0.4)" }
      .replacing("Very Good Plus (VG+)", with: "VG+")
    #expect(saved != exported)
    let file = try program.home.write("\u{FEFF}sep=,\r\n" + saved, to: "excel.csv")
    let before = server.requests.count
    let imported = try await program.ask(server.url, "collection", "import", file)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output.hasPrefix("Imported 0 new, 0 changed, "), "\(imported.output)\(imported.errors)")
    #expect(server.requests.count == before)
    // More than ten changes are asked about before the first is sent.
    let rows = (0..<11).map { ["release_id": "\(930_000_100 + $0)", "Title": "New \($0)", "CollectionFolder": "Jazz"] }
    let many = try program.home.write(Export.collection(rows), to: "many.csv")
    let refused = try await program.ask(server.url, "collection", "import", many)
    #expect(refused.status == 1 && refused.errors.contains("--yes sends these 11 changes"), "\(refused.errors)")
    #expect(refused.errors.contains("Would import "), "\(refused.errors)")
    #expect(server.requests.count == before)
  }

  @Test func `lists and the collection's value come once a day`() async throws {
    let nothing = try await program.ask(server.url, "collection", "value")
    #expect(nothing.status == 3 && nothing.errors.contains("runout collection sync"))
    let stranger = try await program.ask(server.url, "collection", "value", token: nil)
    #expect(stranger.status == 4, "\(stranger.errors)")
    #expect(stranger.errors == "runout: Discogs values your collection once you sign in: runout login\n")
    _ = try await program.ask(server.url, "collection", "sync")
    let asked = server.count("GET", "/users/*/lists")
    _ = try await program.ask(server.url, "collection", "sync")
    #expect(server.count("GET", "/users/*/lists") == asked && asked == 1)
    let lists = try jsonLines(try await program.ask(server.url, "lists", "--json").output)
    let list = try #require(lists.first)
    let (id, count) = (try #require(list["id"] as? Int), try #require(list["entries"] as? Int))
    #expect(list["name"] as? String == "Five stars" && count > 0)
    let before = server.requests.count
    let shown = try await program.ask(server.url, "lists", "show", "\(id)", "--json")
    #expect(try jsonLines(shown.output).count == count && server.requests.count == before)
    // Somebody else's comes from Discogs.
    let theirs = try await program.ask(
      server.url, "lists", "show", "https://www.discogs.com/lists/Five-stars/\(id)", "--profile", "guest",
      token: TestServer.guestToken)
    #expect(theirs.status == 0 && theirs.lines.count == count, "\(theirs.errors)")
    #expect(try await program.ask(server.url, "lists", "show", "99999").status == 3)
    #expect(try await program.ask(server.url, "lists", "show", "x").status == 2)
    // This server has no market: zero is no worth, and is not shown as one.
    let worthless = try await program.ask(server.url, "collection", "value", "--json")
    #expect(worthless.status == 3 && worthless.output == "")
    #expect(worthless.errors.hasPrefix("runout: Discogs gave your collection no value on 20"), "\(worthless.errors)")
    #expect(server.requests.count { $0.path.hasSuffix("/collection/value") } == 1)
  }
}
