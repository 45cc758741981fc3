internal import Catalogue
internal import DiscogsJSON
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
  private let searches = RecentValues<SearchRequest, RankedRows>(capacity: 128)
  private let lists = RecentValues<CatalogueList, RankedRows>(capacity: 64)

  init(catalogue: CatalogueStore, accounts: AccountStore, options: ServerOptions) {
    (self.catalogue, self.accounts, self.options) = (catalogue, accounts, options)
    oauth = OAuthDesk(isOpen: options.tokens.isEmpty)
  }

  /// Whole seconds since 1970.
  var now: Int { Int(options.now()) }

  // MARK: Catalogue

  /// Asks for a record, and throws the refusal where there is none.
  private func find<Value>(else refusal: RouteRefusal, _ question: () async throws -> Value) async throws -> Value {
    do { return try await question() } catch CatalogueError.notFound { throw refusal }
  }

  func release(_ id: Release.ID) async throws -> Release {
    try await find(else: .noRelease) { try await catalogue.release(id) }
  }

  /// The release in the path.
  func release(_ call: RouteCall, at name: String = "id") async throws -> Release {
    try await release(Release.ID(call.number(name, else: .noRelease)))
  }

  /// The master in the path, and its key release.
  func master(_ call: RouteCall) async throws -> (master: Master, key: Release?) {
    let id = Master.ID(try call.number("id", else: .noMaster))
    let master = try await find(else: .noMaster) { try await catalogue.master(id) }
    let records = try await catalogue.records(of: [.master(id)])
    return (master, master.keyRelease.flatMap { records.releases[$0] })
  }

  /// The artist in the path.
  func artist(_ call: RouteCall) async throws -> Artist {
    let id = Artist.ID(try call.number("id", else: .noArtist))
    return try await find(else: .noArtist) { try await catalogue.artist(id) }
  }

  /// The label in the path.
  func label(_ call: RouteCall) async throws -> Discogs.Label {
    let id = Discogs.Label.ID(try call.number("id", else: .noLabel))
    return try await find(else: .noLabel) { try await catalogue.label(id) }
  }

  func ranked(_ search: SearchRequest) async throws -> RankedRows {
    try await searches.value(for: search, in: catalogue.refresh()) { try await catalogue.ranked(search) }
  }

  func ranked(_ list: CatalogueList) async throws -> RankedRows {
    try await lists.value(for: list, in: catalogue.refresh()) { try await catalogue.ranked(list) }
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
    guard call.isBy(account) else { throw RouteRefusal.forbidden }
    return account
  }

  func figures(of release: Release) async throws -> LocalFigures {
    try await accounts.community(of: [release.id])[release.id] ?? LocalFigures()
  }

  /// The caller's holdings; nil for a caller who is no user.
  func holdings(_ releases: [Release.ID], _ call: RouteCall) async throws -> Holdings? {
    guard let account = call.caller.account else { return nil }
    return try await accounts.holdings(of: releases, by: account.id)
  }

  /// `stats` in a row of each of these releases: the haves and wants of all users and of the caller.
  func stats(of releases: [Release.ID], _ call: RouteCall) async throws -> (Release.ID) -> JSON {
    let community = try await accounts.community(of: releases)
    let holdings = try await holdings(releases, call)
    func counts(_ have: Int, _ want: Int) -> JSON { .object(["in_collection": .int(have), "in_wantlist": .int(want)]) }
    return { id in
      .object([
        "community": counts(community[id]?.have ?? 0, community[id]?.want ?? 0),
        "user": holdings.map { counts($0.owned.contains(id) ? 1 : 0, $0.wanted.contains(id) ? 1 : 0) },
      ])
    }
  }
}

/// The values used last, each made of one generation of the catalogue.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var generation: Int
    var turn: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var turn = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) { self.capacity = capacity }

  /// The value of a key, made where there is none of this generation.
  func value(for key: Key, in generation: Int, _ make: () async throws -> Value) async throws -> Value {
    let known: Value? = state.withLock { state in
      guard let entry = state.entries[key], entry.generation == generation else { return nil }
      state.turn += 1
      state.entries[key]?.turn = state.turn
      return entry.value
    }
    if let known { return known }
    let made = try await make()
    state.withLock { state in
      state.turn += 1
      state.entries[key] = Entry(value: made, generation: generation, turn: state.turn)
      guard state.entries.count > capacity else { return }
      if let oldest = state.entries.min(by: { $0.value.turn < $1.value.turn })?.key { state.entries[oldest] = nil }
    }
    return made
  }
}
