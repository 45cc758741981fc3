import Foundation
import Terminal
import TestSupport
import Testing

/// The verbs that list things: in a pipe, on a terminal, as JSON and as CSV.
@Suite(.limitedConcurrency)
struct VerbsListTests {
  /// The fields of each line in a pipe.
  private func fields(_ finished: Finished) -> [[String]] {
    finished.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Runs a verb that may be a mistake.
  private func plainly(_ program: RunoutProgram, _ arguments: [String]) async throws -> Finished {
    try await run(
      program.executable, arguments + ["--source", "demo"] + program.folders, environment: program.environment)
  }

  /// Runs a verb on a terminal.
  private func onTerminal(
    _ program: RunoutProgram, _ arguments: [String], columns: Int, changes: [String: String] = [:]
  ) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program.executable, arguments + ["--source", "demo"] + program.folders,
      size: ScreenSize(columns: columns, rows: 400), environment: program.environment.merging(changes) { $1 },
      home: program.home)
    try await terminal.ending(for: .seconds(30))
    return terminal
  }

  @Test func `search in a pipe: whole values between tabs, nothing else`() async throws {
    let program = try RunoutProgram()
    let found = try await program.run("search", "kind", "of", "blue")
    #expect(found.status == 0)
    #expect(found.errors == "")
    let rows = fields(found)
    #expect(rows.allSatisfy { $0.count == 9 })
    #expect(rows.first?.prefix(5) == ["master", "920000002", "Miles Davis", "Kind Of Blue", "1959"])
    let stereo = "release 930000005 Miles_Davis Kind_Of_Blue 1959 US LP,_Album Columbia CS_8163"
    #expect(rows.contains(stereo.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }))
    #expect(!found.output.contains("…"))
    // As typed with quotes by the shell, it is the same query.
    #expect(try await program.run("search", "kind of blue").output == found.output)
  }

  @Test func `search on a terminal: an aligned table no wider than the window`() async throws {
    let program = try RunoutProgram()
    for columns in [200, 100, 80, 60] {
      let terminal = try await onTerminal(program, ["search", "blue"], columns: columns)
      #expect(terminal.current.ending == .exited(0))
      let lines = terminal.current.output.split(separator: "\r\n").map(String.init)
      #expect(lines.count == 26, "a header and 25 rows")
      for line in lines { #expect(TextWidth.columns(line) <= columns, "\(line)") }
      let screen = terminal.screen
      #expect(lines[0].hasPrefix("type"))
      // Every column begins where its caption does.
      for (caption, wanted) in [("artist", "Miles"), ("catno", "CL")] where columns >= 100 {
        let column = try #require(screen.column(of: caption, row: 0))
        let row = try #require(screen.lines.firstIndex { $0.contains("CL 1355") })
        #expect(screen.column(of: wanted, row: row) == column, "\(screen.text)")
      }
    }
    // Without UTF-8 the nearest ASCII.
    let plain = try await onTerminal(program, ["search", "blue oyster"], columns: 120, changes: ["LC_ALL": "C"])
    #expect(plain.current.bytes.allSatisfy { $0 < 0x80 })
    #expect(plain.screen.text.contains("Oyster"))
  }

  @Test func `search as JSON lines`() async throws {
    let program = try RunoutProgram()
    let found = try await program.run("search", "blue", "--json", "--limit", "7")
    let objects = try jsonLines(found.output)
    #expect(objects.count == 7)
    for object in objects {
      #expect(object["id"] is Int)
      #expect(["release", "master", "artist", "label"].contains(object["type"] as? String))
      #expect(object["title"] is String)
      #expect((object["uri"] as? String)?.hasPrefix("https://www.discogs.com/") == true)
    }
    #expect(objects.contains { $0["catno"] as? String == "MS 2038" && $0["year"] as? Int == 1971 })
  }

  @Test func `search as CSV`() async throws {
    let program = try RunoutProgram()
    let found = try await program.run("search", "catno:\"MS 2038\"", "--csv")
    #expect(found.lines.first == "type,id,artist,title,year,country,format,label,catno")
    let row = "release,930000279,Joni Mitchell,Blue,1971,US,\"LP, Album\",Reprise Records,MS 2038"
    #expect(found.lines.dropFirst().first == row)
  }

  @Test func `search takes type, limit and fields, and sets its exit code`() async throws {
    let program = try RunoutProgram()
    for type in ["release", "master", "artist", "label"] {
      let found = try await program.run("search", "blue", "--type", type, "--limit", "3")
      #expect((1...3).contains(found.lines.count))
      #expect(fields(found).allSatisfy { $0[0] == type })
    }
    #expect(try await program.run("search", "the", "--limit", "300").lines.count > 50)
    let excluded = try await program.run("search", "artist:coltrane year:1957..1961 -live")
    #expect(fields(excluded).allSatisfy { row in row[4].isEmpty || (1957...1961).contains(Int(row[4]) ?? 0) })
    #expect(try await program.run("search", "--", "-nothing").status != 2)

    let nothing = try await program.run("search", "zzzqqq")
    #expect(nothing.status == 3)
    #expect(nothing.output == "")
    #expect(nothing.errors == "runout: nothing found for “zzzqqq”\n")
    let wrong = try await program.run("search", "miles year:19x9")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("column 12"))
    #expect(try await program.run("search", "x", source: "catalogue").status == 1)
    for verb in [["search", "blue"], ["history"]] {
      for limit in ["-1", "0", "x", ""] {
        let refused = try await plainly(program, verb + ["--limit", limit])
        #expect(refused.status == 2)
        let first = refused.errors.split(separator: "\n").first ?? ""
        #expect(first.contains("--limit takes a number from 1") && first.contains("“\(limit)”"), "\(refused.errors)")
      }
    }
  }

  @Test func `on 80 columns the artist and the title have the room`() async throws {
    let program = try RunoutProgram()
    let terminal = try await onTerminal(program, ["search", "kind of blue miles davis"], columns: 80)
    let lines = terminal.current.output.split(separator: "\r\n").map(String.init)
    #expect(lines[0].contains("artist") && lines[0].contains("title") && lines[0].contains("year"))
    #expect(!lines[0].contains("label"), "\(lines[0])")
    #expect(
      lines.dropFirst().allSatisfy { $0.contains("Miles Davis") || $0.contains("マイルス・デイビス") }, "\(terminal.screen.text)"
    )
    #expect(lines.dropFirst().allSatisfy { $0.contains("Kind Of Blue") }, "\(terminal.screen.text)")
  }

  @Test func `a reader that goes away ends it quietly`() async throws {
    let program = try RunoutProgram()
    let command = ([program.executable, "search", "the", "--limit", "1000", "--source", "demo"] + program.folders)
      .joined(separator: " ")
    let piped = try await run("/bin/sh", ["-c", "\(command) | head -n 1"], environment: program.environment)
    #expect(piped.lines.count == 1)
    #expect(piped.errors == "")
  }

  @Test func `the demo's collection and want list`() async throws {
    let program = try RunoutProgram()
    let listed = try await program.run("collection", "list")
    #expect(listed.status == 0)
    let rows = fields(listed)
    #expect(rows.count > 50)
    #expect(rows.allSatisfy { $0.count == 13 })
    // Two copies of one release are two rows.
    #expect(rows.count { $0[0] == "930000005" } == 2)
    let jazz = try await program.run("collection", "list", "--folder", "Jazz")
    #expect(!jazz.lines.isEmpty && fields(jazz).allSatisfy { $0[11] == "Jazz" })
    let davis = try await program.run("collection", "list", "davis", "bitches")
    #expect(!davis.lines.isEmpty && davis.lines.count < 5)
    let objects = try jsonLines(try await program.run("collection", "list", "--json").output)
    #expect(objects.count == rows.count)
    #expect(objects.allSatisfy { $0["id"] is Int && $0["folder"] is String && $0["date_added"] is String })
    let table = try await program.run("collection", "--csv")
    #expect(table.lines.first?.hasPrefix("id,artist,title,year,format") == true)
    #expect(table.lines.count == rows.count + 1)

    let wants = try await program.run("wantlist")
    #expect(wants.lines.count > 10)
    #expect(fields(wants).allSatisfy { $0.count == 10 })
    #expect(try jsonLines(try await program.run("wantlist", "list", "--json").output).count == wants.lines.count)
    let terminal = try await onTerminal(program, ["wantlist"], columns: 90)
    for line in terminal.current.output.split(separator: "\r\n") { #expect(TextWidth.columns(String(line)) <= 90) }
  }

  @Test func `the videos of several records and of a label are one playlist`() async throws {
    let program = try RunoutProgram()
    let one = try await program.run("listen", "930000005")
    let two = try await program.run("listen", "930000005", "r930000004", "930000005")
    #expect(one.lines.count > 1 && two.status == 0, "\(two.errors)")
    #expect(two.lines.count > one.lines.count && one.lines == Array(two.lines.prefix(one.lines.count)))
    let label = try await program.run("listen", "l910000003", "--m3u")
    #expect(label.lines.first == "#EXTM3U" && label.lines.count > 2, "\(label.errors)")
    let piped = try await program.run(
      "listen", "-", input: try await program.run("collection", "list", "folder:jazz", "--json").output)
    #expect(piped.status == 0 && piped.lines.count > 1, "\(piped.errors)")
    let artist = try await program.run("listen", "930000005", "a1")
    #expect(artist.status == 2 && artist.errors.contains("a1"), "\(artist.errors)")
  }

  @Test func `spine labels are a web page, Markdown or text by the file's name`() async throws {
    let program = try RunoutProgram()
    for (name, start) in [("a.html", "<!doctype"), ("a.MD", "| "), ("a.txt", "Miles Davis – ")] {
      let path = program.home.path(name)
      let done = try await program.run(
        "collection", "export", "--format", "labels", "-o", path, "artist:\"=miles davis\"")
      #expect(done.status == 0, "\(done.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix(start) && text.contains("Miles Davis – Kind Of Blue"), "\(text.prefix(200))")
      // The year of a long label stays.
      #expect(text.contains("MFSL 2-45011 · 2015"), "\(name)")
    }
  }

  @Test func `both lists are filtered and sorted alike, and counted and picked from`() async throws {
    let program = try RunoutProgram()
    for verb in ["collection", "wantlist"] {
      let years = try jsonLines(
        try await program.run(verb, "list", "--sort", "year", "year:1950..1979", "--json").output
      )
      .compactMap { $0["year"] as? Int }
      #expect(years.count > 3 && years == years.sorted() && years.allSatisfy { 1950...1979 ~= $0 }, "\(verb) \(years)")
      let back = try jsonLines(
        try await program.run(verb, "list", "--sort", "year", "--reverse", "year:1950..1979", "--json").output)
      #expect(back.compactMap { $0["year"] as? Int } == years.reversed(), "\(verb)")
      let exported = try await program.run(verb, "export", "--sort", "year", "year:1950..1979", "--format", "text")
      #expect(exported.lines.count == years.count, "\(verb)")
      let csv = try await program.run(verb, "export", "--sort", "title", "--reverse", "artist:miles")
      let listed = try await program.run(verb, "list", "--sort", "title", "--reverse", "artist:miles", "--csv")
      #expect(csv.lines.count > 2 && csv.lines.count < 40, "\(csv.output)")
      let ids = listed.lines.dropFirst().compactMap { $0.split(separator: ",").first }
      let places = ids.map { id in csv.lines.firstIndex { $0.contains(",\(id),") } ?? -1 }
      #expect(places == places.sorted() && !places.contains(-1), "\(verb) \(places)")

      let counted = try await program.run(verb, "stats", "--by", "decade", "--json", "artist:miles")
      let noun = verb == "collection" ? "copies" : "wants"
      let decades = try jsonLines(counted.output).compactMap { $0[noun] as? Int }
      #expect(decades.reduce(0, +) == ids.count, "\(counted.output)")
      let pick = try await program.run(verb, "random", "artist:miles", "--json")
      #expect(try jsonLines(pick.output).first?["among"] as? Int == ids.count, "\(pick.output)")
      #expect(try await program.run(verb, "random", "nothing at all").status == 3)

      for mistake in [["list", "--sort", "relevance"], ["list", "rating:9"], ["export", "--sort", "colour"]] {
        let said = try await plainly(program, [verb] + mistake)
        #expect(said.status == 2 && !said.errors.isEmpty && said.output.isEmpty, "\(mistake) \(said)")
      }
    }
    let jazz = try await program.run("collection", "export", "--folder", "Jazz", "--format", "text")
    #expect(!jazz.lines.isEmpty && jazz.lines.allSatisfy { $0.contains("[Jazz") })
    let folder = try await plainly(program, ["wantlist", "stats", "--by", "folder"])
    #expect(folder.status == 2 && folder.errors.contains("wants cannot be counted by folder"), "\(folder.errors)")
  }

  @Test func `a shelf is imported, replaced by the next import, and its mistakes are listed`() async throws {
    let program = try RunoutProgram()
    // The user's own shelf is the one that goes with the catalogue.
    try await program.importDumps(Dump.releases([Dump.release(1, title: "One"), Dump.release(2, title: "Two")]))
    #expect(try await program.run("collection", "list", source: "catalogue").output == "")
    let first = try program.home.write(
      Export.collection([
        ["release_id": "1", "Title": "One", "CollectionFolder": "Shelf", "Rating": "4"],
        ["release_id": "1", "Title": "One", "CollectionFolder": "Box"], ["release_id": "2", "Title": "Two, \"too\""],
        ["release_id": "no", "Title": "Broken"],
      ]), to: "first.csv")
    let imported = try await program.run("collection", "import", first, source: nil)
    #expect(imported.status == 0)
    #expect(imported.output.contains("3 rows"), "\(imported.output)")
    #expect(imported.errors.contains("skipped line 5"), "\(imported.errors)")
    let listed = try await program.run("collection", "list", source: "catalogue")
    #expect(Set(fields(listed).map { $0[11] }) == ["Shelf", "Box", "Uncategorized"])
    #expect(listed.output.contains("Two, \"too\""))
    let table = try await program.run("collection", "list", "--csv", source: "catalogue")
    #expect(table.output.contains("\"Two, \"\"too\"\"\""))

    let second = try program.home.write(Export.collection([["release_id": "2", "Title": "Two"]]), to: "second.csv")
    let again = try await program.run("collection", "import", second, source: nil)
    #expect(again.output.contains("1 row:"), "\(again.output)")
    #expect(try await program.run("collection", "list", source: "catalogue").lines.count == 1)

    let wants = try program.home.write(Export.wantList([["release_id": "1", "Notes": "mono"]]), to: "wants.csv")
    #expect(try await program.run("wantlist", "import", wants, source: nil).status == 0)
    #expect(try await program.run("wantlist", source: "catalogue").lines.first?.hasSuffix("\tmono\t") == true)
    // Marks on the rows of the screen.
    let terminal = try await program.open(source: "catalogue", size: ScreenSize(columns: 130, rows: 24))
    #expect(terminal.screen.lines.contains { $0.contains("Two") && $0.contains("●") }, "\(terminal.screen.text)")
    #expect(terminal.screen.lines.contains { $0.contains("One") && $0.contains("♥") }, "\(terminal.screen.text)")

    // A file of something else changes nothing.
    for text in ["", "a,b,c\n1,2,3\n", "<html></html>", Export.wantList([["release_id": "1"]])] {
      let wrong = try program.home.write(text, to: "wrong.csv")
      let refused = try await program.run("collection", "import", wrong, source: nil)
      #expect(refused.status == 1, "\(text)\n\(refused.output)")
      #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
    #expect(try await program.run("collection", "import", "/nowhere.csv", source: nil).status == 1)
    #expect(try await program.run("collection", "list", source: "catalogue").lines.count == 1)
  }

  @Test func `the history is listed and filtered`() async throws {
    let program = try RunoutProgram()
    #expect(try await program.run("history").output == "")
    let terminal = try await program.open()
    try await terminal.press("s", "blue train<Enter>", "s", "sketches<Enter>", "s", "blue train<Enter>")
    let listed = try await program.run("history", "list")
    #expect(listed.status == 0)
    let rows = fields(listed)
    #expect(rows.map { $0[0] } == ["blue train", "sketches"])
    #expect(rows.map { $0[4] } == ["2", "1"])
    #expect(rows[0][2] == "demo")
    #expect(try await program.run("history", "--like", "sketch").lines.count == 1)
    // What is no subcommand is a mistake, and no filter.
    for arguments in [["history", "nosuch"], ["history", "list", "nosuch"]] {
      let refused = try await plainly(program, arguments)
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errors.contains("nosuch"), "\(refused.errors)")
    }
    #expect(try await program.run("history", "list", "--limit", "1").lines.count == 1)
    let objects = try jsonLines(try await program.run("history", "list", "--json").output)
    #expect(objects.first?["query"] as? String == "blue train")
    #expect(objects.first?["runs"] as? Int == 2)
    #expect((objects.first?["last_run"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect(
      try await program.run("history", "list", "--csv").lines.first
        == "query,type,source,results,runs,last,sort,filters")
  }

  @Test func `the collection is counted, compared and picked from`() async throws {
    let program = try RunoutProgram()
    let stats = try await program.run("collection", "stats", "--by", "genre", "rating:5")
    #expect(fields(stats).contains(["Jazz", "6", "genre:\"=Jazz\""]), "\(stats.output)")
    let twice = try await program.run("collection", "duplicates")
    #expect(fields(twice).map { $0[0] } == ["930000005", "930000005"])
    let pressings = try await program.run("collection", "duplicates", "--by", "master", "--json")
    #expect(pressings.lines.count > 2)
    let pick = try await program.run("collection", "random", "artist:kraftwerk", "--json")
    #expect(pick.output.contains("\"artist\":\"Kraftwerk\"") && pick.output.contains("\"among\":3"))
    let none = try await program.run("collection", "random", "nobodyhasthis")
    #expect(none.status == 3)
    #expect(none.errors == "runout: no copy to pick\n")
  }
}
