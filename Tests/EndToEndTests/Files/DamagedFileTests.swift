import Foundation
import GRDB
import TestSupport
import Testing

// breaks: Damaged files
/// Files that are damaged, or were written by a later version.
@Suite(.limitedConcurrency)
struct DamagedFileTests {
  enum Damage: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case emptied, text, cutInHalf, cutToOnePage, headerOverwritten, pagesOverwritten, newerSchema

    var testDescription: String { rawValue }

    /// Damages a file, and returns what it holds then.
    @discardableResult
    func strike(_ path: String) throws -> Data {
      let url = URL(fileURLWithPath: path)
      var data = try Data(contentsOf: url)
      switch self {
      case .emptied: data = Data()
      case .text: data = Data("This is not a database at all, but a note that somebody saved here.\n".utf8)
      case .cutInHalf: data = data.prefix(data.count / 2)
      case .cutToOnePage: data = data.prefix(4096)
      case .headerOverwritten: data.replaceSubrange(0..<100, with: Data(repeating: 0xA5, count: 100))
      case .pagesOverwritten:
        let start = min(8192, data.count / 3)
        data.replaceSubrange(start..<data.count, with: Data(repeating: 0xA5, count: data.count - start))
      case .newerSchema:
        // `user_version`, big-endian.
        data.replaceSubrange(60..<64, with: [0, 0, 3, 0xE7])
      }
      try data.write(to: url)
      return data
    }
  }

  /// Folds the write-ahead log into the database, so that damaging the file damages the data.
  private func fold(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      _ = try Row.fetchAll(database, sql: "PRAGMA journal_mode = DELETE")
    }
    try queue.close()
  }

  @Test(arguments: Damage.allCases)
  func `a damaged cache is rebuilt`(_ damage: Damage) async throws {
    let program = try RunoutProgram()
    #expect(try await program.run("collection", "list").lines.count > 10)
    let path = try #require(program.demoCatalogue)
    let shelf = path.replacingOccurrences(of: ".sqlite", with: "-shelf.sqlite")
    try fold(shelf)
    try damage.strike(path)
    try damage.strike(shelf)

    let terminal = try await program.open()
    #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("row 1 of 166"), "\(terminal.screen.text)")
    try await terminal.press("s", "blue train<Enter>", "<Enter>")
    #expect(terminal.screen.text.contains("Blue Train"))
    try await terminal.press("3")
    #expect(terminal.screen.selection != nil, "\(terminal.screen.text)")
    #expect(!terminal.screen.text.contains("could not"), "\(terminal.screen.text)")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(try await program.run("collection", "list").lines.count > 10)
    #expect(program.log.contains("Rebuilding the demo catalogue"))
    // Nothing of the damaged ones, and of building, is left.
    #expect(program.names(in: "cache").filter { !$0.hasPrefix("demo-") } == [])
    #expect(program.names(in: "cache").count { $0.hasSuffix(".sqlite") } == 2)
  }

  @Test(arguments: Damage.allCases)
  func `a damaged catalogue is named in one line, and an import replaces it`(
    _ damage: Damage
  ) async throws {
    let program = try RunoutProgram()
    let dump = Dump.releases((1...400).map { Dump.release($0, title: "Record \($0)") })
    try await program.importDumps(dump)
    try await program.open(["record"], source: "catalogue").press("<Enter>")
    let path = program.home.path("data/catalogue.sqlite")
    let bytes = try damage.strike(path)

    let verb = try await program.run("search", "record", "--limit", "1000", source: "catalogue")
    #expect(verb.status == 1, "\(verb.output.prefix(300))")
    #expect(verb.errors.split(separator: "\n").count == 1, "\(verb.errors)")
    #expect(verb.errors.contains(path) && verb.errors.contains("import"), "\(verb.errors)")

    let terminal = try await program.open(source: "catalogue", size: ScreenSize(columns: 160, rows: 24))
    #expect(terminal.current.ending == nil)
    #expect(terminal.screen.text.contains("catalogue.sqlite") || damage == .emptied, "\(terminal.screen.text)")
    try await terminal.press("j", "s", "blue<Enter>", "<Esc>", ":source demo<Enter>")
    #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    // Reading has changed nothing, and the history is kept.
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(program.names(in: "data").filter { $0.hasPrefix("catalogue") } == ["catalogue.sqlite"])

    // What the line says helps.
    try FileManager.default.removeItem(atPath: path)
    try await program.importDumps(dump)
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 25)
  }

  @Test(arguments: Damage.allCases)
  func `a damaged library is named and left alone`(_ damage: Damage) async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    for number in 1...30 { try await terminal.press("s", "blue \(number)<Enter>") }
    terminal.write("Q")
    try await terminal.ending()
    let path = program.home.path("data/library.sqlite")
    try fold(path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let bytes = try damage.strike(path)

    let next = try await program.open(size: ScreenSize(columns: 160, rows: 24))
    // Browsing goes on without it.
    try await next.press("j", "<Enter>", "h")
    #expect(next.screen.text.contains("row 2 of 166"))
    try await next.press("<C-r>")
    if damage != .emptied {
      #expect(next.screen.text.contains("library.sqlite"), "\(next.screen.text)")
    }
    try await next.press("<Esc>", "s", "train<Enter>")
    #expect(next.screen.text.contains("Blue Train"), "\(next.screen.text)")
    next.write("Q")
    #expect(try await next.ending() == .exited(0))

    // An empty file is what SQLite takes for a new database.
    guard damage != .emptied else { return }
    let verb = try await program.run("history")
    #expect(verb.status == 1)
    #expect(verb.errors.split(separator: "\n").count == 1, "\(verb.errors)")
    #expect(verb.errors.contains(path), "\(verb.errors)")
    #expect(try await program.run("history", "clear", "--yes").status == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    // Put back, all of it is there.
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try await program.rememberedQueries().count == 30)
  }

  @Test func `a database from a newer version is named as such`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Record")]))
    #expect(try await program.run("history").status == 0)
    for (file, verb) in [("catalogue", ["search", "record"]), ("library", ["history", "list"])] {
      try Damage.newerSchema.strike(program.home.path("data/\(file).sqlite"))
      let finished = try await program.run(verb[0], verb[1], source: "catalogue")
      #expect(finished.status == 1)
      #expect(finished.errors.contains("newer"), "\(finished.errors)")
    }
  }

  // fails: crash file | its folder cannot be made
  // fails: demo | its folder cannot be made
  // fails: library | its folder cannot be made
  // fails: import of a catalogue | its folder cannot be made
  @Test func `without writable folders, browsing works and everything else says why not`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    // A file where a folder should be is refused to everybody, root included.
    try program.home.write("in the way", to: "cache")
    try program.home.write("in the way", to: "state")
    let terminal = try await program.open(changes: ["TMPDIR": program.home.path])
    #expect(terminal.screen.text.contains("Kind Of Blue"), "\(terminal.screen.text)")
    try await terminal.press("s", "blue<Enter>", "9", "2")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(program.home.read("cache") == "in the way")
    // The temporary demo is gone.
    #expect(program.names(in: "").filter { $0.contains("runout-demo") } == [])

    let other = try RunoutProgram()
    try other.home.write("in the way", to: "data")
    let browsing = try await other.open()
    #expect(browsing.screen.text.contains("Kind Of Blue"), "\(browsing.screen.text)")
    try await browsing.press("s", "blue<Enter>")
    #expect(browsing.screen.text.contains("Could not remember"), "\(browsing.screen.text)")
    let dump = try other.home.write("<releases></releases>", to: "a.xml")
    let imported = try await other.run("import", dump, source: nil)
    #expect(imported.status == 1)
    #expect(imported.errors.split(separator: "\n").count == 1)
  }
}
