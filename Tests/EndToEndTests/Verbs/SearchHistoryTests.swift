import Foundation
import GRDB
import TestSupport
import Testing

// breaks: Search history
/// The search history.
@Suite(.limitedConcurrency)
struct SearchHistoryTests {
  @Test func `a deleted search stays gone`() async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    for text in ["blue train", "sketches", "autobahn"] { try await terminal.press("s", "\(text)<Enter>") }
    try await terminal.press("<C-r>", "<Down>")
    #expect(terminal.screen.selection?.hasPrefix("sketches") == true, "\(terminal.screen.text)")
    try await terminal.press("<C-x>")
    // The one below is selected, as though the entry had never been.
    #expect(terminal.screen.selection?.hasPrefix("blue train") == true, "\(terminal.screen.text)")
    #expect(try await program.rememberedQueries() == ["autobahn", "blue train"])
    try await terminal.press("<Esc>")
    terminal.write("Q")
    try await terminal.ending()
    for _ in 1...2 {
      let next = try await program.open()
      try await next.press("<C-r>")
      #expect(!next.screen.text.contains("sketches"))
      #expect(next.screen.text.contains("row 1 of 2") || next.screen.text.contains("of 2"), "\(next.screen.text)")
      try await next.press("<Esc>", "s", "<Up>")
      #expect(next.screen.line(2).hasPrefix("Search  autobahn"))
      try await next.press("<Up>")
      #expect(next.screen.line(2).hasPrefix("Search  blue train"))
      try await next.press("<Up>")
      #expect(next.screen.line(2).hasPrefix("Search  blue train"))
    }
    // Not even in the file.
    let queue = try DatabaseQueue(path: program.home.path("data/library.sqlite"))
    try await queue.writeWithoutTransaction { database in
      _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let file = try Data(contentsOf: URL(fileURLWithPath: program.home.path("data/library.sqlite")))
    #expect(file.range(of: Data("sketches".utf8)) == nil)
    #expect(file.range(of: Data("autobahn".utf8)) != nil)
  }

  @Test func `u brings back a deleted search, and Enter and Tab take one`() async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    for text in ["blue train", "sketches"] { try await terminal.press("s", "\(text)<Enter>") }
    try await terminal.press("<C-r>", "<C-x>")
    #expect(try await program.rememberedQueries() == ["blue train"])
    try await terminal.press("u")
    #expect(try await program.rememberedQueries() == ["sketches", "blue train"])
    #expect(terminal.screen.text.contains("sketches"))
    // Typing filters loosely.
    try await terminal.press("btr")
    #expect(terminal.screen.selection?.hasPrefix("blue train") == true)
    #expect(terminal.screen.lines[6..<22].allSatisfy { !$0.contains("sketches") })
    try await terminal.press("<Tab>")
    #expect(terminal.screen.line(2).hasPrefix("Search  blue train"))
    #expect(terminal.screen.isTypingSearch)
    try await terminal.press("<Esc>", "<C-r>", "<Down>", "<Enter>")
    #expect(terminal.screen.line(2).hasPrefix("Search  blue train"))
    #expect(terminal.screen.selection != nil)
    // The same search again is the same entry, counted.
    let rows = try jsonLines(try await program.run("history", "--json").output)
    #expect(rows.count == 2)
    #expect(rows.compactMap { $0["runs"] as? Int }.sorted() == [1, 2])
  }

  /// Fills a library with searches, as years of use would.
  private func fill(_ program: RunoutProgram, _ count: Int) async throws {
    #expect(try await program.run("history").status == 0)
    let queue = try DatabaseQueue(path: program.home.path("data/library.sqlite"))
    try await queue.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE counted(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < ?)
          INSERT INTO search (query, kind, sort, source, folded, results, resultsAreCapped, lastRun, runs, turn)
          SELECT query, '', 'relevance', 'demo', query, 5, 0, 1700000000.0 + number, 1, number FROM (
            SELECT number, printf('search number %d for the %d thing', number, number % 977) AS query FROM counted)
          """, arguments: [count])
    }
    try queue.close()
  }

  @Test func `of a hundred thousand searches the latest is found, and the oldest are forgotten`() async throws {
    let program = try RunoutProgram()
    try await fill(program, 100_000)
    let terminal = try await program.open()
    try await terminal.press("<C-r>")
    #expect(terminal.screen.text.contains("search number 100000"))
    try await terminal.press("<Esc>")
    try await terminal.press("<C-r>", "977", "<Enter>")
    #expect(terminal.screen.line(2).contains("977"))
    // A new search is put in front; the oldest beyond those kept are forgotten.
    try await terminal.press("s", "blue<Enter>")
    let kept = try await program.rememberedQueries()
    #expect(kept.first == "blue")
    #expect(kept.count == 10_000)
  }

  @Test func `text that looks like a token is never saved`() async throws {
    let program = try RunoutProgram()
    // Made up, and shaped like those that Discogs and others give out.
    let token = "QkVmXzRtRgHjPwLsTnBvCyDfGaEuIoZxNqKwYpMr"
    let hexadecimal = "3f786850e387550fdab836ed7e6dc881de23001b"
    let terminal = try await program.open()
    for text in [token, "token=\(hexadecimal)", "blue \(hexadecimal)", "sketches"] {
      try await terminal.press("s", "\(text)<Enter>")
    }
    try await terminal.press(":\(token)<Enter>", "<Esc>", ":token=\(hexadecimal)<Enter>", "<Esc>")
    terminal.write("Q")
    try await terminal.ending()
    #expect(try await program.rememberedQueries() == ["sketches"])
    for folder in ["data", "state", "cache"] {
      for name in program.names(in: folder) {
        let file = try Data(contentsOf: URL(fileURLWithPath: program.home.path("\(folder)/\(name)")))
        for secret in [token, token.lowercased(), hexadecimal] {
          #expect(file.range(of: Data(secret.utf8)) == nil, "\(folder)/\(name)")
        }
      }
    }
  }

  @Test func `two programs share one history`() async throws {
    let program = try RunoutProgram()
    let first = try await program.open()
    let second = try await program.open()
    try await first.press("s", "blue train<Enter>")
    try await second.press("s", "sketches<Enter>")
    try await first.press("s", "autobahn<Enter>", "<C-r>")
    try await second.press("<C-r>")
    for terminal in [first, second] {
      let rows = terminal.screen.lines[6..<9].map { $0.drop { $0 == " " || $0 == "▸" }.prefix(8) }
      #expect(rows == ["autobahn", "sketches", "blue tra"], "\(terminal.screen.text)")
    }
    // One deletes, the other one finds it gone, and deleting it again is harmless.
    try await first.press("<Down>", "<C-x>")
    try await second.press("<Down>", "<C-x>")
    #expect(try await program.rememberedQueries() == ["autobahn", "blue train"])
    #expect(!second.screen.text.contains("could not"))
    // Both at once, many times.
    for terminal in [first, second] { try await terminal.press("<Esc>") }
    for number in 1...10 {
      first.write("sfirst \(number)<Enter>")
      second.write("ssecond \(number)<Enter>")
    }
    try await first.settle()
    try await second.settle()
    let queries = try await program.rememberedQueries()
    #expect(queries.count == 22)
    for terminal in [first, second] { #expect(!terminal.screen.text.contains("could not")) }
  }

  @Test func `clearing asks first and is for good`() async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    try await terminal.press("s", "blue train<Enter>")
    terminal.write("Q")
    try await terminal.ending()
    let refused = try await program.run("history", "clear")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--yes"))
    #expect(try await program.rememberedQueries().count == 1)
    #expect(try await program.run("history", "clear", "--yes").output == "Deleted 1 search\n")
    #expect(try await program.rememberedQueries() == [])
    #expect(try await program.run("history", "clear", "--yes").output.contains("empty"))
  }
}
