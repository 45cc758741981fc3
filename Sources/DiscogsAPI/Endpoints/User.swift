import DiscogsJSON
public import DiscogsModel

/// The orders of a user's contributions.
public enum ContributionField: String, CaseIterable, Hashable, Sendable {
  case label, artist, title, format, rating, year, added
  /// The catalogue number.
  case catalogueNumber = "catno"
}

extension Endpoint where Value == Identity {
  /// The user the credentials belong to.
  public static var identity: Endpoint {
    reading("/oauth/identity", path: "/oauth/identity", credentials: .user)
  }
}

extension Endpoint where Value == UserProfile {
  /// A user's public page; for its owner also private fields, such as the e-mail address.
  public static func profile(of userName: String) -> Endpoint {
    reading("/users/{username}", path: userPath(userName), cacheKind: .profile)
  }
}

extension Endpoint where Value == UserProfile? {
  /// Edits the signed-in user's profile. Fields left out stay.
  public static func change(_ change: ProfileChange, of userName: String) -> Endpoint {
    changing(
      "/users/{username}", method: .post, path: userPath(userName),
      body: .json { body in
        body.add("name", change.realName)
        body.add("home_page", change.homePage)
        body.add("location", change.location)
        body.add("profile", change.profile)
        body.add("curr_abbr", change.currency?.code)
      })
  }
}

extension Endpoint where Value == Paged<Submissions> {
  /// A user's submissions. The page has one row with three lists, together as long as a page.
  public static func submissions(by userName: String, page: PageRequest = .first) -> Endpoint {
    reading("/users/{username}/submissions", path: userPath(userName, "submissions"), query: page.query) {
      json throws(DecodingFailure) in
      try json.expectObject()
      var submissions = Paged(rows: [Submissions()])
      if let found = json.object("submissions", { list throws(DecodingFailure) in try Submissions(list) }) {
        submissions.rows = [found]
      }
      submissions.total = submissions.rows[0].count
      submissions.readPagination(json)
      return submissions
    }
  }
}

extension Endpoint where Value == Paged<Release> {
  /// The releases a user has contributed to. Up to 630 kB for 50 rows.
  public static func contributions(
    by userName: String, sorting: Sorting<ContributionField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/users/{username}/contributions", path: userPath(userName, "contributions"),
      query: (sorting?.query ?? []) + page.query, rows: "contributions")
  }
}

/// Below a user's page, percent-encoded.
func userPath(_ userName: String, _ rest: String...) -> String {
  (["/users", PercentEncoding.part(userName)] + rest).joined(separator: "/")
}
