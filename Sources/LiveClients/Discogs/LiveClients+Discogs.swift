internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Logging
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

extension CatalogueClient {
  static func discogs(_ discogs: DiscogsSource) -> CatalogueClient {
    CatalogueClient {
      $0.search = answering { request, cursor, limit in try await discogs.search(request, after: cursor, limit: limit) }
      $0.count = discogs.count
      $0.nearest = discogs.nearest
      $0.release = discogs.release
      $0.master = discogs.master
      $0.artist = discogs.artist
      $0.label = discogs.label
      $0.browse = answering { request, cursor, _ in try await discogs.rows(of: request, after: cursor) }
      $0.browseCount = answering { request in try await discogs.count(of: request) }
      $0.facets = answering { request in try await discogs.facets(of: request) }
      // Discogs does not count by section; the page counts the rows once it has them all.
      $0.sections = { _ in [:] }
      $0.named = answering { name, kind in try await discogs.reference(named: name, kind) }
      $0.names = answering { references in try await discogs.names(of: references) }
    }
  }
}

extension FreshnessClient {
  static func live(_ sources: SourceSwitch, _ discogs: DiscogsSource) -> FreshnessClient {
    FreshnessClient {
      $0.of = { shown in
        let known = discogs.board.freshness(of: shown)
        // The network's ages mean nothing on a local source; that the shelf stands in is shown on every source.
        return sources.can(.refresh) || known?.substitute == .shelf ? known : nil
      }
      $0.changes = { discogs.board.changes() }
      $0.refresh = answering { shown in try await discogs.refresh(shown) }
    }
  }
}

extension NetworkClient {
  static func live(
    _ sources: SourceSwitch, _ network: NetworkBoard, _ discogs: DiscogsSource, _ work: BackgroundWork
  ) -> NetworkClient {
    NetworkClient {
      $0.status = { sources.can(.refresh) ? network.board.value : .local }
      $0.changes = {
        let statuses = network.board.stream
        let (stream, continuation) = AsyncStream.makeStream(of: NetworkStatus.self)
        let task = work.start("header") {
          for await status in statuses { continuation.yield(sources.can(.refresh) ? status : .local) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task?.cancel() }
        if task == nil { continuation.finish() }
        return stream
      }
      $0.cancel = { id in
        guard let number = UInt64(exactly: id) else { return }
        discogs.cancel(RequestID(number))
      }
    }
  }
}

extension AccountClient {
  static func live(_ live: LiveParts, _ sync: ShelfSync, _ shelves: Shelves) -> AccountClient {
    let accounts = live.accounts
    return AccountClient {
      $0.state = { accounts.board.value }
      $0.changes = { accounts.board.stream }
      $0.signIn = answering { token in
        let done = try await accounts.signIn(token)
        return (done.user, done.place)
      }
      $0.beginOAuth = answering { key, secret in try await accounts.beginOAuth(key, secret) }
      $0.finishOAuth = answering { authorisation, code in
        let done = try await accounts.finishOAuth(authorisation, code)
        return (done.user, done.place)
      }
      $0.whoAmI = answering { try await accounts.whoAmI() }
      $0.signOut = answering { _ = try await live.signOut() }
      $0.profiles = answering { try await accounts.names() }
      $0.select = answering { name in
        // Each profile has its own shelf; no work for one account may reach another's.
        try await sync.change { try await accounts.select(name) }
        shelves.announceSwitch()
        sync.wake()
      }
    }
  }
}

extension CommunityClient {
  /// - Parameter isReadOnly: whether changes are refused.
  static func live(
    _ records: RecordSources, _ discogs: DiscogsSource, isReadOnly: Bool, now: @escaping @Sendable () -> Double
  ) -> CommunityClient {
    let (sources, shelves) = (records.inUse, discogs.shelves)
    /// - Throws: `refused` where the source has no people, or nothing may be changed.
    @Sendable func checkMayChange(_ needsLive: String) throws(ClientError) {
      guard sources.can(.people) else { throw .refused(needsLive) }
      if isReadOnly { throw .refused(SourceWords.readOnly) }
    }
    return CommunityClient {
      $0.figures = answering { id in sources.can(.people) ? try await discogs.figures(of: id) : nil }
      $0.rate = answering { id, stars in
        try checkMayChange(SourceWords.ratingNeedsLive)
        try await discogs.rate(id, stars)
      }
      $0.market = discogs.translate.answering { id, withPrices -> MarketFigures? in
        guard sources.can(.market), var market = try await records.on.market().figures(of: id, withPrices: withPrices)
        else { return nil }
        // A cached answer is of its own day.
        let answered = discogs.board.freshness(of: .market(id))?.answeredAt
        let seen = SeenPrice(at: answered ?? now(), lowest: market.lowest, copiesForSale: market.forSale)
        do {
          market.history = try await shelves.ask { library in
            if !isReadOnly, !library.isReadOnly { try await library.keepPrice(seen, of: .release(id)) }
            return try await library.priceHistory(of: .release(id), until: now())
          }
        } catch {
          // The price is there all the same.
          if ClientError(error) == .cancelled { throw error }
          discogs.translate.log.warning("Could not keep a price", metadata: ["cause": "\(error)"])
        }
        return market
      }
      $0.profile = answering { user in
        guard sources.can(.people) else { return nil }
        return try await discogs.ask(.profile(of: user), for: .user(user), absence: .noSuchUser(user))
      }
      $0.editProfile = answering { change in
        try checkMayChange(SourceWords.profileNeedsLive)
        let user = try await discogs.userName()
        _ = try await discogs.send(.change(change, of: user))
        try await discogs.refresh(.user(user))
      }
    }
  }
}

extension ImageClient {
  static func live(_ pictures: Pictures) -> ImageClient {
    ImageClient {
      $0.image = answering { url in try await pictures.image(url) }
      $0.picture = answering { url, side in try await pictures.picture(url, side: side) }
    }
  }
}

extension DiscogsSource {
  /// A list with its entries; nil for a 404.
  func list(_ id: UserList.ID) async throws(ClientError) -> UserList? {
    let absence = ClientError.refused(SourceWords.noList(id.number))
    do { return try await ask(.list(id), absence: absence) } catch {
      if error == absence { return nil }
      throw error
    }
  }

  /// The figures come with the release, which its page has loaded; only the user's own rating costs a request.
  func figures(of id: Release.ID) async throws(ClientError) -> CommunityFigures? {
    let release = try await ask(.release(id), about: .release(id))
    guard let facts = release.live else { return nil }
    var own: Int?
    if case .signedIn = accounts.board.value { own = try await ownRating(of: id) }
    return CommunityFigures(
      have: facts.community?.have, want: facts.community?.want,
      average: facts.rating.flatMap { $0.count > 0 ? $0.average : nil }, ratings: facts.rating?.count ?? 0, own: own)
  }

  /// Nil without one, and where it cannot be loaded: the others' ratings are shown all the same.
  private func ownRating(of id: Release.ID) async throws(ClientError) -> Int? {
    do {
      return try await ask(.rating(of: id, by: try await userName()), for: .community(id)).stars
    } catch {
      if error == .cancelled { throw error }
      setAside(.community(id), because: error)
      return nil
    }
  }

  func rate(_ id: Release.ID, _ stars: Int?) async throws(ClientError) {
    let user = try await userName()
    if let stars {
      guard (1...5).contains(stars) else { throw .refused(LibraryWords.ratingRange) }
      _ = try await send(.rate(id, by: user, stars: stars))
    } else {
      try await send(.removeRating(of: id, by: user))
    }
    // The server has the rating; the board holds the error of reading it back.
    do { try await refresh(.rating(of: id, by: user), for: .community(id)) } catch { return }
  }
}
