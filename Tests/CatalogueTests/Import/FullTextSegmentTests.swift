import Foundation
import SQLiteSupport
import SeededRandom
import Testing

@testable import Catalogue

struct FullTextSegmentTests {
  /// The small size has rows of a word go over many pages, positions of a row over some, and makes a tree of row indexes.
  @Test(arguments: [FullTextSegment.pageSize, 64]) func `FTS5 finds every word where it would have put it itself`(
    pageSize: Int
  ) throws {
    let table = try Table(pageSize: pageSize)
    defer { table.remove() }
    try table.replaceIndex(Self.rows)
    try table.check()
  }

  @Test func `FTS5 notices one missing word`() throws {
    let table = try Table(pageSize: FullTextSegment.pageSize)
    defer { table.remove() }
    var rows = Self.rows
    rows[700].title += " left"
    try table.insert(rows[700])
    try table.replaceIndex(Self.rows)
    #expect(throws: SQLiteFailure.self) { try table.check() }
  }

  @Test func `no phrase goes over a break, which is no word itself`() throws {
    let table = try Table(pageSize: FullTextSegment.pageSize, rows: [])
    defer { table.remove() }
    try table.replaceIndex([Row(number: 7, title: "kind of \u{E000} blue", artist: "\u{E000} \u{E000} miles davis")])
    #expect(try table.find("\"of blue\"") == nil)
    #expect(try table.find("of blue") == 7)
    #expect(try table.find("\"kind of\" \"miles davis\"") == 7)
    #expect(try table.find("\"\u{E000}\"") == nil)
  }

  @Test func `an index without words is one that FTS5 reads`() throws {
    let table = try Table(pageSize: FullTextSegment.pageSize, rows: [])
    defer { table.remove() }
    try table.replaceIndex([])
    try table.check()
    #expect(try table.find("blue") == nil)
  }

  // MARK: Rows

  fileprivate struct Row {
    var number: Int
    var title: String
    var artist: String
  }

  /// Words from rare to in every row, of one letter and of more than FTS5 takes, with beginnings in common, in several
  /// scripts; rows from empty to one with thousands of words.
  private static let rows: [Row] = {
    var random = SeededGenerator(seed: 58)
    let letters = ["a", "e", "n", "s", "t", "é", "ж", "日", "𝒳", "7"]
    let words = (0..<3000).map { _ in
      (0...Int.random(in: 0...11, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
    }
    func text(_ count: Int) -> String {
      (0..<count).map { _ in
        Bool.random(using: &random)
          ? "the" : words[Int.random(in: 0..<Int.random(in: 1...3000, using: &random), using: &random)]
      }.joined(separator: " ")
    }
    var number = 0
    var rows = (0..<2500).map { _ in
      number += Int.random(in: 1...100, using: &random) == 1 ? 500_000 : Int.random(in: 1...3, using: &random)
      return Row(
        number: number, title: "the " + text(Int.random(in: 0...9, using: &random)),
        artist: text(Int.random(in: 0...3, using: &random)))
    }
    rows[17].title = ""
    rows[17].artist = "the"
    rows[18].artist = ""
    rows[900].artist = text(6000)
    rows[901].title = String(repeating: "x", count: 40_000) + " " + String(repeating: "x", count: 20_000)
    return rows
  }()

  // MARK: The table

  /// An FTS5 table that knows its texts, so that it can compare its index with them.
  private final class Table {
    private let path: String
    private var opened: BuildDatabase?
    private let pageSize: Int

    init(pageSize: Int, rows: [Row] = FullTextSegmentTests.rows) throws {
      self.pageSize = pageSize
      path = FileManager.default.temporaryDirectory.appendingPathComponent("runout-words-\(UUID().uuidString)").path
      try database().execute(
        """
        BEGIN;
        CREATE VIRTUAL TABLE words USING fts5(title, artist, tokenize='ascii', prefix='1 3');
        INSERT INTO words(words, rank) VALUES('pgsz', \(pageSize));
        """)
      for row in rows { try insert(row) }
      try database().execute("COMMIT")
    }

    private func database() throws -> OpaquePointer {
      let database = try opened ?? BuildDatabase(path: path, cache: 4 << 20, pageLimit: nil)
      opened = database
      return database.connection
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func insert(_ row: Row) throws {
      let insert = try PreparedStatement(
        database(), "INSERT OR REPLACE INTO words(rowid, title, artist) VALUES(?, ?, ?)")
      insert.bind(1, row.number)
      insert.bind(2, row.title)
      insert.bind(3, row.artist)
      try insert.run()
    }

    /// Puts an index of rows in the place of FTS5's own.
    func replaceIndex(_ rows: [Row]) throws {
      try database().execute("BEGIN; DELETE FROM words_data WHERE id > 10; DELETE FROM words_idx")
      try database().execute("UPDATE words_data SET block = x'00000000000000' WHERE id = 10")
      try writeIndex(rows)
      try database().execute("COMMIT")
      // FTS5 remembers what it has read.
      opened = nil
    }

    private func writeIndex(_ rows: [Row]) throws {
      try database().execute(PostingsRuns.declaration)
      let runs = try PostingsRunWriter(database())
      let postings = PostingsBuilder(columns: 2, beginnings: [1, 3], size: 2000)
      for row in rows {
        for (column, text) in [row.title, row.artist].enumerated() {
          Array(text.utf8).withUnsafeBytes { postings.add($0, of: UInt32(row.number), in: column) }
        }
        if postings.isFull { try runs.add(postings) }
      }
      try runs.add(postings)
      var segment = try FullTextSegment(database(), table: "words", pageSize: pageSize)
      try PostingsMerge(database()).forEach { try segment.add($0) }
      try segment.finish(rows: postings.rows, counts: postings.counts)
    }

    /// - Throws: what FTS5 finds wrong.
    func check() throws {
      try database().execute("INSERT INTO words(words) VALUES('integrity-check')")
    }

    /// The first row that matches.
    func find(_ query: String) throws -> Int? {
      let find = try PreparedStatement(database(), "SELECT rowid FROM words WHERE words MATCH ?")
      find.bind(1, query)
      return try find.next() ? find.integer(0) : nil
    }
  }
}
