import Foundation
import RunoutModel
import TestSupport
import Testing

/// The examples of README.md, each run as it stands there.
@Suite(.limitedConcurrency)
struct ReadmeTests {
  private static let text: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    do {
      return try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    } catch {
      fatalError("README.md cannot be read: \(error)")
    }
  }()

  /// What stands between two backquotes on a line.
  private static let spans: [String] = text.split(separator: "\n").flatMap { line in
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap {
      $0.offset % 2 == 1 ? String($0.element) : nil
    }
  }

  /// Searches with a field.
  static let searches = spans.filter { span in
    (try? SearchQuery(parsing: span))?.terms.contains { $0.field != nil } == true
  }

  /// Filters of the shelf: with fields that a search does not have.
  static let filters = spans.filter { span in
    guard !searches.contains(span), let query = try? ShelfQuery(parsing: span) else { return false }
    // The demo's shelf has no fields of its owner's own.
    return query.terms.allSatisfy { if case .own = $0.condition { false } else { true } }
      && query.terms.contains { if case .text(nil, _) = $0.condition { false } else { true } }
  }

  /// Lines to type behind `:` that name what the demo has.
  static let paths = spans.filter { $0.hasPrefix(":path ") }

  /// Commands of blocks of code, without what stands behind them; those ask for an account or a network.
  static let commands = text.split(separator: "\n").filter { $0.hasPrefix("    runout ") }.map {
    $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
  }.filter { command in !["runout", "runout login"].contains(command) && !command.contains("catalogue update") }

  @Test func `there are examples of each kind`() {
    #expect(Self.searches.count > 3 && !Self.filters.isEmpty && !Self.paths.isEmpty && Self.commands.count > 4)
  }

  @Test(arguments: searches)
  func `a search finds something in the demo`(query: String) async throws {
    let found = try await RunoutProgram().run("search", query)
    #expect(found.status == 0 && found.lines.count > 0, "\(query): \(found.errors)")
  }

  @Test(arguments: filters)
  func `a filter finds something on the demo's shelf`(query: String) async throws {
    let found = try await RunoutProgram().run("collection", "list", query)
    #expect(found.status == 0 && found.lines.count > 0, "\(query): \(found.errors)")
  }

  @Test(arguments: paths)
  func `a path leads from one to the other`(line: String) async throws {
    let program = try RunoutProgram()
    let script = try program.home.write(
      "press :\ntype \(line.dropFirst())\npress <Enter>\nsave-screen path\n", to: "script")
    let played = try await program.run("--script", script)
    #expect(played.status == 0, "\(played.errors)")
    let names = line.dropFirst(6).components(separatedBy: " > ")
    let shown = try #require(program.home.read("path"))
    for name in names {
      #expect(shown.split(separator: "\n").dropFirst(2).contains { $0.contains(" A \(name)") }, "\(shown)")
    }
  }

  @Test(arguments: commands)
  func `a command works as it stands`(command: String) async throws {
    let program = try RunoutProgram()
    try program.home.write("press s\ntype blue\nsave-screen screen\n", to: "steps.txt")
    try program.home.write("Artist,Title,release_id,CollectionFolder\nA,T,1,Jazz\n", to: "my-collection.csv")
    var arguments: [String] = []
    for (number, part) in command.dropFirst(7).split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      arguments += number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    let done = try await TestSupport.run(
      program.executable, arguments + ["--source", "demo"] + program.folders, environment: program.environment,
      directory: program.home.path)
    #expect(done.status == 0, "\(command): \(done.errors)")
  }
}
