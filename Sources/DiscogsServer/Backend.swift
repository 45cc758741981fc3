internal import Catalogue
internal import DiscogsModel
internal import RunoutModel
internal import Synchronization

/// The stores and options of the routes.
struct Backend: Sendable {
  let catalogue: CatalogueStore
  let accounts: AccountStore
  let options: ServerOptions
  let oauth: OAuthDesk
  /// The latest searches and lists, as a whole: clients request their pages one after the other.
  let searches = RecentValues<SearchRequest, RankedRows>(capacity: 128)
  let lists = RecentValues<CatalogueList, RankedRows>(capacity: 64)

  /// Whole seconds since 1970.
  var now: Int { Int(options.now()) }

  // MARK: Catalogue

  /// Asks the catalogue, and throws the refusal for a missing record.
  func ask<Value: Sendable>(
    else refusal: RouteRefusal = .notFound, _ question: () async throws(CatalogueError) -> Value
  ) async throws -> Value {
    do throws(CatalogueError) {
      return try await question()
    } catch {
      if case .notFound = error { throw refusal }
      throw error
    }
  }

  func release(_ id: Int) async throws -> Release {
    try await ask(else: .noRelease) { () async throws(CatalogueError) in
      try await catalogue.release(Release.ID(id))
    }
  }

  func ranked(_ search: SearchRequest) async throws(CatalogueError) -> RankedRows {
    if let known = searches[search], known.generation == catalogue.refresh() { return known }
    let found = try await catalogue.ranked(search)
    searches[search] = found
    return found
  }

  func ranked(_ list: CatalogueList) async throws(CatalogueError) -> RankedRows {
    if let known = lists[list], known.generation == catalogue.refresh() { return known }
    let found = try await catalogue.ranked(list)
    lists[list] = found
    return found
  }

  // MARK: Users

  /// The user in the path.
  func account(_ call: RouteCall) async throws -> ServerAccount {
    guard let name = call.parameters["user"], let account = try await accounts.account(named: name) else {
      throw RouteRefusal.noUser
    }
    return account
  }

  /// The user in the path, who must be the caller.
  func owner(_ call: RouteCall) async throws -> ServerAccount {
    guard call.caller.isAuthenticated else { throw RouteRefusal.unauthenticated }
    let account = try await account(call)
    guard call.caller.account?.id == account.id else { throw RouteRefusal.forbidden }
    return account
  }

  func holdings(_ releases: [Release.ID], _ call: RouteCall) async throws -> Holdings? {
    guard let account = call.caller.account else { return nil }
    let found = try await accounts.holdings(of: releases, by: account.id)
    return Holdings(owned: found.owned, wanted: found.wanted)
  }
}

/// A cache of the most recently used values.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var values: [Key: (value: Value, turn: Int)] = [:]
    var turn = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) {
    self.capacity = capacity
  }

  subscript(_ key: Key) -> Value? {
    get {
      state.withLock { state in
        guard let value = state.values[key]?.value else { return nil }
        state.turn += 1
        state.values[key]?.turn = state.turn
        return value
      }
    }
    set {
      state.withLock { state in
        state.turn += 1
        state.values[key] = newValue.map { ($0, state.turn) }
        guard state.values.count > capacity else { return }
        if let oldest = state.values.min(by: { $0.value.turn < $1.value.turn })?.key { state.values[oldest] = nil }
      }
    }
  }
}
