import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI
@testable import DiscogsJSON

/// What Discogs really sends, against what the library makes of it.
///
/// Recordings are not part of the project. `RUNOUT_RECORDINGS=FOLDER make test FILTER=RecordingTests` names a folder of
/// them, with one folder for each kind of answer (`release`, `artist-releases`, …), and lists what is lost by file and
/// path. Values are never printed.
struct RecordingTests {
  private static let folder = ProcessInfo.processInfo.environment["RUNOUT_RECORDINGS"]

  @Test(.enabled(if: folder != nil, "RUNOUT_RECORDINGS names no folder of recorded answers"))
  func `every value of every recording can be reached in what was decoded`() throws {
    let folder = URL(filePath: try #require(Self.folder))
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    var lost: [String: Int] = [:]
    var (read, values, whole, skipped) = (0, 0, 0, 0)
    for file in files {
      let kind = file.deletingLastPathComponent().lastPathComponent
      let body = Array(try Data(contentsOf: file))
      guard let decode = Self.decoders[kind] else {
        skipped += 1
        continue
      }
      let decoded = try decode(body)
      let found = try Comparison(of: body, with: decoded)
      read += 1
      values += found.values
      whole += found.lost.isEmpty ? 1 : 0
      for path in found.lost {
        let general = path.replacing(/\[\d+\]/, with: "[]")
        lost["\(kind) \(general)", default: 0] += 1
      }
    }
    let count = lost.values.reduce(0, +)
    print("\(read) recordings with \(values) values: \(whole) whole, \(count) values lost; \(skipped) of no known kind")
    for (path, count) in lost.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { print("\(count)  \(path)") }
    #expect(read > 0)
    #expect(lost.isEmpty)
  }

  /// By the name of the folder a recording is in.
  private static let decoders: [String: @Sendable ([UInt8]) throws -> Any] = [
    "release": decoder(.release(1)), "master": decoder(.master(1)), "artist": decoder(.artist(1)),
    "label": decoder(.label(1)), "master-versions": decoder(.versions(of: 1)),
    "artist-releases": decoder(.releases(by: 1)), "label-releases": decoder(.releases(on: 1)),
    "search": decoder(.search(SearchCriteria("x"))), "identity": decoder(.identity),
    "profile": decoder(.profile(of: "x")), "collection-folders": decoder(.folders(of: "x")),
    "collection-items": decoder(.copies(of: 1, inCollectionOf: "x")), "collection-fields": decoder(.fields(of: "x")),
    "collection-value": decoder(.collectionValue(of: "x")), "wantlist": decoder(.wants(of: "x")),
    "user-lists": decoder(.lists(of: "x")), "list": decoder(.list(1)), "inventory": decoder(.inventory(of: "x")),
    "marketplace-listing": decoder(.listing(1)), "orders": orders, "order": decoder(.order(Order.ID("1-1"))),
    "order-messages": decoder(.messages(of: Order.ID("1-1"))), "price-suggestions": decoder(.priceSuggestions(for: 1)),
    "release-rating": ratings, "stats": stats, "submissions": decoder(.submissions(by: "x")),
    "contributions": decoder(.contributions(by: "x")), "exports": decoder(.exports()), "uploads": decoder(.uploads()),
  ]

  private static func decoder<Value>(_ endpoint: Endpoint<Value>) -> @Sendable ([UInt8]) throws -> Any {
    { body in try endpoint.read(HTTP.Response(status: 200, body: body)) }
  }

  /// One folder holds both a list and single ones.
  private static let orders: @Sendable ([UInt8]) throws -> Any = { body in
    let isList = try JSONDocument(body).root.member("orders") != nil
    return try isList ? decoder(.orders())(body) : decoder(.order(Order.ID("1-1")))(body)
  }

  private static let ratings: @Sendable ([UInt8]) throws -> Any = { body in
    let isOwn = try JSONDocument(body).root.member("username") != nil
    return try isOwn ? decoder(.rating(of: 1, by: "x"))(body) : decoder(.communityRating(of: 1))(body)
  }

  private static let stats: @Sendable ([UInt8]) throws -> Any = { body in
    let isOfMarket = try JSONDocument(body).root.member("num_for_sale") != nil
    return try isOfMarket ? decoder(.marketplaceStats(of: 1))(body) : decoder(.stats(of: 1))(body)
  }
}

/// The values of a body, each looked for in what was decoded. One that comes twice has to be there twice.
private struct Comparison {
  private(set) var values = 0
  /// Where those stand that are not there.
  private(set) var lost: [String] = []
  private var found: [String: Int] = [:]

  init(of body: [UInt8], with decoded: Any) throws {
    collect(decoded)
    try look(JSONDocument(body).root, [])
  }

  // MARK: What there is

  /// Everything in a value, however deep.
  private mutating func collect(_ value: Any) {
    switch value {
    case let text as String: note(text)
    case let flag as Bool: note(flag ? "true" : "false")
    case let number as any FixedWidthInteger: note("\(number)")
    case let number as Double: note("\(number)")
    case let number as DecimalNumber: note(number.description)
    case let duration as Duration: note("\(duration.components.seconds)")
    case let additional as [String: String]:
      for (_, source) in additional { collectJSON(source) }
    case let row as CatalogueRow:
      // As a search has it.
      if !row.artist.isEmpty { note("\(row.artist) - \(row.title)") }
      collectChildren(row)
    case let reference as EntityReference:
      note(reference.kind.rawValue)
      note("\(reference.number)")
    default:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .enum, mirror.children.isEmpty { note("\(value)") } else { collectChildren(value) }
    }
  }

  private mutating func collectChildren(_ value: Any) {
    for child in Mirror(reflecting: value).children { collect(child.value) }
  }

  private mutating func collectJSON(_ source: String) {
    // A list around it, for a body is no bare text.
    guard let document = try? JSONDocument(Array("[\(source)]".utf8)) else {
      Issue.record("what was kept is no JSON")
      return
    }
    collect(document.root)
  }

  private mutating func collect(_ json: JSONValue) {
    switch json.node.kind {
    case .object: for member in json.members { collect(member.value) }
    case .array: for item in json.elements { collect(item) }
    case .true: note("true")
    case .false: note("false")
    case .null: break
    case .number, .text, .escapedText: note(json.plain)
    }
  }

  private mutating func note(_ text: String) { found[Self.key(text), default: 0] += 1 }

  /// Numbers are the same however they are written, also as texts.
  private static func key(_ text: String) -> String { DecimalNumber(text)?.description ?? text }

  // MARK: What there was

  private mutating func look(_ json: JSONValue, _ path: [String], _ siblings: JSONValue? = nil) {
    switch json.node.kind {
    case .null: break
    case .object:
      for member in json.members { look(member.value, path + [member.name], json) }
    case .array:
      for (index, item) in json.elements.enumerated() { look(item, path + ["[\(index)]"], siblings) }
    case .true, .false: expect(json.node.kind == .true ? "true" : "false", path)
    case .number, .text, .escapedText:
      let text = json.plain
      // Empty and 0 stand for nothing throughout.
      if text.isEmpty || Self.key(text) == "0" || follows(text, path, siblings) { return }
      expect(text, path)
    }
  }

  private mutating func expect(_ text: String, _ path: [String]) {
    values += 1
    let key = Self.key(text)
    if let count = found[key], count > 0 {
      found[key] = count - 1
    } else {
      lost.append(path.reduce("") { $1.hasPrefix("[") || $0.isEmpty ? $0 + $1 : $0 + "." + $1 })
    }
  }

  /// Whether a value says only what another one says as well, so that it need not be kept.
  private func follows(_ text: String, _ path: [String], _ siblings: JSONValue?) -> Bool {
    func sibling(_ name: StaticString) -> String { siblings?.member(name)?.plain ?? "" }
    if text.hasPrefix("https://api.discogs.com/"), path.contains("pagination") || path.last?.hasSuffix("_url") == true {
      return true
    }
    if text.hasSuffix("spacer.gif") { return true }
    switch path.last {
    case "resource_url": return text == sibling("uri")
    case "year": return sibling("released").hasPrefix(text)
    case "released_formatted": return !sibling("released").isEmpty
    case "entity_type", "entity_type_name": return ["1", "2"].contains(sibling("entity_type"))
    case "master_id": return sibling("type") == "master" && text == sibling("id")
    case "id": return siblings?.member("basic_information").map { $0.member("id")?.plain == text } ?? false
    // A version's format has its carriers in front; a facet's value stands in the file as in a query.
    case "format": return siblings?.member("major_formats") != nil && found.keys.contains { $0.hasSuffix(text) }
    case "value" where path.first == "filter_facets": return found[PercentEncoding.decodeForm(text[...])] != nil
    case "status", "data_quality": return path.dropLast().last == "community"
    default: return path.starts(with: ["filters", "available"])
    }
  }
}

extension JSONValue {
  /// A text or a number as it is written.
  fileprivate var plain: String {
    if case .number = node.kind {
      return String(decoding: document.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    }
    return string
  }
}
