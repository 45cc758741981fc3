internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// The search of the database.
struct SearchRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) { table.at("database/search", get: search) }

  @Sendable private func search(_ call: RouteCall) async throws -> RouteAnswer {
    guard call.caller.isAuthenticated else { throw RouteRefusal.unauthenticated }
    let paging = Paging(call)
    let found = try await find(Self.request(call), call)
    let isListed = paging.offset + paging.perPage <= CatalogueStore.searchCeiling
    let shown = isListed ? try await found?.rows(offset: paging.offset, limit: paging.perPage) ?? [] : []
    let records = try await backend.catalogue.records(of: shown.map(\.reference))
    let releases = Array(records.releases.keys)
    let community = try await backend.accounts.community(of: releases)
    let holdings = try await backend.holdings(releases, call) ?? Holdings()
    let describer = Describer(base: call.base)
    let rows = shown.map { describer.searchRow($0, records, holdings: holdings, community: community) }
    return try paging.answer(
      call, items: found?.total ?? 0, ceiling: CatalogueStore.searchCeiling, ["results": .objects(rows)])
  }

  /// Nil where nothing can match: a catalogue made from dumps has no submissions.
  private func find(_ request: SearchRequest, _ call: RouteCall) async throws -> RankedRows? {
    if call["submitter"] != nil || call["contributor"] != nil { return nil }
    guard let credit = call["credit"] else { return try await backend.ranked(request) }
    // Credits are not in the index of words; they are in the lists of the people they name.
    let people = try await backend.ranked(SearchRequest(query: Self.words(credit, .artist), kind: .artist))
    guard let person = try await people.rows(offset: 0, limit: 1).first, case .artist(let id) = person.reference
    else { return nil }
    let others = request.query.terms.compactMap { term -> String? in
      if case .text(let text, _) = term.value { text } else { nil }
    }
    return try await backend.ranked(
      CatalogueList(.artistReleases(id, role: .credit), sort: request.sort, narrowing: others.joined(separator: " ")))
  }

  // MARK: Parameters

  /// The fields whose words are sought in one of ours; in all where that is nil.
  private static let fields: [(name: String, field: SearchQuery.Field?)] = [
    ("q", nil), ("query", nil), ("release_title", .title), ("artist", .artist), ("anv", .artist), ("label", .label),
    ("catno", .catalogueNumber), ("barcode", .barcode), ("track", .track),
  ]

  /// The fields whose values are one of a set, and are meant as a whole.
  private static let choices: [(name: String, field: SearchQuery.Field)] = [
    ("genre", .genre), ("style", .style), ("country", .country), ("format", .format),
  ]

  private static func request(_ call: RouteCall) throws(RouteRefusal) -> SearchRequest {
    var query = SearchQuery()
    for (name, field) in fields { if let text = call[name] { query.terms += words(text, field).terms } }
    for (name, field) in choices {
      if let text = call[name] {
        query.terms.append(SearchQuery.Term(field: field, value: .text(text, isPhrase: true)))
      }
    }
    if let title = call["title"] {
      // `Artist - Title`, or either of them.
      if let dash = title.firstRange(of: " - ") {
        query.terms += words(String(title[..<dash.lowerBound]), .artist).terms
        query.terms += words(String(title[dash.upperBound...]), .title).terms
      } else {
        query.terms += words(title, nil).terms
      }
    }
    if let year = call["year"] { query.terms.append(SearchQuery.Term(field: .year, value: try years(year))) }
    var kind: EntityKind?
    if let type = call["type"], type != "all" {
      kind = EntityKind(rawValue: type.lowercased())
      guard kind != nil else {
        throw .invalid("Invalid type: expected one of release, master, artist, label.", at: "query", "type")
      }
    }
    return SearchRequest(query: query, kind: kind, sort: sort(call))
  }

  /// Whole words that must all occur.
  private static func words(_ text: String, _ field: SearchQuery.Field?) -> SearchQuery {
    // Numbers are typed with and without spaces.
    if field == .barcode { return SearchQuery(terms: [.init(field: field, value: .text(text, isPhrase: true))]) }
    return SearchQuery(
      terms: text.split(whereSeparator: \.isWhitespace).map { word in
        SearchQuery.Term(field: field, value: .text(word.filter { $0 != "\"" }, isPhrase: true))
      })
  }

  /// `1990` or `1990-1999`. What is no year finds nothing.
  private static func years(_ text: String) throws(RouteRefusal) -> SearchQuery.Value {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count <= 2, let from = ends.first ?? nil, let to = ends.last ?? nil else {
      return .years(from: .max, to: 0)
    }
    return .years(from: from, to: to)
  }

  private static func sort(_ call: RouteCall) -> SortOrder {
    let isReversed = call["sort_order"]?.lowercased() == "desc"
    return switch call["sort"]?.lowercased() {
    case "title": SortOrder(.title, isReversed: isReversed)
    case "artist": SortOrder(.artist, isReversed: isReversed)
    case "year": SortOrder(.year, isReversed: isReversed)
    // Score, have and want: the best-known first is the order there is.
    default: .relevance
    }
  }
}
