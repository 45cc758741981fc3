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
    let info = try await backend.ask { () async throws(CatalogueError) in try await backend.catalogue.info() }
    var statistics = JSONObject()
    for kind in [EntityKind.release, .artist, .label] { statistics["\(kind.rawValue)s"] = .int(info.counts[kind] ?? 0) }
    return .json([
      "hello": .text(ServeWords.hello),
      "api_version": .text("v2"),
      "documentation_url": .text("https://www.discogs.com/developers/"),
      "statistics": .object(statistics),
    ])
  }

  // MARK: Records

  @Sendable private func release(_ call: RouteCall) async throws -> RouteAnswer {
    try Currency.check(call)
    let release = try await backend.release(call.number("id", else: .noRelease))
    let figures = try await backend.accounts.community(of: [release.id])[release.id]
    var object = Describer(base: call.base).release(release, community: figures ?? LocalFigures())
    try await backend.addPlainText(of: "notes", to: &object, call)
    return .json(object)
  }

  @Sendable private func master(_ call: RouteCall) async throws -> RouteAnswer {
    try Currency.check(call)
    let id = Master.ID(try call.number("id", else: .noMaster))
    let (master, key, versions) = try await backend.ask(else: .noMaster) { () async throws(CatalogueError) in
      let master = try await backend.catalogue.master(id)
      let records = try await backend.catalogue.records(of: [.master(id)])
      let versions = try await backend.ranked(CatalogueList(.versions(id)))
      let rows = try await versions.rows(offset: 0, limit: versions.count)
      let ids = Set(rows.map { Release.ID($0.reference.number) })
      return (master, master.keyRelease.flatMap { records.releases[$0] }, ids)
    }
    var object = Describer(base: call.base).master(master, key: key, latest: versions.max())
    let offers = backend.options.market.forSale(versions)
    object["num_for_sale"] = .int(offers.count)
    object["lowest_price"] = offers.map(\.price.amount).min().map { .double($0.doubleValue) } ?? .null
    try await backend.addPlainText(of: "notes", to: &object, call)
    return .json(object)
  }

  @Sendable private func artist(_ call: RouteCall) async throws -> RouteAnswer {
    let id = Artist.ID(try call.number("id", else: .noArtist))
    let artist = try await backend.ask(else: .noArtist) { () async throws(CatalogueError) in
      try await backend.catalogue.artist(id)
    }
    var object = Describer(base: call.base).artist(artist)
    try await backend.addPlainText(of: "profile", to: &object, call)
    return .json(object)
  }

  @Sendable private func label(_ call: RouteCall) async throws -> RouteAnswer {
    let id = Discogs.Label.ID(try call.number("id", else: .noLabel))
    let label = try await backend.ask(else: .noLabel) { () async throws(CatalogueError) in
      try await backend.catalogue.label(id)
    }
    var object = Describer(base: call.base).label(label)
    try await backend.addPlainText(of: "profile", "contact_info", to: &object, call)
    return .json(object)
  }

  // MARK: Ratings

  @Sendable private func communityRating(_ call: RouteCall) async throws -> RouteAnswer {
    let release = try await backend.release(call.number("id", else: .noRelease))
    let figures = try await backend.accounts.community(of: [release.id])[release.id]
    return .json([
      "release_id": .int(release.id.number),
      "rating": .object(Describer(base: call.base).rating(figures ?? LocalFigures())),
    ])
  }

  @Sendable private func rating(_ call: RouteCall) async throws -> RouteAnswer {
    let release = try await backend.release(call.number("id", else: .noRelease))
    let account = try await backend.account(call)
    return .json(Self.rating(try await backend.accounts.rating(of: release.id, by: account.id), release, account))
  }

  @Sendable private func rate(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call.number("id", else: .noRelease))
    guard let stars = try call.arguments().integer("rating", in: 1...5) else {
      throw RouteRefusal.invalid("Invalid rating: expected an integer from 1 to 5.", at: "body", "rating")
    }
    let before = try await backend.accounts.rating(of: release.id, by: account.id)
    try await backend.accounts.setRating(stars, of: release.id, by: account.id)
    return .json(Self.rating(stars, release, account), status: before == 0 ? 201 : 200)
  }

  @Sendable private func unrate(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call.number("id", else: .noRelease))
    try await backend.accounts.setRating(0, of: release.id, by: account.id)
    return .done
  }

  private static func rating(_ stars: Int, _ release: Release, _ account: ServerAccount) -> JSONObject {
    [
      "username": .text(account.username),
      "release_id": .int(release.id.number),
      "rating": .int(stars),
    ]
  }

  /// Not what is documented, but what is answered.
  @Sendable private func stats(_ call: RouteCall) async throws -> RouteAnswer {
    _ = try await backend.release(call.number("id", else: .noRelease))
    return .json([
      "is_offensive": .flag(false)
    ])
  }
}

extension Currency {
  /// The currency of a code; nil for one there is not.
  static func known(_ code: String) -> Currency? { known.first { $0.code == code } }

  /// Its sign as Discogs' sums have it, without a blank behind a code.
  var symbol: String { sign.replacing("\u{A0}", with: "") }

  /// The one asked for; nil where none is.
  ///
  /// - Throws: 422 for one there is not.
  @discardableResult
  static func check(_ call: RouteCall) throws(RouteRefusal) -> String? {
    guard let currency = call["curr_abbr"] else { return nil }
    guard known(currency) != nil else {
      throw .invalid(
        "Invalid curr_abbr: expected one of \(known.map(\.code).sorted().joined(separator: ", ")).", at: "query",
        "curr_abbr")
    }
    return currency
  }
}
