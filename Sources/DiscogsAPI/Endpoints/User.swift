import DiscogsJSON
public import DiscogsModel

/// The orders of a user's contributions.
public enum ContributionField: String, CaseIterable, Hashable, Sendable {
  case label, artist, title, format, rating, year, added
  /// The catalogue number.
  case catalogueNumber = "catno"
}

extension Endpoint where Value == Identity {
  public static var identity: Endpoint { reading("/oauth/identity", credentials: .user) }
}

extension Endpoint {
  public static func profile(of userName: String) -> Endpoint where Value == UserProfile {
    reading("/users/\(user: userName)", cacheKind: .profile)
  }

  public static func change(_ change: ProfileChange, of userName: String) -> Endpoint where Value == UserProfile? {
    changing(
      "/users/\(user: userName)",
      body: .json([
        "name": change.realName.map(JSON.text), "home_page": change.homePage.map(JSON.text),
        "location": change.location.map(JSON.text), "profile": change.profile.map(JSON.text),
        "curr_abbr": change.currency.map { .text($0.code) },
      ]))
  }

  public static func submissions(
    by userName: String, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<Submissions> {
    reading("/users/\(user: userName)/submissions", query: page.query) { json in
      try json.expectObject()
      var submissions = Paged(rows: [json.record("submissions") ?? Submissions()])
      submissions.total = submissions.rows[0].count
      submissions.readPagination(json)
      return submissions
    }
  }

  public static func contributions(
    by userName: String, sorting: Sorting<ContributionField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<Release> {
    reading("/users/\(user: userName)/contributions", query: .page(page, by: sorting), rows: "contributions")
  }
}
