internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Foundation
internal import Logging

/// Discogs itself: asks the network by way of what was kept, and keeps what came.
///
/// What is kept is answered at once. When it is old, the network is asked behind it, in the background's lane; whoever
/// shows it is told by `board` when the answer is in, and asks again. Verbs, which ask once, wait for the network instead.
final class DiscogsSource: Sendable {
  /// Everything that is opened when the first question comes.
  struct Opened: Sendable {
    let client: DiscogsClient
    let cache: CacheStore
    /// Whose records these are, for the cache.
    let server: String
    /// Seconds since 1970.
    let now: @Sendable () -> Double
  }

  let board = FreshnessBoard()
  let translate: ErrorTranslator
  private let parts: Shared<Opened, ClientError>
  /// The imported catalogue, which stands in for a search that cannot be made; nil where there is none.
  private let substitute: @Sendable () async -> CatalogueStore?
  /// Whether what is old is asked for anew before it is answered.
  private let waitsForFresh: Bool

  init(
    parts: Shared<Opened, ClientError>, substitute: @escaping @Sendable () async -> CatalogueStore?,
    waitsForFresh: Bool, translate: ErrorTranslator
  ) {
    self.waitsForFresh = waitsForFresh
    self.parts = parts
    self.substitute = substitute
    self.translate = translate
  }

  func opened() async throws(ClientError) -> Opened { try await parts.get() }

  /// The parts, if anything has been asked yet.
  func made() async -> Opened? { await parts.made() }

  // MARK: Asking

  /// The answer to a call, from what is kept if there is anything.
  ///
  /// - Parameters:
  ///   - shown: what the page shows of it; nil where its age is of no interest.
  ///   - reference: what does not exist when the answer is 404.
  ///   - rows: what of the answer can be found again when there is no network.
  func ask<Value: Sendable>(
    _ endpoint: Endpoint<Value>, for shown: Shown? = nil, about reference: EntityReference? = nil,
    rows: @escaping @Sendable (Value) -> [CatalogueRow] = { _ in [] }
  ) async throws(ClientError) -> Value {
    let policy: FetchPolicy = waitsForFresh ? .freshCacheFirst : .cacheFirst
    let answer = try await answer(to: endpoint, policy: policy, lane: .user, about: reference, rows: rows)
    if let shown {
      board.note(shown, Freshness(answer.origin, translate))
      if answer.isStale, !waitsForFresh { refreshBehind(endpoint, shown, about: reference, rows: rows) }
    }
    return answer.value
  }

  /// The network's answer, which replaces what is kept.
  func refresh<Value: Sendable>(
    _ endpoint: Endpoint<Value>, for shown: Shown, about reference: EntityReference? = nil,
    rows: @escaping @Sendable (Value) -> [CatalogueRow] = { _ in [] }
  ) async throws(ClientError) {
    let answer = try await answer(to: endpoint, policy: .refresh, lane: .user, about: reference, rows: rows)
    let freshness = Freshness(answer.origin, translate)
    board.finish(shown, freshness)
    // What was kept stands in: the page has that already, and asked for better.
    if let hindrance = freshness?.hindrance { throw hindrance }
  }

  /// A call that changes something on the server.
  func send<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(ClientError) -> Value {
    try await answer(to: endpoint, policy: .networkOnly, lane: .user, about: nil, rows: { _ in [] }).value
  }

  private func answer<Value: Sendable>(
    to endpoint: Endpoint<Value>, policy: FetchPolicy, lane: Lane, about reference: EntityReference?,
    rows: @Sendable (Value) -> [CatalogueRow]
  ) async throws(ClientError) -> Answer<Value> {
    let parts = try await opened()
    do throws(DiscogsError) {
      let answer = try await parts.client.answer(to: endpoint, policy: policy, lane: lane)
      report(answer.problems, of: endpoint.name)
      if answer.origin == .network {
        await parts.cache.note(rows(answer.value), server: parts.server, at: parts.now())
      }
      return answer
    } catch {
      throw translate(error, about: reference)
    }
  }

  private func refreshBehind<Value: Sendable>(
    _ endpoint: Endpoint<Value>, _ shown: Shown, about reference: EntityReference?,
    rows: @escaping @Sendable (Value) -> [CatalogueRow]
  ) {
    guard board.begin(shown) else { return }
    // Not the page's own task: what comes is kept, also when the page has been left meanwhile.
    Task.detached(priority: .utility) { [self] in
      do throws(ClientError) {
        let answer = try await answer(to: endpoint, policy: .refresh, lane: .background, about: reference, rows: rows)
        board.finish(shown, Freshness(answer.origin, translate))
      } catch {
        var freshness = board.freshness(of: shown)
        freshness?.isRefreshing = false
        freshness?.hindrance = error
        board.finish(shown, freshness)
      }
    }
  }

  /// Items that could not be read are left out of the page; the log says which.
  private func report(_ problems: [DecodingFailure], of endpoint: String) {
    guard !problems.isEmpty else { return }
    translate.log.warning(
      "Parts of an answer could not be read and were left out",
      metadata: [
        "endpoint": "\(endpoint)", "count": "\(problems.count)",
        "fields": "\(problems.prefix(5).map { "\($0.field): \($0.reason)" }.joined(separator: "; "))",
      ])
  }

  // MARK: Without the network

  /// What stands in for a search that cannot be made: what was seen before, then the imported catalogue.
  func substitutes(
    for request: SearchRequest, because error: ClientError
  ) async -> Page<CatalogueRow>? {
    guard error.isOfTheNetwork else { return nil }
    if let parts = await parts.made() {
      let seen = await parts.cache.rows(matching: request.query, kind: request.kind, server: parts.server)
      if !seen.isEmpty {
        let newest = seen.map(\.seenAt).max() ?? 0
        board.note(
          .search(request), Freshness(answeredAt: newest, hindrance: error, substitute: .seenBefore))
        return Page(rows: RowOrder(sort: request.sort).sorted(seen.map(\.row)), next: nil)
      }
    }
    return await catalogue(request, after: nil, limit: 100, because: error)
  }

  /// A page of the same search in the imported catalogue; nil where there is none, or it finds nothing.
  func catalogue(
    _ request: SearchRequest, after token: String?, limit: Int, because error: ClientError?
  ) async -> Page<CatalogueRow>? {
    guard let store = await substitute() else { return nil }
    do throws(CatalogueError) {
      let search = CatalogueSearch(request.query, kind: request.kind, sort: request.sort)
      let page = try await store.search(search, after: token, limit: limit)
      guard !page.rows.isEmpty else { return nil }
      if let error {
        board.note(.search(request), Freshness(answeredAt: 0, hindrance: error, substitute: .catalogue))
      }
      return Page(rows: page.rows, next: page.next.map { RemoteCursor.catalogue($0).cursor })
    } catch {
      if error != .cancelled { _ = translate(error) }
      return nil
    }
  }

  func close() async {
    board.close()
    guard let parts = await parts.made() else { return }
    await parts.cache.close()
  }
}

/// Where the next page of a remote list starts.
enum RemoteCursor {
  /// Counted from 1.
  case page(Int)
  /// In the imported catalogue, which stands in.
  case catalogue(String)
  /// In a list that is here as a whole.
  case row(Int)

  init?(_ cursor: PageCursor?) {
    guard let token = cursor?.token else { return nil }
    let rest = String(token.dropFirst())
    switch (token.first, Int(rest)) {
    case ("p", let number?): self = .page(number)
    case ("r", let number?): self = .row(number)
    case ("c", _): self = .catalogue(rest)
    default: return nil
    }
  }

  var cursor: PageCursor {
    switch self {
    case .page(let number): PageCursor(token: "p\(number)")
    case .row(let number): PageCursor(token: "r\(number)")
    case .catalogue(let token): PageCursor(token: "c\(token)")
    }
  }
}

extension Freshness {
  /// Nil for what the network has just said.
  init?(_ origin: AnswerOrigin, _ translate: ErrorTranslator) {
    switch origin {
    case .network: return nil
    case .cache(let storedAt, _, let error):
      self.init(
        answeredAt: storedAt.timeIntervalSince1970, hindrance: error.map { translate($0, about: nil) })
    }
  }
}

extension ClientError {
  /// Whether the network failed, and not the thing that was asked.
  var isOfTheNetwork: Bool {
    switch self {
    case .offline, .timedOut, .rateLimited, .server, .signInRequired: true
    default: false
    }
  }
}
