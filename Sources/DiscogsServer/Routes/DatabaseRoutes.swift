internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel
import Wording

/// Single records, and what users think of releases.
struct DatabaseRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("", get: root)
    table.at("releases/:id", get: release)
    table.at("releases/:id/rating", get: communityRating)
    table.at("releases/:id/rating/:user", get: rating, put: rate, delete: unrate)
    table.at("releases/:id/stats", get: stats)
    table.at("masters/:id", get: master)
    table.at("artists/:id", get: artist)
    table.at("labels/:id", get: label)
  }

  @Sendable private func root(_ call: RouteCall) async throws -> RouteAnswer {
    let counts = try await backend.catalogue.info().counts
    return .json([
      "hello": .text(ServeWords.hello), "api_version": .text("v2"),
      "documentation_url": .text("https://www.discogs.com/developers/"),
      "statistics": .object([
        "releases": .int(counts[.release] ?? 0), "artists": .int(counts[.artist] ?? 0),
        "labels": .int(counts[.label] ?? 0),
      ]),
    ])
  }

  // MARK: Records

  @Sendable private func release(_ call: RouteCall) async throws -> RouteAnswer {
    try Currency.check(call)
    let release = try await backend.release(call)
    let object = Describer(base: call.base).release(release, community: try await backend.figures(of: release))
    return .json(try await backend.plain("notes", in: object, call))
  }

  @Sendable private func master(_ call: RouteCall) async throws -> RouteAnswer {
    try Currency.check(call)
    let (master, key) = try await backend.master(call)
    let ranked = try await backend.ranked(CatalogueList(.versions(master.id)))
    let rows = try await ranked.rows(offset: 0, limit: ranked.count)
    let versions = Set(rows.map { Release.ID($0.reference.number) })
    var object = Describer(base: call.base).master(master, key: key, latest: versions.max())
    let offers = backend.options.market.forSale(versions)
    object["num_for_sale"] = .int(offers.count)
    object["lowest_price"] = offers.map(\.price.amount).min().map { .double($0.doubleValue) } ?? .null
    return .json(try await backend.plain("notes", in: object, call))
  }

  @Sendable private func artist(_ call: RouteCall) async throws -> RouteAnswer {
    let object = Describer(base: call.base).artist(try await backend.artist(call))
    return .json(try await backend.plain("profile", in: object, call))
  }

  @Sendable private func label(_ call: RouteCall) async throws -> RouteAnswer {
    let object = Describer(base: call.base).label(try await backend.label(call))
    return .json(try await backend.plain("profile", "contact_info", in: object, call))
  }

  // MARK: Ratings

  @Sendable private func communityRating(_ call: RouteCall) async throws -> RouteAnswer {
    let release = try await backend.release(call)
    let rating = Describer(base: call.base).rating(try await backend.figures(of: release))
    return .json(["release_id": .int(release.id.number), "rating": .object(rating)])
  }

  @Sendable private func rating(_ call: RouteCall) async throws -> RouteAnswer {
    let release = try await backend.release(call)
    let account = try await backend.account(call)
    return .json(Self.rating(try await backend.accounts.rating(of: release.id, by: account.id), release, account))
  }

  @Sendable private func rate(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call)
    guard let stars = try call.arguments().integer("rating", in: 1...5) else {
      throw RouteRefusal.invalid("Invalid rating: expected an integer from 1 to 5.", at: "body", "rating")
    }
    let before = try await backend.accounts.rating(of: release.id, by: account.id)
    try await backend.accounts.setRating(stars, of: release.id, by: account.id)
    return .json(Self.rating(stars, release, account), status: before == 0 ? 201 : 200)
  }

  @Sendable private func unrate(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call)
    try await backend.accounts.setRating(0, of: release.id, by: account.id)
    return .done
  }

  private static func rating(_ stars: Int, _ release: Release, _ account: ServerAccount) -> JSONObject {
    ["username": .text(account.username), "release_id": .int(release.id.number), "rating": .int(stars)]
  }

  /// As Discogs answers, not as it documents.
  @Sendable private func stats(_ call: RouteCall) async throws -> RouteAnswer {
    _ = try await backend.release(call)
    return .json(["is_offensive": .flag(false)])
  }
}

extension Currency {
  /// The currency of a code; nil for an unknown one.
  static func known(_ code: String) -> Currency? { known.first { $0.code == code } }

  /// The sign as in Discogs' sums, without a space after a code.
  var symbol: String { sign.replacing("\u{A0}", with: "") }

  /// The code that the call asks for; nil where it names none.
  ///
  /// - Throws: 422 for an unknown one.
  @discardableResult
  static func check(_ call: RouteCall) throws(RouteRefusal) -> String? {
    guard let currency = call["curr_abbr"] else { return nil }
    if known(currency) != nil { return currency }
    let codes = known.map(\.code).sorted().joined(separator: ", ")
    throw .invalid("Invalid curr_abbr: expected one of \(codes).", at: "query", "curr_abbr")
  }
}
