import DiscogsJSON
import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI

/// The guide's two tables: from an address to a function, and from a name in JSON to a property.
struct GuideTablesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let articles = root.appending(path: "Sources/DiscogsAPI/DiscogsAPI.docc")

  @Test func `the guide says of every call which function makes it`() throws {
    let rows = Set(EndpointFailureTests.requests.map { "| `\($0.endpoint)` | `\($0.testDescription)` |" })
    let table = rows.sorted { left, right in
      let (one, other) = (left.split(separator: " ")[2], right.split(separator: " ")[2])
      return (one, left) < (other, right)
    }
    try expect(["| call | function |", "|---|---|"] + table, in: "Calls.md", part: "calls")
  }

  @Test func `the guide says of every name in JSON which property it is`() throws {
    let tables = Self.tables.sorted { $0.name < $1.name }.map { name, entries in
      let rows = entries.map { entry in
        let names = entry.names.map { "`\($0)`" }.joined(separator: ", ")
        let path = entry.property.debugDescription.split(separator: ".", maxSplits: 1)[1]
        return "| \(names) | `\(entry.owner)\(path.replacing("?", with: ""))` |"
      }
      return ["### \(name)", "", "| JSON | property |", "|---|---|"] + rows
    }
    try expect(Array(tables.joined(separator: [""])), in: "Fields.md", part: "fields")
  }

  /// `make record` writes the part.
  private func expect(_ lines: [String], in name: String, part: String) throws {
    let file = Self.articles.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let (start, end) = ("<!-- recorded: \(part) -->\n", "<!-- end -->\n")
    let first = try #require(text.range(of: start)).upperBound
    let last = try #require(text.range(of: end, range: first..<text.endIndex)).lowerBound
    let expected = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1", text[first..<last] != expected {
      try text.replacingCharacters(in: first..<last, with: expected).write(to: file, atomically: true, encoding: .utf8)
    } else {
      let written = Set(text[first..<last].split(separator: "\n").map(String.init))
      let wanted = Set(lines)
      #expect(
        text[first..<last] == expected,
        "make record; missing: \(wanted.subtracting(written)), too many: \(written.subtracting(wanted))")
    }
  }

  @Test(arguments: CodableTests.kinds)
  func `every name in an answer is in the guide`(kind: CodableTests.Kind) throws {
    let text = try String(contentsOf: Self.articles.appending(path: "Fields.md"), encoding: .utf8)
    let known = Set(
      text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
        row.split(separator: "|")[0].split { "`., ".contains($0) }.map(String.init)
      })
    // Keyed by grades; and what the library has no name for.
    guard kind.testDescription != "price-suggestions" else { return }
    for tree in try kind.check(Fixture.response("get-\(kind.testDescription)-200").body, false) {
      let missing = tree.allNames.subtracting(known)
      #expect(missing.isEmpty, "\(missing.sorted())")
    }
  }

  private static func table<Record: JSONRecord>(_ type: Record.Type) -> (name: String, entries: [JSONEntry]) {
    let name = String(reflecting: type).split(separator: ".", maxSplits: 1)[1]
    return (String(name), Record.fields.flatMap(\.entries))
  }

  // Price suggestions are keyed by grades.
  private static let tables: [(name: String, entries: [JSONEntry])] = [
    table(Artist.self), table(ArtistCredit.self), table(CollectionInstance.self), table(CollectionInstance.Field.self),
    table(CollectionInstance.Folder.self), table(CollectionInstance.Note.self), table(CollectionValue.self),
    table(CommunityCounts.self), table(CommunityRating.self), table(Discogs.Image.self), table(Discogs.Label.self),
    table(EntityReference.self), table(Facet.self), table(Facet.Value.self), table(Format.self), table(Identifier.self),
    table(Identity.self), table(InventoryTransfer.self), table(LabelCredit.self), table(ListedRelease.self),
    table(Listing.self), table(Listing.Item.self), table(Listing.Seller.self), table(MarketplaceStats.self),
    table(Master.self), table(Money.self), table(NamedArtist.self), table(NamedLabel.self), table(Order.self),
    table(Order.Item.self), table(Order.Party.self), table(Order.Tax.self), table(Order.Tracking.self),
    table(OrderMessage.self), table(OwnRating.self), table(Release.self), table(ReleaseStats.self),
    table(SearchResult.self), table(Submissions.self), table(Track.self), table(UserList.self),
    table(UserList.Entry.self), table(UserProfile.self), table(UserReference.self), table(Video.self), table(Want.self),
  ]
}
