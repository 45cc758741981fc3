public import DiscogsModel

/// The database: releases, masters, artists and labels. Each function is the ``Endpoint`` of its name, carried out.
public protocol DatabaseService: Sendable {
  func release(_ id: Release.ID, currency: Currency?) async throws(DiscogsError) -> Answer<Release>
  func master(_ id: Master.ID, currency: Currency?) async throws(DiscogsError) -> Answer<Master>
  func artist(_ id: Artist.ID) async throws(DiscogsError) -> Answer<Artist>
  func label(_ id: Discogs.Label.ID) async throws(DiscogsError) -> Answer<Discogs.Label>
  func versions(of master: Master.ID, filters: VersionFilters, sorting: Sorting<VersionField>?, page: PageRequest)
    async throws(DiscogsError) -> Answer<Paged<ListedRelease>>
  func releases(by artist: Artist.ID, sorting: Sorting<ReleaseListField>?, page: PageRequest) async throws(DiscogsError)
    -> Answer<Paged<ListedRelease>>
  func releases(on label: Discogs.Label.ID, sorting: Sorting<ReleaseListField>?, page: PageRequest)
    async throws(DiscogsError)
    -> Answer<Paged<ListedRelease>>
  func communityRating(of release: Release.ID) async throws(DiscogsError) -> Answer<CommunityRating>
  func rating(of release: Release.ID, by userName: String) async throws(DiscogsError) -> Answer<OwnRating>
  func rate(_ release: Release.ID, by userName: String, stars: Int) async throws(DiscogsError) -> Answer<OwnRating?>
  func removeRating(of release: Release.ID, by userName: String) async throws(DiscogsError)
  func stats(of release: Release.ID) async throws(DiscogsError) -> Answer<ReleaseStats>
}

extension DatabaseService where Self: EndpointRunner {
  public func release(_ id: Release.ID, currency: Currency? = nil) async throws(DiscogsError) -> Answer<Release> {
    try await run(.release(id, currency: currency))
  }

  public func master(_ id: Master.ID, currency: Currency? = nil) async throws(DiscogsError) -> Answer<Master> {
    try await run(.master(id, currency: currency))
  }

  public func artist(_ id: Artist.ID) async throws(DiscogsError) -> Answer<Artist> {
    try await run(.artist(id))
  }

  public func label(_ id: Discogs.Label.ID) async throws(DiscogsError) -> Answer<Discogs.Label> {
    try await run(.label(id))
  }

  public func versions(
    of master: Master.ID, filters: VersionFilters = VersionFilters(), sorting: Sorting<VersionField>? = nil,
    page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>> {
    try await run(.versions(of: master, filters: filters, sorting: sorting, page: page))
  }

  public func releases(by artist: Artist.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first)
    async throws(DiscogsError) -> Answer<Paged<ListedRelease>>
  {
    try await run(.releases(by: artist, sorting: sorting, page: page))
  }

  public func releases(
    on label: Discogs.Label.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  )
    async throws(DiscogsError) -> Answer<Paged<ListedRelease>>
  {
    try await run(.releases(on: label, sorting: sorting, page: page))
  }

  public func communityRating(of release: Release.ID) async throws(DiscogsError) -> Answer<CommunityRating> {
    try await run(.communityRating(of: release))
  }

  public func rating(of release: Release.ID, by userName: String) async throws(DiscogsError) -> Answer<OwnRating> {
    try await run(.rating(of: release, by: userName))
  }

  public func rate(_ release: Release.ID, by userName: String, stars: Int) async throws(DiscogsError) -> Answer<
    OwnRating?
  > {
    try await run(.rate(release, by: userName, stars: stars))
  }

  public func removeRating(of release: Release.ID, by userName: String) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.removeRating(of: release, by: userName))
  }

  public func stats(of release: Release.ID) async throws(DiscogsError) -> Answer<ReleaseStats> {
    try await run(.stats(of: release))
  }
}
