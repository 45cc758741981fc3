internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel

extension CatalogueClient {
  /// Answers from Discogs while that is the source, else as `local` does.
  static func live(_ sources: SourceSwitch, _ discogs: DiscogsSource, local: CatalogueClient) -> CatalogueClient {
    @Sendable func isLive() -> Bool { sources.current.source == .live }
    return CatalogueClient(
      search: { request, cursor, limit throws(ClientError) in
        isLive()
          ? try await discogs.search(request, after: cursor, limit: limit)
          : try await local.search(request, cursor, limit)
      },
      count: { request throws(ClientError) in
        isLive() ? try await discogs.count(request) : try await local.count(request)
      },
      release: { id throws(ClientError) in isLive() ? try await discogs.release(id) : try await local.release(id) },
      master: { id throws(ClientError) in isLive() ? try await discogs.master(id) : try await local.master(id) },
      artist: { id throws(ClientError) in isLive() ? try await discogs.artist(id) : try await local.artist(id) },
      label: { id throws(ClientError) in isLive() ? try await discogs.label(id) : try await local.label(id) },
      browse: { request, cursor, limit throws(ClientError) in
        isLive()
          ? try await discogs.rows(of: request, after: cursor) : try await local.browse(request, cursor, limit)
      },
      browseCount: { request throws(ClientError) in
        isLive() ? try await discogs.count(of: request) : try await local.browseCount(request)
      },
      // Discogs does not count by role; the list can be narrowed to one all the same.
      artistRoles: { id throws(ClientError) in isLive() ? [:] : try await local.artistRoles(id) },
      named: { name, kind throws(ClientError) in
        isLive() ? try await discogs.reference(named: name, kind) : try await local.named(name, kind)
      },
      names: { references throws(ClientError) in
        isLive() ? try await discogs.names(of: references) : try await local.names(references)
      })
  }
}

extension FreshnessClient {
  static func live(_ discogs: DiscogsSource) -> FreshnessClient {
    FreshnessClient(
      of: { discogs.board.freshness(of: $0) }, changes: { discogs.board.changes() },
      refresh: { shown throws(ClientError) in try await discogs.refresh(shown) })
  }
}

extension NetworkClient {
  static func live(_ sources: SourceSwitch, _ network: NetworkBoard, _ discogs: DiscogsSource) -> NetworkClient {
    NetworkClient(
      status: { sources.current.source == .live ? network.status : .local },
      changes: { network.changes() },
      cancel: { id in
        guard let number = UInt64(exactly: id) else { return }
        Task { await discogs.made()?.client.cancel(RequestID(number)) }
      })
  }
}

extension AccountClient {
  static func live(_ accounts: Accounts) -> AccountClient {
    AccountClient(
      state: { accounts.board.current }, changes: { accounts.board.changes() },
      signIn: { token throws(ClientError) in
        let done = try await accounts.signIn(token)
        return (done.user, done.place)
      },
      beginOAuth: { key, secret throws(ClientError) in try await accounts.beginOAuth(key, secret) },
      finishOAuth: { authorisation, code throws(ClientError) in
        let done = try await accounts.finishOAuth(authorisation, code)
        return (done.user, done.place)
      },
      whoAmI: { () throws(ClientError) in try await accounts.whoAmI() },
      signOut: { () throws(ClientError) in _ = try await accounts.signOut() },
      profiles: { () throws(ClientError) in try await accounts.names() },
      select: { name throws(ClientError) in try await accounts.select(name) })
  }
}

extension CommunityClient {
  static func live(_ sources: SourceSwitch, _ discogs: DiscogsSource, _ accounts: Accounts) -> CommunityClient {
    @Sendable func isLive() -> Bool { sources.current.source == .live }
    return CommunityClient(
      figures: { id throws(ClientError) in
        guard isLive() else { return nil }
        return try await discogs.figures(of: id, accounts)
      },
      rate: { id, stars throws(ClientError) in
        guard isLive() else { throw .refused("Rating needs Discogs itself: :source live") }
        try await discogs.rate(id, stars, accounts)
      },
      market: { id throws(ClientError) in
        guard isLive() else { return nil }
        return try await discogs.market(of: id)
      },
      profile: { user throws(ClientError) in
        guard isLive() else { return nil }
        return try await discogs.ask(.profile(of: user), for: .user(user))
      })
  }
}

extension DiscogsSource {
  /// The figures come with the release, which is there already; only the user's own rating is a call of its own.
  func figures(of id: Release.ID, _ accounts: Accounts) async throws(ClientError) -> CommunityFigures? {
    let release = try await ask(.release(id), about: .release(id))
    guard let facts = release.live else { return nil }
    var own: Int?
    if case .signedIn = accounts.board.current {
      own = try await ask(.rating(of: id, by: try await accounts.userName()), for: .community(id)).stars
    }
    return CommunityFigures(
      have: facts.community?.have ?? 0, want: facts.community?.want ?? 0,
      average: facts.rating.flatMap { $0.count > 0 ? $0.average : nil }, ratings: facts.rating?.count ?? 0, own: own)
  }

  func rate(_ id: Release.ID, _ stars: Int?, _ accounts: Accounts) async throws(ClientError) {
    let user = try await accounts.userName()
    if let stars {
      guard (1...5).contains(stars) else { throw .refused("A rating is 1 to 5 stars") }
      _ = try await send(.rate(id, by: user, stars: stars))
    } else {
      try await send(.removeRating(of: id, by: user))
    }
    try await refresh(.rating(of: id, by: user), for: .community(id))
  }

  func market(of id: Release.ID) async throws(ClientError) -> MarketFigures? {
    let stats = try await ask(.marketplaceStats(of: id), for: .market(id), about: .release(id))
    var suggestions: [MarketFigures.Suggestion] = []
    do throws(ClientError) {
      suggestions = try await ask(.priceSuggestions(for: id)).suggestions.map {
        MarketFigures.Suggestion(condition: $0.condition, price: $0.price)
      }
    } catch {
      // Discogs suggests prices to those who sell, and only there.
      switch error {
      case .forbidden, .signInRequired, .notFound, .refused: break
      default: throw error
      }
    }
    return MarketFigures(
      forSale: stats.copiesForSale, lowest: stats.lowestPrice, suggestions: suggestions,
      isBlocked: stats.isBlockedFromSale ?? false)
  }
}
