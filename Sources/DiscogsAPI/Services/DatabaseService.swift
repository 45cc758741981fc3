public import DiscogsModel

/// The database: releases, masters, artists and labels.
///
///     let release = try await discogs.release(249_504, currency: Currency("EUR")).value
///     print(release.artists.displayName, release.title, release.live?.lowestPrice ?? "none for sale")
///     let artist = try await discogs.artist(23_755).value
///     for try await work in discogs.pages({ .releases(by: artist.id, page: $0) }).each { print(work.row.title) }
///     if let id = release.master {
///       let master = try await discogs.master(id).value
///       let pressings = try await discogs.versions(of: id, filters: VersionFilters(formats: ["LP"])).value
///       print(master.title, pressings.total, "on LP")
///     }
///     let label = try await discogs.label(1).value
///     let latest = try await discogs.releases(on: label.id, sorting: .descending(.year)).value.rows.first
///     print(label.displayName, latest?.row.title ?? "no releases")
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol DatabaseService: Sendable {
  /// One pressing, with everything on its page.
  ///
  /// - Parameter currency: of `lowestPrice`; without one the signed-in user's, or else US dollars.
  func release(_ id: Release.ID, currency: Currency?) async throws(DiscogsError) -> Answer<Release>
  /// One master: what all pressings of a record share.
  func master(_ id: Master.ID, currency: Currency?) async throws(DiscogsError) -> Answer<Master>
  /// A person or group, with members, groups, aliases and name variations.
  func artist(_ id: Artist.ID) async throws(DiscogsError) -> Answer<Artist>
  /// A label, company or series, with its parent and what belongs to it.
  func label(_ id: Discogs.Label.ID) async throws(DiscogsError) -> Answer<Discogs.Label>
  /// The pressings of a master.
  ///
  /// For a number that is no master's Discogs answers not with 404 but with no rows, or with all: trust the rows only
  /// once the master itself has been read.
  func versions(
    of master: Master.ID, filters: VersionFilters, sorting: Sorting<VersionField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>>
  /// An artist's releases, with masters in place of their versions.
  func releases(
    by artist: Artist.ID, sorting: Sorting<ReleaseListField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>>
  /// The releases of a label, each once for every catalogue number and every relation to the label.
  ///
  /// - Parameter sorting: undocumented; some programs send it.
  func releases(
    on label: Discogs.Label.ID, sorting: Sorting<ReleaseListField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>>
  /// The number of ratings of a release, and their average.
  func communityRating(of release: Release.ID) async throws(DiscogsError) -> Answer<CommunityRating>
  /// One user's rating of a release; 0 stars without one.
  func rating(of release: Release.ID, by userName: String) async throws(DiscogsError) -> Answer<OwnRating>
  /// Rates a release, as the signed-in user.
  ///
  /// - Parameter stars: 1 to 5.
  func rate(_ release: Release.ID, by userName: String, stars: Int) async throws(DiscogsError) -> Answer<OwnRating?>
  /// Removes the signed-in user's rating.
  func removeRating(of release: Release.ID, by userName: String) async throws(DiscogsError)
  /// The number of users who have and want a release; Discogs does not always send it.
  func stats(of release: Release.ID) async throws(DiscogsError) -> Answer<ReleaseStats>
}

extension DatabaseService where Self: EndpointRunner {
  public func release(_ id: Release.ID, currency: Currency? = nil) async throws(DiscogsError) -> Answer<Release> {
    try await run(.release(id, currency: currency))
  }

  public func master(_ id: Master.ID, currency: Currency? = nil) async throws(DiscogsError) -> Answer<Master> {
    try await run(.master(id, currency: currency))
  }

  public func artist(_ id: Artist.ID) async throws(DiscogsError) -> Answer<Artist> { try await run(.artist(id)) }

  public func label(_ id: Discogs.Label.ID) async throws(DiscogsError) -> Answer<Discogs.Label> {
    try await run(.label(id))
  }

  public func versions(
    of master: Master.ID, filters: VersionFilters = VersionFilters(), sorting: Sorting<VersionField>? = nil,
    page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>> {
    try await run(.versions(of: master, filters: filters, sorting: sorting, page: page))
  }

  public func releases(
    by artist: Artist.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>> {
    try await run(.releases(by: artist, sorting: sorting, page: page))
  }

  public func releases(
    on label: Discogs.Label.ID, sorting: Sorting<ReleaseListField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<ListedRelease>> {
    try await run(.releases(on: label, sorting: sorting, page: page))
  }

  public func communityRating(of release: Release.ID) async throws(DiscogsError) -> Answer<CommunityRating> {
    try await run(.communityRating(of: release))
  }

  public func rating(of release: Release.ID, by userName: String) async throws(DiscogsError) -> Answer<OwnRating> {
    try await run(.rating(of: release, by: userName))
  }

  public func rate(
    _ release: Release.ID, by userName: String, stars: Int
  ) async throws(DiscogsError) -> Answer<OwnRating?> {
    try await run(.rate(release, by: userName, stars: stars))
  }

  public func removeRating(of release: Release.ID, by userName: String) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.removeRating(of: release, by: userName))
  }

  public func stats(of release: Release.ID) async throws(DiscogsError) -> Answer<ReleaseStats> {
    try await run(.stats(of: release))
  }
}
