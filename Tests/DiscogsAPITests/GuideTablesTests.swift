import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI

/// The guide's two tables: from an address to a function, and from a name in JSON to a property.
struct GuideTablesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let articles = root.appending(path: "Sources/DiscogsAPI/DiscogsAPI.docc")

  /// `make record` writes the table.
  @Test func `the guide says of every call which function makes it`() throws {
    let rows = Set(EndpointFailureTests.requests.map { "| `\($0.endpoint)` | `\($0.testDescription)` |" })
    let table = rows.sorted { left, right in
      let (one, other) = (left.split(separator: " ")[2], right.split(separator: " ")[2])
      return (one, left) < (other, right)
    }
    let file = Self.articles.appending(path: "Calls.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let (start, end) = ("<!-- recorded: calls -->\n", "<!-- end -->\n")
    let first = try #require(text.range(of: start)).upperBound
    let last = try #require(text.range(of: end, range: first..<text.endIndex)).lowerBound
    let expected = (["| call | function |", "|---|---|"] + table).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1", text[first..<last] != expected {
      try text.replacingCharacters(in: first..<last, with: expected).write(to: file, atomically: true, encoding: .utf8)
    } else {
      let written = Set(text[first..<last].split(separator: "\n").map(String.init))
      let wanted = Set(expected.split(separator: "\n").map(String.init))
      #expect(
        text[first..<last] == expected,
        "make record; missing: \(wanted.subtracting(written)), too many: \(written.subtracting(wanted))")
    }
  }

  /// `make docs` writes the table, from the functions that write JSON.
  @Test(arguments: CodableTests.kinds)
  func `the guide says of every name in JSON which property it is`(kind: CodableTests.Kind) throws {
    let text = try String(contentsOf: Self.articles.appending(path: "Fields.md"), encoding: .utf8)
    let known = Set(
      text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
        row.split(separator: "`")[1].split(separator: ".").map(String.init)
      })
    // Keyed by grades; and what the library has no name for.
    guard kind.testDescription != "price-suggestions" else { return }
    for tree in try kind.check(Fixture.response("get-\(kind.testDescription)-200").body, false) {
      let missing = tree.allNames.subtracting(known)
      #expect(missing.isEmpty, "\(missing.sorted())")
    }
  }
}
