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

  @Sendable private func root(_ call: Call) async throws -> Answer {
    let info = try await backend.ask { () async throws(CatalogueError) in try await backend.catalogue.info() }
    var statistics = JSONObject()
    for kind in [EntityKind.release, .artist, .label] { statistics["\(kind.rawValue)s"] = .int(info.counts[kind] ?? 0) }
    var object = JSONObject()
    object["hello"] = .text(ServeWords.hello)
    object["api_version"] = .text("v2")
    object["documentation_url"] = .text("https://www.discogs.com/developers/")
    object["statistics"] = .object(statistics)
    return .json(object)
  }

  // MARK: Records

  @Sendable private func release(_ call: Call) async throws -> Answer {
    try Currency.check(call)
    let release = try await backend.release(call.number("id", else: .noRelease))
    let figures = try await backend.accounts.community(of: [release.id])[release.id]
    var object = Describer(base: call.base).release(release, community: figures ?? LocalFigures())
    try await backend.addPlainText(of: "notes", to: &object, call)
    return .json(object)
  }

  @Sendable private func master(_ call: Call) async throws -> Answer {
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

  @Sendable private func artist(_ call: Call) async throws -> Answer {
    let id = Artist.ID(try call.number("id", else: .noArtist))
    let artist = try await backend.ask(else: .noArtist) { () async throws(CatalogueError) in
      try await backend.catalogue.artist(id)
    }
    var object = Describer(base: call.base).artist(artist)
    try await backend.addPlainText(of: "profile", to: &object, call)
    return .json(object)
  }

  @Sendable private func label(_ call: Call) async throws -> Answer {
    let id = Discogs.Label.ID(try call.number("id", else: .noLabel))
    let label = try await backend.ask(else: .noLabel) { () async throws(CatalogueError) in
      try await backend.catalogue.label(id)
    }
    var object = Describer(base: call.base).label(label)
    try await backend.addPlainText(of: "profile", "contact_info", to: &object, call)
    return .json(object)
  }

  // MARK: Ratings

  @Sendable private func communityRating(_ call: Call) async throws -> Answer {
    let release = try await backend.release(call.number("id", else: .noRelease))
    let figures = try await backend.accounts.community(of: [release.id])[release.id]
    var object = JSONObject()
    object["release_id"] = .int(release.id.number)
    object["rating"] = .object(Describer(base: call.base).rating(figures ?? LocalFigures()))
    return .json(object)
  }

  @Sendable private func rating(_ call: Call) async throws -> Answer {
    let release = try await backend.release(call.number("id", else: .noRelease))
    let account = try await backend.account(call)
    return .json(Self.rating(try await backend.accounts.rating(of: release.id, by: account.id), release, account))
  }

  @Sendable private func rate(_ call: Call) async throws -> Answer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call.number("id", else: .noRelease))
    guard let stars = try call.arguments().integer("rating", in: 1...5) else {
      throw Refusal.invalid("Invalid rating: expected an integer from 1 to 5.", at: "body", "rating")
    }
    let before = try await backend.accounts.rating(of: release.id, by: account.id)
    try await backend.accounts.setRating(stars, of: release.id, by: account.id)
    return .json(Self.rating(stars, release, account), status: before == 0 ? 201 : 200)
  }

  @Sendable private func unrate(_ call: Call) async throws -> Answer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call.number("id", else: .noRelease))
    try await backend.accounts.setRating(0, of: release.id, by: account.id)
    return .done
  }

  private static func rating(_ stars: Int, _ release: Release, _ account: ServerAccount) -> JSONObject {
    var object = JSONObject()
    object["username"] = .text(account.username)
    object["release_id"] = .int(release.id.number)
    object["rating"] = .int(stars)
    return object
  }

  /// Not what is documented, but what is answered.
  @Sendable private func stats(_ call: Call) async throws -> Answer {
    _ = try await backend.release(call.number("id", else: .noRelease))
    var object = JSONObject()
    object["is_offensive"] = .flag(false)
    return .json(object)
  }
}

/// The currencies prices can be asked for in.
enum Currency {
  static let symbols = [
    "USD": "$", "GBP": "£", "EUR": "€", "CAD": "CA$", "AUD": "A$", "JPY": "¥", "CHF": "CHF", "MXN": "MX$",
    "BRL": "R$", "NZD": "NZ$", "SEK": "SEK", "ZAR": "ZAR",
  ]

  /// The one asked for; nil where none is.
  ///
  /// - Throws: 422 for one there is not.
  @discardableResult
  static func check(_ call: Call) throws(Refusal) -> String? {
    guard let currency = call["curr_abbr"] else { return nil }
    guard symbols[currency] != nil else {
      throw .invalid(
        "Invalid curr_abbr: expected one of \(symbols.keys.sorted().joined(separator: ", ")).", at: "query",
        "curr_abbr")
    }
    return currency
  }
}
