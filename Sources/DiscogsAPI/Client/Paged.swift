import DiscogsJSON
public import DiscogsModel

/// One page of a list, with its position in the list.
public struct Paged<Row: Sendable>: Sendable {
  /// The rows of this page that could be decoded.
  public var rows: [Row]
  /// From 1.
  public var number: Int
  /// The number of pages. A search ends at its ten-thousandth row, whatever its total.
  public var pages: Int
  /// The most rows a page of this list has.
  public var rowsPerPage: Int
  /// The number of rows in the whole list.
  public var total: Int
  /// Whether the site said how many there are. Where it did not, `total` counts the rows of this page: enough for a
  /// list that is no longer than a page, and no proof that there is nothing else.
  public var isCounted = false
  /// Whether Discogs names a next page. A short page is not always the last.
  public var hasNext: Bool
  /// The filters Discogs offers for the list; empty without any.
  public var facets: [Facet]

  /// Creates a page.
  public init(
    rows: [Row], number: Int = 1, pages: Int = 1, rowsPerPage: Int = 50, total: Int? = nil, hasNext: Bool = false,
    facets: [Facet] = []
  ) {
    (self.rows, self.number, self.pages, self.rowsPerPage) = (rows, number, pages, rowsPerPage)
    self.total = total ?? rows.count
    self.hasNext = hasNext
    self.facets = facets
  }

  /// The most pages of a list that are read: a million rows, where a page has the most.
  public static var mostPages: Int { 10_000 }

  /// Whether a list goes on after this page, the answer to `request`.
  ///
  /// A next page is believed as far as the site's own numbers leave rows for it: a server that gives the last page for
  /// every later one, or names a next page for ever, is not asked for ever. An empty page is passed over.
  public func goesOn(after request: PageRequest) -> Bool {
    guard hasNext, number >= request.number, request.number < Self.mostPages else { return false }
    guard isCounted else { return !rows.isEmpty || request.number < pages }
    let (end, isBeyond) = request.number.multipliedReportingOverflow(by: max(1, rowsPerPage))
    return !isBeyond && end < total
  }

  /// Whether this page repeats the one before it, row by row: such pages, even empty ones, could go on for ever.
  ///
  /// - Parameter before: nil for the first page.
  package func repeats<Key: Equatable>(_ before: [Key]?, by key: (Row) -> Key) -> Bool {
    before.map { rows.map(key) == $0 } ?? false
  }

  /// Whether the site counts more rows than are read of any list: no account has as many.
  package var isBeyondReading: Bool { total > Self.mostPages * PageRequest.mostRows }

  /// The page with the smallest total so far: a list that grows while it is read would have no end.
  package func notGrowing(beyond total: inout Int) -> Self {
    guard isCounted else { return self }
    total = min(total, self.total)
    var page = self
    page.total = total
    return page
  }

  /// The page with other rows.
  func with<Other: Sendable>(_ rows: [Other]) -> Paged<Other> {
    var page = Paged<Other>(
      rows: rows, number: number, pages: pages, rowsPerPage: rowsPerPage, total: total, hasNext: hasNext,
      facets: facets)
    page.isCounted = isCounted
    return page
  }
}

extension Paged: Equatable where Row: Equatable {}
extension Paged: Hashable where Row: Hashable {}

extension Paged {
  /// The rows of `name`, and `pagination` beside them. Lists that are not paged have none, and are one page.
  init(_ json: JSONValue, _ name: StaticString, read: (JSONValue) throws -> Row) throws(DecodingFailure) {
    try json.expectObject()
    guard let list = json.member(name) else { throw json.missing(name) }
    self.init(rows: try list.items(read))
    readPagination(json)
  }

  mutating func readPagination(_ json: JSONValue) {
    guard let pagination = json.object("pagination", { $0 }) else { return }
    number = pagination.positive("page") ?? 1
    pages = pagination.positive("pages") ?? 1
    rowsPerPage = pagination.positive("per_page") ?? 50
    if let items = pagination.integer("items"), items >= 0 { (total, isCounted) = (items, true) }
    // On a single page the object of addresses is there and empty.
    hasNext = pagination.member("urls").map { !$0.text("next").isEmpty } ?? (number < pages)
    // Addresses of other pages of the same list.
    pagination.passOver("urls")
  }
}
