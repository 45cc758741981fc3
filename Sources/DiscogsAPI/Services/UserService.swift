public import DiscogsModel

/// Users, and the one who is signed in.
///
///     let me = try await discogs.identity().value.name
///     let profile = try await discogs.profile(of: me).value
///     print(profile.collectionSize ?? 0, "copies,", profile.wantListSize ?? 0, "wants")
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol UserService: Sendable {
  /// The user to whom the credentials belong.
  func identity() async throws(DiscogsError) -> Answer<Identity>
  /// A user's public page; for its owner also private fields, such as the e-mail address.
  func profile(of userName: String) async throws(DiscogsError) -> Answer<UserProfile>
  /// Edits the signed-in user's profile. Fields left out stay.
  func change(_ change: ProfileChange, of userName: String) async throws(DiscogsError) -> Answer<UserProfile?>
  /// A user's submissions. A page has one row of three lists, which together are as long as a page.
  func submissions(by userName: String, page: PageRequest) async throws(DiscogsError) -> Answer<Paged<Submissions>>
  /// The releases a user has contributed to. Up to 630 kB for 50 rows.
  func contributions(
    by userName: String, sorting: Sorting<ContributionField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<Release>>
}

extension UserService where Self: EndpointRunner {
  public func identity() async throws(DiscogsError) -> Answer<Identity> { try await run(.identity) }

  public func profile(of userName: String) async throws(DiscogsError) -> Answer<UserProfile> {
    try await run(.profile(of: userName))
  }

  public func change(_ change: ProfileChange, of userName: String) async throws(DiscogsError) -> Answer<UserProfile?> {
    try await run(.change(change, of: userName))
  }

  public func submissions(
    by userName: String, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<Submissions>> {
    try await run(.submissions(by: userName, page: page))
  }

  public func contributions(
    by userName: String, sorting: Sorting<ContributionField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<Release>> {
    try await run(.contributions(by: userName, sorting: sorting, page: page))
  }
}
