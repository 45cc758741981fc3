import DiscogsModel
import Foundation
import RunoutModel
import Testing

@testable import UserLibrary

struct CSVReaderTests {
  private func records(_ text: String, delimiter: UInt8 = UInt8(ascii: ",")) -> [CSVReader.Record] {
    var reader = CSVReader(Array(text.utf8), delimiter: delimiter)
    var records: [CSVReader.Record] = []
    while let record = reader.next() { records.append(record) }
    return records
  }

  @Test(arguments: [
    ("a,b,c", ["a", "b", "c"]), ("a,,", ["a", "", ""]), (",", ["", ""]), ("\"a,b\",c", ["a,b", "c"]),
    ("\"say \"\"hi\"\"\",x", ["say \"hi\"", "x"]), ("\"\",x", ["", "x"]), (" a , b ", [" a ", " b "]),
    ("7\" EP,x", ["7\" EP", "x"]), ("\"7\"\", EP\",x", ["7\", EP", "x"]), ("\"line\nbreak\",x", ["line\nbreak", "x"]),
    ("\"line\r\nbreak\",x", ["line\r\nbreak", "x"]), ("\u{FEFF}a,b", ["a", "b"]), ("\u{FEFF}\"a\",b", ["a", "b"]),
    // Quotes and delimiters are themselves whatever follows them.
    ("\"\u{301}a\",b", ["\u{301}a", "b"]), ("a,\u{301}b", ["a", "\u{301}b"]),
    ("\"7\"\"\u{FE0F}\",b", ["7\"\u{FE0F}", "b"]),
    ("a\u{2028}b\u{85}c,d", ["a\u{2028}b\u{85}c", "d"]),
  ])
  func `a record is taken apart`(text: String, fields: [String]) {
    #expect(records(text) == [CSVReader.Record(line: 1, fields: fields)])
    #expect(records(text + "\r\n") == [CSVReader.Record(line: 1, fields: fields)])
  }

  @Test func `every record knows the line it starts on`() {
    let found = records("a\r\n\r\n\"b\nb\r\nb\"\nc\rd\n\n\n")
    #expect(found.map(\.line) == [1, 3, 6, 7])
    #expect(found.map(\.fields) == [["a"], ["b\nb\r\nb"], ["c"], ["d"]])
  }

  @Test func `a broken record is reported, and reading continues after it`() {
    let found = records("\"a\"x,b\nc,d\n")
    #expect(
      found == [
        CSVReader.Record(line: 1, fields: ["ax", "b"], problem: .textAfterQuote),
        CSVReader.Record(line: 2, fields: ["c", "d"]),
      ])
  }

  @Test func `a quote that never closes is an error at the line where it opens`() {
    #expect(records("a,b\nc,\"d\ne,f\n").last?.problem == .unclosedQuote)
    #expect(records("a,b\nc,\"d\ne,f\n").last?.line == 2)
  }

  @Test func `an empty text has no records`() {
    #expect(records("").isEmpty)
    #expect(records("\u{FEFF}\r\n\n").isEmpty)
  }
}

struct LibraryImportTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  private func importCollection(_ text: String) async throws -> ShelfImport {
    try await library.importCollection(from: scratch.write(text, to: "collection.csv"))
  }

  private func importWantList(_ text: String) async throws -> ShelfImport {
    try await library.importWantList(from: scratch.write(text, to: "wantlist.csv"))
  }

  private func copies() async throws -> [CollectionCopy] {
    try await library.copies(CollectionRequest(), limit: 1_000).rows
  }

  @Test func `a row of the export becomes a copy with everything in it`() async throws {
    let report = try await importCollection(
      Export.header + ",Collection Shelf Number,Weight\r\n"
        + "SK 001,\"Sigur Rós, \"\"Jónsi\"\" (2)\",Ágætis Byrjun,Smekkleysa,\"2x12\"\", LP, Album\",5,1999,134837,"
        + "Iceland,2020-11-12 12:24:52,Near Mint (NM or M-),Very Good Plus (VG+),\"first line\r\nsecond, \"\"line\"\"\","
        + "B 12,180 g\r\n")
    #expect(report == ShelfImport(rows: 1, added: 1, removed: 0, folders: 1, skipped: []))
    let copy = try #require(try await copies().first)
    #expect(
      copy
        == CollectionCopy(
          id: copy.id,
          facts: ShelfFacts(
            release: 134_837, artist: "Sigur Rós, \"Jónsi\" (2)", title: "Ágætis Byrjun", label: "Smekkleysa",
            catalogueNumber: "SK 001", format: "2x12\", LP, Album", year: 1999),
          folder: "Iceland", rating: 5, added: "2020-11-12 12:24:52", mediaCondition: "Near Mint (NM or M-)",
          sleeveCondition: "Very Good Plus (VG+)",
          fields: [
            CollectionCopy.Field(name: "Notes", value: "first line\r\nsecond, \"line\""),
            CollectionCopy.Field(name: "Shelf Number", value: "B 12"),
            CollectionCopy.Field(name: "Weight", value: "180 g"),
          ]))
    #expect(copy.artist == "Sigur Rós, \"Jónsi\"")
  }

  @Test func `values that say unknown are unknown`() async throws {
    let rows = [
      "none,A,One,L,LP,0,0,1,F,2020-01-01 00:00:00,,,", "None,A,Two,L,LP,,,2,F,,,,",
      "NONE,A,Three,L,LP,6,1959-08-17,3,,,,,",
    ]
    _ = try await importCollection(Export.header + "\n" + rows.joined(separator: "\n"))
    let byRelease = Dictionary(uniqueKeysWithValues: try await copies().map { ($0.release.number, $0) })
    #expect(byRelease.values.allSatisfy { $0.facts.catalogueNumber.isEmpty && $0.rating == nil })
    #expect(byRelease[1]?.facts.year == nil)
    #expect(byRelease[2]?.facts.year == nil)
    #expect(byRelease[2]?.added == "")
    #expect(byRelease[3]?.facts.year == 1959)
    #expect(byRelease[3]?.folder == "Uncategorized")
  }

  @Test func `columns go by their names, in any order, with a byte order mark and quotes`() async throws {
    _ = try await importCollection(
      "\u{FEFF}\"Title\",\"RELEASE_ID\",\"CollectionFolder\", artist \nKid A,21491,All,Radiohead\n")
    #expect(try await copies().map(\.facts) == [ShelfFacts(release: 21_491, artist: "Radiohead", title: "Kid A")])
  }

  @Test func `a file with semicolons, as spreadsheets save it, is read too`() async throws {
    _ = try await importCollection("Artist;Title;release_id;CollectionFolder\nCan;\"Tago; Mago\";7;Krautrock\n")
    #expect(try await copies().map(\.facts.title) == ["Tago; Mago"])
  }

  @Test func `a row without a release number is skipped, counted and reported with its line`() async throws {
    let report = try await importCollection(
      Export.header + "\n" + "C,\"A\nB\",T,L,LP,,1959,1,F,,,,\n" + "C,A,T,L,LP,,1959,,F,,,,\n"
        + "C,A,T,L,LP,,1959,r249504,F,,,,\n" + "C,A,T,L,LP,,1959,-3,F,,,,\n" + "\"C\"x,A,T,L,LP,,1959,4,F,,,,\n"
        + "C,A,T,L,LP,,1959,5,F,,,,\n")
    #expect(report.rows == 2)
    #expect(
      report.skipped == [
        ShelfImport.SkippedRow(line: 4, reason: "release_id is empty"),
        ShelfImport.SkippedRow(line: 5, reason: "release_id \"r249504\" is not a number"),
        ShelfImport.SkippedRow(line: 6, reason: "release_id \"-3\" is not a number"),
        ShelfImport.SkippedRow(line: 7, reason: "text follows a closing quote"),
      ])
  }

  @Test func `a short row is a row with empty ends`() async throws {
    _ = try await importCollection(Export.header + "\nC,A,T,L,LP,,1959,1\n")
    #expect(try await copies().map(\.folder) == ["Uncategorized"])
  }

  @Test func `no folder means Uncategorized`() async throws {
    _ = try await importCollection(
      "release_id,Artist,Title,CollectionFolder\n1,A,T,\n2,B,U,Uncategorized\n")
    #expect(try await copies().map(\.folder) == ["Uncategorized", "Uncategorized"])
  }

  @Test(arguments: [
    ("Artist,Title,CollectionFolder\nA,T,F\n", "has no column \"release_id\": export it from Discogs again, as CSV"),
    ("release_id,Title,CollectionFolder\n1,T,F\n", "has no column \"Artist\": export it from Discogs again, as CSV"),
    ("", "has no column \"release_id\": export it from Discogs again, as CSV"),
    (
      "release_id,Artist,Title,Notes\n1,A,T,\n",
      "is not a collection: for a want list, use `runout wantlist import`"
    ),
  ])
  func `a file that is no export is refused by the column it lacks`(text: String, reason: String) async throws {
    let error = await #expect(throws: LibraryError.self) { try await importCollection(text) }
    #expect(error?.description == "\(scratch.file("collection.csv")) \(reason)")
  }

  @Test func `an export of the collection is no want list`() async throws {
    let error = await #expect(throws: LibraryError.self) {
      try await importWantList(Export.collection([Export.Row(release: 1)]))
    }
    #expect(error == .shelfFile(.isCollection(file: scratch.file("wantlist.csv"))))
  }

  @Test func `a truncated or binary file is refused, and the shelf is unchanged`() async throws {
    _ = try await importCollection(Export.collection([Export.Row(release: 1)]))
    let whole = Export.collection([Export.Row(release: 2), Export.Row(release: 3, notes: "a, b")])
    let path = scratch.file("collection.csv")
    let cut = await #expect(throws: LibraryError.self) { try await importCollection(String(whole.dropLast(4))) }
    #expect(cut == .shelfFile(.unclosedQuote(file: path, line: 3)))
    try (Data(whole.utf8) + [0x81, 0x0A]).write(to: URL(fileURLWithPath: path))
    let binary = await #expect(throws: LibraryError.self) { try await library.importCollection(from: path) }
    #expect(binary == .shelfFile(.notUTF8(file: path, line: 4)))
    let useless = await #expect(throws: LibraryError.self) {
      try await importCollection(Export.header + "\nC,A,T,L,LP,,1959,x,F,,,,\n")
    }
    #expect(
      useless?.description
        == "\(path) has no usable row; line 2: release_id \"x\" is not a number")
    let missing = await #expect(throws: LibraryError.self) { try await library.importCollection(from: "/nowhere.csv") }
    #expect(missing?.description == "Cannot read /nowhere.csv: No such file or directory")
    let folder = await #expect(throws: LibraryError.self) { try await library.importCollection(from: "/") }
    #expect(folder?.description == "Cannot read /: Is a directory")
    #expect(try await copies().map(\.release) == [1])
  }

  @Test func `an export is read from a pipe too`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Export.collection([Export.Row(release: 1)]).utf8))
    try pipe.fileHandleForWriting.close()
    let report = try await library.importCollection(from: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(report.rows == 1)
  }

  @Test func `an export of an empty collection empties the shelf`() async throws {
    _ = try await importCollection(Export.collection([Export.Row(release: 1)]))
    let report = try await importCollection(Export.header + "\n")
    #expect(report == ShelfImport(rows: 0, added: 0, removed: 1, folders: 0, skipped: []))
    #expect(try await copies().isEmpty)
  }

  @Test func `importing the same export again changes nothing, not even the numbers of the copies`() async throws {
    // The first two are one release bought twice in the same second, the third a third copy of it.
    let rows = [
      Export.Row(release: 7, folder: "A"), Export.Row(release: 7, folder: "B"),
      Export.Row(release: 7, added: "2021-01-01 00:00:00"), Export.Row(release: 8),
    ]
    #expect(try await importCollection(Export.collection(rows)).added == 4)
    let before = try await copies()
    #expect(before.count == 4)
    let again = try await importCollection(Export.collection(rows))
    #expect(again == ShelfImport(rows: 4, added: 0, removed: 0, folders: 3, skipped: []))
    #expect(try await copies() == before)
  }

  @Test func `a later export adds, changes and removes, and copies that stay keep their numbers`() async throws {
    let rows = [Export.Row(release: 1), Export.Row(release: 2), Export.Row(release: 3)]
    _ = try await importCollection(Export.collection(rows))
    let before = Dictionary(uniqueKeysWithValues: try await copies().map { ($0.release, $0.id) })
    let later = [
      Export.Row(release: 4), Export.Row(release: 3, rating: "4", folder: "Jazz"),
      // Taken out of the collection and put in again.
      Export.Row(release: 1, added: "2024-06-01 10:00:00"),
    ]
    let report = try await importCollection(Export.collection(later))
    #expect(report == ShelfImport(rows: 3, added: 1, removed: 1, folders: 2, skipped: []))
    let after = Dictionary(uniqueKeysWithValues: try await copies().map { ($0.release, $0) })
    #expect(after[1]?.id == before[1])
    #expect(after[3]?.id == before[3])
    #expect(after[3]?.rating == 4)
    #expect(after[3]?.folder == "Jazz")
    #expect(after[2] == nil)
    #expect(!before.values.contains(try #require(after[4]).id))
  }

  @Test func `a want list has one entry for a release, and its own numbers`() async throws {
    let rows = [
      Export.Row(release: 1, notes: "old"), Export.Row(release: 2, rating: "3"), Export.Row(release: 1, notes: "new"),
    ]
    #expect(try await importWantList(Export.wantList(rows)).rows == 2)
    let wants = try await library.wants(CollectionRequest()).rows
    #expect(try await library.want(of: 1)?.notes == "new")
    #expect(try await library.want(of: 2)?.rating == 3)
    #expect(try await library.want(of: 3) == nil)
    #expect(try await importWantList(Export.wantList(rows)).added == 0)
    #expect(try await library.wants(CollectionRequest()).rows == wants)
  }

  @Test func `the catalogue is asked for masters once, and they stay through the next import`() async throws {
    let rows = (1...1_200).map { Export.Row(release: $0) }
    _ = try await importCollection(Export.collection(rows))
    _ = try await importWantList(Export.wantList([Export.Row(release: 5_000)]))
    let filled = try await library.learnFacts { releases throws(LibraryError) in
      #expect(releases.count <= 500)
      return Dictionary(
        uniqueKeysWithValues: releases.filter { $0.number % 2 == 0 }.map {
          ($0, ShelfFacts(release: $0, master: Master.ID($0.number * 10)))
        })
    }
    #expect(filled == 601)
    _ = try await importCollection(Export.collection(rows))
    #expect(try await library.copies(of: 1_200).first?.master == 12_000)
    #expect(try await library.copies(of: 1).first?.master == nil)
    #expect(try await library.want(of: 5_000)?.master == 50_000)
  }

  @Test func `a new import forgets which catalogue the masters were asked of`() async throws {
    try await library.setFactsSource("catalogue 1")
    #expect(try await library.factsSource() == "catalogue 1")
    _ = try await importCollection(Export.header + "\n")
    #expect(try await library.factsSource() == nil)
  }
}
