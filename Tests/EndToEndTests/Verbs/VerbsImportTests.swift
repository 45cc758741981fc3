import Foundation
import TestSupport
import Testing

/// Files of collectors without an account, as programs have saved them.
@Suite(.limitedConcurrency)
struct VerbsImportTests {
  private let program: RunoutProgram

  init() throws { program = try RunoutProgram() }

  private static let header =
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
    + "Collection Media Condition,Collection Sleeve Condition,Collection Notes"

  private static let good =
    header + "\nAA-1,Alpha Band,First Record,Alpha,LP,5,1999,1001,Uncategorized,2023-04-23 04:38:11,,,\n"
    + "AA-2,Beta Band,Second Record,Beta,LP,,2020,1002,Uncategorized,2024-12-01 04:36:22,,,\n"
    + "AA-3,Gamma Band,Third Record,Gamma,LP,3,2021,1003,Uncategorized,2025-01-05 23:59:33,,,\n"

  private func take(_ text: String, _ options: String..., list: String = "collection") async throws -> Finished {
    let path = try program.home.write(text, to: "file.csv")
    return try await run(
      program.executable, [list, "import", path] + options + program.folders, environment: program.environment,
      directory: program.home.path)
  }

  private func rows(_ words: String...) async throws -> [String] {
    let listed = try await run(
      program.executable, ["collection", "list", "--json", "--source", "live"] + words + program.folders,
      environment: program.environment)
    return listed.lines
  }

  @Test func `a file read in part asks first, and an import is taken back as a whole`() async throws {
    #expect(try await take(Self.good).status == 0)
    let cut = Self.header + "\nAA-1,Alpha Band,First Record,Alpha,LP,5,1999,\"1,001\",F,,,,\nX,B,T,L,LP,,,902,F,,,,\n"
    // Without an answer nothing goes.
    let kept = try await take(cut)
    #expect(kept.status == 1)
    #expect(kept.lines.first?.hasSuffix("your collection keeps 3 rows not in the file") == true, "\(kept.output)")
    #expect(kept.errors.contains("skipped line 2: release_id \"1,001\" is not a number"), "\(kept.errors)")
    #expect(
      kept.errors.contains("1 row unreadable: 3 of your collection that the file lacks are kept (--yes lets them go)"),
      "\(kept.errors)")
    #expect(try await rows().count == 4)
    #expect(try await take(cut, "--yes").status == 0)
    #expect(try await rows().count == 1)
    let undone = try await program.run("collection", "undo", source: "live")
    #expect(undone.output == "Undone: Import file.csv\n" && undone.status == 0, "\(undone.errors)")
    #expect(try await rows().count == 4)
    // And so is the one before it.
    #expect(try await program.run("collection", "undo", source: "live").output == "Undone: Import file.csv\n")
    #expect(try await rows().count == 3)
  }

  @Test(arguments: [("y", true), ("YES", true), ("", false), ("n", false), ("j", false)])
  func `y and yes replace the shelf, and any other answer changes nothing`(answer: String, isYes: Bool) async throws {
    #expect(try await take(Self.good).status == 0)
    let before = try await rows()
    let cut = Self.header + "\nAA-1,Alpha Band,First Record,Alpha,LP,5,1999,\"1,001\",F,,,,\nX,B,T,L,LP,,,902,F,,,,\n"
    let path = try program.home.write(cut, to: "file.csv")
    let terminal = try PseudoTerminal(
      program.executable, ["collection", "import", path] + program.folders, environment: program.environment,
      directory: program.home.path, home: program.home)
    try await terminal.waitForText("1 row unreadable, 3 of your collection would go. Replace it? [y/N]")
    terminal.write("\(answer)<Enter>")
    #expect(try await terminal.ending() == .exited(isYes ? 0 : 1))
    #expect(terminal.screen.text.contains("Nothing imported") == !isYes, "\(terminal.screen.text)")
    let after = try await rows()
    #expect(isYes ? after.count == 1 : after == before)
  }

  @Test func `a header that comes again is no unreadable row, and one that costs no copy says so`() async throws {
    #expect(try await take(Self.good).status == 0)
    let twice = try await take(Self.good + Self.header + "\n")
    #expect(twice.status == 0 && twice.output.contains("0 changed, 3 unchanged"), "\(twice.output)")
    #expect(twice.errors == "file.csv has its header again in line 5: skipped\n")
    let odd = try await take(Self.good + "X,B,T,L,LP,,,\"1,005\",F,,,,\n")
    #expect(odd.status == 1 && odd.output.contains("0 changed, 3 unchanged"), "\(odd.output)")
    #expect(odd.errors.hasSuffix("runout: 1 row unreadable: imported the others\n"), "\(odd.errors)")
  }

  @Test func `a comma and a quote stay in their cells of --csv, whatever sign is combined with them`() async throws {
    let row = "\"Comma,\u{301}Band\",\"Say \"\"\u{301}hi\""
    #expect(try await take("Artist,Title,release_id,CollectionFolder\n\(row),1001,F\n").status == 0)
    let listed = try await program.run("collection", "list", "--csv", source: "live")
    #expect(listed.output.contains(row), "\(listed.output)")
  }

  @Test(arguments: [3_000, 4_000, 9_000])
  func `the library is whole after changes too large for its cache were tried and taken back`(_ count: Int) async throws
  {
    func file(_ rows: Int) -> String {
      (1...rows).reduce("Artist,Title,release_id,CollectionFolder,Rating,Date Added\n") {
        $0 + "Artist \($1 % 97),Title \($1),\($1),Jazz,,2020-01-01 00:00:00\n"
      }
    }
    #expect(try await take(file(count)).status == 0)
    #expect(try await take(file(399)).status == 0)
    #expect(try await program.run("collection", "undo", source: "live").status == 0)
    #expect(try await rows().count == count)
    #expect(try await take(file(count / 2), "--dry-run").status == 0)
    #expect(try await take(file(count + 1)).status == 0)
    #expect(try await rows().count == count + 1)
  }

  @Test func `a first line of Excel's is passed over`() async throws {
    for sign in [",", ";"] {
      let text = "sep=\(sign)\r\n" + Self.good.replacingOccurrences(of: ",", with: sign)
      #expect(try await take(text).status == 0)
      #expect(try await rows().count == 3)
    }
  }

  @Test func `ratings with a fraction are ratings, and what is none is said`() async throws {
    _ = try await take(Self.good)
    let floats = try await take(Self.good.replacingOccurrences(of: "LP,5,", with: "LP,5.0,"))
    #expect(floats.status == 0 && floats.output.contains("0 changed, 3 unchanged"), "\(floats.output)\(floats.errors)")
    let wrong = try await take(Self.good.replacingOccurrences(of: "LP,5,", with: "LP,6,"))
    #expect(wrong.status == 0)
    #expect(wrong.errors == "line 2: Rating “6” is not understood, nothing changed there\n", "\(wrong.errors)")
    #expect(try await rows("rating:5").count == 1)
  }

  @Test func `short grades are found by the filters`() async throws {
    let grades = ["Near Mint (NM)", "VG+", "near mint"]
    var lines = Self.good.split(separator: "\n").map(String.init)
    for (index, grade) in grades.enumerated() {
      lines[index + 1] = lines[index + 1].replacingOccurrences(of: ",,,", with: ",\(grade),m-,")
    }
    #expect(try await take(lines.joined(separator: "\n")).errors == "")
    #expect(try await rows("media:nm").count == 2)
    #expect(try await rows("media:\"near mint\"").count == 2)
    #expect(try await rows("media:vg+").count == 1)
    #expect(try await rows("sleeve:m-").count == 3)
  }

  @Test func `two own fields of one name are both exported`() async throws {
    var lines = Self.good.split(separator: "\n").map(String.init)
    lines[0] += ",Collection Notes"
    lines[1] = lines[1].dropLast() + ",one,two"
    let taken = try await take(lines.map { $0 + "\n" }.joined())
    #expect(taken.status == 0 && taken.errors == "", "\(taken.errors)")
    let exported = try await program.run("collection", "export", source: "live")
    #expect(exported.output.contains(",one,two\n"), "\(exported.output)")
  }

  @Test func `rows that lost their quotes or their end change nothing, and the others stay`() async throws {
    let good = Self.good.replacingOccurrences(of: "Alpha,LP,", with: "Alpha,\"LP, Album\",")
    #expect(try await take(good).status == 0)
    let before = try await rows()
    let cut = try #require(good.range(of: "1003,"))
    for (text, complaint) in [
      (
        good.replacingOccurrences(of: "\"", with: "'"),
        "skipped line 2: Rating “Album'” is not understood: is a quote missing?"
      ),
      (
        good.replacingOccurrences(of: "04:38:11,,,", with: "04:38:11,,,clean, no scratches"),
        "skipped line 2: “no scratches” has no column: is a quote missing?"
      ),
      (good[..<cut.lowerBound] + "100", "skipped line 4: the file ends within this row: export it again"),
    ] {
      let kept = try await take(text)
      #expect(kept.status == 1 && kept.errors.contains(complaint), "\(kept.output)\(kept.errors)")
      #expect(try await rows() == before)
    }
  }

  @Test func `dates with a short year may have it in front, and are asked about`() async throws {
    #expect(try await take(Self.good).status == 0)
    let before = try await rows()
    let text = Self.good.replacingOccurrences(of: "2023-04-23 04:38:11", with: "23-04-23")
      .replacingOccurrences(of: "2024-12-01 04:36:22", with: "24-12-01")
      .replacingOccurrences(of: "2025-01-05 23:59:33", with: "25-01-05")
    let refused = try await take(text)
    #expect(refused.status == 1 && refused.output == "")
    #expect(
      refused.errors.hasSuffix("line 3: “24-12-01” could be several dates: add --dates dmy, mdy or ymd\n"),
      "\(refused.errors)")
    let taken = try await take(text, "--dates", "ymd")
    #expect(taken.output.contains("0 changed, 3 unchanged"), "\(taken.output)\(taken.errors)")
    #expect(try await rows() == before)
  }

  @Test func `names are not replaced by letters that are guessed, and new ones are said to be`() async throws {
    let named = Self.good.replacingOccurrences(of: "Alpha Band", with: "Björk")
    #expect(try await take(named).status == 0)
    let before = try await rows()
    // As a Mac has it.
    let data = Data(named.unicodeScalars.map { $0 == "ö" ? 0x9A : UInt8($0.value) })
    let path = program.home.path + "/mac.csv"
    try data.write(to: URL(fileURLWithPath: path))
    let taken = try await run(
      program.executable, ["collection", "import", path] + program.folders, environment: program.environment)
    #expect(taken.status == 0 && taken.output.contains("0 changed, 3 unchanged"), "\(taken.output)")
    #expect(taken.errors == "Guessing that mac.csv is Windows-1252: wrong names? Save it as UTF-8\n")
    #expect(try await rows() == before)
  }

  @Test func `dates that could be two are asked about, and --yes is no answer`() async throws {
    let text = Self.good.replacingOccurrences(of: "2023-04-23 04:38:11", with: "03/04/2023")
    for options in [[], ["--yes"], ["--dry-run"]] {
      let path = try program.home.write(text, to: "file.csv")
      let refused = try await run(
        program.executable, ["collection", "import", path] + options + program.folders,
        environment: program.environment)
      #expect(refused.status == 1 && refused.output == "")
      #expect(
        refused.errors == "runout: \(path), line 2: “03/04/2023” could be two dates: add --dates dmy or --dates mdy\n")
    }
    #expect(try await take(text, "--dates", "mdy").status == 0)
    #expect(try await rows("added:2023-03").count == 1)
  }

  @Test func `ids from a pipe have an end, and may come from other systems`() async throws {
    for endless in [String(repeating: "x", count: 70 << 20), String(repeating: "1\n", count: 120_000)] {
      let refused = try await program.run("collection", "remove", "-", input: endless)
      #expect(refused.status == 2 && refused.errors.contains("standard input"), "\(refused.errors)")
    }
    for (line, most) in [("''", "100,000 lines"), (#""$(head -c 100000 /dev/zero | tr '\0' 1)""#, "128 MB")] {
      let refused = try await run(
        "/bin/sh",
        ["-c", #"yes \#(line) | "$0" collection remove - "$@""#, program.executable, "--source", "demo"]
          + program.folders, environment: program.environment, directory: program.home.path, for: .seconds(60))
      #expect(
        refused.status == 2 && refused.errors.contains("more than \(most) on standard input"), "\(refused.errors)")
    }
    let listed = try await program.run("collection", "list", "--json")
    let input = "\u{FEFF}" + listed.lines.prefix(2).joined(separator: "\r\n") + "\r\n\r\n"
    let moved = try await program.run("collection", "move", "--folder", "Jazz", "-", "--dry-run", input: input)
    #expect(moved.status == 0 && moved.lines.count == 2, "\(moved.errors)")
  }

  @Test func `a market file that cannot be one is refused`() async throws {
    let path = try program.home.write(String(repeating: "x", count: 3 << 20), to: "market.csv")
    let refused = try await program.run("serve", "--market", path)
    #expect(refused.status == 2 && refused.errors.contains("line 1: a row of over 1 MB"), "\(refused.errors)")
  }
}
