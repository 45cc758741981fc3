import Foundation
import GRDB
import Testing
import UserLibrary

@testable import UserLibrary

/// A directory for one test, removed when the test lets go of it.
final class LibraryScratch: Sendable {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "runout-library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var library: String { file("library.sqlite") }

  func file(_ name: String) -> String { directory + "/" + name }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

  func open(_ change: (inout Library.Options) -> Void = { _ in }) throws -> Library {
    var options = Library.Options()
    change(&options)
    return try Library.open(at: library, options: options)
  }
}

/// An export of a collection with these rows, each `release,artist,title` and whatever columns follow by name.
enum Export {
  static let header =
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
    + "Collection Media Condition,Collection Sleeve Condition,Collection Notes"

  struct Row {
    var release: Int
    var artist = "Miles Davis"
    var title = "Kind Of Blue"
    var catalogueNumber = "CL 1355"
    var label = "Columbia"
    var format = "LP, Album"
    var rating = ""
    var released = "1959"
    var folder = "Uncategorized"
    var added = "2020-11-12 12:24:52"
    var notes = ""
  }

  static func collection(_ rows: [Row]) -> String {
    ([header]
      + rows.map { row in
        [
          row.catalogueNumber, row.artist, row.title, row.label, row.format, row.rating, row.released,
          String(row.release), row.folder, row.added, "Near Mint (NM or M-)", "", row.notes,
        ].map(quoted).joined(separator: ",")
      }).joined(separator: "\n") + "\n"
  }

  static func wantList(_ rows: [Row]) -> String {
    (["Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes"]
      + rows.map { row in
        [
          row.catalogueNumber, row.artist, row.title, row.label, row.format, row.rating, row.released,
          String(row.release), row.notes,
        ].map(quoted).joined(separator: ",")
      }).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
      ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
  }
}

extension Library {
  /// How many searches there are.
  func searchCount() async throws -> Int {
    try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM search") ?? 0 }
  }
}
