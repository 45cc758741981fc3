import DiscogsServer
import Foundation
import TestSupport
import Testing

/// The verbs that change the shelf, on the demo's, which belongs to this program alone.
@Suite(.limitedConcurrency)
struct VerbsShelfTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  @Test func `a copy is added, moved, changed, removed and brought back`() async throws {
    let release = try await program.newRelease()
    let added = try await program.run("collection", "add", "r\(release)", "--folder", "Jazz", "--json")
    #expect(added.status == 0 && added.errors == "", "\(added.errors)")
    let report = try #require(try jsonLines(added.output).first)
    let number = try #require(report["copy"] as? Int)
    #expect(report["outcome"] as? String == "done" && report["item"] as? String == "r\(release)")
    #expect(try await program.copies(release).first?["folder"] as? String == "Jazz")
    #expect(try await program.copies(release).first?["copy"] as? Int == number)
    #expect((try await program.copies(release).first?["title"] as? String)?.isEmpty == false)

    let moved = try await program.run("collection", "move", "\(number)", "--folder", "Uncategorized")
    #expect(moved.output.hasPrefix("Done: Move ") && moved.output.hasSuffix("to Uncategorized (copy \(number))\n"))
    let edited = try await program.run(
      "collection", "edit", "r\(release)", "--media", "vg+", "--sleeve", "No Cover", "--rating", "4", "--notes",
      "first press, “été”")
    #expect(edited.status == 0, "\(edited.errors)")
    let changed = try #require(try await program.copies(release).first)
    #expect(changed["media_condition"] as? String == "Very Good Plus (VG+)")
    #expect(changed["sleeve_condition"] as? String == "No Cover" && changed["rating"] as? Int == 4)
    #expect((changed["notes"] as? [[String: String]])?.first?["value"] == "first press, “été”")

    #expect(try await program.run("collection", "remove", "\(number)").status == 0)
    #expect(try await program.copies(release).isEmpty)
    let undone = try await program.run("collection", "undo")
    #expect(undone.status == 0 && undone.output.hasPrefix("Undone: Remove "), "\(undone.output)\(undone.errors)")
    let back = try #require(try await program.copies(release).first)
    #expect(NSDictionary(dictionary: back) == NSDictionary(dictionary: changed))
    let redone = try await program.run("collection", "redo", "--json")
    #expect((try jsonLines(redone.output).first?["redo"] as? String)?.hasPrefix("Remove ") == true)
    #expect(try await program.copies(release).isEmpty)
    let nothing = try await program.run("collection", "redo")
    #expect(nothing.status == 3 && nothing.errors == "runout: nothing to redo\n")
  }

  @Test func `an intake adds what one pressing matches, and keeps the other lines`() async throws {
    let file = program.home.path("crate.csv")
    try program.home.write(
      "Artist;Album;Cat No;Media Condition\nMuddy Waters;At Newport 1960;NJL 34;VG+\n;;no such number;\n;the;;\n",
      to: "crate.csv")
    let before = try await program.copies().count
    let tried = try await program.run("intake", "--folder", "Jazz", "--sleeve", "vg", "--dry-run", file)
    #expect(tried.output.hasPrefix("Would do: Add Muddy Waters – At Newport 1960 to Jazz"), "\(tried.errors)")
    #expect(try await program.copies().count == before)
    let taken = try await program.run("intake", "--folder", "Jazz", "--sleeve", "vg", "--json", file)
    let report = try jsonLines(taken.output)
    #expect(report.map { $0["outcome"] as? String } == ["done", "not-found", "not-found"], "\(taken.errors)")
    #expect(taken.status == 3)
    #expect(taken.errors.contains("no such number: no pressing found; kept to settle later with :intake Jazz\n"))
    #expect(taken.errors.contains("pressings match: r"))
    let copy = try #require(try await program.copies().first { $0["title"] as? String == "At Newport 1960" })
    #expect(copy["media_condition"] as? String == "Very Good Plus (VG+)")
    #expect(copy["sleeve_condition"] as? String == "Very Good (VG)" && copy["folder"] as? String == "Jazz")
    let wrong = try await program.run("intake", "--media", "fine", file)
    #expect(wrong.status == 2 && wrong.errors.contains("--media"))
    let lost = try await program.run("intake", program.home.path("none.csv"))
    #expect(lost.status != 0 && lost.errors.contains("none.csv"))
  }

  @Test func `plays have days, and are listed`() async throws {
    let number = try #require(try await program.copies().first?["copy"] as? Int)
    let before = try jsonLines(try await program.run("collection", "plays", "--json").output).count
    #expect(try await program.run("collection", "play", "\(number)", "--day", "yesterday").status == 0)
    #expect(try await program.run("collection", "play", "\(number)").status == 0)
    let plays = try jsonLines(try await program.run("collection", "plays", "--json").output)
    #expect(plays.count == before + 2)
    let days = plays.compactMap { ($0["played"] as? String)?.prefix(10) }
    #expect(days[0] > days[1])
    let wrong = try await program.run("collection", "play", "\(number)", "--day", "tomorrow")
    #expect(wrong.status == 2 && wrong.errors.contains("“tomorrow” is no day of the past"))
  }

  @Test func `a dry run says the same and changes nothing`() async throws {
    let (release, before) = (try await program.newRelease(), try await program.run("collection", "list").output)
    let number = try #require(try await program.copies().first?["copy"] as? Int)
    for arguments in [
      ["collection", "add", "\(release)"], ["collection", "remove", "\(number)"],
      ["collection", "edit", "\(number)", "--notes", "x"], ["wantlist", "add", "\(release)"],
      ["collection", "folders", "make", "New"],
    ] {
      let tried = try await TestSupport.run(
        program.executable, arguments + ["--dry-run", "--source", "demo"] + program.folders,
        environment: program.environment)
      #expect(tried.status == 0 && tried.output.hasPrefix("Would do: "), "\(tried.output)\(tried.errors)")
    }
    #expect(try await program.run("collection", "list").output == before)
    #expect(try await program.run("collection", "undo", "--dry-run").status == 3)
    let folders = try await program.run("collection", "folders")
    #expect(!folders.output.contains("New"))
    _ = try await program.run("collection", "remove", "\(number)")
    let undo = try await program.run("collection", "undo", "--dry-run")
    #expect(undo.output.hasPrefix("Would undo: Remove "), "\(undo.output)")
    #expect(try await !program.copies().contains { $0["copy"] as? Int == number })
  }

  @Test func `each of several things reports its outcome, and the rest is done`() async throws {
    let release = try await program.newRelease()
    let done = try await program.run("collection", "add", "r999999", "\(release)", "--json")
    #expect(done.status == 3)
    let rows = try jsonLines(done.output)
    #expect(rows.map { $0["outcome"] as? String } == ["not-found", "done"])
    #expect(done.errors.split(separator: "\n").count == 1 && done.errors.contains("r999999"), "\(done.errors)")
    #expect(try await program.copies(release).count == 1)
    // Two copies of one release have to be told apart.
    let both = try await program.run("collection", "remove", "r930000005", "99999999")
    #expect(both.status == 2, "\(both.errors)")
    #expect(both.errors.contains("you own 2 copies of release 930000005: name one ("))
    #expect(both.errors.contains("no copy 99999999"))
    #expect(try await program.copies(930_000_005).count == 2)
  }

  @Test func `each bad argument is one line, and nothing is done`() async throws {
    let release = try await program.newRelease()
    let refused = try await program.run("collection", "add", "\(release)", "nonsense", "a123")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.split(separator: "\n").count == 2, "\(refused.errors)")
    #expect(try await program.copies(release).isEmpty)
    let number = "\(try #require(try await program.copies().first?["copy"] as? Int))"
    for (arguments, words) in [
      (["collection", "edit", number, "--media", "Superb"], "--media takes M, NM"),
      (["collection", "edit", number, "--rating", "6"], "--rating takes 0 to 5, not “6”"),
      (["collection", "edit", number, "--field", "Notes"], "--field takes NAME=VALUE"),
      (["collection", "edit", number, "--field", "Colour=red"], "no field “Colour”; your fields are Media"),
      (["collection", "edit", number], "say what to change"), (["collection", "move", number], "--folder"),
      (["collection", "remove", "x"], "“x” is not a copy"), (["collection", "remove", "-"], "name at least one item"),
      (["wantlist", "edit", "1"], "say what to change"), (["pending", "retry", "x"], "“x” is not a pending change"),
    ] {
      let refused = try await TestSupport.run(
        program.executable, arguments + ["--source", "demo"] + program.folders, environment: program.environment)
      #expect(refused.status == 2 && refused.output.isEmpty, "\(arguments): \(refused.errors)")
      #expect(refused.errors.contains(words), "\(arguments): \(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
  }

  @Test func `ids come by standard input as the verbs write them`() async throws {
    let found = try await program.run("search", "--type", "release", "--limit", "3", "coltrane")
    let known = Set(try await program.wants().compactMap { $0["id"] as? Int })
    let added = try await program.run("wantlist", "add", "-", "--json", input: found.output)
    let items = try jsonLines(added.output).compactMap { ($0["item"] as? String).flatMap { Int($0) } }
    #expect(items.count == 3)
    let now = Set(try await program.wants().compactMap { $0["id"] as? Int })
    #expect(now.subtracting(known).isSubset(of: Set(items)) && Set(items).isSubset(of: now))
    let listed = try await program.run("collection", "list", "--folder", "Jazz")
    let json = try await program.run("collection", "list", "--folder", "Jazz", "--json")
    for input in [listed.output, json.output] {
      let moved = try await program.run(
        "collection", "move", "-", "--folder", "Uncategorized", "--dry-run", "--csv", input: input)
      #expect(moved.status == 0 && moved.lines.count == listed.lines.count + 1, "\(moved.errors)")
    }
  }

  @Test func `a master that comes by standard input is not taken for the release of its number`() async throws {
    let plain = try await program.run("search", "--type", "master", "--limit", "1", "coltrane")
    let json = try await program.run("search", "--type", "master", "--limit", "1", "coltrane", "--json")
    for found in [plain, json] {
      let added = try await program.run("collection", "add", "-", input: found.output)
      #expect(added.status == 2 && added.errors.contains("master"), "\(added.errors)")
    }
  }

  @Test func `wants are added, noted, rated, got and removed`() async throws {
    let release = try await program.newRelease()
    #expect(try await program.run("wantlist", "add", "\(release)", "--notes", "mono", "--rating", "3").status == 0)
    let twice = try await program.run("wantlist", "add", "\(release)")
    #expect(twice.status == 1 && twice.errors.contains("is already on your want list"), "\(twice.errors)")
    let edited = try await program.run("wantlist", "edit", "\(release)", "--notes", "", "--rating", "5")
    #expect(edited.status == 0, "\(edited.errors)")
    let want = try #require(try await program.wants().first { $0["id"] as? Int == release })
    #expect(want["notes"] == nil && want["rating"] as? Int == 5)
    #expect((want["date_added"] as? String)?.hasPrefix("20") == true)
    let nowhere = try await program.run("wantlist", "got", "\(release)", "--folder", "Nowhere")
    #expect(nowhere.status == 1 && nowhere.errors.contains("No folder “Nowhere”"))
    let got = try await program.run("wantlist", "got", "\(release)", "--folder", "Jazz")
    #expect(got.status == 0, "\(got.errors)")
    #expect(try await !program.wants().contains { $0["id"] as? Int == release })
    #expect(try await program.copies(release).map { $0["folder"] as? String } == ["Jazz"])
    // What belongs together is undone together.
    #expect(try await program.run("collection", "undo").output.hasPrefix("Undone: Got "))
    #expect(try await program.copies(release).isEmpty)
    #expect(try await program.wants().contains { $0["id"] as? Int == release })
    #expect(try await program.run("wantlist", "remove", "\(release)").status == 0)
    let gone = try await program.run("wantlist", "remove", "\(release)")
    #expect(gone.status == 3 && gone.errors == "runout: release \(release) is not on your want list\n")
  }

  @Test func `a pressing that is got fulfils the want of any pressing, too`() async throws {
    let release = try await program.newRelease()
    #expect(try await program.run("wantlist", "add", "\(release)").status == 0)
    let want = try #require(try await program.wants().first { $0["id"] as? Int == release })
    let master = try #require(want["master_id"] as? Int)
    #expect(try await program.run("wantlist", "add", "m\(master)").status == 0)
    let got = try await program.run("wantlist", "got", "\(release)")
    #expect(got.status == 0, "\(got.errors)")
    #expect(try await !program.wants().contains { $0["master_id"] as? Int == master })
    #expect(try await program.run("collection", "undo").output.hasPrefix("Undone: Got "))
    #expect(try await program.wants().count { $0["master_id"] as? Int == master } == 2)
    #expect(try await program.copies(release).isEmpty)
  }

  @Test func `two pressings that are got together fulfil one want of any pressing`() async throws {
    let known = Set((try await program.copies() + program.wants()).compactMap { $0["id"] as? Int })
    let found = try await program.run("search", "--type", "release", "--limit", "1000", "--json", "the")
    let rows = try jsonLines(found.output).filter { !known.contains($0["id"] as? Int ?? 0) && $0["master_id"] != nil }
    let pressings = Dictionary(grouping: rows) { $0["master_id"] as? Int ?? 0 }
    let (master, pair) = try #require(pressings.filter { $0.value.count > 1 }.min { $0.key < $1.key })
    let releases = pair.prefix(2).compactMap { $0["id"] as? Int }
    let (first, second) = ("\(releases[0])", "\(releases[1])")
    #expect(try await program.run("wantlist", "add", "m\(master)", first, second).status == 0)
    let got = try await program.run("wantlist", "got", first, second)
    #expect(got.status == 0 && got.errors.isEmpty, "\(got.errors)")
    // Other pressings may be wanted as well, and stay so.
    let left = try await program.wants()
    #expect(!left.contains { $0["any_pressing"] as? Bool == true || releases.contains($0["id"] as? Int ?? 0) })
    for release in releases { #expect(try await program.copies(release).count == 1) }
  }

  @Test func `any pressing of a master is wanted, listed, limited, exported and imported`() async throws {
    let found = try await program.run("search", "--type", "master", "--limit", "1", "coltrane")
    let master = try #require(Int(found.output.split(separator: "\t")[1]))
    #expect(try await program.run("wantlist", "add", "-", "--notes", "clean", input: found.output).status == 0)
    let want = try #require(try await program.wants().first { $0["any_pressing"] as? Bool == true })
    #expect(want["master_id"] as? Int == master && want["id"] == nil && want["notes"] as? String == "clean")
    #expect(want["format"] as? String == "Any pressing" && (want["versions"] as? Int ?? 0) > 0)
    let listed = try await program.run("wantlist", "list", "--csv", "format:\"any pressing\"")
    #expect(listed.output.contains("m\(master),"), "\(listed.output)")
    #expect(try await program.run("wantlist", "limit", "m\(master)", "25 EUR").status == 0)
    #expect(try await program.run("wantlist", "limit", "m\(master)").output.contains("limit €25.00"))
    #expect(try await program.run("owned", "m\(master)").status != 2)

    let discogs = try await program.run("wantlist", "export")
    #expect(discogs.status == 0 && !discogs.output.contains("Any pressing"))
    #expect(discogs.errors.contains("left out 1 want of any pressing"), "\(discogs.errors)")
    let own = try await program.run("wantlist", "export", "--any-pressing", "-o", program.home.path("any.csv"))
    #expect(own.status == 0 && own.output.contains("1"), "\(own.errors)")
    let json = try await program.run("wantlist", "list", "--json", "format:\"any pressing\"")
    #expect(try await program.run("wantlist", "remove", "-", input: json.output).status == 0)
    #expect(try await !program.wants().contains { $0["any_pressing"] as? Bool == true })
    // It goes to the user's own shelf, not to the demo's.
    let imported = try await program.run("wantlist", "import", program.home.path("any.csv"))
    #expect(imported.status == 0 && imported.output.contains("(m\(master))"), "\(imported.output)")
    let got = try await program.run("wantlist", "got", "m\(master)")
    #expect(got.status == 2 && got.errors.contains("master"), "\(got.errors)")
  }

  @Test func `folders are made, renamed and deleted, and those of Discogs are not`() async throws {
    #expect(try await program.run("collection", "folders", "make", "Fair", "Loft").status == 0)
    let listed = try await program.run("collection", "folders", "list")
    #expect(listed.lines.contains("Fair\t0") && listed.lines.contains("Loft\t0"), "\(listed.output)")
    #expect(try await program.run("collection", "folders", "rename", "Fair", "Fair 2026").status == 0)
    #expect(try await program.run("collection", "folders", "delete", "Loft").status == 0)
    let refused = try await program.run("collection", "folders", "delete", "Jazz")
    #expect(refused.status == 1 && refused.errors.contains("Discogs deletes only empty folders"))
    for name in ["Uncategorized", "All"] {
      #expect(try await program.run("collection", "folders", "rename", name, "X").status == 1)
    }
    let folders = try jsonLines(try await program.run("collection", "folders", "--json").output)
    #expect(folders.contains { $0["name"] as? String == "Fair 2026" && $0["count"] as? Int == 0 })
    #expect(!folders.contains { $0["name"] as? String == "Loft" })
  }

  @Test func `read-only changes nothing, and says so`() async throws {
    let number = "\(try #require(try await program.copies().first?["copy"] as? Int))"
    let before = try await program.run("collection", "list").output
    for arguments in [
      ["collection", "remove", number], ["wantlist", "add", "930000005"], ["collection", "folders", "make", "X"],
      ["collection", "undo"], ["collection", "redo"], ["collection", "import", "mine.csv"],
      ["wantlist", "import", "mine.csv"], ["wantlist", "limit", "930000005", "9 EUR"], ["pending", "retry", "all"],
      ["pending", "theirs", "all"], ["removed", "restore", "all"], ["restore", "library.backup"],
      ["market", "sellers", "--add", "somebody"],
    ] {
      let refused = try await TestSupport.run(
        program.executable, arguments + ["--read-only", "--source", "demo"] + program.folders,
        environment: program.environment)
      #expect(refused.status == 1 && refused.errors.contains("--read-only"), "\(arguments): \(refused.errors)")
    }
    #expect(try await program.run("--read-only", "collection", "remove", number, "--dry-run").status == 0)
    #expect(try await program.run("collection", "list").output == before)
  }

  @Test func `a field that only the copies know of is edited by its name`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Blue")]))
    let file = try program.home.write(
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Paid\n"
        + "SL 1,Somebody,Blue,Some Label,LP,,1969,1,Jazz,2020-11-12 12:24:52,12 EUR\n", to: "mine.csv")
    #expect(try await program.run("collection", "import", file, source: "catalogue").status == 0)
    let edited = try await program.run("collection", "edit", "r1", "--field", "paid=15 EUR", source: "catalogue")
    #expect(edited.status == 0, "\(edited.errors)")
    let export = try await program.run("collection", "export", source: "catalogue")
    #expect(export.output.contains("15 EUR") && !export.output.contains("12 EUR"))
    let unknown = try await program.run("collection", "edit", "r1", "--field", "Price=1", source: "catalogue")
    #expect(unknown.status == 2 && unknown.errors.contains("no field “Price”") && unknown.errors.contains("Paid"))
  }

  @Test func `what was paid is added up as people write it, and what is no amount is named`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let rows = [(1, "\"35,50 €\""), (2, "\"1.250,00\""), (3, "from my aunt")].map { "A,T\($0),\($0),\($1)\n" }
    let file = try program.home.write("Artist,Title,release_id,Collection Kaufpreis\n" + rows.joined(), to: "mine.csv")
    #expect(try await program.run("collection", "import", file, source: "shelf").status == 0)
    let paid = try await program.run("collection", "paid", source: "shelf")
    #expect(paid.output == "\t2\t1285.5\tEUR\t0\t0\t0\n", "\(paid.output)")
    #expect(paid.errors.contains("left out 1 copy with no amount in “Kaufpreis” (r3)"), "\(paid.errors)")
    let unknown = try await program.run("collection", "paid", "--field", "Price", source: "shelf")
    #expect(unknown.status == 2 && unknown.errors.contains("Kaufpreis"), "\(unknown.errors)")
  }
}
