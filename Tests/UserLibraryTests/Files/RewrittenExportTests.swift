import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// A table of cells, the header first, and what programs make of it when they save it.
private struct Sheet {
  var rows: [[String]]

  static let original = Sheet(rows: [
    Export.header.split(separator: ",").map(String.init) + ["Collection Shelf", "Collection Paid"],
    [
      "XL 1", "Björk", "Débüt, \"live\"", "One Little Indian", "2x12\", LP", "5", "1993", "1001", "Pop",
      "2023-04-23 04:38:11", "Very Good Plus (VG+)", "Near Mint (NM or M-)", "first line\nsecond; “line”", "007",
      "25.00",
    ],
    // Two copies of one release, added at once, and a third.
    [
      "XL 2", "Can", "Tago Mago", "United Artists", "LP, Album", "", "1971", "1002", "Rock", "2023-12-01 14:05:09",
      "Good (G)", "", "scratched", "", "",
    ],
    [
      "XL 2", "Can", "Tago Mago", "United Artists", "LP, Album", "3", "1971", "1002", "Rock", "2023-12-01 14:05:09",
      "Mint (M)", "Not Graded", "sealed", "12", "9.50",
    ],
    [
      "XL 2", "Can", "Tago Mago", "United Artists", "LP, Album", "3", "1971", "1002", "Uncategorized",
      "2024-01-05 23:59:33", "", "Generic", "", "", "9",
    ],
    [
      "602547288233", "坂本龍一", "千のナイフ", "Better Days", "LP", "4", "1978", "1003", "Pop", "2024-02-29 00:00:00", "", "",
      "NaN is a number", "", "",
    ],
    [
      "none", "Sun Ra", "Lanquidity", "Philly Jazz", "LP", "", "", "1004", "Jazz", "2024-11-12 12:24:52", "", "", "",
      "", "",
    ],
  ])

  func mapped(_ columns: Set<String>, _ body: (String) -> String) -> Sheet {
    let places = rows[0].indices.filter { columns.contains(rows[0][$0]) }
    var sheet = self
    for row in rows.indices.dropFirst() { for place in places { sheet.rows[row][place] = body(rows[row][place]) } }
    return sheet
  }

  /// With dates in another writing: `%Y-%m-%d %H:%M:%S`, a small letter for one without a nought.
  func dates(_ format: String) -> Sheet {
    mapped(["Date Added"]) { date in
      let part = { (from: Int, count: Int) in String(date.dropFirst(from).prefix(count)) }
      let number = { (text: String) in String(Int(text) ?? 0) }
      let hour = Int(part(11, 2)) ?? 0
      var text = format
      for (sign, value) in [
        ("%Y", part(0, 4)), ("%y", part(2, 2)), ("%m", part(5, 2)), ("%n", number(part(5, 2))), ("%d", part(8, 2)),
        ("%e", number(part(8, 2))), ("%H", part(11, 2)), ("%k", String(hour)), ("%M", part(14, 2)), ("%S", part(17, 2)),
        ("%l", String((hour + 11) % 12 + 1)), ("%p", hour < 12 ? "AM" : "PM"),
      ] { text = text.replacingOccurrences(of: sign, with: value) }
      return text
    }
  }

  /// With the fraction that a column of numbers gets once it has gaps.
  func fractions(_ sign: String, _ columns: Set<String> = ["Rating", "Released"]) -> Sheet {
    mapped(columns) { $0.isEmpty || Int($0) == nil ? $0 : "\($0)\(sign)0" }
  }

  /// With numbers as a spreadsheet shows them.
  func numbers(_ sign: String) -> Sheet {
    mapped(["Collection Paid", "Collection Shelf", "Catalog#"]) { text in
      text == "602547288233"
        ? "6\(sign)02547E+11"
        : Double(text).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }?.replacing(".", with: sign) ?? text
    }
  }

  func emptyCells(_ text: String) -> Sheet {
    mapped(Set(rows[0])) { $0.isEmpty ? text : $0 }
  }

  func reversed() -> Sheet { Sheet(rows: [rows[0]] + rows.dropFirst().reversed()) }

  func columns(_ order: (Int) -> [Int]) -> Sheet {
    let places = order(rows[0].count)
    return Sheet(rows: rows.map { row in places.map { row[$0] } })
  }

  /// Without the empty cells at the ends of its rows.
  func shortened() -> Sheet {
    Sheet(rows: rows.map { row in Array(row[...(row.lastIndex { !$0.isEmpty } ?? 0)]) })
  }

  func renamed(_ names: [String: String]) -> Sheet {
    Sheet(rows: [rows[0].map { names[$0] ?? $0 }] + rows.dropFirst())
  }

  func text(_ delimiter: String = ",", lineEnd: String = "\n", quotesAll: Bool = false, sep: Bool = false) -> String {
    let lines = rows.map { row in
      row.map { cell in
        let needsQuotes = quotesAll || cell.contains { "\"\n\r".contains($0) || String($0) == delimiter }
        return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: delimiter)
    }
    return ((sep ? ["sep=\(delimiter)"] : []) + lines).map { $0 + lineEnd }.joined()
  }
}

extension String {
  var utf8Mark: [UInt8] { [0xEF, 0xBB, 0xBF] + utf8 }
  var wide: [UInt8] { [0xFF, 0xFE] + Array(self.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
  var wideBig: [UInt8] { [0xFE, 0xFF] + Array(self.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
  /// Encoded once more by a program that took it for text with one byte for each letter.
  var utf8Twice: [UInt8] { utf8.flatMap { Array(String(Unicode.Scalar($0)).utf8) } }
  var windows1252: [UInt8] {
    unicodeScalars.map { scalar in
      switch scalar {
      case "“": 0x93
      case "”": 0x94
      default: scalar.value < 0x100 ? UInt8(scalar.value) : UInt8(ascii: "?")
      }
    }
  }
}

/// A program that people save exports with, and what comes of one.
struct SavingProgram: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  /// Whether all that the shelf needs is in it, to the minute.
  var isWhole = true
  var testDescription: String { name }

  init(_ name: String, _ bytes: [UInt8], isWhole: Bool = true) {
    (self.name, self.bytes, self.isWhole) = (name, bytes, isWhole)
  }

  static let all: [SavingProgram] = {
    let sheet = Sheet.original
    let british = sheet.dates("%d/%m/%Y %H:%M").numbers(".")
    let german = sheet.dates("%d.%m.%Y %H:%M").numbers(",")
    let american = sheet.dates("%n/%e/%Y %k:%M").numbers(".")
    return [
      SavingProgram("Discogs", Array(sheet.text().utf8)),
      SavingProgram("sorted the other way", Array(sheet.reversed().text().utf8)),
      SavingProgram("Excel, English", american.text(lineEnd: "\r\n").utf8Mark, isWhole: false),
      SavingProgram("Excel, English, without UTF-8", american.text(lineEnd: "\r\n").windows1252, isWhole: false),
      SavingProgram("Excel, British", british.text(";", lineEnd: "\r\n", sep: true).utf8Mark, isWhole: false),
      SavingProgram(
        "Excel, British, sorted", british.reversed().text(lineEnd: "\r\n", sep: true).utf8Mark, isWhole: false),
      SavingProgram("Excel, German", german.text(";", lineEnd: "\r\n").windows1252, isWhole: false),
      SavingProgram("Excel, German, fractions", german.fractions(",").text(";", sep: true).utf8Mark, isWhole: false),
      SavingProgram("Excel, Unicode text", sheet.dates("%n/%e/%Y %l:%M %p").text("\t", lineEnd: "\r\n").wide),
      SavingProgram("Excel for Mac", american.text(lineEnd: "\r").utf8Mark, isWhole: false),
      SavingProgram("LibreOffice", Array(sheet.dates("%m/%d/%y %l:%M:%S %p").text(quotesAll: true).utf8)),
      SavingProgram("LibreOffice, Swedish", Array(sheet.dates("%y-%m-%d %H:%M:%S").text().utf8)),
      SavingProgram("Numbers", sheet.dates("%e/%n/%Y, %H:%M:%S").text(";").utf8Mark),
      SavingProgram("Google Sheets", Array(sheet.dates("%n/%e/%Y %k:%M:%S").fractions(".").text(lineEnd: "\r\n").utf8)),
      SavingProgram(
        "pandas", Array(sheet.fractions(".", ["Rating", "Released", "release_id"]).emptyCells("NaN").text().utf8)),
      SavingProgram(
        "pandas with the numbers of its rows",
        Array(
          Sheet(rows: sheet.rows.enumerated().map { [$0 == 0 ? "Unnamed: 0" : "\($0 - 1)"] + $1 }).fractions(".").text()
            .utf8)),
      SavingProgram("pandas, nan", Array(sheet.fractions(".").emptyCells("nan").text().utf8)),
      SavingProgram("pandas, <NA>", Array(sheet.emptyCells("<NA>").text().utf8)),
      SavingProgram("polars", Array(sheet.emptyCells("None").text().utf8)),
      SavingProgram("a database", Array(sheet.emptyCells("NULL").text().utf8)),
      SavingProgram("a spreadsheet's N/A", Array(sheet.emptyCells("N/A").text().utf8)),
      SavingProgram("a spreadsheet's #N/A", Array(sheet.emptyCells("#N/A").text().utf8)),
      SavingProgram("days alone", Array(sheet.dates("%Y-%m-%d").text().utf8), isWhole: false),
      SavingProgram("another computer", sheet.text("\t", lineEnd: "\r\n").wideBig),
      SavingProgram("columns moved", Array(sheet.columns { (0..<$0).reversed() }.text().utf8)),
      SavingProgram(
        "columns renamed",
        Array(
          sheet.renamed([
            "Catalog#": "Catalog Number", "release_id": "Release ID", "CollectionFolder": "Collection Folder",
            "Date Added": "date_added", "Collection Media Condition": "Media Condition",
          ]).text().utf8)),
      SavingProgram(
        "columns missing", Array(sheet.columns { (0..<$0).filter { ![5, 6, 10, 12].contains($0) } }.text().utf8)),
      SavingProgram("columns doubled", Array(sheet.columns { Array(0..<$0) + [1, 5, 7] }.text().utf8)),
      SavingProgram("empty ends left out", Array(sheet.shortened().text().utf8)),
      SavingProgram("UTF-8 taken for something else", sheet.text().utf8Twice),
      SavingProgram("empty rows and columns", Array((sheet.text() + ",,,,\n,,\n\n").utf8)),
      SavingProgram(
        "short grades",
        Array(
          sheet.mapped(["Collection Media Condition", "Collection Sleeve Condition"]) { grade in
            ["Very Good Plus (VG+)": "VG+", "Near Mint (NM or M-)": "near mint", "Good (G)": "Good", "Mint (M)": "m"][
              grade] ?? grade
          }.text().utf8)),
    ]
  }()
}

/// Exports that other programs have saved again: the same shelf comes of them, or a report says what does not.
struct RewrittenExportTests {
  private let scratch: LibraryScratch

  init() throws { scratch = try LibraryScratch() }

  private func take(_ bytes: [UInt8], into library: Library) async throws -> ShelfImportReport {
    let path = scratch.file("export.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try await library.importShelf(.collection, from: path, at: 1_772_366_400)
  }

  private func copies(_ library: Library) async throws -> [CollectionCopy] {
    try await library.copies(CollectionRequest(), limit: 100).rows
  }

  @Test(arguments: SavingProgram.all)
  func `on the shelf that it came from it changes nothing`(program: SavingProgram) async throws {
    let library = try Library.inMemory()
    _ = try await take(SavingProgram.all[0].bytes, into: library)
    let before = try await copies(library)
    let report = try await take(program.bytes, into: library)
    #expect(report.questions == [] && report.skipped == [] && report.count(.changed) == 0 && report.count(.new) == 0)
    #expect(try await copies(library) == before)
  }

  @Test(arguments: SavingProgram.all)
  func `on an account's shelf it sends nothing`(program: SavingProgram) async throws {
    let library = try scratch.open()
    _ = try await take(SavingProgram.all[0].bytes, into: library)
    try await library.mirror("collector")
    let report = try await take(program.bytes, into: library)
    #expect(report.edits == [] && report.differences == [] && report.questions == [])
    #expect(try await library.pendingEdits() == [])
  }

  @Test(arguments: SavingProgram.all)
  func `a new shelf is the same, to the minute, or the report says why not`(program: SavingProgram) async throws {
    let (first, second) = (try Library.inMemory(), try Library.inMemory())
    _ = try await take(SavingProgram.all[0].bytes, into: first)
    let report = try await take(program.bytes, into: second)
    #expect(report.skipped == [] && report.questions == [] && report.rows == 6)
    func toTheMinute(_ copies: [CollectionCopy]) -> Set<CollectionCopy> {
      Set(
        copies.map { copy in
          var copy = copy
          copy.id = 0
          copy.added = String(copy.added.prefix(16))
          copy.fields.sort { $0.name < $1.name }
          return copy
        })
    }
    let isSame = toTheMinute(try await copies(first)) == toTheMinute(try await copies(second))
    #expect(isSame || !report.remarks.isEmpty || report.unreadCount > 0 || !program.isWhole)
    if program.isWhole, report.remarks.isEmpty { #expect(isSame) }
  }

  @Test func `every writing of the same table is read as the same rows`() throws {
    let sheet = Sheet(rows: Sheet.original.rows.filter { !$0.contains("坂本龍一") })
    let rows = { (bytes: [UInt8]) in
      Array(try ShelfFile(bytes, named: "f.csv", kind: .collection).rows).map { [$0.copy] }
    }
    let expected = try rows(Array(sheet.text().utf8))
    #expect(expected.count == 5)
    for delimiter in [",", ";", "\t", "|"] {
      for lineEnd in ["\n", "\r\n", "\r"] {
        for (quotesAll, sep) in [(false, false), (true, false), (false, true), (true, true)] {
          let text = sheet.text(delimiter, lineEnd: lineEnd, quotesAll: quotesAll, sep: sep)
          for bytes in [Array(text.utf8), text.utf8Mark, text.wide, text.wideBig, text.windows1252] {
            #expect(
              try rows(bytes) == expected,
              "\(delimiter.debugDescription) \(lineEnd.debugDescription) \(bytes.prefix(4))")
          }
        }
      }
    }
  }

  @Test func `the dates of a column decide each other, and are asked about where none does`() async throws {
    let library = try Library.inMemory()
    let header = "Artist,Title,release_id,CollectionFolder,Date Added\n"
    let open = Array((header + "A,T,1,F,03/04/2023\nB,T,2,F,05/06/2023 10:00\n").utf8)
    let asked = try await take(open, into: library)
    #expect(asked.questions == [.dates(line: 2, text: "03/04/2023")])
    #expect(try await library.copies(CollectionRequest(), limit: 100).rows == [])
    for (order, dates) in [(DateOrder.dmy, ["2023-04-03", "2023-06-05"]), (.mdy, ["2023-03-04", "2023-05-06"])] {
      let report = try await library.importShelf(
        .collection, from: scratch.file("export.csv"), at: 1, terms: ShelfImportTerms(dates: order))
      #expect(report.questions == [])
      #expect(
        try await library.copies(CollectionRequest(), limit: 100).rows.map { String($0.added.prefix(10)) } == dates)
    }
    let shown = Array((header + "A,T,1,F,03/04/2023\nB,T,2,F,25/06/2023\n").utf8)
    #expect(try await take(shown, into: library).questions == [])
    #expect(try await library.copies(of: 1).first?.added == "2023-04-03 00:00:00")
    // A column that shows both leaves the others open.
    let both = Array((header + "A,T,1,F,03/04/2023\nB,T,2,F,25/06/2023\nC,T,3,F,06/25/2023\n").utf8)
    #expect(try await take(both, into: library).questions == [.dates(line: 2, text: "03/04/2023")])
  }
}
