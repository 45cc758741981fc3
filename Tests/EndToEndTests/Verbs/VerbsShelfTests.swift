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

  /// The copies as JSON, those of one release only where it is given.
  private func copies(_ release: Int? = nil) async throws -> [[String: Any]] {
    let rows = try jsonLines(try await program.run("collection", "list", "--json").output)
    return rows.filter { release == nil || $0["id"] as? Int == release }
  }

  private func wants() async throws -> [[String: Any]] {
    try jsonLines(try await program.run("wantlist", "list", "--json").output)
  }

  /// A release of the demo that is neither owned nor wanted.
  private func newRelease() async throws -> Int {
    let known = Set((try await copies() + wants()).compactMap { $0["id"] as? Int })
    let found = try jsonLines(
      try await program.run("search", "--type", "release", "--limit", "200", "--json", "the").output)
    return try #require(found.compactMap { $0["id"] as? Int }.first { !known.contains($0) })
  }

  @Test func `a copy is added, moved, changed, removed and brought back`() async throws {
    let release = try await newRelease()
    let added = try await program.run("collection", "add", "r\(release)", "--folder", "Jazz", "--json")
    #expect(added.status == 0 && added.errors == "", "\(added.errors)")
    let report = try #require(try jsonLines(added.output).first)
    let number = try #require(report["copy"] as? Int)
    #expect(report["outcome"] as? String == "done" && report["item"] as? String == "r\(release)")
    #expect(try await copies(release).first?["folder"] as? String == "Jazz")
    #expect(try await copies(release).first?["copy"] as? Int == number)
    #expect((try await copies(release).first?["title"] as? String)?.isEmpty == false)

    let moved = try await program.run("collection", "move", "\(number)", "--folder", "Uncategorized")
    #expect(moved.output.hasPrefix("Done: Move ") && moved.output.hasSuffix("to Uncategorized (copy \(number))\n"))
    let edited = try await program.run(
      "collection", "edit", "r\(release)", "--media", "vg+", "--sleeve", "No Cover", "--rating", "4", "--notes",
      "first press, “été”")
    #expect(edited.status == 0, "\(edited.errors)")
    let changed = try #require(try await copies(release).first)
    #expect(changed["media_condition"] as? String == "Very Good Plus (VG+)")
    #expect(changed["sleeve_condition"] as? String == "No Cover" && changed["rating"] as? Int == 4)
    #expect((changed["notes"] as? [[String: String]])?.first?["value"] == "first press, “été”")

    #expect(try await program.run("collection", "remove", "\(number)").status == 0)
    #expect(try await copies(release).isEmpty)
    let undone = try await program.run("collection", "undo")
    #expect(undone.status == 0 && undone.output.hasPrefix("Undone: Remove "), "\(undone.output)\(undone.errors)")
    let back = try #require(try await copies(release).first)
    #expect(NSDictionary(dictionary: back) == NSDictionary(dictionary: changed))
    let redone = try await program.run("collection", "redo", "--json")
    #expect((try jsonLines(redone.output).first?["redo"] as? String)?.hasPrefix("Remove ") == true)
    #expect(try await copies(release).isEmpty)
    let nothing = try await program.run("collection", "redo")
    #expect(nothing.status == 3 && nothing.errors == "runout: nothing to redo\n")
  }

  @Test func `an intake adds what one pressing matches, and keeps the other lines`() async throws {
    let file = program.home.path("crate.csv")
    try program.home.write(
      "Artist;Album;Cat No;Media Condition\nMuddy Waters;At Newport 1960;NJL 34;VG+\n;;no such number;\n;the;;\n",
      to: "crate.csv")
    let before = try await copies().count
    let tried = try await program.run("intake", "--folder", "Jazz", "--sleeve", "vg", "--dry-run", file)
    #expect(tried.output.hasPrefix("Would do: Add Muddy Waters – At Newport 1960 to Jazz"), "\(tried.errors)")
    #expect(try await copies().count == before)
    let taken = try await program.run("intake", "--folder", "Jazz", "--sleeve", "vg", "--json", file)
    let report = try jsonLines(taken.output)
    #expect(report.map { $0["outcome"] as? String } == ["done", "not-found", "not-found"], "\(taken.errors)")
    #expect(taken.status == 3)
    #expect(taken.errors.contains("no such number: no pressing found; kept to settle later with :intake Jazz\n"))
    #expect(taken.errors.contains("pressings match: r"))
    let copy = try #require(try await copies().first { $0["title"] as? String == "At Newport 1960" })
    #expect(copy["media_condition"] as? String == "Very Good Plus (VG+)")
    #expect(copy["sleeve_condition"] as? String == "Very Good (VG)" && copy["folder"] as? String == "Jazz")
    let wrong = try await program.run("intake", "--media", "fine", file)
    #expect(wrong.status == 2 && wrong.errors.contains("--media"))
    let lost = try await program.run("intake", program.home.path("none.csv"))
    #expect(lost.status != 0 && lost.errors.contains("none.csv"))
  }

  @Test func `a misspelt filter asks what was meant`() async throws {
    let copies = try await program.run("collection", "list", "mils", "davs")
    #expect(copies.errors.contains("Did you mean “miles davis”?") && copies.output.isEmpty)
    let wants = try await program.run("wantlist", "list", "artist:krafwerk")
    #expect(wants.errors.contains("Did you mean “artist:kraftwerk”?"), "\(wants.errors)")
    #expect(try await program.run("collection", "list", "xyzzy").errors.contains("Did you mean") == false)
  }

  @Test func `plays have days, and are listed`() async throws {
    let number = try #require(try await copies().first?["copy"] as? Int)
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
    let (release, before) = (try await newRelease(), try await program.run("collection", "list").output)
    let number = try #require(try await copies().first?["copy"] as? Int)
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
    #expect(try await !copies().contains { $0["copy"] as? Int == number })
  }

  @Test func `each of several things reports its outcome, and the rest is done`() async throws {
    let release = try await newRelease()
    let done = try await program.run("collection", "add", "r999999", "\(release)", "--json")
    #expect(done.status == 3)
    let rows = try jsonLines(done.output)
    #expect(rows.map { $0["outcome"] as? String } == ["not-found", "done"])
    #expect(done.errors.split(separator: "\n").count == 1 && done.errors.contains("r999999"), "\(done.errors)")
    #expect(try await copies(release).count == 1)
    // Two copies of one release have to be told apart.
    let both = try await program.run("collection", "remove", "r930000005", "99999999")
    #expect(both.status == 2, "\(both.errors)")
    #expect(both.errors.contains("you own 2 copies of release 930000005: name one ("))
    #expect(both.errors.contains("no copy 99999999"))
    #expect(try await copies(930_000_005).count == 2)
  }

  @Test func `each bad argument is one line, and nothing is done`() async throws {
    let release = try await newRelease()
    let refused = try await program.run("collection", "add", "\(release)", "nonsense", "a123")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.split(separator: "\n").count == 2, "\(refused.errors)")
    #expect(try await copies(release).isEmpty)
    let number = "\(try #require(try await copies().first?["copy"] as? Int))"
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
    let known = Set(try await wants().compactMap { $0["id"] as? Int })
    let added = try await program.run("wantlist", "add", "-", "--json", input: found.output)
    let items = try jsonLines(added.output).compactMap { ($0["item"] as? String).flatMap { Int($0) } }
    #expect(items.count == 3)
    let now = Set(try await wants().compactMap { $0["id"] as? Int })
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
    let release = try await newRelease()
    #expect(try await program.run("wantlist", "add", "\(release)", "--notes", "mono", "--rating", "3").status == 0)
    let twice = try await program.run("wantlist", "add", "\(release)")
    #expect(twice.status == 1 && twice.errors.contains("is already on your want list"), "\(twice.errors)")
    let edited = try await program.run("wantlist", "edit", "\(release)", "--notes", "", "--rating", "5")
    #expect(edited.status == 0, "\(edited.errors)")
    let want = try #require(try await wants().first { $0["id"] as? Int == release })
    #expect(want["notes"] == nil && want["rating"] as? Int == 5)
    #expect((want["date_added"] as? String)?.hasPrefix("20") == true)
    let nowhere = try await program.run("wantlist", "got", "\(release)", "--folder", "Nowhere")
    #expect(nowhere.status == 1 && nowhere.errors.contains("No folder “Nowhere”"))
    let got = try await program.run("wantlist", "got", "\(release)", "--folder", "Jazz")
    #expect(got.status == 0, "\(got.errors)")
    #expect(try await !wants().contains { $0["id"] as? Int == release })
    #expect(try await copies(release).map { $0["folder"] as? String } == ["Jazz"])
    // What belongs together is undone together.
    #expect(try await program.run("collection", "undo").output.hasPrefix("Undone: Got "))
    #expect(try await copies(release).isEmpty)
    #expect(try await wants().contains { $0["id"] as? Int == release })
    #expect(try await program.run("wantlist", "remove", "\(release)").status == 0)
    let gone = try await program.run("wantlist", "remove", "\(release)")
    #expect(gone.status == 3 && gone.errors == "runout: release \(release) is not on your want list\n")
  }

  @Test func `a pressing that is got fulfils the want of any pressing, too`() async throws {
    let release = try await newRelease()
    #expect(try await program.run("wantlist", "add", "\(release)").status == 0)
    let want = try #require(try await wants().first { $0["id"] as? Int == release })
    let master = try #require(want["master_id"] as? Int)
    #expect(try await program.run("wantlist", "add", "m\(master)").status == 0)
    let got = try await program.run("wantlist", "got", "\(release)")
    #expect(got.status == 0, "\(got.errors)")
    #expect(try await !wants().contains { $0["master_id"] as? Int == master })
    #expect(try await program.run("collection", "undo").output.hasPrefix("Undone: Got "))
    #expect(try await wants().count { $0["master_id"] as? Int == master } == 2)
    #expect(try await copies(release).isEmpty)
  }

  @Test func `two pressings that are got together fulfil one want of any pressing`() async throws {
    let known = Set((try await copies() + wants()).compactMap { $0["id"] as? Int })
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
    let left = try await wants()
    #expect(!left.contains { $0["any_pressing"] as? Bool == true || releases.contains($0["id"] as? Int ?? 0) })
    for release in releases { #expect(try await copies(release).count == 1) }
  }

  @Test func `any pressing of a master is wanted, listed, limited, exported and imported`() async throws {
    let found = try await program.run("search", "--type", "master", "--limit", "1", "coltrane")
    let master = try #require(Int(found.output.split(separator: "\t")[1]))
    #expect(try await program.run("wantlist", "add", "-", "--notes", "clean", input: found.output).status == 0)
    let want = try #require(try await wants().first { $0["any_pressing"] as? Bool == true })
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
    #expect(try await !wants().contains { $0["any_pressing"] as? Bool == true })
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
    let number = "\(try #require(try await copies().first?["copy"] as? Int))"
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

  @Test(arguments: [
    ["search", "--bogus"], ["release", "--bogus"], ["path", "--bogus", "Miles Davis"], ["owned", "--bogus"],
  ])
  func `an option that does not exist is named, whatever else is missing`(arguments: [String]) async throws {
    let finished = try await TestSupport.run(
      program.executable, arguments + program.folders, environment: program.environment, directory: program.home.path)
    #expect(finished.status == 2 && finished.errors.hasPrefix("runout: Unknown option '--bogus'"), "\(finished.errors)")
  }

  @Test func `titles of any length leave the answer of owned a line`() async throws {
    let title = "Very long title" + String(repeating: " and longer", count: 3_000)
    let file = try program.home.write(
      "release_id,Artist,Title,CollectionFolder\n5,A,\(title),F\n6,A,\(title),F\n", to: "long.csv")
    let imported = try await program.run("collection", "import", file, source: "shelf")
    #expect(imported.status == 0, "\(imported.errors)")
    let owned = try await program.run("owned", "very long title", source: "shelf")
    #expect(
      owned.status == 0 && owned.output.hasPrefix("own: 2 copies of 2 releases (Very long title"), "\(owned.errors)")
    #expect(owned.output.count < 300, "\(owned.output.count)")
  }

  @Test func `whether a record is owned is one line and an exit code`() async throws {
    let release = try await newRelease()
    let own = try await program.run("owned", "r930000005")
    #expect(own.status == 0 && own.output.hasPrefix("own: 2 copies ("), "\(own.output)\(own.errors)")
    let byWords = try await program.run("owned", "miles davis", "kind of blue")
    #expect(byWords.status == 0 && byWords.output.hasPrefix("own: "), "\(byWords.output)")
    let master = try await program.run("owned", "m920000002")
    #expect(master.status == 0 && master.output.hasPrefix("own: "), "\(master.output)")
    let none = try await program.run("owned", "zzzqqq")
    #expect(none.status == 3 && none.output == "no: nothing found for “zzzqqq”\n" && none.errors.isEmpty)
    for text in ["?!", "–", ",", "×", "/", "(", "+", "&", ".", "q", "e"] {
      let nothing = try await program.run("owned", text)
      #expect(nothing.status == 3 && nothing.output.hasPrefix("no"), "\(text): \(nothing.output)")
    }
    for text in ["type:release", "year:1959 format:lp", "genre:jazz"] {
      let vague = try await program.run("owned", text)
      #expect(vague.status == 2 && vague.output.isEmpty, "\(text): \(vague.output)")
      #expect(vague.errors.hasPrefix("runout: name a record: "), "\(vague.errors)")
    }
    let dash = try await program.run("owned", "-", input: "930000005\n")
    #expect(dash.status == 2 && dash.output.isEmpty && dash.errors.contains("no standard input"), "\(dash.errors)")
    let owned = Set(try await copies().compactMap { $0["id"] as? Int })
    let versions = try jsonLines(
      try await program.run("search", "kind of blue miles davis", "--type", "release", "--json").output)
    let other = try #require(versions.compactMap { $0["id"] as? Int }.first { !owned.contains($0) })
    let pressing = try await program.run("owned", "\(other)", "--json")
    #expect(pressing.status == 0, "\(pressing.output)")
    #expect(try jsonLines(pressing.output).first?["status"] as? String == "other-pressing")
    let want = try #require(try await wants().first?["id"] as? Int)
    let wanted = try await program.run("owned", "\(want)")
    #expect(wanted.output.hasPrefix("want: ") || wanted.output.hasPrefix("other pressing: "), "\(wanted.output)")
    #expect(try await program.run("owned", "a123").status == 2)
    // A text that looks like an id and is none is a mistake, and no "no".
    for text in ["0", "r0", "m0", "r99999999999999999999", "https://www.discogs.com/release/0"] {
      let mistake = try await program.run("owned", text)
      #expect(mistake.status == 2 && mistake.output.isEmpty, "\(text): \(mistake.output)")
      #expect(mistake.errors.contains("“\(text)” is not an id"), "\(mistake.errors)")
    }
    #expect(release > 0)
  }

  @Test(arguments: ["shelf", "catalogue"])
  func `words of an owned record begin its words, letters are whole, and signs are all of its name`(
    source: String
  ) async throws {
    let program = try RunoutProgram(hasDemo: false)
    try await program.importDumps(
      Dump.releases([
        Dump.release(1, title: "Louden Up Now", artist: "!!!", artistID: 1),
        Dump.release(2, title: "Wham! – Bookends / (Remastered)", artist: "Simon & Garfunkel", artistID: 2),
        Dump.release(3, title: "Green", artist: "R.E.M.", artistID: 3),
      ]))
    let file = try program.home.write(
      Export.collection([
        ["release_id": "1", "Artist": "!!!", "Title": "Louden Up Now"],
        ["release_id": "2", "Artist": "Simon & Garfunkel", "Title": "Wham! – Bookends / (Remastered)"],
        ["release_id": "3", "Artist": "R.E.M.", "Title": "Green"],
      ]), to: "mine.csv")
    #expect(try await program.run("collection", "import", file, source: source).status == 0)
    let expected: [(String, Int?)] = [
      ("!!!", 1), ("\"!!!\"", 1), ("garf", 2), ("simon & garfunkel", 2), ("wham! - rem", 2), ("r", 3), ("r.e.m.", 3),
      ("arfunkel", nil), ("g", nil), ("l", nil), ("!", nil), ("–", nil), ("/", nil), ("&", nil), (".", nil),
    ]
    for (text, release) in expected {
      let answer = try await program.run("owned", text, "--json", source: source)
      let copies = try jsonLines(answer.output).first?["copies"] as? [[String: Any]] ?? []
      #expect(copies.map { $0["id"] as? Int } == [release].compactMap(\.self), "\(text): \(answer.output)")
      #expect(answer.status == (release == nil ? 3 : 0), "\(text): \(answer.errors)")
    }
  }

  @Test func `a number with zeros in front is a whole barcode, never an id`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    func release(_ id: Int, barcode: String) -> String {
      Dump.release(id, title: "Number \(id)").replacing(
        "<tracklist>",
        with: "<identifiers><identifier type=\"Barcode\" value=\"\(barcode)\"/></identifiers><tracklist>")
    }
    try await program.importDumps(
      Dump.releases([
        release(101, barcode: "0001 2345"), release(102, barcode: "6789012345671"), release(103, barcode: "1234500000"),
      ]))
    let file = try program.home.write(
      Export.collection([101, 102, 103].map { ["release_id": "\($0)", "Title": "Number \($0)"] }), to: "mine.csv")
    #expect(try await program.run("collection", "import", file, source: "catalogue").status == 0)
    let expected: [(String, Int?)] = [
      ("00012345", 101), ("0001 2345", 101), ("0000000012345", 101), ("6789012345671", 102), ("00067890", nil),
      ("12345", nil),
    ]
    for (text, release) in expected {
      let answer = try await program.run("owned", text, "--json", source: "catalogue")
      let copies = try jsonLines(answer.output).first?["copies"] as? [[String: Any]] ?? []
      #expect(answer.status == (release == nil ? 3 : 0), "\(text): \(answer.errors)")
      #expect(copies.map { $0["id"] as? Int } == [release].compactMap(\.self), "\(text): \(answer.output)")
    }
  }

  @Test func `a list of the shelf is written in each format, whole or not at all`() async throws {
    let count = try await copies().count
    let csv = try await program.run("collection", "export")
    #expect(csv.lines.first?.hasPrefix("Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Coll") == true)
    #expect(csv.lines.count > count, "notes may have several lines")
    let file = program.home.path("collection.csv")
    let written = try await program.run("collection", "export", "--output", file)
    #expect(written.output == "Wrote \(count) rows to \(file)\n" && program.home.read("collection.csv") == csv.output)
    let json = try await program.run("collection", "export", "--format", "json")
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(rows.count == count && rows.allSatisfy { $0["copy"] is Int })
    let markdown = try await program.run("wantlist", "export", "--format", "markdown")
    #expect(markdown.lines.count == (try await wants().count) + 2)
    #expect(markdown.lines.allSatisfy { $0.hasPrefix("| ") && $0.hasSuffix(" |") })
    let text = try await program.run("collection", "export", "--format", "text")
    #expect(text.lines.count == count)
    #expect(
      text.lines.contains { $0.hasPrefix("Miles Davis – Kind Of Blue (1959, LP, Album) Columbia – CS 8163  [Jazz") })
    let nowhere = try await program.run("collection", "export", "--output", "/nowhere/file.csv")
    #expect(nowhere.status == 1 && nowhere.errors.contains("/nowhere/file.csv"), "\(nowhere.errors)")
    #expect(try await program.run("collection", "export", "--format", "xml").status == 2)
  }

  @Test func `a shelf exported, imported and exported again is the same`() async throws {
    let mine = try RunoutProgram()
    let (collection, wants) = (
      try await program.run("collection", "export").output, try await program.run("wantlist", "export").output
    )
    try await mine.importDumps(Dump.releases([Dump.release(1, title: "One")]))
    let files = (
      try mine.home.write(collection, to: "collection.csv"), try mine.home.write(wants, to: "wants.csv")
    )
    let tried = try await mine.run("collection", "import", files.0, "--dry-run", "--json", source: nil)
    #expect(try jsonLines(tried.output).allSatisfy { $0["outcome"] as? String == "new" })
    #expect(try await mine.run("collection", "list", source: "catalogue").output == "")
    #expect(try await mine.run("collection", "import", files.0, source: nil).status == 0)
    #expect(try await mine.run("wantlist", "import", files.1, source: nil).status == 0)
    #expect(try await mine.run("collection", "export", source: "catalogue").output == collection)
    #expect(try await mine.run("wantlist", "export", source: "catalogue").output == wants)
    let again = try await mine.run("collection", "import", files.0, source: nil)
    #expect(again.output.contains(": 0 new, 0 changed, "), "\(again.output)")
    // Without an account the file replaces the shelf, also after edits; undo brings them back.
    let number = try await mine.run("collection", "list", "--json", source: "catalogue").lines.first ?? ""
    #expect(
      try await mine.run("collection", "edit", "-", "--notes", "mine", source: "catalogue", input: number).status == 0)
    let later = try await mine.run("collection", "import", files.0, source: nil)
    #expect(later.output.contains(": 0 new, 1 changed, "), "\(later.output)")
    #expect(try await mine.run("collection", "undo", source: "catalogue").status == 0)
    #expect(try await mine.run("collection", "export", source: "catalogue").output.contains(",mine"))
  }
}
