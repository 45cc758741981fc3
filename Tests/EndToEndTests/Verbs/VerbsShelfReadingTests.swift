import DiscogsServer
import Foundation
import TestSupport
import Testing

/// The verbs that read the shelf: lists, exports, and whether a record is owned.
@Suite(.limitedConcurrency)
struct VerbsShelfReadingTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  @Test func `a misspelt filter asks what was meant`() async throws {
    let copies = try await program.run("collection", "list", "mils", "davs")
    #expect(copies.errors.contains("Did you mean “miles davis”?") && copies.output.isEmpty)
    let wants = try await program.run("wantlist", "list", "artist:krafwerk")
    #expect(wants.errors.contains("Did you mean “artist:kraftwerk”?"), "\(wants.errors)")
    #expect(try await program.run("collection", "list", "xyzzy").errors.contains("Did you mean") == false)
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
    let release = try await program.newRelease()
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
    let owned = Set(try await program.copies().compactMap { $0["id"] as? Int })
    let versions = try jsonLines(
      try await program.run("search", "kind of blue miles davis", "--type", "release", "--json").output)
    let other = try #require(versions.compactMap { $0["id"] as? Int }.first { !owned.contains($0) })
    let pressing = try await program.run("owned", "\(other)", "--json")
    #expect(pressing.status == 0, "\(pressing.output)")
    #expect(try jsonLines(pressing.output).first?["status"] as? String == "other-pressing")
    let want = try #require(try await program.wants().first?["id"] as? Int)
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
    let count = try await program.copies().count
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
    #expect(markdown.lines.count == (try await program.wants().count) + 2)
    #expect(markdown.lines.allSatisfy { $0.hasPrefix("| ") && $0.hasSuffix(" |") })
    let text = try await program.run("collection", "export", "--format", "text")
    #expect(text.lines.count == count)
    #expect(
      text.lines.contains { $0.hasPrefix("Miles Davis – Kind Of Blue (1959, LP, Album) Columbia – CS 8163  [Jazz") })
    let html = try await program.run("collection", "export", "--format", "html")
    #expect(html.output.components(separatedBy: "<tr>").count == count + 2)
    let labels = try await program.run("collection", "export", "--format", "labels")
    #expect(labels.output.components(separatedBy: "<div>").count == count + 1)
    #expect(labels.output.contains(">Miles Davis – Kind Of Blue</b>"))
    // A label has the room it needs, up to half of the strip.
    #expect(labels.output.contains(#"<b style="width:82mm">Daft Punk – Homework</b><span style="width:37mm">"#))
    #expect(labels.output.contains(#"<b style="width:60mm">The Beatles – Abbey Road</b><span style="width:59mm">"#))
    let nowhere = try await program.run("collection", "export", "--output", "/nowhere/file.csv")
    #expect(nowhere.status == 1 && nowhere.errors.contains("/nowhere/file.csv"), "\(nowhere.errors)")
    #expect(try await program.run("collection", "export", "--format", "xml").status == 2)
  }

  @Test func `a file that ends in pdf is made of the page by a program that is here`() async throws {
    try await program.install("#!/bin/sh\n/bin/cat \"$1\" > \"$2\"\n", as: "weasyprint")
    let path = ["PATH": program.home.path("bin")]
    let page = try await program.run("collection", "export", "--format", "labels")
    let file = program.home.path("Labels.PDF")
    let written = try await program.run("collection", "export", "--format", "labels", "-o", file, changes: path)
    #expect(written.output.hasSuffix(" rows to \(file)\n") && program.home.read("Labels.PDF") == page.output)
    #expect(try await program.run("wantlist", "export", "-o", file, changes: path).status == 0)
    let list = program.home.read("Labels.PDF")
    #expect(list?.contains("<table>") == true)
    let mistaken = try await program.run("collection", "export", "--format", "json", "-o", file, changes: path)
    #expect(mistaken.status == 2 && mistaken.errors.contains("A PDF is made of html or labels"))
    let without = try await program.run("collection", "export", "-o", file, changes: ["PATH": "/nowhere"])
    #expect(without.status == 1 && without.errors.contains("install weasyprint or chromium"), "\(without.errors)")
    #expect(!without.errors.contains("runout help"), "no argument was wrong")
    #expect(program.home.read("Labels.PDF") == list, "the old file stays")
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
