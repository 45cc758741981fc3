import DiscogsJSON
public import DiscogsModel

/// The criteria of a search. Values ignore case; empty ones are not sent.
public struct SearchCriteria: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Anything.
  public var text = ""
  /// Only one kind of page; nil for all.
  public var kind: EntityKind?
  /// `Artist - Title` together.
  public var title = ""
  /// A release's title.
  public var releaseTitle = ""
  /// A name among the credits.
  public var credit = ""
  /// An artist's name.
  public var artist = ""
  /// An artist's name as printed.
  public var variation = ""
  /// A label's name.
  public var label = ""
  /// Such as `Jazz`.
  public var genre = ""
  /// Such as `Modal`.
  public var style = ""
  /// Such as `US`.
  public var country = ""
  /// One year or a span, which the web site takes; of the API it is not known.
  public var years: ClosedRange<Int>?
  /// Such as `LP`.
  public var format = ""
  /// Such as `CL 1355`.
  public var catalogueNumber = ""
  /// With or without blanks.
  public var barcode = ""
  /// A track's title.
  public var track = ""
  /// The user who submitted it.
  public var submitter = ""
  /// A user who edited it.
  public var contributor = ""
  /// Undocumented.
  public var sorting: Sorting<SearchField>?

  /// Creates search criteria.
  public init(_ text: String = "", kind: EntityKind? = nil) { (self.text, self.kind) = (text, kind) }

  public init(stringLiteral text: String) { self.init(text) }

  /// Whether nothing is set: Discogs would return everything.
  public var isEmpty: Bool { query.allSatisfy { $0.name == "type" || $0.name.hasPrefix("sort") } }

  var query: [QueryItem] {
    .filled([
      "q": text, "type": kind?.rawValue ?? "", "title": title, "release_title": releaseTitle, "credit": credit,
      "artist": artist, "anv": variation, "label": label, "genre": genre, "style": style, "country": country,
      "year": years.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" } ?? "",
      "format": format, "catno": catalogueNumber, "barcode": barcode, "track": track, "submitter": submitter,
      "contributor": contributor,
    ]) + (sorting?.query ?? [])
  }
}

/// The orders of a search. Undocumented: one program offers the first three, the web site has the others.
public enum SearchField: String, CaseIterable, Hashable, Sendable {
  case title, artist, year
  /// Discogs' best match first.
  case relevance = "score"
  /// Most wanted first.
  case trending = "hot"
  case have, want
}

extension Endpoint {
  public static func search(
    _ criteria: SearchCriteria, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<SearchResult> {
    reading(
      "/database/search", query: criteria.query + page.query, credentials: .any, cacheKind: .search, rows: "results")
  }
}
