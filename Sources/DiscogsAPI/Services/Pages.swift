public import DiscogsModel

/// A row of a list that has several pages.
public protocol ListRow: Sendable {
  associatedtype Key: Hashable & Sendable
  /// The identity of a row. Lists move while you read them, so rows can come again on the next page.
  var listKey: Key { get }
}

/// The pages of a list.
///
///     for try await result in client.pages({ .search(SearchCriteria("nirvana"), page: $0) }).each {
///       show(result.row.title)
///     }
///
/// Ends where Discogs names no next page, past the last page, and at the ceiling of searches, past which they fail.
/// Rows that came before are left out. A list that repeats its last page for ever is an error,
/// ``DiscogsError/decoding(endpoint:_:)``.
public struct Pages<Row: ListRow>: AsyncSequence, Sendable {
  public typealias Element = Answer<Paged<Row>>
  public typealias Failure = DiscogsError
  /// Makes the call for a page.
  public typealias Calls = @Sendable (PageRequest) -> Endpoint<Paged<Row>>

  /// The progress of reading.
  public struct Progress: Hashable, Sendable {
    /// The number of the page read last.
    public var page: Int
    /// The number of pages that Discogs reports.
    public var pages: Int
    /// The rows so far, without repeats.
    public var rows: Int
    /// The number of rows that Discogs reports; for a long search more than it lists.
    public var total: Int

    /// Creates a progress.
    public init(page: Int, pages: Int, rows: Int, total: Int) {
      (self.page, self.pages, self.rows, self.total) = (page, pages, rows, total)
    }
  }

  fileprivate let runner: any EndpointRunner
  private let first: PageRequest
  fileprivate let progress: (@Sendable (Progress) -> Void)?
  fileprivate let call: Calls

  /// - Parameters:
  ///   - first: the page to start with, and the number of rows on each.
  ///   - progress: called after every page.
  public init(
    of runner: any EndpointRunner, from first: PageRequest = .first, progress: (@Sendable (Progress) -> Void)? = nil,
    _ call: @escaping Calls
  ) {
    (self.runner, self.first, self.progress, self.call) = (runner, first, progress, call)
  }

  public func makeAsyncIterator() -> Iterator { Iterator(pages: self, next: first) }

  /// All rows, in the order they come.
  ///
  /// Left out are rows that came before, by their ``ListRow/listKey``, as lists move while they are read; rows that
  /// could not be read; rows past the ceiling of a search; and the facts of each page: its total and facets, its
  /// ``Answer/problems`` and its ``Answer/additional``. To get these, read page by page.
  public func rows() async throws(DiscogsError) -> [Row] {
    var rows: [Row] = []
    var iterator = makeAsyncIterator()
    while let page = try await iterator.next(isolation: nil) { rows += page.value.rows }
    return rows
  }

  /// The rows one by one, requesting the next page when the loop reaches it. Leaves out the rows that ``rows()`` does.
  public var each: Rows { Rows(pages: self) }

  /// The rows of a list, one by one.
  public struct Rows: AsyncSequence, Sendable {
    public typealias Element = Row
    public typealias Failure = DiscogsError

    let pages: Pages

    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

    /// Iterates over the rows, page by page.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var pages: Pages.Iterator
      fileprivate var rest: [Row] = []

      public mutating func next() async throws(DiscogsError) -> Row? { try await next(isolation: nil) }

      /// After an error it requests the same page again.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(DiscogsError) -> Row? {
        while rest.isEmpty {
          guard let page = try await pages.next(isolation: actor) else { return nil }
          rest = page.value.rows.reversed()
        }
        return rest.popLast()
      }
    }
  }

  /// Iterates over the pages of a list.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let pages: Pages
    /// Nil after the last page.
    fileprivate var next: PageRequest?
    fileprivate var seen: Set<Row.Key> = []
    fileprivate var last: [Row.Key]?
    fileprivate var total = Int.max

    public mutating func next() async throws(DiscogsError) -> Element? { try await next(isolation: nil) }

    /// After an error it requests the same page again.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(DiscogsError) -> Element? {
      guard let request = next else { return nil }
      let endpoint = pages.call(request)
      var answer: Element
      do { answer = try await pages.runner.run(endpoint) } catch {
        guard error.isEndOfList(at: request, isSearch: endpoint.path == "/database/search", hasRead: !seen.isEmpty)
        else { throw error }
        next = nil
        return nil
      }
      let page = answer.value
      let goesOn = page.notGrowing(beyond: &total).goesOn(after: request)
      if goesOn, page.repeats(last, by: \.listKey) { throw .decoding(endpoint: endpoint.name, .endless) }
      last = page.rows.map(\.listKey)
      answer.value.rows = page.rows.filter { seen.insert($0.listKey).inserted }
      next = goesOn ? PageRequest(request.number + 1, rows: request.rows) : nil
      pages.progress?(Progress(page: page.number, pages: page.pages, rows: seen.count, total: page.total))
      return answer
    }
  }
}

extension EndpointRunner {
  /// The pages of a list.
  public func pages<Row: ListRow>(
    from first: PageRequest = .first, progress: (@Sendable (Pages<Row>.Progress) -> Void)? = nil,
    _ call: @escaping Pages<Row>.Calls
  ) -> Pages<Row> {
    Pages(of: self, from: first, progress: progress, call)
  }
}

extension DiscogsError {
  /// Whether this is how the site says that there are no more pages.
  fileprivate func isEndOfList(at request: PageRequest, isSearch: Bool, hasRead: Bool) -> Bool {
    switch self {
    // An unknown artist is 404 as well, but then there was no page before.
    case .notFound(let refusal):
      return hasRead || request.number > 1 && refusal.message?.contains("outside of valid range") ?? false
    // It is not certain how a search answers past its ten-thousandth row.
    case .server: return isSearch && (request.number - 1) * request.rows >= 10_000
    // Other sellers' inventories end at page 100.
    case .forbidden(let refusal), .invalidRequest(let refusal), .validation(let refusal):
      return request.number > 100 && refusal.message?.contains("Pagination above 100") ?? false
    default: return false
    }
  }
}

extension CollectionInstance: ListRow { public var listKey: ID { id } }
extension UserList: ListRow { public var listKey: ID { id } }
extension Listing: ListRow { public var listKey: ID { id } }
extension Order: ListRow { public var listKey: ID { id } }
extension Release: ListRow { public var listKey: ID { id } }
extension InventoryTransfer: ListRow { public var listKey: ID { id } }
extension SearchResult: ListRow { public var listKey: EntityReference { row.reference } }
extension Want: ListRow { public var listKey: Release.ID { release.id } }
extension Submissions: ListRow { public var listKey: Submissions { self } }

extension ListedRelease: ListRow {
  /// A label's list has a release once for each catalogue number, an artist's once for each role.
  public var listKey: CatalogueRow { row }
}

extension OrderMessage: ListRow {
  /// Messages have no number.
  public var listKey: OrderMessage { self }
}
