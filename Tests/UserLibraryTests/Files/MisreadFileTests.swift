import DiscogsModel
import Foundation
import RunoutModel
import Testing

@testable import UserLibrary

/// Files whose cells, letters or kind are not what they seem: nothing that is there already is lost to them.
struct MisreadFileTests {
  private let scratch: LibraryScratch
  private let library: Library

  private static let good =
    Export.header + "\n"
    + "CL 1355,Miles Davis,Kind Of Blue,Columbia,\"LP, Album\",5,1959,1001,Jazz,2020-11-12 12:24:52,"
    + "Very Good Plus (VG+),Very Good (VG),six eye\n"
    + "BLP 1577,John Coltrane,Blue Train,Blue Note,\"LP, Album, Mono\",4,1957,1002,Jazz,2021-01-02 03:04:05,"
    + "Near Mint (NM or M-),,\n"
    + "TR 1,Björk,Homogenic,One Little Indian,\"LP, Album\",3,1997,1003,Rock,2022-02-03 04:05:06,Mint (M),Mint (M),"
    + "\"schön, with comma\"\n"
    + "TR 2,Sigur Rós,(),FatCat,LP,,2002,1004,Rock,2023-04-03 04:05:06,Mint (M),Mint (M),x\n"

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    _ = try await take(Array(Self.good.utf8))
  }

  private func take(
    _ bytes: [UInt8], _ terms: ShelfImportTerms = ShelfImportTerms()
  ) async throws -> ShelfImportReport {
    let path = scratch.file("file.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try await library.importShelf(.collection, from: path, at: 1_772_366_400, terms: terms)
  }

  private func take(_ text: String) async throws -> ShelfImportReport { try await take(Array(text.utf8)) }

  private func copies() async throws -> [CollectionCopy] {
    try await library.copies(CollectionRequest(), limit: 100).rows
  }

  // MARK: Cells

  @Test(arguments: [",", ";", "\t"])
  func `rows whose quotes were lost are skipped, and the file asks before it replaces`(_ delimiter: String) async throws
  {
    let before = try await copies()
    let text = Self.good.replacing("\"", with: "'")
    let report = try await take(text.replacing(",", with: delimiter))
    #expect(report.questions == [.skippedRows(3, gone: 3)])
    #expect(
      report.skipped.map { "\($0.line) \($0.reason)" } == [
        "2 “six eye” has no column: is a quote missing?",
        "3 Rating “Album” is not understood: is a quote missing?", "4 “'schön” has no column: is a quote missing?",
      ])
    #expect(try await copies() == before)
  }

  @Test func `a note is not cut at its comma where it has lost its quotes`() async throws {
    let before = try await copies()
    let report = try await take(Self.good.replacing("\"schön, with comma\"", with: "schön, with comma"))
    #expect(report.skipped.map(\.reason) == ["“with comma” has no column: is a quote missing?"])
    #expect(report.questions == [.skippedRows(1, gone: 1)])
    #expect(try await copies() == before)
  }

  @Test(arguments: [
    // Nothing stands beyond the columns, and before the last one nothing has to.
    "CL 1355,Miles Davis,Kind Of Blue,Columbia,LP, Album,,1959,1001,Jazz,2020-11-12 12:24:52,Mint (M),,",
    "CL 1355,Miles Davis,Kind Of Blue,Columbia,LP, Album,,1959,1001,Jazz,2020-11-12 12:24:52",
    "CL 1355,Miles Davis,Kind Of Blue,Columbia,LP, Album,,1959,1001",
  ])
  func `a row that was moved along is none, whether it is longer or shorter than the header`(row: String) async throws {
    let report = try await take(Self.good.split(separator: "\n").prefix(1).joined() + "\n" + row + "\nC,A,T,L,LP,,,7\n")
    #expect(report.skipped.map(\.reason) == ["Rating “Album” is not understood: is a quote missing?"])
    #expect(report.questions == [.skippedRows(1, gone: 4)] && report.count(.new) == 1)
  }

  @Test func `empty cells beyond the columns are no harm`() async throws {
    let report = try await take(Self.good.split(separator: "\n").map { $0 + ",,\n" }.joined())
    #expect(report.skipped == [] && report.questions == [] && report.unchanged == 4)
    let rows = Self.good.split(separator: "\n").enumerated().map { $0 == 0 ? "\($1)\n" : "\($1), ,\n" }
    #expect(try await take(rows.joined()).unchanged == 4)
  }

  @Test(arguments: ["Catalog#", "\u{FEFF}Catalog#", "\u{FEFF}\"Catalog#\""])
  func `a header that comes again, as where files were put together, is no row`(_ first: String) async throws {
    let header = first + Export.header.dropFirst("Catalog#".count)
    let rows = Self.good.split(separator: "\n").dropFirst().map { $0 + "\n" }
    let report = try await take(Self.good + header + "\n" + rows[0])
    #expect(report.skipped == [] && report.questions == [] && report.count(.new) == 1)
    #expect(report.remarks == ["file.csv has its header again in line 6: skipped"])
    let again = try await take(([Export.header + "\n"] + rows.flatMap { [$0, header + "\n"] }).joined())
    #expect(again.remarks == ["file.csv has its header again in line 3 and 3 more: skipped"])
    #expect(again.skipped == [] && again.unchanged == 4 && again.count(.gone) == 1)
  }

  @Test(arguments: ["\"A, B\",Tü,1001,Jazz,5,2020-11-12 12:24:52,", "A,T,1001,Jazz,,,"])
  func `a file that is cut before the last cell of a row is not taken for whole`(row: String) throws {
    let start = "Artist,Title,release_id,CollectionFolder,Rating,Date Added,Collection Notes\nA,T,1000,Rock,,,note\n"
    for end in 1..<row.utf8.count {
      let bytes = Array(start.utf8) + row.utf8.prefix(end)
      // A quote that is open is an error.
      guard let file = try? ShelfFile(bytes, named: "f.csv", kind: .collection) else { continue }
      #expect(file.skipped.map(\.line) == [3], "\(row.utf8.prefix(end))")
    }
    let file = try ShelfFile(Array((start + row).utf8), named: "f.csv", kind: .collection)
    #expect(file.skipped == [] && file.count == 2)
  }

  @Test(arguments: ["100", "1003", "1003,Ro", "1003,Rock,2022-02-03 04:05:06,Mint (M)"])
  func `a file cut in a row asks before the others go`(_ end: String) async throws {
    let before = try await copies()
    let cut = try #require(Self.good.range(of: "1003,"))
    let report = try await take(Self.good[..<cut.lowerBound] + end)
    #expect(report.skipped.map { "\($0.line) \($0.reason)" } == ["4 the file ends within this row: export it again"])
    #expect(report.questions == [.skippedRows(1, gone: 2)] && report.count(.new) == 0)
    #expect(try await copies() == before)
  }

  @Test func `cells that are not there say nothing`() async throws {
    let before = try await copies()
    let short = Self.good.split(separator: "\n").map { $0.replacing(/,(Jazz|Rock),.*/, with: "") }
    let report = try await take(short.map { $0 + "\n" }.joined())
    #expect(report.skipped == [] && report.questions == [] && report.unchanged == 4, "\(report)")
    #expect(try await copies() == before)
    // Of wants, too.
    let header = "Title,Artist,release_id,Rating,Notes\n"
    for text in [header + "T,A,7,3,mine\n", header + "T,A,7\n"] {
      _ = try await library.importShelf(.wantList, from: scratch.write(text, to: "wants.csv"), at: 1)
    }
    let want = try #require(try await library.want(of: 7))
    #expect(want.notes == "mine" && want.rating == 3)
  }

  // MARK: Dates

  @Test func `dates with the year in front are asked about unless the column shows their order`() async throws {
    let before = try await copies()
    let text = Self.good.replacing(/,20(\d\d-\d\d-\d\d) [\d:]+/) { ",\($0.1)" }
    #expect(try await take(text).questions == [.dates(line: 2, text: "20-11-12")])
    #expect(try await copies() == before)
    #expect(try await take(Array(text.utf8), ShelfImportTerms(dates: .ymd)).unchanged == 4)
    // With its year at the end the last one would be still to come.
    let report = try await take(text + "C,A,T,L,LP,,,9,Rock,20-12-31,,,\n")
    #expect(report.questions == [] && report.unchanged == 4)
    #expect(try await library.copies(of: 9).first?.added == "2020-12-31 00:00:00")
  }

  // MARK: Letters

  /// In a writing with one byte for each letter.
  private func bytes(_ text: String, _ letters: [Unicode.Scalar: [UInt8]]) -> [UInt8] {
    text.unicodeScalars.flatMap { letters[$0] ?? [UInt8($0.value)] }
  }

  @Test func `what is there stays when a file's letters are guessed wrong`() async throws {
    let before = try await copies()
    // As a Mac has them, and DOS.
    for letters: [Unicode.Scalar: [UInt8]] in [["ö": [0x9A], "ó": [0x97]], ["ö": [0x94], "ó": [0xA2]]] {
      let report = try await take(bytes(Self.good, letters))
      #expect(report.unchanged == 4 && report.questions == [], "\(report)")
      #expect(report.remarks == ["Guessing that file.csv is Windows-1252: wrong names? Save it as UTF-8"])
      #expect(try await copies() == before)
    }
    // Another name is no better.
    let other = Self.good.replacing("Björk", with: "Björk Guðmundsdóttir").replacing("six eye", with: "grün")
    let report = try await take(bytes(other, [:]))
    #expect(report.count(.changed) == 1)
    #expect(try await library.copies(of: 1003).first?.artist == "Björk")
    #expect(try await library.copies(of: 1001).first?.fields.map(\.value) == ["grün"])
  }

  @Test func `a new row is taken with its guessed letters`() async throws {
    let report = try await take(bytes(Self.good + "C,Mot\u{F6}rhead,T,L,LP,,,9,Rock,,,,\n", [:]))
    #expect(report.count(.new) == 1 && report.remarks.count == 1)
    #expect(try await library.copies(of: 9).first?.artist == "Motörhead")
  }

  @Test func `own words in several bytes a letter stay`() async throws {
    _ = try await take(Self.good.replacing("six eye", with: "很 good"))
    let before = try await copies()
    // As Chinese programs write it.
    let report = try await take(bytes(Self.good.replacing("six eye", with: "很 good"), ["很": [0xBA, 0xDC]]))
    #expect(report.unchanged == 4)
    #expect(try await copies() == before)
  }

  @Test func `texts that no Western writing can be are named and replace nothing`() async throws {
    let before = try await copies()
    // “Отлично” in Windows-1251, and the same in a folder and a new record.
    let word: [UInt8] = [0xCE, 0xF2, 0xEB, 0xE8, 0xF7, 0xED, 0xEE]
    let text = Self.good.replacing("six eye", with: "\u{FFFD}").replacing("1002,Jazz", with: "1002,\u{FFFD}")
    let file = bytes(text + "C,\u{FFFD},T,L,LP,,,9,Rock,,,,\n", ["\u{FFFD}": word])
    let report = try await take(file)
    #expect(
      report.unread.map { "\($0.line) \($0.reason) \($0.fate)" } == [
        "2 Notes “Îòëè÷íî” is not understood unchanged",
        "3 CollectionFolder “Îòëè÷íî” is not understood unchanged", "6 Artist “Îòëè÷íî” is not understood kept",
      ])
    #expect(report.unchanged == 4 && report.count(.new) == 1)
    #expect(try await copies().filter { $0.release != 9 } == before)
  }

  @Test(arguments: [String.Encoding.windowsCP1252, .isoLatin1])
  func `UTF-8 that was encoded twice is read as it was`(_ encoding: String.Encoding) async throws {
    let before = try await copies()
    let twice = try #require(String(data: Data(Self.good.utf8), encoding: encoding))
    for text in [twice, "\u{FEFF}" + twice, twice + "C,Mot\u{C3}\u{B6}rhead,T,L,LP,,,9,Rock,,,,\n"] {
      let report = try await take(text)
      #expect(report.count(.changed) == 0 && report.count(.gone) == 0)
      #expect(report.remarks == ["file.csv was encoded as UTF-8 twice: undone"])
    }
    #expect(try await copies().filter { $0.release != 9 } == before)
    #expect(try await library.copies(of: 9).first?.artist == "Motörhead")
  }

  @Test(arguments: ["\u{FEFF}", "\u{FEFF}\u{FEFF}", "\u{EF}\u{BB}\u{BF}", "\u{FEFF}\u{EF}\u{BB}\u{BF}"])
  func `byte order marks in front are passed over, and tell nothing of the text behind them`(_ marks: String) throws {
    let plain = "Artist,Title,release_id,CollectionFolder\nMiles Davis,Kind Of Blue,1001,Jazz\n"
    for text in [plain, plain + "Bj\u{F6}rk,Homogenic,1003,Rock\n"] {
      let file = try ShelfFile(Array((marks + text).utf8), named: "f.csv", kind: .collection)
      let unmarked = try ShelfFile(Array(text.utf8), named: "f.csv", kind: .collection)
      #expect(file.remarks == unmarked.remarks)
      #expect(Array(file.rows) == Array(unmarked.rows))
    }
  }

  @Test func `a text that only looks as if it were encoded twice stays as it is on its own shelf`() async throws {
    let other = try Library.inMemory()
    let facts = ShelfFacts(release: 1, artist: "Ã¶", title: "T")
    _ = try await other.perform([.add(facts, folder: ShelfEdit.uncategorised)], at: 1, isSent: false)
    let id = try #require(try await other.copies(of: 1).first).id
    _ = try await other.perform([.setField(copy: id, name: "Notes", value: "Â°")], at: 2, isSent: false)
    let before = try await other.copies(of: 1)
    let path = try await scratch.write(String(decoding: other.exportCollection(), as: UTF8.self), to: "odd.csv")
    #expect(try await other.importShelf(.collection, from: path, at: 3).unchanged == 1)
    #expect(try await other.copies(of: 1) == before)
  }

  // MARK: Kinds of files

  private static func four(_ body: (UInt8) -> [UInt8]) -> [UInt8] {
    good.unicodeScalars.flatMap { body(UInt8($0.value)) }
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 0x08, 0x00, 0x41], "it is a gzip file: unpack it first"),
      ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], "it is a spreadsheet or a zip file: save it as CSV"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "it is a spreadsheet or a zip file: save it as CSV"),
      (Self.good.wide.dropLast(), "it is UTF-16, cut in the middle: export it again"),
      (Self.good.wideBig.dropLast(), "it is UTF-16, cut in the middle: export it again"),
      ([0xFF, 0xFE, 0, 0] + Self.four { [$0, 0, 0, 0] }, "it is UTF-32: save it as UTF-8"),
      ([0, 0, 0xFE, 0xFF] + Self.four { [0, 0, 0, $0] }, "it is UTF-32: save it as UTF-8"),
      (Self.four { [$0, 0, 0, 0] }, "it is UTF-32: save it as UTF-8"),
      (Self.four { [0, 0, 0, $0] }, "it is UTF-32: save it as UTF-8"),
    ] as [([UInt8], String)])
  func `a file of another kind is called what it is`(bytes: [UInt8], reason: String) async throws {
    let before = try await copies()
    let error = await #expect(throws: LibraryError.self) { try await take(bytes) }
    #expect(error?.description == "Cannot read \(scratch.file("file.csv")): \(reason)")
    let market = #expect(throws: MarketFileError.self) {
      try MarketFile(bytes, named: "offers.csv", owner: "collector")
    }
    #expect(market?.description == "offers.csv: \(reason)")
    #expect(try await copies() == before)
  }

  // MARK: Offers

  @Test(arguments: [
    ("release_id,price,comments\n1,5,plays well, sleeve torn\n", 2, "“sleeve torn” has no column: is a quote missing?"),
    ("release_id,price\n1,5\n2,19,99\n", 3, "“99” has no column: is a quote missing?"),
    ("release_id,price,comments\n1,5,x\n2,19", 3, "the file ends within this row: export it again"),
  ])
  func `offers with lost quotes and a cut end are errors`(text: String, line: Int, reason: String) {
    let error = #expect(throws: MarketFileError.self) {
      try MarketFile(Array(text.utf8), named: "offers.csv", owner: "collector")
    }
    #expect(error?.description == "offers.csv, line \(line): \(reason)")
  }

  @Test func `offers may end without a line end, and with empty cells`() throws {
    let text = "release_id,price\n1,5,,\n2,6"
    let file = try MarketFile(Array(text.utf8), named: "offers.csv", owner: "collector")
    #expect(file.offers.map(\.release) == [1, 2])
  }
}
