import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// The shelf as a file, and back.
struct LibraryExportTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  /// What would be lost first.
  private static let awkward = [
    "say \"hi\"", "one\ntwo", "one\r\ntwo\rthree", "🎷👩🏽‍🎤", "مايلز ديفيس \u{202E}abc", "=1+1", "@SUM(A1)", " spaces ",
    "\t", ",",
    "\"", "\"\"", "a,b;c", "e\u{301}", "\u{FEFF}bom", String(repeating: "long, \"note\"\n", count: 800), "'", "none",
    "0", "'=1+1", "''-1", "'tis", "+", "-", "\u{FF1D}1", "\r", "\n=1", "=\u{338}",
  ]

  private func facts(_ number: Int, _ text: String) -> ShelfFacts {
    ShelfFacts(
      release: Release.ID(number), artist: "A \(text) (2)", title: "T \(text)",
      label: number % 2 == 0 ? "L \(text)" : "",
      catalogueNumber: number % 3 == 0 ? "" : "C \(text)", format: "7\", \(text)", year: number % 4 == 0 ? nil : 1959)
  }

  @Test(arguments: [false, true])
  func `an export imported into an empty library exports the same bytes`(isSpreadsheetSafe: Bool) async throws {
    var edits: [ShelfEdit] = [.makeFolder("Jazz, \"Blue\"")]
    for (number, text) in Self.awkward.enumerated() {
      edits.append(.add(facts(number + 1, text), folder: number % 2 == 0 ? "Jazz, \"Blue\"" : "Uncategorized"))
      edits.append(.want(facts(number + 1, text), notes: text, rating: number % 6 == 0 ? nil : number % 6))
    }
    #expect(try await library.perform(edits, at: 1_772_366_400, isSent: false).allSatisfy { $0 == .done })
    let copies = try await library.copies(CollectionRequest(), limit: 1_000).rows
    for (number, text) in Self.awkward.enumerated() {
      let id = try #require(copies.first { $0.release.number == number + 1 }).id
      _ = try await library.perform(
        [
          .setField(copy: id, name: "Notes", value: text), .setField(copy: id, name: "Shelf, №", value: text),
          .setField(copy: id, name: ShelfEdit.mediaCondition, value: "Mint (M)"),
        ] + (number % 5 == 0 ? [.setField(copy: id, name: "Another", value: text)] : []), at: 1_772_366_401,
        isSent: false)
    }
    let first = try await library.exportCollection(isSpreadsheetSafe: isSpreadsheetSafe)
    let wants = try await library.exportWantList(isSpreadsheetSafe: isSpreadsheetSafe)
    try Data(first).write(to: URL(fileURLWithPath: scratch.file("collection.csv")))
    try Data(wants).write(to: URL(fileURLWithPath: scratch.file("wants.csv")))
    let other = try Library.inMemory()
    _ = try await other.importCollection(from: scratch.file("collection.csv"))
    _ = try await other.importWantList(from: scratch.file("wants.csv"))
    #expect(try await other.exportCollection(isSpreadsheetSafe: isSpreadsheetSafe) == first)
    #expect(try await other.exportWantList(isSpreadsheetSafe: isSpreadsheetSafe) == wants)
    // The other way of writing it holds the same values.
    #expect(try await other.exportCollection() == library.exportCollection())
    #expect(try await other.exportWantList() == library.exportWantList())
    let back = try await other.copies(CollectionRequest(), limit: 1_000).rows
    for (number, text) in Self.awkward.enumerated() {
      let copy = try #require(back.first { $0.release.number == number + 1 })
      // A return alone would have a terminal write over the line.
      let kept = String(text.map { $0 == "\r" ? "\n" : $0 })
      #expect(copy.fields.first { $0.name == "Notes" }?.value == kept)
      #expect(try await other.want(of: copy.release)?.notes == kept)
    }
  }

  @Test func `for a spreadsheet no cell begins as a formula`() async throws {
    var edits: [ShelfEdit] = []
    for (number, text) in Self.awkward.enumerated() {
      edits.append(.want(facts(number + 1, text), notes: text, rating: nil))
    }
    #expect(try await library.perform(edits, at: 1_772_366_400, isSent: false).allSatisfy { $0 == .done })
    var reader = CSVReader(try await library.exportWantList(isSpreadsheetSafe: true))
    #expect(reader.next()?.fields.last == "Spreadsheet-safe")
    var cells: [String] = []
    while let record = reader.next() { cells += record.fields }
    #expect(cells.count > Self.awkward.count)
    for cell in cells {
      #expect(!(cell.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false))
    }
    #expect(cells.contains("'=1+1") && cells.contains("''=1+1"))
  }

  @Test func `an export holds no control characters but tabs and line ends`() async throws {
    let text = "a\u{1B}]52;c;ZXZpbA==\u{7}b\u{9B}31mc\u{7F}d\u{1}e\tf\rg\u{A0}h"
    let edits: [ShelfEdit] = [.want(facts(1, "x"), notes: text, rating: nil)]
    #expect(try await library.perform(edits, at: 1_772_366_400, isSent: false) == [.done])
    let bytes = try await library.exportWantList()
    let export = String(decoding: bytes, as: UTF8.self)
    #expect(export.contains("\"a]52;c;ZXZpbA==b31mcde\tf\ng\u{A0}h\""))
  }

  @Test func `an export of a part has just its rows, in the order asked for`() async throws {
    var edits: [ShelfEdit] = [.makeFolder("Jazz")]
    for (number, text) in ["one", "two", "three"].enumerated() {
      edits.append(.add(facts(number + 1, text), folder: number == 1 ? "Uncategorized" : "Jazz"))
      edits.append(.want(facts(number + 1, text), notes: number == 1 ? "mono" : "", rating: nil))
    }
    #expect(try await library.perform(edits, at: 1_772_366_400, isSent: false).allSatisfy { $0 == .done })
    func releases(_ bytes: [UInt8]) -> [String] {
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map { row in
        String(
          row.split(separator: ",", omittingEmptySubsequences: false).first { Int($0).map { $0 < 4 } ?? false } ?? "")
      }
    }
    let jazz = CollectionRequest(folder: "Jazz", sort: SortOrder(.title, isReversed: true))
    #expect(releases(try await library.exportCollection(jazz)) == ["3", "1"])
    #expect(releases(try await library.exportCollection(CollectionRequest(narrowing: "title:two"))) == ["2"])
    #expect(releases(try await library.exportWantList(CollectionRequest(narrowing: "note:mono"))) == ["2"])
    #expect(releases(try await library.exportWantList(CollectionRequest(sort: SortOrder(.title)))) == ["1", "3", "2"])
    await #expect(throws: LibraryError.self) {
      try await library.exportWantList(CollectionRequest(narrowing: "rating:9"))
    }
  }

  @Test func `counts of carriers are written as Discogs writes them, and a file's own stay`() async throws {
    let format = "2×LP, Album + 12×CD"
    _ = try await library.perform(
      [
        .add(ShelfFacts(release: 1, title: "T", format: format, genres: ["Jazz"]), folder: "Uncategorized"),
        .add(ShelfFacts(release: 2, title: "T", format: format), folder: "Uncategorized"),
      ], at: 1_772_366_400, isSent: false)
    let bytes = try await library.exportCollection()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"2xLP, Album + 12xCD\",,,1,"), "\(text)")
    #expect(text.contains("\"2×LP, Album + 12×CD\",,,2,"), "\(text)")
    // The file says the same as the shelf.
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("again.csv")))
    let report = try await library.importShelf(
      .collection, from: scratch.file("again.csv"), at: 1_772_366_401, isRehearsal: true)
    #expect(report.unchanged == 2, "\(report.differences)")
  }

  @Test func `an export has Discogs' columns, and the user's own fields where something is in them`() async throws {
    #expect(String(decoding: try await library.exportCollection(), as: UTF8.self) == Export.header + "\n")
    let path = try scratch.write(
      Export.header + ",Collection Shelf,Collection Empty\n"
        + "none,Miles Davis (2),\"Kind, Of\",Columbia,LP,4,1959,7,Jazz,2020-11-12 12:24:52,Mint (M),,first,B 12,\n",
      to: "collection.csv")
    _ = try await library.importCollection(from: path)
    #expect(
      String(decoding: try await library.exportCollection(), as: UTF8.self)
        == Export.header + ",Collection Shelf\n"
        + "none,Miles Davis (2),\"Kind, Of\",Columbia,LP,4,1959,7,Jazz,2020-11-12 12:24:52,Mint (M),,first,B 12\n")
  }
}

/// Exports taken into a shelf that an account has.
struct LibraryMergingTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    _ = try await library.importCollection(
      from: scratch.write(
        Export.collection([
          Export.Row(release: 1, folder: "Jazz"), Export.Row(release: 2, rating: "3"), Export.Row(release: 3),
        ]), to: "first.csv"))
  }

  private func merge(_ rows: [Export.Row], isRehearsal: Bool = false) async throws -> ShelfImportReport {
    try await library.importShelf(
      .collection, from: scratch.write(Export.collection(rows), to: "second.csv"), at: 1_772_366_400,
      isRehearsal: isRehearsal)
  }

  private func copies() async throws -> [CollectionCopy] {
    try await library.copies(CollectionRequest(), limit: 100).rows
  }

  private let rows = [
    Export.Row(release: 1, rating: "5", folder: "Rock", notes: "new"),
    // What the file leaves empty stays.
    Export.Row(release: 2, rating: ""), Export.Row(release: 4, rating: "2", folder: "Rock"),
  ]

  @Test func `new and different rows of the file become changes, and nothing goes`() async throws {
    try await library.mirror("collector")
    let before = try await copies()
    let tried = try await merge(rows, isRehearsal: true)
    #expect(try await copies() == before)
    #expect(try await library.pendingEdits() == [])
    let done = try await merge(rows)
    #expect(done.differences == tried.differences)
    #expect(done.way == .changing)
    #expect(
      done.differences.map(\.changes) == [
        ["Folder: Jazz → Rock", "Notes: – → new", "Rating: – → 5"], ["Folder: Rock"], [],
      ])
    #expect(done.differences.map(\.kind) == [.changed, .new, .kept] && done.unchanged == 1)
    let after = try await copies()
    #expect(after.map(\.release.number).sorted() == [1, 2, 3, 4])
    #expect(after.first { $0.release == 2 }?.rating == 3)
    #expect(after.first { $0.release == 4 }?.mediaCondition == "Near Mint (NM or M-)")
    #expect(try await library.pendingEdits().count == 3, "the folder, the change and the new copy")
    #expect(try await library.undo(at: 1_772_366_401, isSent: true)?.title == "Import second.csv")
    #expect(try await copies() == before)
    #expect(try await library.pendingEdits() == [])
    // The same again once more changes nothing.
    _ = try await merge(rows)
    #expect(try await merge(rows).edits == [])
  }

  @Test func `fields and values that the account does not have are listed, not imported`() async throws {
    try await library.mirror("collector")
    let path = try scratch.write(
      Export.header + ",Collection Colour\n" + "C,A,T,L,LP,,1959,1,Jazz,2020-11-12 12:24:52,Superb,,,red\n",
      to: "odd.csv")
    let report = try await library.importShelf(.collection, from: path, at: 1_772_366_400)
    #expect(
      report.remarks == [
        "Skipped “Colour”: your account has no field of this name",
        "Skipped “Superb”: not a value of Media Condition",
      ])
    #expect(try await copies().allSatisfy { $0.mediaCondition == "Near Mint (NM or M-)" })
  }

  @Test func `a shelf that was adopted for an account is not replaced either`() async throws {
    try await library.adopt(at: 1_772_366_400)
    _ = try await library.perform([.unwant(.release(9)), .rate(copy: 1, stars: 1)], at: 1_772_366_400, isSent: true)
    #expect(try await merge(rows).way == .changing)
    let path = scratch.file("second.csv")
    await #expect(throws: LibraryError.mirrorsAccount(path: library.path)) {
      try await library.importCollection(from: path)
    }
    #expect(try await copies().count == 4)
  }

  @Test func `a shelf without an account becomes what the file says and keeps the rest`() async throws {
    let facts = ShelfFacts(release: 2, country: "US", genres: ["Jazz"], styles: ["Modal", "Cool"])
    _ = try await library.perform([.add(facts, folder: "Jazz")], at: 1_772_366_400, isSent: false)
    let report = try await merge(rows)
    #expect(report.way == .replacing && report.rows == 3)
    #expect((report.count(.new), report.count(.changed), report.count(.gone)) == (1, 2, 2))
    let kept = try await library.read { database in
      try Int64.fetchOne(database, sql: "SELECT id FROM copy WHERE release = 2")
        .flatMap { try CopyState.fetch(database, id: $0) }?.facts
    }
    #expect(kept?.country == "US" && kept?.genres == ["Jazz"] && kept?.styles == ["Modal", "Cool"])
    #expect(try await library.undo(at: 1_772_366_401, isSent: false)?.title == "Import second.csv")
  }

  @Test func `wants are merged by their release`() async throws {
    try await library.mirror("collector")
    _ = try await library.perform(
      [.want(ShelfFacts(release: 1), notes: "mine", rating: 2)], at: 1_772_366_400, isSent: false)
    let path = try scratch.write(
      Export.wantList([Export.Row(release: 1, rating: "4"), Export.Row(release: 2, notes: "mono")]), to: "wants.csv")
    let report = try await library.importShelf(.wantList, from: path, at: 1_772_366_401)
    #expect(report.differences.map(\.changes) == [["Rating: 2 → 4"], []])
    #expect(try await library.want(of: 1)?.notes == "mine")
    #expect(try await library.want(of: 2)?.notes == "mono")
  }
}
