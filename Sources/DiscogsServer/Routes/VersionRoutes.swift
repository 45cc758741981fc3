internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// A master's releases, filtered and sorted, with what they can be filtered by.
struct VersionRoutes: Sendable {
  let backend: Backend
  private let known = RecentValues<Key, [Version]>(capacity: 32)

  private struct Key: Hashable {
    var master: Master.ID
    var generation: Int
  }

  /// One release of a master, in the words of the list.
  private struct Version: Sendable {
    var id: Release.ID
    var title: String
    var labels: [String]
    var catalogueNumber: String
    var country: String
    /// `Vinyl`, `CD`.
    var carriers: [String]
    var descriptions: [String]
    var released: String
    var year: String
    var status: String

    init(_ release: Release) {
      id = release.id
      title = release.title
      labels = release.labels.map(\.name)
      catalogueNumber = release.labels.map(\.catalogueNumber).joined(separator: ", ")
      country = release.country
      carriers = Self.unique(release.formats.map(\.name))
      descriptions = Self.unique(release.formats.flatMap(\.descriptions))
      released = release.released.isEmpty ? "0" : ReleaseDate.display(release.released)
      year = release.year.map(String.init) ?? "0"
      status = release.status.isEmpty ? "Accepted" : release.status
    }

    private static func unique(_ texts: [String]) -> [String] {
      var seen: Set<String> = []
      return texts.filter { seen.insert($0).inserted }
    }

    func values(of facet: Facet) -> [String] {
      switch facet {
      case .format: Self.unique(carriers + descriptions)
      case .label: Self.unique(labels)
      case .country: country.isEmpty ? [] : [country]
      case .released: year == "0" ? [] : [year]
      }
    }
  }

  private enum Facet: String, CaseIterable {
    case format, label, country, released

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    var allowsSeveral: Bool { self != .released }
  }

  init(backend: Backend) {
    self.backend = backend
  }

  func add(to table: inout RouteTable) {
    table.at("masters/:id/versions", get: versions)
  }

  /// An id that is no master gives an empty list, as with Discogs.
  @Sendable private func versions(_ call: RouteCall) async throws -> RouteAnswer {
    let all = try await versions(of: Master.ID(call.number("id", else: .noMaster)))
    var applied: [(facet: Facet, values: [String])] = []
    var found = all
    for facet in Facet.allCases {
      let sent = call.query.filter { $0.name == facet.rawValue && !$0.value.isEmpty }.map(\.value)
      guard !sent.isEmpty else { continue }
      // Labels have commas in their names: a value as a whole comes first.
      let values = sent.flatMap { text -> [String] in
        let isWhole = all.contains { $0.values(of: facet).contains(text) }
        return isWhole || !facet.allowsSeveral
          ? [text] : text.split(separator: ",").map { String($0.drop { $0 == " " }) }
      }
      applied.append((facet, values))
      let wanted = Set(values.map { TextFolding.fold($0) })
      found.removeAll { version in
        !version.values(of: facet).contains { wanted.contains(TextFolding.fold($0)) }
      }
    }
    Self.sort(&found, by: call)
    let paging = Paging(call)
    let shown = Array(found.dropFirst(paging.offset).prefix(paging.perPage))
    let ids = shown.map(\.id)
    let community = try await backend.accounts.community(of: ids)
    let holdings = try await backend.holdings(ids, call)
    let counts = Self.counts(found)
    return try await paging.answer(call, items: found.count) { body in
      body["filters"] = .object(Self.filters(applied, counts))
      body["filter_facets"] = .objects(Self.facets(counts))
      let describer = Describer(base: call.base)
      body["versions"] = .objects(
        shown.map { Self.row($0, describer, stats: describer.stats($0.id, community[$0.id], holdings)) })
    }
  }

  private func versions(of master: Master.ID) async throws -> [Version] {
    try await backend.ask { () async throws(CatalogueError) in
      let ranked = try await backend.ranked(CatalogueList(.versions(master)))
      let key = Key(master: master, generation: ranked.generation)
      if let versions = known[key] { return versions }
      let rows = try await ranked.rows(offset: 0, limit: ranked.count)
      let releases = try await backend.catalogue.records(of: rows.map(\.reference)).releases
      let versions = rows.compactMap { row -> Version? in
        guard case .release(let id) = row.reference else { return nil }
        return releases[id].map(Version.init)
      }
      known[key] = versions
      return versions
    }
  }

  private static func sort(_ versions: inout [Version], by call: RouteCall) {
    let key: (Version) -> String
    switch call["sort"] {
    case "title": key = { NaturalOrder.key($0.title) }
    case "format": key = { NaturalOrder.key($0.descriptions.joined(separator: ", ")) }
    case "label": key = { NaturalOrder.key($0.labels.first ?? "") }
    case "catno": key = { NaturalOrder.key($0.catalogueNumber) }
    case "country": key = { NaturalOrder.key($0.country) }
    case "released": key = { $0.released }
    default: return
    }
    let isReversed = call["sort_order"] == "desc"
    let keyed = versions.enumerated().map { (key: key($0.element), index: $0.offset, version: $0.element) }
    versions = keyed.sorted { left, right in
      if left.key != right.key { return (left.key < right.key) != isReversed }
      return left.index < right.index
    }.map(\.version)
  }

  // MARK: Words

  private static func counts(_ versions: [Version]) -> [Facet: [(value: String, count: Int)]] {
    var counts: [Facet: [(value: String, count: Int)]] = [:]
    for facet in Facet.allCases {
      var numbers: [String: Int] = [:]
      for version in versions { for value in version.values(of: facet) { numbers[value, default: 0] += 1 } }
      counts[facet] = numbers.map { (value: $0.key, count: $0.value) }
        .sorted { $0.count == $1.count ? $0.value < $1.value : $0.count > $1.count }
    }
    return counts
  }

  private static func filters(
    _ applied: [(facet: Facet, values: [String])], _ counts: [Facet: [(value: String, count: Int)]]
  ) -> JSONObject {
    var used = JSONObject()
    for filter in applied { used[filter.facet.rawValue] = .texts(filter.values) }
    var available = JSONObject()
    for facet in Facet.allCases {
      var numbers = JSONObject()
      for (value, count) in counts[facet] ?? [] { numbers[value] = .int(count) }
      available[facet.rawValue] = .object(numbers)
    }
    return [
      "applied": .object(used),
      "available": .object(available),
    ]
  }

  private static func facets(_ counts: [Facet: [(value: String, count: Int)]]) -> [JSONObject] {
    Facet.allCases.map { facet in
      return [
        "title": .text(facet.title),
        "id": .text(facet.rawValue),
        "values": .objects(
          (counts[facet] ?? []).map { value, count in
            var object = JSONObject()
            object["title"] = .text(value)
            // Encoded as in a form, already here.
            object["value"] = .text(QueryText.encode(value).replacing("%20", with: "+"))
            object["count"] = .int(count)
            return object
          }),
        "allows_multiple_values": .flag(facet.allowsSeveral),
      ]
    }
  }

  private static func row(_ version: Version, _ describer: Describer, stats: JSON) -> JSONObject {
    [
      "id": .int(version.id.number),
      "title": .text(version.title),
      "label": .text(version.labels.first ?? ""),
      "catno": .text(version.catalogueNumber),
      "country": .text(version.country),
      "format": .text(version.descriptions.joined(separator: ", ")),
      "major_formats": .texts(version.carriers),
      "released": .text(version.released),
      "status": .text(version.status),
      "resource_url": describer.url(.release(version.id)),
      "thumb": .text(""),
      "stats": stats,
    ]
  }
}
