internal import AnswerCache
internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Foundation
internal import Logging
internal import RunoutModel
internal import Synchronization

/// Discogs itself: answers from the cache or the network, and caches new responses.
///
/// Cached answers come at once. Old ones are refreshed in the background's lane; `board` tells the page when the new
/// answer is in, and the page asks again. Verbs, which ask once, wait for the network.
final class DiscogsSource: Sendable {
  /// The parts that open with the first request.
  struct Opened: Sendable {
    let client: DiscogsClient
    let cache: CacheStore
    /// The server whose records the cache is asked for.
    let server: String
  }

  let board = FreshnessBoard()
  private let returning = Broadcast<Void>()
  let reconnection: Reconnection
  let accounts: Accounts
  let translate: ErrorTranslator
  private let work: BackgroundWork
  private let parts: Shared<Opened>
  /// Seconds since 1970.
  private let now: @Sendable () -> Double
  /// Its imported catalogue stands in for failed searches.
  let sources: SourceSwitch
  /// The shelf in use stands in for failed searches, too.
  let shelves: Shelves
  private let waitsForFresh: Bool

  init(
    _ configuration: LiveConfiguration, _ parts: Shared<Opened>, _ accounts: Accounts, _ reconnection: Reconnection,
    _ sources: SourceSwitch, _ shelves: Shelves, work: BackgroundWork, _ translate: ErrorTranslator
  ) {
    (now, waitsForFresh) = (configuration.now, configuration.waitsForFresh)
    (self.parts, self.accounts, self.reconnection) = (parts, accounts, reconnection)
    (self.sources, self.shelves, self.work, self.translate) = (sources, shelves, work, translate)
    reconnection.onReturn { [weak self] in
      self?.returning.tell(())
      await self?.refreshHindered()
    }
  }

  /// An element each time that the network or the account returns.
  func returns() -> AsyncStream<Void> { returning.stream(buffering: .bufferingNewest(1)) }

  func opened() async throws(ClientError) -> Opened { try await parts.get() }

  func cancel(_ request: RequestID) {
    work.start("ending a request") { [self] in await made()?.client.cancel(request) }
  }

  /// The parts; nil before the first request.
  func made() async -> Opened? { await parts.made() }

  // MARK: Asking

  /// The answer to a call, cached if possible.
  ///
  /// - Parameters:
  ///   - shown: the part of a page whose age is noted on the board; nil for none.
  ///   - reference: the record that a 404 is about.
  ///   - absence: the error of a 404; needed where there is no reference.
  ///   - rows: the rows of the answer that a search without network can find.
  func ask<Value: Sendable>(
    _ endpoint: Endpoint<Value>, for shown: Shown? = nil, about reference: EntityReference? = nil,
    absence: ClientError? = nil, rows: @escaping @Sendable (Value) -> [CatalogueRow] = { _ in [] }
  ) async throws(ClientError) -> Value {
    let policy: FetchPolicy = waitsForFresh ? .freshCacheFirst : .cacheFirst
    let lane: Lane = Urgency.isBackground ? .background : .user
    let answer = try await answer(
      to: endpoint, policy: policy, lane: lane, about: reference, absence: absence, rows: rows)
    if let shown {
      board.note(shown, freshness(answer.origin))
      if answer.isStale, !waitsForFresh { refreshBehind(endpoint, shown, about: reference, rows: rows) }
    }
    return answer.value
  }

  /// Replaces the cached answer by the network's, and reports it to the board.
  func refresh<Value: Sendable>(
    _ endpoint: Endpoint<Value>, for shown: Shown, lane: Lane = .user, about reference: EntityReference? = nil,
    rows: @escaping @Sendable (Value) -> [CatalogueRow] = { _ in [] }
  ) async throws(ClientError) {
    do {
      let answer = try await answer(to: endpoint, policy: .networkOnly, lane: lane, about: reference, rows: rows)
      board.finish(shown, freshness(answer.origin))
    } catch {
      board.fail(shown, error)
      throw error
    }
  }

  private func freshness(_ origin: AnswerOrigin) -> Freshness {
    switch origin {
    case .network: Freshness(answeredAt: now())
    case .cache(let storedAt, _, let error):
      Freshness(answeredAt: storedAt.timeIntervalSince1970, hindrance: error.map { translate($0, about: nil) })
    }
  }

  /// The user's name. Where only a token is known, Discogs is asked once and the answer is cached for that token.
  func userName() async throws(ClientError) -> String {
    if let known = try await accounts.userName() { return known }
    var endpoint = Endpoint.identity
    endpoint.cacheKind = .profile
    let name = try await ask(endpoint).name
    try await accounts.note(user: name)
    return name
  }

  /// Asks the network for the sync, which no page waits for, and throws the SDK's own error.
  ///
  /// - Parameter lane: the user's where a person waits for it, such as for a verb that changes the shelf.
  func requestInBackground<Value: Sendable>(
    _ endpoint: Endpoint<Value>, lane: Lane = .background
  ) async throws(DiscogsError) -> Value {
    let parts: Opened
    // Opening does not fail: a cache file that does not open is logged and done without.
    do { parts = try await opened() } catch { throw .cancelled }
    do {
      let answer = try await parts.client.answer(to: endpoint, policy: .networkOnly, lane: lane)
      report(answer.problems, of: endpoint.name)
      return answer.value
    } catch {
      if case .unauthorized = error { accounts.board.refuse() }
      throw error
    }
  }

  /// The answer to one of many calls that a person waits for, from the cache while it is fresh.
  ///
  /// - Parameter isForced: whether the network is asked in any case.
  func requestOfMany<Value: Sendable>(
    _ endpoint: Endpoint<Value>, isForced: Bool, lane: Lane, absence: ClientError? = nil
  ) async throws(ClientError) -> Value {
    try await answer(
      to: endpoint, policy: isForced ? .networkOnly : .freshCacheFirst, lane: lane, about: nil, absence: absence,
      rows: { _ in [] }
    ).value
  }

  /// The cached answer, however old; nil where there is none, or it is no longer readable.
  func kept<Value: Sendable>(_ endpoint: Endpoint<Value>) async -> Value? {
    guard let parts = await made() else { return nil }
    do { return try await parts.client.answer(to: endpoint, policy: .cacheOnly).value } catch { return nil }
  }

  /// Adds what the cache knows of a release or master.
  func completed(_ facts: ShelfFacts) async -> ShelfFacts {
    if case .master(let id) = facts.wanted {
      guard let master = await kept(.master(id)) else { return facts }
      let versions = await kept(.versions(of: id)).flatMap { $0.isCounted ? $0.total : nil }
      return ShelfFacts(master, versions: versions ?? facts.versions)
    }
    if let release = await kept(.release(facts.release)) { return facts.completed(by: release) }
    // Discogs lists a master's versions without artist, genres and styles: they are the master's.
    guard facts.genres.isEmpty, facts.styles.isEmpty, let id = facts.master, let master = await kept(.master(id)) else {
      return facts
    }
    var known = facts
    if known.artist.isEmpty { known.artist = master.artists.displayName }
    known.genres = master.genres
    known.styles = master.styles
    return known
  }

  /// A call that changes something on the server.
  func send<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(ClientError) -> Value {
    try await answer(to: endpoint, policy: .networkOnly, lane: .user, about: nil, rows: { _ in [] }).value
  }

  private func answer<Value: Sendable>(
    to endpoint: Endpoint<Value>, policy: FetchPolicy, lane: Lane, about reference: EntityReference?,
    absence: ClientError? = nil, rows: @Sendable (Value) -> [CatalogueRow]
  ) async throws(ClientError) -> Answer<Value> {
    let parts = try await opened()
    do {
      let answer = try await retryIfBreakerOpen(parts.client, endpoint, policy, lane)
      report(answer.problems, of: endpoint.name)
      if answer.origin == .network {
        await parts.cache.note(
          rows(answer.value), identifiers: Self.identifiers(in: answer.value), areAll: answer.value is Release,
          server: parts.server, at: now())
      } else if answer.value is Release {
        // Earlier versions replaced a release's identifiers by those in the rows of a search.
        await parts.cache.add(identifiers: Self.identifiers(in: answer.value), server: parts.server)
      }
      return answer
    } catch {
      if case .unauthorized = error { accounts.board.refuse() }
      if case .notFound = error, let absence { throw absence }
      let told = translate(error, about: reference)
      if told.isOfTheNetwork { rememberMissed(endpoint) }
      throw told
    }
  }

  /// The barcodes and matrices in a release, or those in the rows of a search, which are not all.
  private static func identifiers(in value: some Sendable) -> [EntityReference: [String]] {
    switch value {
    case let release as Release:
      let kinds = [Identifier.barcode, Identifier.matrixRunout]
      return [.release(release.id): release.identifiers.filter { kinds.contains($0.kind) }.map(\.value)]
    case let page as Paged<SearchResult>:
      return Dictionary(page.rows.map { ($0.row.reference, $0.barcodes) }) { first, _ in first }
    default: return [:]
    }
  }

  /// Asks once more past an open circuit breaker where a person waits: they want to know whether it works again.
  private func retryIfBreakerOpen<Value: Sendable>(
    _ client: DiscogsClient, _ endpoint: Endpoint<Value>, _ policy: FetchPolicy, _ lane: Lane
  ) async throws(DiscogsError) -> Answer<Value> {
    do {
      return try await client.answer(to: endpoint, policy: policy, lane: lane)
    } catch {
      guard case .resting = error, lane == .user, policy != .cacheOnly else { throw error }
      return try await client.answer(to: endpoint, policy: policy == .networkOnly ? policy : .refresh, lane: lane)
    }
  }

  /// Notes why a part of a page is missing, so that it is requested when the reason has passed.
  func setAside(_ shown: Shown, because error: ClientError) {
    board.note(shown, Freshness(answeredAt: board.freshness(of: shown)?.answeredAt, hindrance: error))
  }

  /// Makes a failed request the probe for the network's return.
  private func rememberMissed<Value: Sendable>(_ endpoint: Endpoint<Value>) {
    guard endpoint.method == .get else { return }
    reconnection.remember { [weak self] in await self?.probe(endpoint) }
  }

  private func probe<Value: Sendable>(_ endpoint: Endpoint<Value>) async {
    guard let parts = await made() else { return }
    do {
      _ = try await parts.client.answer(to: endpoint, policy: .networkOnly, retry: RetryPolicy.none)
    } catch {
      translate.log.debug("Still offline", metadata: ["code": "\(error.code)"])
    }
  }

  private func refreshBehind<Value: Sendable>(
    _ endpoint: Endpoint<Value>, _ shown: Shown, about reference: EntityReference?,
    rows: @escaping @Sendable (Value) -> [CatalogueRow]
  ) {
    guard board.begin(shown) else { return }
    // Not the page's own task: the answer is cached even if the page has been left.
    work.start("refreshing in the background", priority: .utility) { [self] in
      // The board holds the error.
      do { try await refresh(endpoint, for: shown, lane: .background, about: reference, rows: rows) } catch { return }
    }
  }

  /// Logs the unreadable items that were left out of a page.
  private func report(_ problems: [DecodingFailure], of endpoint: String) {
    guard !problems.isEmpty else { return }
    translate.log.warning(
      "Skipped unreadable parts of a response",
      metadata: [
        "endpoint": "\(endpoint)", "count": "\(problems.count)",
        "fields": "\(problems.prefix(5).map { "\($0.field): \($0.reason)" }.joined(separator: "; "))",
      ])
  }

  // MARK: Without the network

  /// The page that stands in for a failed search: rows seen before and the shelf's, else the imported catalogue's. Nil
  /// where these have nothing, or the failure is no `isOfTheNetwork`.
  func substitutes(for request: SearchRequest, because error: ClientError) async -> Page<CatalogueRow>? {
    guard error.isOfTheNetwork else { return nil }
    if let parts = await parts.made() {
      let seen = await parts.cache.rows(matching: request.wholeQuery, kind: request.kind, server: parts.server)
      let rows = seen.map(\.row)
      let references = Set(rows.map(\.reference))
      let kept = await shelves.rows(of: request).filter { !references.contains($0.reference) }
      if !rows.isEmpty || !kept.isEmpty {
        board.note(
          .search(request),
          Freshness(answeredAt: seen.map(\.seenAt).max(), hindrance: error, substitute: .seenBefore))
        return Page(rows: RowOrder(sort: request.sort).sorted(rows + kept), next: nil)
      }
    }
    return await catalogue(request, after: nil, limit: 100, because: error)
  }

  /// A page of the search in the imported catalogue; nil without a catalogue or without results.
  func catalogue(
    _ request: SearchRequest, after token: String?, limit: Int, because error: ClientError?
  ) async -> Page<CatalogueRow>? {
    let cursor = token.map { PageCursor(token: $0) }
    guard let page = await fromSubstitute({ try await $0.search(request, after: cursor, limit: limit) }),
      !page.rows.isEmpty
    else { return nil }
    if let error { board.note(.search(request), Freshness(answeredAt: nil, hindrance: error, substitute: .catalogue)) }
    return Page(rows: page.rows, next: page.next.map { RemoteCursor.catalogue($0.token).cursor })
  }

  /// The imported catalogue's answer; nil without a catalogue, and where it cannot be read, which is logged.
  func fromSubstitute<Answer: Sendable>(_ question: (CatalogueStore) async throws -> Answer) async -> Answer? {
    guard let store = await sources.catalogueIfAny() else { return nil }
    do { return try await question(store) } catch {
      _ = translate(error)
      return nil
    }
  }

  func close() async {
    board.close()
    returning.finish()
    await parts.made()?.cache.close()
  }
}

/// Where the next page of a remote list starts.
enum RemoteCursor {
  /// Counted from 1.
  case page(Int)
  /// A cursor of the imported catalogue, which stands in.
  case catalogue(String)
  /// An index, counted from 0, in a list that was loaded as a whole.
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

extension ClientError {
  /// Whether the failure may pass without a change of the request: a matter of the network, the server or the token.
  var isOfTheNetwork: Bool {
    switch self {
    case .offline, .notDiscogs, .proxy, .timedOut, .rateLimited, .server, .signInRequired, .unreadable: true
    case .notFound, .noSuchUser, .query, .refused, .storage, .forbidden, .cancelled: false
    }
  }
}
