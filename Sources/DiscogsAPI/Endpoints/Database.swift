import DiscogsJSON
public import DiscogsModel

/// Filters of master versions. Their values are those of `Facet.Value`.
public struct VersionFilters: Hashable, Sendable {
  /// Such as `LP`; empty for all.
  public var formats: [String]
  /// Such as `Columbia`; empty for all.
  public var labels: [String]
  /// Such as `US`; empty for all.
  public var countries: [String]
  /// A year.
  public var released: String
  /// Discogs' documentation does not say which of the two it reads.
  public var severalValues: SeveralValues

  /// The way several values of one filter are sent.
  public enum SeveralValues: Hashable, Sendable {
    /// `format=LP&format=CD`. Values may contain commas, as labels do.
    case repeated
    /// `format=LP,CD`.
    case commaSeparated
  }

  /// Creates version filters.
  public init(
    formats: [String] = [], labels: [String] = [], countries: [String] = [], released: String = "",
    severalValues: SeveralValues = .repeated
  ) {
    (self.formats, self.labels) = (formats, labels)
    (self.countries, self.released, self.severalValues) = (countries, released, severalValues)
  }

  var query: [QueryItem] {
    var query: [QueryItem] = []
    for (name, values) in [("format", formats), ("label", labels), ("country", countries)] where !values.isEmpty {
      switch severalValues {
      case .repeated: query += values.map { QueryItem(name, $0) }
      case .commaSeparated: query.append(QueryItem(name, values.joined(separator: ",")))
      }
    }
    return query + .filled(["released": released])
  }
}

/// The orders of master versions.
public enum VersionField: String, CaseIterable, Hashable, Sendable {
  case released, title, format, label, country
  /// The catalogue number.
  case catalogueNumber = "catno"
}

/// The orders of an artist's releases; also of a label's, though undocumented.
public enum ReleaseListField: String, CaseIterable, Hashable, Sendable {
  case year, title, format
}

extension Endpoint {
  public static func release(_ id: Release.ID, currency: Currency? = nil) -> Endpoint where Value == Release {
    reading("/releases/\(id)", query: .currency(currency), cacheKind: .release)
  }

  public static func rating(of release: Release.ID, by userName: String) -> Endpoint where Value == OwnRating {
    reading("/releases/\(release)/rating/\(user: userName)", cacheKind: .rating)
  }

  public static func rate(
    _ release: Release.ID, by userName: String, stars: Int
  ) -> Endpoint where Value == OwnRating? {
    changing("/releases/\(release)/rating/\(user: userName)", method: .put, body: .json(["rating": .int(stars)]))
  }

  public static func removeRating(of release: Release.ID, by userName: String) -> Endpoint where Value == Void {
    changing("/releases/\(release)/rating/\(user: userName)", method: .delete)
  }

  public static func communityRating(of release: Release.ID) -> Endpoint where Value == CommunityRating {
    reading("/releases/\(release)/rating", cacheKind: .rating) { json in
      guard let rating: CommunityRating = json.record("rating") else { throw json.missing("rating") }
      return rating
    }
  }

  public static func stats(of release: Release.ID) -> Endpoint where Value == ReleaseStats {
    reading("/releases/\(release)/stats", cacheKind: .stats)
  }

  public static func master(_ id: Master.ID, currency: Currency? = nil) -> Endpoint where Value == Master {
    reading("/masters/\(id)", query: .currency(currency), cacheKind: .master)
  }

  public static func artist(_ id: Artist.ID) -> Endpoint where Value == Artist {
    reading("/artists/\(id)", cacheKind: .artist)
  }

  public static func label(_ id: Discogs.Label.ID) -> Endpoint where Value == Discogs.Label {
    reading("/labels/\(id)", cacheKind: .label)
  }

  public static func versions(
    of master: Master.ID, filters: VersionFilters = VersionFilters(), sorting: Sorting<VersionField>? = nil,
    page: PageRequest = .first
  ) -> Endpoint where Value == Paged<ListedRelease> {
    reading(
      "/masters/\(master)/versions", query: filters.query + .page(page, by: sorting), cacheKind: .versions
    ) { json in
      var versions = try Paged(json, "versions") { try ListedRelease($0, of: .versions(of: master)) }
      versions.facets = Facet.facets(of: json)
      return versions
    }
  }

  public static func releases(
    by artist: Artist.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<ListedRelease> {
    reading("/artists/\(artist)/releases", query: .page(page, by: sorting), cacheKind: .artistReleases) {
      try Paged($0, "releases") { try ListedRelease($0, of: .artist) }
    }
  }

  public static func releases(
    on label: Discogs.Label.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<ListedRelease> {
    reading("/labels/\(label)/releases", query: .page(page, by: sorting), cacheKind: .labelReleases) {
      try Paged($0, "releases") { try ListedRelease($0, of: .label) }
    }
  }
}
