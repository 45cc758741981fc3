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
    self.formats = formats
    self.labels = labels
    self.countries = countries
    self.released = released
    self.severalValues = severalValues
  }

  var query: [QueryItem] {
    var query: [QueryItem] = []
    for (name, values) in [("format", formats), ("label", labels), ("country", countries)] where !values.isEmpty {
      switch severalValues {
      case .repeated: query += values.map { QueryItem(name, $0) }
      case .commaSeparated: query.append(QueryItem(name, values.joined(separator: ",")))
      }
    }
    query.add("released", released)
    return query
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

extension Endpoint where Value == Release {
  /// One pressing, with everything on its page.
  ///
  /// - Parameter currency: of `lowestPrice`; without one the signed-in user's, or else US dollars.
  public static func release(_ id: Release.ID, currency: Currency? = nil) -> Endpoint {
    reading(
      "/releases/{id}", path: "/releases/\(id)", query: .currency(currency), cacheKind: .release)
  }
}

extension Endpoint where Value == OwnRating {
  /// One user's rating of a release; 0 stars without one.
  public static func rating(of release: Release.ID, by userName: String) -> Endpoint {
    reading(
      "/releases/{id}/rating/{username}", path: ratingPath(release, userName), cacheKind: .rating)
  }
}

extension Endpoint where Value == OwnRating? {
  /// Rates a release, as the signed-in user.
  ///
  /// - Parameter stars: 1 to 5.
  public static func rate(_ release: Release.ID, by userName: String, stars: Int) -> Endpoint {
    changing(
      "/releases/{id}/rating/{username}", method: .put, path: ratingPath(release, userName),
      body: .json { $0.add("rating", stars) })
  }
}

extension Endpoint where Value == Void {
  /// Removes the signed-in user's rating.
  public static func removeRating(of release: Release.ID, by userName: String) -> Endpoint {
    changing("/releases/{id}/rating/{username}", method: .delete, path: ratingPath(release, userName))
  }
}

private func ratingPath(_ release: Release.ID, _ userName: String) -> String {
  "/releases/\(release)/rating/\(PercentEncoding.part(userName))"
}

extension Endpoint where Value == CommunityRating {
  /// The number of ratings of a release, and their average.
  public static func communityRating(of release: Release.ID) -> Endpoint {
    reading("/releases/{id}/rating", path: "/releases/\(release)/rating", cacheKind: .rating) {
      json throws(DecodingFailure) in
      guard let rating: CommunityRating = json.record("rating") else { throw json.missing("rating") }
      return rating
    }
  }
}

extension Endpoint where Value == ReleaseStats {
  /// The number of users who have and want a release; Discogs does not always count.
  public static func stats(of release: Release.ID) -> Endpoint {
    reading("/releases/{id}/stats", path: "/releases/\(release)/stats", cacheKind: .stats)
  }
}

extension Endpoint where Value == Master {
  /// One master: what all pressings of a record share.
  public static func master(_ id: Master.ID, currency: Currency? = nil) -> Endpoint {
    reading(
      "/masters/{id}", path: "/masters/\(id)", query: .currency(currency), cacheKind: .master)
  }
}

extension Endpoint where Value == Artist {
  /// A person or group, with members, groups, aliases and name variations.
  public static func artist(_ id: Artist.ID) -> Endpoint {
    reading(
      "/artists/{id}", path: "/artists/\(id)", cacheKind: .artist)
  }
}

extension Endpoint where Value == Discogs.Label {
  /// A label, company or series, with its parent and what belongs to it.
  public static func label(_ id: Discogs.Label.ID) -> Endpoint {
    reading(
      "/labels/{id}", path: "/labels/\(id)", cacheKind: .label)
  }
}

extension Endpoint where Value == Paged<ListedRelease> {
  /// The pressings of a master.
  ///
  /// A number that is no master's is not answered with 404 but with nothing, or with everything: rows are to be trusted
  /// only where the master itself has been read.
  public static func versions(
    of master: Master.ID, filters: VersionFilters = VersionFilters(), sorting: Sorting<VersionField>? = nil,
    page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/masters/{id}/versions", path: "/masters/\(master)/versions",
      query: filters.query + (sorting?.query ?? []) + page.query, cacheKind: .versions
    ) { json throws(DecodingFailure) in
      var versions = try Paged(json, "versions") { row throws(DecodingFailure) in
        try ListedRelease(row, of: .versions(of: master))
      }
      versions.facets = Facet.facets(of: json)
      return versions
    }
  }

  /// An artist's releases, with masters in place of their versions.
  public static func releases(
    by artist: Artist.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/artists/{id}/releases", path: "/artists/\(artist)/releases", query: (sorting?.query ?? []) + page.query,
      cacheKind: .artistReleases
    ) { json throws(DecodingFailure) in
      try Paged(json, "releases") { row throws(DecodingFailure) in try ListedRelease(row, of: .artist) }
    }
  }

  /// The releases of a label. One comes once for each of its catalogue numbers and relations to the label.
  ///
  /// - Parameter sorting: not documented; some programs send it.
  public static func releases(
    on label: Discogs.Label.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/labels/{id}/releases", path: "/labels/\(label)/releases", query: (sorting?.query ?? []) + page.query,
      cacheKind: .labelReleases
    ) { json throws(DecodingFailure) in
      try Paged(json, "releases") { row throws(DecodingFailure) in try ListedRelease(row, of: .label) }
    }
  }
}
