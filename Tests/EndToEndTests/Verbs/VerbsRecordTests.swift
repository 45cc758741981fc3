import Foundation
import TestSupport
import Testing

/// The verbs that show one record, and the ways to open the screen on something.
@Suite(.limitedConcurrency)
struct VerbsRecordTests {
  @Test func `a release by id, short form and address`() async throws {
    let program = try RunoutProgram()
    let shown = try await program.run("release", "930000005")
    #expect(shown.status == 0)
    #expect(shown.errors == "")
    #expect(shown.lines.prefix(2) == ["Miles Davis", "Kind Of Blue"])
    #expect(shown.output.contains("Flamenco Sketches"))
    for form in ["r930000005", "[r930000005]", "https://www.discogs.com/release/930000005-Miles-Davis-Kind-Of-Blue"] {
      #expect(try await program.run("release", form).output == shown.output, "\(form)")
    }
  }

  @Test(arguments: [
    ("release", "930000005", "Kind Of Blue"), ("master", "920000002", "Kind Of Blue"),
    ("artist", "900000004", "Miles Davis"), ("label", "910000003", "Columbia"),
  ])
  func `every kind of record as text and as JSON`(_ verb: String, _ id: String, _ name: String) async throws {
    let program = try RunoutProgram()
    let text = try await program.run(verb, id)
    #expect(text.status == 0)
    #expect(text.output.contains(name))
    #expect(unprintable(in: text.output) == [])
    let json = try await program.run(verb, id, "--json")
    let objects = try jsonLines(json.output)
    #expect(objects.count == 1)
    #expect(objects[0]["id"] as? Int == Int(id))
    #expect((objects[0]["title"] ?? objects[0]["name"]) as? String == name)

    let missing = try await program.run(verb, "123456789")
    #expect(missing.status == 3)
    #expect(missing.errors == "runout: No \(verb) 123456789 in this source\n")
    #expect(missing.output == "")
    let other = verb == "label" ? "r1234" : "l1234"
    let wrong = try await program.run(verb, other)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("use runout"))
  }

  @Test func `pressings stand side by side, as text and as JSON`() async throws {
    let program = try RunoutProgram()
    let text = try await program.run("compare", "r930000004", "930000006")
    #expect(text.status == 0)
    #expect(
      text.lines.contains { $0.hasPrefix("Country") && $0.contains("US") && $0.hasSuffix("UK") }, "\(text.output)")
    #expect(text.lines.allSatisfy { $0.count <= 100 })
    #expect(unprintable(in: text.output) == [])
    let json = try await program.run("compare", "r930000004", "930000006", "--json")
    let object = try #require(try jsonLines(json.output).first)
    #expect((object["releases"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [930_000_004, 930_000_006])
    let country = (object["facts"] as? [[String: Any]])?.first { $0["name"] as? String == "Country" }
    #expect(country?["values"] as? [String] == ["US", "UK"])
    #expect(country?["differs"] as? Bool == true)
    let alone = try await program.run("compare", "r930000004", "930000004")
    #expect(alone.status == 2)
    #expect(alone.errors == "runout: Compare takes two to six different releases\n")
    let missing = try await program.run("compare", "r930000004", "r123456789")
    #expect(missing.status == 3)
    #expect(missing.errors == "runout: No release 123456789 in this source\n")
  }

  @Test func `the JSON of a release has the API's fields`() async throws {
    let program = try RunoutProgram()
    let release = try #require(try jsonLines(try await program.run("release", "930000005", "--json").output).first)
    #expect(release["country"] as? String == "US")
    #expect(release["released"] as? String == "1959-08-17")
    #expect(release["master_id"] as? Int == 920_000_002)
    let labels = try #require(release["labels"] as? [[String: Any]])
    #expect(labels.first?["catno"] as? String == "CS 8163")
    let tracks = try #require(release["tracklist"] as? [[String: Any]])
    #expect(tracks.compactMap { $0["position"] as? String } == ["A1", "A2", "A3", "B1", "B2"])
    #expect(tracks.first?["title"] as? String == "So What")
    #expect(tracks.first?["duration"] as? String == "9:22")
    #expect((release["extraartists"] as? [[String: Any]])?.isEmpty == false)
    #expect((release["formats"] as? [[String: Any]])?.first?["descriptions"] as? [String] == ["LP", "Album", "Stereo"])
  }

  @Test func `the program opens on a query, an id or an address`() async throws {
    let program = try RunoutProgram()
    let query = try await program.open(["blue", "train"])
    #expect(query.screen.line(2).hasPrefix("Search  blue train"))
    #expect(query.screen.selection?.contains("Blue Train") == true)
    // It is a list, and not a prompt that waits.
    try await query.press("j")
    #expect(query.screen.text.contains("row 2 of"))
    for form in ["r930000005", "https://www.discogs.com/release/930000005"] {
      let opened = try await program.open([form], size: ScreenSize(columns: 80, rows: 40))
      #expect(opened.screen.text.contains("So What"), "\(opened.screen.text)")
      try await opened.press("h")
      #expect(opened.screen.text.contains("row 1 of"), "\(opened.screen.text)")
    }
    let missing = try await program.open(["r123456"])
    #expect(missing.screen.text.contains("No release 123456"), "\(missing.screen.text)")
    try await missing.press("<Esc>", "h")
    #expect(missing.screen.selection != nil)
    let wrong = try await program.open(["year:"])
    #expect(wrong.screen.text.contains("takes a year"), "\(wrong.screen.text)")
  }

  @Test func `the source is chosen by option, variable, configuration and by what there is`() async throws {
    let program = try RunoutProgram()
    func first(_ source: String?, _ changes: [String: String] = [:]) async throws -> String {
      try await program.run("search", "record", source: source, changes: changes).output
    }
    // Without a catalogue it is the demo.
    #expect(try await program.run("release", "930000005", source: nil).status == 0)
    let refused = try await program.run("search", "record", source: "catalogue")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("No catalogue yet"))
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Imported record")]))
    #expect(try await first(nil).contains("Imported record"))
    #expect(try await !first("demo").contains("Imported record"))
    #expect(try await !first(nil, ["RUNOUT_SOURCE": "demo"]).contains("Imported record"))
    try program.home.write("source = \"demo\"\n", to: "config.toml")
    #expect(try await !first(nil).contains("Imported record"))
    #expect(try await first("catalogue", ["RUNOUT_SOURCE": "demo"]).contains("Imported record"))
  }

  @Test func `an import says what the catalogue holds`() async throws {
    let program = try RunoutProgram()
    let artists = try program.home.write(Dump.artists([Dump.artist(7001, name: "Somebody")]), to: "a file of artists")
    let releases = try program.home.write(
      Dump.releases([Dump.release(1, title: "One"), Dump.release(2, title: "Two")]), to: "releases.xml")
    let imported = try await program.run("import", artists, releases, source: nil)
    #expect(imported.status == 0)
    #expect(imported.output.contains("2 releases, 0 masters, 1 artist, 0 labels"))
    // Not on a terminal: plain lines, no carriage returns.
    #expect(!imported.errors.contains("\r") && !imported.errors.contains("\u{1B}"))
    let more = try program.home.write(
      Dump.releases([Dump.release(2, title: "Two again"), Dump.release(3, title: "Three")]), to: "more.xml")
    #expect(try await program.run("import", more, source: nil).output.contains("3 releases"))
    #expect(try await program.run("release", "2", source: "catalogue").output.contains("Two again"))
    #expect(try await program.run("import", "--replace", more, source: nil).output.contains("2 releases"))
    #expect(try await program.run("artist", "7001", source: "catalogue").status == 0)
  }

  @Test func `gaps list what the collection lacks, a label's by catalogue number`() async throws {
    let program = try RunoutProgram()
    let gaps = try await program.run("gaps", "label:910000003", "--json")
    #expect(gaps.status == 0)
    let rows = try jsonLines(gaps.output)
    #expect(!rows.isEmpty && rows.allSatisfy { $0["type"] as? String == "release" })
    #expect(gaps.errors.hasPrefix("\(rows.count) of ") && gaps.errors.hasSuffix(" records missing\n"))
    let owned = try await program.run("collection", "label:columbia", "--json")
    let ids = try jsonLines(owned.output).compactMap { $0["id"] as? Int ?? $0["release_id"] as? Int }
    #expect(Set(rows.compactMap { $0["id"] as? Int }).isDisjoint(with: ids))
    #expect(try await program.run("gaps", "series:910000003", "--json").output == gaps.output)
    let release = try await program.run("gaps", "r930000004")
    #expect(release.status == 2)
    #expect(release.errors.hasPrefix("runout: “r930000004” has no gaps: type label:123"))
    #expect(try await program.run("gaps", "master:123456789").status == 3)
  }

  @Test func `a search of one's own shelf finds few rows, none, or a better spelling`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let file = try program.home.write(
      Export.collection([
        ["release_id": "1", "Artist": "Miles Davis", "Title": "Kind Of Blue"],
        ["release_id": "2", "Artist": "John Coltrane", "Title": "Blue Train"],
      ]), to: "two.csv")
    #expect(try await program.run("collection", "import", file, source: nil).status == 0)
    for (words, rows) in [("miles", 1), ("blue", 2)] {
      let found = try await program.run("search", words, source: nil)
      #expect(found.status == 0 && found.lines.count == rows, "\(found.output)\(found.errors)")
      #expect(!found.errors.contains("runout:"), "\(found.errors)")
    }
    let none = try await program.run("search", "zzzqqq", source: nil)
    #expect(none.status == 3 && none.output.isEmpty)
    #expect(none.errors.contains("runout: nothing found for “zzzqqq”"), "\(none.errors)")
    let misspelt = try await program.run("search", "coltrnae", source: nil)
    #expect(misspelt.status == 3 && misspelt.errors.contains("Did you mean “coltrane”?"), "\(misspelt.errors)")
  }

  @Test func `a limit is no reason to doubt the spelling, nor is a title with all the words`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let blue = (1...5).map { Dump.release($0, title: "Blue \($0)", artist: "Miles Davis", artistID: 1) }
    try await program.importDumps(
      Dump.releases(
        blue + [
          Dump.release(6, title: "Blue 6", artist: "Miles Davies", artistID: 2),
          Dump.release(7, title: "Kind Of Red"), Dump.release(8, title: "King Of Red"),
        ]))
    let cut = try await program.run("search", "davis blue", "--limit", "1", source: nil)
    #expect(cut.status == 0 && cut.lines.count == 1 && cut.errors.isEmpty, "\(cut.output)\(cut.errors)")
    let exact = try await program.run("search", "kind of red", source: nil)
    #expect(exact.status == 0 && exact.lines.count == 1 && exact.errors.isEmpty, "\(exact.output)\(exact.errors)")
    let few = try await program.run("search", "davies blue", source: nil)
    #expect(few.status == 0 && few.errors.contains("Did you mean “davis blue”?"), "\(few.output)\(few.errors)")
  }

  @Test func `a search finds what is not owned`() async throws {
    let program = try RunoutProgram()
    let all = try await program.run("search", "--type", "release", "--json", "kind of blue")
    let missing = try await program.run("search", "--type", "release", "--json", "kind of blue owned:no")
    let owned = try await program.run("search", "--type", "release", "--json", "kind of blue owned:yes")
    #expect(missing.status == 0 && owned.status == 0)
    #expect(Set(missing.lines).isDisjoint(with: owned.lines))
    #expect(Set(missing.lines + owned.lines) == Set(all.lines))
    let wrong = try await program.run("search", "owned:mine")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("“owned:” takes yes, no or other (another pressing)"))
  }

  @Test func `a path leads from one artist to another`() async throws {
    let program = try RunoutProgram()
    let path = try await program.run("path", "John Coltrane", "a900000004", "--json")
    #expect(path.status == 0)
    let steps = try jsonLines(path.output)
    #expect(steps.first?["title"] as? String == "John Coltrane")
    #expect(steps.last?["id"] as? Int == 900_000_004)
    #expect(steps.count == 3 && steps[1]["type"] as? String == "release")
    #expect(steps[1]["why"] as? String == "with Miles Davis")
    let unknown = try await program.run("path", "John Coltrane", "Xyzzy Plugh")
    #expect(unknown.status == 3)
    #expect(unknown.errors == "runout: No artist “Xyzzy Plugh” in this source\n")
  }

  @Test func `who, alike, years and today print text and JSON`() async throws {
    let program = try RunoutProgram()
    for (verb, page) in [
      ("who", "r930000005"), ("who", "artist:900000004"), ("who", "John Coltrane"), ("alike", "930000005"),
      ("years", "label:910000003"),
      ("today", "--day=08-17"),
    ] {
      let text = try await program.run(verb, page)
      let json = try await program.run(verb, page, "--json")
      #expect(text.status == 0 && json.status == 0, "\(verb) \(page)")
      #expect(!text.output.contains("\u{1B}"))
      #expect(try jsonLines(json.output).count == text.lines.count, "\(verb) \(page)")
    }
    #expect(try await program.run("who", "l910000003").status == 2)
    #expect(try await program.run("who", "Xyzzy Plugh").errors == "runout: No artist “Xyzzy Plugh” in this source\n")
    #expect(try await program.run("years", "artist:1").status == 3)
    #expect(try await program.run("today", "--day", "soon").status == 2)
  }
}
