import Foundation
import RunoutModel
import Testing

@testable import UserLibrary

struct IntakeTests {
  private let scratch: LibraryScratch

  init() throws { scratch = try LibraryScratch() }

  private func texts(_ contents: String) throws -> [[String]] {
    let path = scratch.file("intake.txt")
    try contents.write(toFile: path, atomically: true, encoding: .utf8)
    return try IntakeFile(readingFrom: path).records.map(\.texts)
  }

  @Test func `lines are there when the library opens again, and gone when they are settled`() async throws {
    let library = try scratch.open()
    let first = try await library.keepIntake("074646593523", folder: "Jazz")
    let second = try await library.keepIntake("CL 1355", folder: "Rock")
    try library.close()
    let again = try scratch.open()
    #expect(try await again.intakeLines() == [first, second])
    try await again.dropIntake(first.id)
    #expect(try await again.intakeLines() == [second])
  }

  @Test func `a line is a record, whatever ends it`() throws {
    #expect(
      try texts("\u{FEFF}074646593523\r\n\n  CL 1355 \nKind of Blue") == [
        ["074646593523"], ["CL 1355"], ["Kind of Blue"],
      ])
  }

  @Test(arguments: [",", ";", "\t"]) func `a table of another program is read by its columns`(sign: String) throws {
    let rows = [
      ["Artist", "Album", "EAN", "Cat No", "Media Condition"],
      ["Miles Davis", "Kind of Blue", "074646593523", "", "VG+"],
      ["Sun Ra", "Lanquidity", "", "PJ 1", ""], ["", "", "", "", ""],
    ]
    let path = scratch.file("table.csv")
    try rows.map { $0.joined(separator: sign) }.joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let records = try IntakeFile(readingFrom: path).records
    #expect(records.map(\.texts) == [["074646593523", "Miles Davis Kind of Blue"], ["PJ 1", "Sun Ra Lanquidity"]])
    #expect(records.map(\.media) == ["Very Good Plus (VG+)", ""])
    #expect(records.map(\.line) == [2, 3])
  }

  @Test func `Excel's first line is no record, and a file that was cut within quotes says where`() throws {
    #expect(try texts("sep=;\nArtist;Title\nSun Ra;Lanquidity\n") == [["Sun Ra Lanquidity"]])
    #expect(try texts("release_id,Artist\n930000005,Miles Davis\n") == [["r930000005", "Miles Davis"]])
    let path = scratch.file("cut.csv")
    try "Artist,Title\nSun Ra,Lanquidity\nCan,\"Tago Ma".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: LibraryError.shelfFile(.unclosedQuote(file: path, line: 3))) { try IntakeFile(readingFrom: path) }
  }

  @Test func `a file that cannot be read says so`() {
    #expect(throws: LibraryError.self) { try IntakeFile(readingFrom: scratch.file("none.csv")) }
  }
}
