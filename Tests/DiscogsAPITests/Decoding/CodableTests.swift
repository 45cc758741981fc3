import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI
@testable import DiscogsJSON

/// What is read from Discogs can be written, and read again.
struct CodableTests {
  /// Fields that are not written, because others say the same.
  private static let following: Set<String> = [
    "resource_url", "master_url", "main_release_url", "most_recent_release_url", "versions_url", "releases_url",
    "messages_url", "inventory_url", "collection_folders_url", "collection_fields_url", "wantlist_url", "url",
    "released_formatted", "filters", "urls", "avatar_url", "entity_type", "entity_type_name", "status", "data_quality",
  ]

  /// What only some calls have: spellings that are not written, and what stands around a record.
  private static let unwritten: [String: Set<String>] = [
    "master-versions": [
      "filter_facets", "applied", "available", "allows_multiple_values", "value", "count", "values", "LP",
      "Test Pressing", "Sweden", "1978",
    ],
    "release-rating": ["rating", "release_id"], "submissions": ["contactinfo"],
    // Of a master the number of itself.
    "search": ["master_id"], "list-documented": ["list_id", "created_ts", "modified_ts"],
  ]

  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Reads a body, writes all records in it, and compares; returns what was written.
    let check: @Sendable (_ body: [UInt8], _ withAdditional: Bool) throws -> [JSON]

    init<Value: Codable & Equatable & JSONRecord>(_ name: String, _ endpoint: Endpoint<Value>) {
      testDescription = name
      check = { body, isWhole in
        try Kind.written([try endpoint.read(HTTP.Response(status: 200, body: body)).value], isWhole)
      }
    }

    init<Row: Codable & Equatable & JSONRecord>(_ name: String, pages endpoint: Endpoint<Paged<Row>>) {
      testDescription = name
      check = { body, isWhole in
        try Kind.written(try endpoint.read(HTTP.Response(status: 200, body: body)).value.rows, isWhole)
      }
    }

    init<Row: Codable & Equatable & JSONRecord>(_ name: String, list endpoint: Endpoint<[Row]>) {
      testDescription = name
      check = { body, isWhole in
        try Kind.written(try endpoint.read(HTTP.Response(status: 200, body: body)).value, isWhole)
      }
    }

    private static func written<Record: Codable & Equatable & JSONRecord>(
      _ records: [Record], _ withAdditional: Bool
    ) throws -> [JSON] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let written = try encoder.encode(records)
      #expect(try JSONDecoder().decode([Record].self, from: written) == records)
      let plist = PropertyListEncoder()
      plist.outputFormat = .binary
      #expect(try PropertyListDecoder().decode([Record].self, from: plist.encode(records)) == records)
      return records.map { withAdditional ? $0.tree : .object($0.members()) }
    }
  }

  static let kinds: [Kind] = [
    Kind("release", .release(1)), Kind("master", .master(1)), Kind("artist", .artist(1)), Kind("label", .label(1)),
    Kind("master-versions", pages: .versions(of: 1)), Kind("artist-releases", pages: .releases(by: 1)),
    Kind("label-releases", pages: .releases(on: 1)), Kind("search", pages: .search(SearchCriteria("x"))),
    Kind("release-rating", .communityRating(of: 1)), Kind("release-user-rating", .rating(of: 1, by: "x")),
    Kind("release-stats", .stats(of: 1)), Kind("identity", .identity), Kind("user", .profile(of: "x")),
    Kind("submissions", pages: .submissions(by: "x")), Kind("contributions", pages: .contributions(by: "x")),
    Kind("folders", list: .folders(of: "x")), Kind("folder", .folder(1, of: "x")),
    Kind("fields", list: .fields(of: "x")),
    Kind("collection", pages: .collection(of: "x")), Kind("collection-value", .collectionValue(of: "x")),
    Kind("wants", pages: .wants(of: "x")), Kind("lists", pages: .lists(of: "x")), Kind("list", .list(1)),
    Kind("list-documented", .list(1)), Kind("inventory", pages: .inventory(of: "x")), Kind("listing", .listing(1)),
    Kind("orders", pages: .orders()), Kind("order", .order("1-1")), Kind("messages", pages: .messages(of: "1-1")),
    Kind("fee", .fee(for: 1)), Kind("price-suggestions", .priceSuggestions(for: 1)),
    Kind("marketplace-stats", .marketplaceStats(of: 1)), Kind("marketplace-stats-none", .marketplaceStats(of: 1)),
    Kind("exports", pages: .exports()), Kind("upload", .upload(1)),
  ]

  @Test(arguments: kinds)
  func `a record is the same after it was written and read`(kind: Kind) throws {
    _ = try kind.check(Fixture.response("get-\(kind.testDescription)-200").body, true)
  }

  @Test(arguments: kinds)
  func `a record is written under the names that Discogs has`(kind: Kind) throws {
    let body = try Fixture.response("get-\(kind.testDescription)-200").body
    let written = try kind.check(body, true).reduce(into: Set<String>()) { $0.formUnion($1.allNames) }
    let sent = JSON(try JSONDocument(body).root).allNames
    // Of the page, not of a record.
    let around: Set = [
      "pagination", "page", "pages", "per_page", "items", "results", "releases", "versions", "wants", "folders",
      "fields",
      "listings", "orders", "messages", "lists", "submissions", "contributions", "last", "first", "next", "prev",
    ]
    let unwritten = Self.following.union(around).union(Self.unwritten[kind.testDescription] ?? [])
    #expect(sent.subtracting(written).subtracting(unwritten) == [])
  }

  @Test func `unknown fields are written back in place`() throws {
    let body = #"""
      {"id": 1, "title": "First", "is_offensive": false, "odd.name": 1, "year": "soon",
       "tracklist": [{"type_": "medley", "title": "M", "sub_tracks": [{"type_": "track", "title": "P", "isrc": ["a"]}]},
         7, {"type_": "track", "title": "T", "x": {"y": [1.5, null, true]}}], "videos": [5],
       "community": {"have": 1, "want": 2, "trend": 3}}
      """#
    let release = try Endpoint.release(1).read(body).value
    let written = try JSONEncoder().encode(release)
    #expect(try JSONDecoder().decode(Release.self, from: written) == release)
    let tree = JSON(try JSONDocument(Array(written)).root)
    #expect(tree["tracklist", 1] == .number("7") && tree["tracklist", 2, "x", "y", 0] == .number("1.5"))
    #expect(tree["odd.name"] == .number("1") && tree["year"] == .text("soon") && tree["videos", 0] == .number("5"))
    #expect(tree["tracklist", 0, "type_"] == .text("medley") && tree["community", "trend"] == .number("3"))
  }

  @Test func `a version keeps its master, and a format is not written twice`() throws {
    for (carriers, format) in [(["CD"], "CD, Album"), (["Vinyl"], "LP"), (["Vinyl", "CD"], "CD, LP"), (["CD"], "CD")] {
      let row = CatalogueRow(reference: .release(1), title: "First", format: format, master: 5)
      let version = ListedRelease(row: row, carriers: carriers)
      #expect(try JSONDecoder().decode(ListedRelease.self, from: JSONEncoder().encode(version)) == version)
    }
  }

  @Test func `numbers, currencies and ways to narrow a list are kept`() throws {
    struct Kept: Codable, Equatable {
      var price: Money
      var amounts: [DecimalNumber]
      var currency: Currency
      var facet: Facet
      var page: EntityReference
      var order: Order.ID
    }
    let facet = Facet(
      id: "label", title: "Label", allowsSeveral: true,
      values: [Facet.Value(title: "Fjord & Son, Inc.", value: "Fjord & Son, Inc.", count: 3)], applied: ["LP"])
    let amounts = ["0.1", "89.34117647058824", "120", "-5e3"].compactMap { DecimalNumber($0) }
    let kept = Kept(
      price: Money(try #require(DecimalNumber("12.50")), Currency("EUR")), amounts: amounts, currency: Currency("sek"),
      facet: facet, page: .master(5), order: "1-1")
    #expect(try JSONDecoder().decode(Kept.self, from: JSONEncoder().encode(kept)) == kept)
    #expect(try JSONDecoder().decode(DecimalNumber.self, from: Data(#""6.7""#.utf8)) == DecimalNumber("6.7"))
  }

  @Test func `an invalid record is an error with its place`() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Release].self, from: Data(#"[{"id": 1, "title": "x"}, {"id": 2}]"#.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [1] && context.debugDescription == "title: it is missing")
  }

  /// With recordings of the site in a folder of your own: `DISCOGS_RECORDINGS=… swift test --filter CodableTests`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISCOGS_RECORDINGS"] != nil))
  func `recordings are the same after they were written and read`() throws {
    let folder = URL(filePath: ProcessInfo.processInfo.environment["DISCOGS_RECORDINGS"] ?? "")
    let names = [
      "user-lists": "lists", "collection-items": "collection", "collection-folders": "folders",
      "collection-fields": "fields", "wantlist": "wants", "marketplace-listing": "listing", "profile": "user",
    ]
    var read = 0
    for kind in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard let check = Self.kinds.first(where: { $0.testDescription == names[kind] ?? kind })?.check else { continue }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path)
      for file in files where file.hasSuffix(".json") {
        do {
          _ = try check(Array(try Data(contentsOf: folder.appending(path: "\(kind)/\(file)"))), true)
          read += 1
        } catch { print("\(kind)/\(file): \(error)") }
      }
    }
    print("\(read) recordings written and read")
    #expect(read > 0)
  }
}

extension JSON {
  /// The names of all members that say something, however deep.
  var allNames: Set<String> {
    switch self {
    case .object(let members):
      members.all.reduce(into: []) { names, member in
        if member.value.saysSomething { names.formUnion(member.value.allNames.union([member.name])) }
      }
    case .list(let items): items.reduce(into: []) { $0.formUnion($1.allNames) }
    case .null, .flag, .number, .text: []
    }
  }

  private var saysSomething: Bool {
    switch self {
    case .null: false
    case .flag: true
    case .number(let digits): DecimalNumber(digits) != 0
    case .text(let text): !text.isEmpty && !text.hasSuffix("spacer.gif")
    case .list(let items): items.contains(where: \.saysSomething)
    case .object(let members): members.all.contains(where: \.value.saysSomething)
    }
  }

  fileprivate enum Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case name(String)
    case index(Int)
    init(stringLiteral name: String) { self = .name(name) }
    init(integerLiteral index: Int) { self = .index(index) }
  }

  fileprivate subscript(_ steps: Step...) -> JSON? {
    steps.reduce(self) { (tree: JSON?, step) in
      switch (tree, step) {
      case (.object(let members)?, .name(let name)): members[name]
      case (.list(let items)?, .index(let index)): index < items.count ? items[index] : nil
      default: nil
      }
    }
  }
}
