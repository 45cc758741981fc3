internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// A master's releases, filtered and sorted, with what they can be filtered by.
struct VersionRoutes: Sendable {
  let backend: Backend
  private let known = RecentValues<Master.ID, [Version]>(capacity: 32)

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

  init(backend: Backend) { self.backend = backend }

  func add(to table: inout RouteTable) { table.at("masters/:id/versions", get: versions) }

  /// An id that is no master gives an empty list, as with Discogs.
  @Sendable private func versions(_ call: RouteCall) async throws -> RouteAnswer {
    let all = try await versions(of: Master.ID(call.number("id", else: .noMaster)))
    var applied = JSONObject()
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
      applied[facet.rawValue] = .texts(values)
      let wanted = Set(values.map { TextFolding.fold($0) })
      found.removeAll { version in !version.values(of: facet).contains { wanted.contains(TextFolding.fold($0)) } }
    }
    found = Self.sorted(found, by: call)
    let paging = Paging(call)
    let shown = found.dropFirst(paging.offset).prefix(paging.perPage)
    let stats = try await backend.stats(of: shown.map(\.id), call)
    let counts = Self.counts(found)
    let describer = Describer(base: call.base)
    return try paging.answer(
      call, items: found.count,
      [
        "filters": .object(["applied": .object(applied), "available": .object(Self.available(counts))]),
        "filter_facets": .objects(Self.facets(counts)),
        "versions": .objects(shown.map { Self.row($0, describer, stats: stats($0.id)) }),
      ])
  }

  private func versions(of master: Master.ID) async throws -> [Version] {
    let ranked = try await backend.ranked(CatalogueList(.versions(master)))
    return try await known.value(for: master, in: ranked.generation) {
      let rows = try await ranked.rows(offset: 0, limit: ranked.count)
      let releases = try await backend.catalogue.records(of: rows.map(\.reference)).releases
      return rows.compactMap { row in
        guard case .release(let id) = row.reference else { return nil }
        return releases[id].map(Version.init)
      }
    }
  }

  private static func sorted(_ versions: [Version], by call: RouteCall) -> [Version] {
    let key: (Version) -> String
    switch call["sort"] {
    case "title": key = { NaturalOrder.key($0.title) }
    case "format": key = { NaturalOrder.key($0.descriptions.joined(separator: ", ")) }
    case "label": key = { NaturalOrder.key($0.labels.first ?? "") }
    case "catno": key = { NaturalOrder.key($0.catalogueNumber) }
    case "country": key = { NaturalOrder.key($0.country) }
    case "released": key = { $0.released }
    default: return versions
    }
    return versions.sorted(isReversed: call.isDescending, by: key)
  }

  // MARK: Words

  private typealias Counts = [(facet: Facet, values: [(value: String, count: Int)])]

  /// The values of each facet, the most frequent first.
  private static func counts(_ versions: [Version]) -> Counts {
    Facet.allCases.map { facet in
      var numbers: [String: Int] = [:]
      for version in versions { for value in version.values(of: facet) { numbers[value, default: 0] += 1 } }
      let values = numbers.map { (value: $0.key, count: $0.value) }
      return (facet, values.sorted { $0.count == $1.count ? $0.value < $1.value : $0.count > $1.count })
    }
  }

  private static func available(_ counts: Counts) -> JSONObject {
    var available = JSONObject()
    for (facet, values) in counts {
      var numbers = JSONObject()
      for (value, count) in values { numbers[value] = .int(count) }
      available[facet.rawValue] = .object(numbers)
    }
    return available
  }

  private static func facets(_ counts: Counts) -> [JSONObject] {
    counts.map { facet, values in
      let values = values.map { value, count -> JSONObject in
        // Discogs encodes it as in a form.
        ["title": .text(value), "value": .text(value.percentEncoded.replacing("%20", with: "+")), "count": .int(count)]
      }
      return [
        "title": .text(facet.title), "id": .text(facet.rawValue), "values": .objects(values),
        "allows_multiple_values": .flag(facet.allowsSeveral),
      ]
    }
  }

  private static func row(_ version: Version, _ describer: Describer, stats: JSON) -> JSONObject {
    [
      "id": .int(version.id.number), "title": .text(version.title), "label": .text(version.labels.first ?? ""),
      "catno": .text(version.catalogueNumber), "country": .text(version.country),
      "format": .text(version.descriptions.joined(separator: ", ")), "major_formats": .texts(version.carriers),
      "released": .text(version.released), "status": .text(version.status),
      "resource_url": describer.url(.release(version.id)), "thumb": .text(""), "stats": stats,
    ]
  }
}
