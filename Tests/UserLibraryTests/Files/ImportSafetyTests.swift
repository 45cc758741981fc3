import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// Files that are wrong, or wrong in part, and the way back.
struct ImportSafetyTests {
  private let scratch: LibraryScratch
  private let library: Library
  private static let short = "Artist,Title,release_id,CollectionFolder,Rating,Date Added,Collection Media Condition"

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  private func take(
    _ text: String, _ list: ShelfList = .collection, terms: ShelfImportTerms = ShelfImportTerms(),
    isRehearsal: Bool = false, at time: Double = 1_772_366_400
  ) async throws -> ShelfImportReport {
    try await library.importShelf(
      list, from: scratch.write(text, to: "file.csv"), at: time, terms: terms, isRehearsal: isRehearsal)
  }

  private func copies() async throws -> [CollectionCopy] {
    try await library.copies(CollectionRequest(), limit: 10_000).rows
  }

  private let good = Export.collection([
    Export.Row(release: 1, rating: "5", folder: "Jazz", notes: "mine"), Export.Row(release: 2), Export.Row(release: 3),
  ])

  @Test func `values that cannot be read are named, and what is there stays`() async throws {
    _ = try await take(good)
    let before = try await copies()
    let report = try await take(
      Export.header + "\nCL 1355,Miles Davis,#NAME?,Columbia,\"LP, Album\",6,Aug-59,1,Jazz,someday,EX+,,mine\n"
        + "CL 1355,Miles Davis,Kind Of Blue,Columbia,\"LP, Album\",,1959,2,Uncategorized,2020-11-12 12:24:52,NM,,\n"
        + "CL 1355,Miles Davis,Kind Of Blue,Columbia,\"LP, Album\",,1959,3,Uncategorized,2020-11-12,NM,,\n")
    #expect(
      report.unread.map { "\($0.line) \($0.reason)" } == [
        "2 Title “#NAME?” is not understood", "2 Rating “6” is not understood", "2 Released “Aug-59” is not understood",
        "2 Date Added “someday” is not understood", "2 Collection Media Condition “EX+” is not understood",
      ])
    #expect(report.unreadCount == 5 && report.count(.changed) == 0 && report.unchanged == 3)
    #expect(try await copies() == before)
  }

  @Test func `a date of noughts is named, and what is there stays`() async throws {
    _ = try await take(good)
    let before = try await copies()
    let report = try await take(good.replacing("2020-11-12 12:24:52", with: "0000-00-00 00:00:00"))
    #expect(report.unread.map(\.line) == [2, 3, 4])
    #expect(report.unread.first?.reason == "Date Added “0000-00-00 00:00:00” is not understood")
    #expect(try await copies() == before)
  }

  @Test func `what cannot be read of a new copy is named, and as much of it kept as there is`() async throws {
    let report = try await take(Self.short + "\nA,T,1,F,6,someday,EX+\n")
    #expect(report.unreadCount == 3)
    #expect(report.unread.map(\.fate) == [.leftOut, .leftOut, .kept])
    let copy = try #require(try await copies().first)
    #expect(copy.rating == nil && copy.added == "" && copy.mediaCondition == "EX+")
  }

  @Test func `a file of which rows were skipped asks before it replaces, and changes nothing until then`() async throws
  {
    let cut = Self.short + "\nA,T,\"1,001\",F,,,\nB,T,9,F,,,\n"
    #expect(try await take(cut).questions == [], "there is nothing to replace")
    _ = try await take(good)
    let before = try await copies()
    let report = try await take(cut)
    #expect(report.questions == [.skippedRows(1, gone: 3)])
    #expect(report.skipped.map(\.reason) == ["release_id \"1,001\" is not a number"])
    #expect(try await copies() == before)
    var terms = ShelfImportTerms()
    terms.keepsOthers = true
    let kept = try await take(cut, terms: terms)
    #expect(kept.questions == [] && kept.count(.kept) == 3 && kept.count(.new) == 1 && kept.count(.gone) == 0)
    #expect(try await copies().map(\.release.number).sorted() == [1, 2, 3, 9])
    #expect(try await library.folders().contains { $0.name == "Jazz" })
    #expect(try await take(cut, terms: ShelfImportTerms(acceptsCounts: true)).questions == [])
    #expect(try await copies().map(\.release) == [9])
  }

  @Test(arguments: ["", "\n", "\n\n"])
  func `a file without rows asks before it empties a shelf`(_ rest: String) async throws {
    #expect(try await take(Self.short + rest).questions == [])
    _ = try await take(good)
    let report = try await take(Self.short + rest)
    #expect(report.questions == [.skippedRows(0, gone: 3)])
    #expect(try await copies().count == 3)
    _ = try await take(Self.short + rest, terms: ShelfImportTerms(acceptsCounts: true))
    #expect(try await copies() == [])
  }

  @Test func `a catalogue's name of a record that has none is kept, and rows are sorted by it`() async throws {
    _ = try await library.perform(
      [
        .add(ShelfFacts(release: 1), folder: ShelfEdit.uncategorised),
        .add(ShelfFacts(release: 2, artist: "B", title: "B"), folder: ShelfEdit.uncategorised),
        .want(ShelfFacts(release: 3), notes: "", rating: nil),
      ], at: 1_772_366_400, isSent: false)
    func learn() async throws -> Int {
      try await library.learnFacts { _ throws(LibraryError) in
        [1, 3].reduce(into: [:]) {
          $0[$1] = ShelfFacts(release: $1, master: 9, artist: "A", title: "T", country: "US", genres: ["Jazz"])
        }
      }
    }
    #expect(try await learn() == 2)
    #expect(try await copies().map(\.title) == ["T", "B"])
    #expect(try await library.wants(CollectionRequest()).rows.map(\.artist) == ["A"])
    #expect(try await copies().map(\.master) == [9, nil])
    #expect(try await learn() == 0)
  }

  @Test func `no grade is none, as Python writes it`() async throws {
    _ = try await take(Self.short + "\nA,T,1,F,,,None\nA,T,2,F,,,NM\n")
    #expect(try await copies().map(\.mediaCondition).sorted() == ["", "Near Mint (NM or M-)"])
  }

  @Test func `a date that is clear by itself stays so, whatever is answered for the others`() async throws {
    let file =
      "Artist,Title,release_id,CollectionFolder,Date Added\nA,T,1,F,03/04/2023\nA,T,2,F,23/04/2023\nA,T,3,F,04/23/2023\n"
    #expect(try await take(file).questions == [.dates(line: 2, text: "03/04/2023")])
    let report = try await take(file, terms: ShelfImportTerms(dates: .dmy))
    #expect(report.unreadCount == 0)
    #expect(
      try await copies().map { String($0.added.prefix(10)) }.sorted() == ["2023-04-03", "2023-04-23", "2023-04-23"])
  }

  @Test func `an import is taken back as a whole`() async throws {
    _ = try await library.perform([.makeFolder("Empty")], at: 1_772_366_399, isSent: false)
    _ = try await take(good)
    _ = try await library.learnFacts { _ throws(LibraryError) in
      [1: ShelfFacts(release: 1, master: 9, country: "US", genres: ["Jazz"])]
    }
    let number = try #require(try await library.copies(of: 1).first).id
    _ = try await library.perform([.play(copy: number)], at: 1_772_366_401, isSent: false)
    let (before, folders) = (try await copies(), try await library.folders())
    let bytes = try await library.exportCollection()
    let columns = try await library.read { try Library.fieldColumns($0) }
    _ = try await take(
      Export.header + ",Collection Shelf\nX,A,T,L,LP,1,2000,1,Rock,2020-11-12 12:24:52,Good (G),,theirs,B 1\n"
        + "X,A,T,L,LP,1,2000,8,Box,2021-11-12 12:24:52,,,,\n", at: 1_772_366_402)
    #expect(try await copies().map(\.release.number).sorted() == [1, 8])
    // What was changed since comes first.
    _ = try await library.perform([.rate(copy: number, stars: 2)], at: 1_772_366_403, isSent: false)
    #expect(try await library.undo(at: 1_772_366_404, isSent: false)?.title.contains("Rate") == true)
    let rehearsal = try await library.undo(at: 1_772_366_405, isSent: true, isRehearsal: true)
    #expect(rehearsal == EditSummary(title: "Import file.csv", left: 0, isSent: false))
    #expect(try await library.undo(at: 1_772_366_405, isSent: true)?.title == "Import file.csv")
    #expect(try await copies() == before)
    #expect(try await library.folders() == folders)
    #expect(try await library.exportCollection() == bytes)
    #expect(try await library.read { try Library.fieldColumns($0) } == columns)
    #expect(try await library.redo(at: 1_772_366_406, isSent: false) == nil)
    #expect(try await library.pendingEdits() == [])
    // The next words find it again.
    #expect(try await library.copies(CollectionRequest(narrowing: "mine")).rows.map(\.release) == [1])
  }

  @Test func `imports and edits are undone one after the other, back to the first`() async throws {
    func state() async throws -> [UInt8] { try await library.exportCollection() + library.exportWantList() }
    var states = [try await state()]
    var time = 1_772_366_400.0
    for (number, file) in [
      good, Self.short + "\nZ,Z,77,G,,,\n",
      Export.header + ",Collection Shelf\nX,A,T,L,LP,1,2000,1,Rock,2020-11-12 12:24:52,Good (G),,theirs,B 1\n",
    ].enumerated() {
      _ = try await take(file, at: time + 1)
      states.append(try await state())
      let copy = try #require(try await copies().first).id
      _ = try await library.perform([.rate(copy: copy, stars: 3)], at: time + 2, isSent: false)
      states.append(try await state())
      _ = try await take(Export.wantList([Export.Row(release: number + 1)]), .wantList, at: time + 3)
      states.append(try await state())
      time += 3
    }
    #expect(Set(states).count == states.count)
    for state in states.dropLast().reversed() {
      #expect(try await library.undo(at: time + 1, isSent: false) != nil)
      #expect(try await library.exportCollection() + library.exportWantList() == state)
    }
    #expect(try await library.undo(at: time + 1, isSent: false) == nil)
  }

  @Test func `a large import is taken back as a whole, its indexes too`() async throws {
    _ = try await take(good)
    let before = try await library.exportCollection()
    let indexes = { @Sendable (database: Database) in
      try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
    }
    let names = try await library.read(indexes)
    let rows = (1...7_000).map { "A \($0 % 7),T,\($0),F \($0 % 9),3,2020-11-12 12:24:52,\n" }.joined()
    _ = try await take(Self.short + "\n" + rows, at: 1_772_366_401)
    #expect(try await library.copyCount(CollectionRequest()) == 7_000)
    #expect(try await library.undo(at: 1_772_366_402, isSent: false, isRehearsal: true)?.title == "Import file.csv")
    #expect(try await library.copyCount(CollectionRequest()) == 7_000)
    #expect(try await library.undo(at: 1_772_366_402, isSent: false)?.title == "Import file.csv")
    #expect(try await library.exportCollection() == before)
    #expect(try await library.read(indexes) == names)
    let words = try await library.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM copyWords") }
    #expect(words == 3)
  }

  @Test func `an import of wants is taken back, wants of any pressing untouched`() async throws {
    _ = try await library.perform(
      [.want(ShelfFacts(master: 5, title: "Any"), notes: "", rating: nil)], at: 1_772_366_399, isSent: false)
    _ = try await take(Export.wantList([Export.Row(release: 1, notes: "old"), Export.Row(release: 2)]), .wantList)
    let before = try await library.wants(CollectionRequest()).rows
    _ = try await take(Export.wantList([Export.Row(release: 1, notes: "new"), Export.Row(release: 3)]), .wantList)
    #expect(try await library.undo(at: 1_772_366_401, isSent: false)?.title == "Import file.csv")
    // A row that was gone has another number now, which only lists know.
    func unnumbered(_ wants: [WantListEntry]) -> [WantListEntry] {
      wants.map { WantListEntry(id: 0, facts: $0.facts, rating: $0.rating, notes: $0.notes, added: $0.added) }
    }
    #expect(try await unnumbered(library.wants(CollectionRequest()).rows) == unnumbered(before))
  }

  @Test func `an import is not taken back from an account that has it by now, nor after a day`() async throws {
    // What was before it stays, too.
    _ = try await library.perform(
      [.want(ShelfFacts(release: 9), notes: "", rating: nil)], at: 1_772_366_399, isSent: false)
    _ = try await take(good)
    #expect(try await library.undo(at: 1_772_366_400 + 90_000, isSent: false) == nil)
    try await library.mirror("collector")
    #expect(try await library.undo(at: 1_772_366_401, isSent: true) == nil)
    #expect(try await copies().count == 3)
    #expect(try await library.want(of: 9) != nil)
  }

  @Test func `a file that says the same leaves the way back as it is`() async throws {
    _ = try await take(good)
    _ = try await take(good)
    #expect(try await library.undo(at: 1_772_366_401, isSent: false)?.title == "Import file.csv")
    #expect(try await copies() == [])
  }

  @Test func `what a file has no column for stays, and the report says so`() async throws {
    _ = try await take(good)
    let before = try await copies()
    let report = try await take(
      "Artist,Title,release_id,Date Added\n"
        + (1...3).map { "Miles Davis,Kind Of Blue,\($0),2020-11-12 12:24:52\n" }.joined())
    #expect(
      report.remarks == [
        "file.csv has no Catalog#, Label, Format and 5 more: nothing changes there"
      ])
    #expect(try await copies() == before)
  }

  @Test func `two own fields of one name both survive, there and back`() async throws {
    _ = try await take(
      Export.header + ",Collection Notes,Collection Bought = from,Collection Artist\n"
        + "C,A,T,L,LP,,1959,1,F,2020-11-12 12:24:52,,,one,two,Shop,Mine\n")
    let bytes = try await library.exportCollection()
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(",one,two,Shop,Mine\n"))
    let other = try Library.inMemory()
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("again.csv")))
    _ = try await other.importCollection(from: scratch.file("again.csv"))
    #expect(try await other.exportCollection() == bytes)
  }

  @Test func `a second column of one name is kept where it says something else`() async throws {
    let report = try await take("Artist,Title,release_id,CollectionFolder,Rating,Rating\nA,T,1,F,5,5\nB,U,2,F,3,4\n")
    #expect(report.remarks.contains("file.csv has two columns “Rating”: kept the second as a field"))
    #expect(try await copies().map(\.rating) == [5, 3])
    #expect(try await copies().map { $0.fields.map(\.value) } == [["5"], ["4"]])
  }

  @Test func `a zero in a file does no harm`() async throws {
    let report = try await take(Self.short + "\nA\u{0}B,T\u{0},1,F\u{0}older,\u{0}4,2020-11-12 12:24:52,NM\n")
    #expect(report.rows == 1 && report.unreadCount == 0)
    let copy = try #require(try await copies().first)
    #expect(copy.artist == "AB" && copy.facts.title == "T" && copy.folder == "Folder" && copy.rating == 4)
    #expect(try await library.copies(CollectionRequest(narrowing: "artist:ab")).rows.count == 1)
  }

  // MARK: Size

  @Test func `a file that cannot be one is refused before it is read to its end`() async throws {
    let long = String(repeating: "x", count: 3 << 20)
    let path = scratch.file("file.csv")
    func refusal(_ text: String) async throws -> LibraryError? {
      await #expect(throws: LibraryError.self) { try await take(text) }
    }
    #expect(try await refusal(long) == .shelfFile(.rowTooLong(file: path, line: 1)))
    #expect(try await refusal(good + long) == .shelfFile(.rowTooLong(file: path, line: 5)))
    #expect(
      try await refusal(good + "C,A,\"" + String(repeating: "line\n", count: 1 << 19))
        == .shelfFile(.rowTooLong(file: path, line: 5)))
    #expect(
      try await refusal(Self.short + String(repeating: ",", count: 2_000) + "\n")
        == .shelfFile(.tooManyColumns(file: path)))
    let endless = await #expect(throws: LibraryError.self) {
      try await library.importShelf(.collection, from: "/dev/zero", at: 1)
    }
    #expect(endless == .shelfFile(.rowTooLong(file: "/dev/zero", line: 1)))
  }

  @Test func `twice the rows take twice the work, whatever release they are of`() async throws {
    func time(_ rows: Int) async throws -> Duration {
      let text = Self.short + "\n" + (0..<rows).map { "A,T,7,F,\($0 % 6),,\n" }.joined()
      let clock = ContinuousClock()
      return try await clock.measure {
        _ = try await take(text, at: 1)
        _ = try await take(Self.short + "\n" + (0..<rows).map { "A,T,7,F,\(($0 + 1) % 6),,\n" }.joined(), at: 2)
      }
    }
    let (small, large) = (try await time(200), try await time(800))
    #expect(large < small * 12 + .seconds(1), "\(small), \(large)")
  }
}

/// Copies of one release in a file for an account.
struct CopyMatchingTests {
  private let scratch: LibraryScratch
  private let library: Library
  private static let header =
    "Artist,Title,release_id,CollectionFolder,Rating,Date Added,Collection Media Condition,Collection Notes\n"

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    _ = try await library.importCollection(
      from: scratch.write(
        Self.header + "A,T,7,F,3,2023-04-23 04:38:11,Good (G),worn\nA,T,7,F,5,2023-04-23 04:38:11,Mint (M),sealed\n",
        to: "first.csv"))
    try await library.mirror("collector")
  }

  private func take(_ rows: String, _ terms: ShelfImportTerms = ShelfImportTerms()) async throws -> ShelfImportReport {
    try await library.importShelf(
      .collection, from: scratch.write(Self.header + rows, to: "second.csv"), at: 1_772_366_400, terms: terms)
  }

  @Test func `two copies in another order are the same two copies`() async throws {
    let report = try await take("A,T,7,F,5,23/04/2023 04:38,Mint (M),sealed\nA,T,7,F,3,23/04/2023 04:38,G,worn\n")
    #expect(report.edits == [] && report.questions == [] && report.unchanged == 2)
  }

  @Test func `equal copies go together, and the change is of the other`() async throws {
    let report = try await take(
      "A,T,7,F,4,2023-04-23 04:38:11,Good (G),worn\nA,T,7,F,5,2023-04-23 04:38:11,Mint (M),sealed\n")
    #expect(report.differences.map(\.changes) == [["Rating: 3 → 4"]] && report.questions == [])
  }

  @Test func `a row that could be either copy is asked about, and changes nothing before`() async throws {
    let rows = "A,T,7,F,4,2023-04-23 04:38:11,Very Good (VG),cleaned\n"
    let copies = try await library.copies(of: 7)
    let report = try await take(rows, ShelfImportTerms(acceptsCounts: true))
    guard case .copies(let open)? = report.questions.first else {
      Issue.record("no question: \(report)")
      return
    }
    #expect(open.map(\.line) == [2] && open.first?.copies.map(\.id) == copies.map(\.id).sorted())
    #expect(open.first?.mayBeNew == false && report.edits == [])
    #expect(try await library.copies(of: 7) == copies)
    var terms = ShelfImportTerms()
    terms.copies[2] = open[0].copies[1].id
    let done = try await take(rows, terms)
    #expect(done.questions == [] && done.edits.count == 1)
    let after = try await library.copies(of: 7)
    #expect(after.first { $0.id == open[0].copies[1].id }?.rating == 4)
    #expect(after.first { $0.id == open[0].copies[0].id }?.rating == 3)
  }

  @Test func `copies that are alike are taken in their order, without a question`() async throws {
    let other = try Library.open(at: scratch.file("other.sqlite"))
    let row = "A,T,8,F,,2023-04-23 04:38:11,,\n"
    _ = try await other.importCollection(from: scratch.write(Self.header + row + row + row, to: "alike.csv"))
    try await other.mirror("collector")
    let rows = (1...3).map { "A,T,8,F,\($0),2023-04-23 04:38:11,,copy \($0)\n" }.joined()
    let report = try await other.importShelf(
      .collection, from: scratch.write(Self.header + rows, to: "second.csv"), at: 1_772_366_400)
    #expect(report.questions == [] && report.count(.changed) == 3 && report.count(.new) == 0)
    #expect(try await other.copies(of: 8).map(\.rating) == [1, 2, 3])
    try other.close()
  }

  @Test func `rows that are after one copy can be any of them`() async throws {
    let report = try await take(
      "A,T,7,F,4,2023-04-23 04:38:11,Good (G),worn\nA,T,7,F,2,2023-04-23 04:38:11,Good (G),worn\n")
    guard case .copies(let open)? = report.questions.first else {
      Issue.record("no question: \(report)")
      return
    }
    #expect(open.first?.copies.count == 2 && open.first?.mayBeNew == false)
  }

  @Test func `a third copy is new where the user says so`() async throws {
    let rows =
      "A,T,7,F,3,2023-04-23 04:38:11,Good (G),worn\nA,T,7,F,1,2023-04-23 04:38:11,Fair (F),one\n"
      + "A,T,7,F,2,2023-04-23 04:38:11,Poor (P),two\n"
    let report = try await take(rows)
    guard case .copies(let open)? = report.questions.first else {
      Issue.record("no question: \(report)")
      return
    }
    #expect(open.first?.line == 3 && open.first?.mayBeNew == true)
    var terms = ShelfImportTerms()
    terms.copies[3] = 0
    let done = try await take(rows, terms)
    #expect(done.questions == [] && done.count(.new) == 1 && done.count(.changed) == 1)
  }

  @Test func `fields go by their names in any case`() async throws {
    let rows = "A,T,7,F,3,2023-04-23 04:38:11,Good (G),worn\nA,T,7,F,5,2023-04-23 04:38:11,Mint (M),opened\n"
    let report = try await library.importShelf(
      .collection, from: scratch.write(Self.header.uppercased() + rows, to: "capitals.csv"), at: 1_772_366_400)
    #expect(report.remarks.allSatisfy { !$0.contains("NOTES") }, "\(report.remarks)")
    #expect(report.differences.filter { $0.kind == .changed }.map(\.changes) == [["Notes: sealed → opened"]])
  }

  @Test func `more than ten changes are asked about`() async throws {
    func rows(_ count: Int) -> String { (1...count).map { "A,T,\($0 + 100),F,1,2024-01-01 00:00:00,,\n" }.joined() }
    #expect(try await take(rows(10)).questions == [])
    let asked = try await take(rows(30))
    #expect(asked.questions == [.changes(20)] && asked.edits == [] && asked.count(.new) == 20)
    #expect(try await library.copies(of: 120).isEmpty)
    #expect(try await take(rows(30), ShelfImportTerms(acceptsCounts: true)).edits.count == 20)
  }
}
