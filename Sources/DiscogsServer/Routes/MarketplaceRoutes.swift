internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// The marketplace, with the offers of a file or a test: dumps have no prices.
///
/// Statistics and lists are answered, and orders as missing. Everything that needs a real market gets 501: new
/// listings, files of offers, and the fee, whose formula is not documented.
struct MarketplaceRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("marketplace/stats/:release", get: stats)
    table.at("marketplace/price_suggestions/:release", get: priceSuggestions)
    table.at("marketplace/listings", post: sell)
    table.at("marketplace/listings/:listing", get: listing, post: ownItem, delete: ownItem)
    table.at("marketplace/orders", get: orders)
    table.at("marketplace/orders/:order", get: ownItem, post: ownItem)
    table.at("marketplace/orders/:order/messages", get: ownItem, post: ownItem)
    table.at("marketplace/fee/:price", get: fee)
    table.at("marketplace/fee/:price/:currency", get: fee)
    table.at("users/:user/inventory", get: inventory)
    table.at("inventory/export", get: transfers, post: sell)
    table.at("inventory/export/:transfer", get: ownItem)
    table.at("inventory/export/:transfer/download", get: ownItem)
    table.at("inventory/upload", get: transfers)
    table.at("inventory/upload/add", post: sell)
    table.at("inventory/upload/change", post: sell)
    table.at("inventory/upload/delete", post: sell)
    table.at("inventory/upload/:transfer", get: ownItem)
  }

  @Sendable private func stats(_ call: RouteCall) async throws -> RouteAnswer {
    let currency = try Currency.check(call)
    let release = try await backend.release(call, at: "release")
    let offers = backend.options.market.forSale([release.id])
    let lowest = offers.map(\.price).min { $0.amount < $1.amount }
    return .json([
      "lowest_price": lowest.map { Self.describe($0, in: currency) } ?? .null, "num_for_sale": .int(offers.count),
      "blocked_from_sale": .flag(false),
    ])
  }

  private static func describe(_ price: Money, in currency: String? = nil) -> JSON {
    .object(["value": .double(price.amount.doubleValue), "currency": .text(currency ?? price.currency.code)])
  }

  /// - Parameter isOwner: whether the seller asks.
  private func describe(_ offer: Market.Offer, _ call: RouteCall, isOwner: Bool = false) async throws -> JSONObject {
    let release = try await backend.release(offer.release)
    let format = release.formats.shortName
    let name = "\(release.artists.displayName) - \(release.title)"
    let item: JSONObject = [
      "id": .int(offer.release.number), "title": .text(release.title), "artist": .text(release.artists.displayName),
      "format": .text(format), "description": .text(format.isEmpty ? name : "\(name) (\(format))"),
      "label": .text(release.labels.first?.displayName ?? ""),
      "catalog_number": .text(release.labels.first?.catalogueNumber ?? ""), "year": .int(release.year ?? 0),
    ]
    return [
      "id": .int(offer.id), "resource_url": .text("\(call.base)/marketplace/listings/\(offer.id)"),
      "uri": .text("https://www.discogs.com/sell/item/\(offer.id)"), "status": .text(offer.status),
      "condition": .text(offer.condition), "sleeve_condition": .text(offer.sleeveCondition),
      "comments": .text(offer.comments), "price": Self.describe(offer.price), "shipping_price": .object([:]),
      "posted": .text(offer.listed.isEmpty ? PacificTime.text(backend.now) : offer.listed),
      "allow_offers": .flag(offer.acceptsOffers), "location": isOwner ? .text(offer.location) : nil,
      "external_id": isOwner ? .text(offer.externalID) : nil,
      "seller": .object(["id": .int(0), "username": .text(offer.seller)]), "release": .object(item),
    ]
  }

  @Sendable private func priceSuggestions(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    let release = try await backend.release(call, at: "release")
    var object = JSONObject()
    for (grade, price) in backend.options.market.suggestions(for: release.id) { object[grade] = Self.describe(price) }
    return .json(object)
  }

  private func checkUser(_ call: RouteCall) throws(RouteRefusal) {
    guard call.caller.account != nil else { throw .unauthenticated }
  }

  @Sendable private func listing(_ call: RouteCall) async throws -> RouteAnswer {
    let number = try call.number("listing")
    guard let offer = backend.options.market.offers.first(where: { $0.id == number }) else {
      throw RouteRefusal.notFound
    }
    return .json(try await describe(offer, call))
  }

  /// Answers that a signed-in user has no such listing, order or file.
  @Sendable private func ownItem(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    throw RouteRefusal.notFound
  }

  @Sendable private func sell(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    throw RouteRefusal.noMarketplace
  }

  @Sendable private func fee(_ call: RouteCall) async throws -> RouteAnswer { throw RouteRefusal.noMarketplace }

  @Sendable private func orders(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    return try Paging(call).answer(call, items: 0, ["orders": .list([])])
  }

  private static let statuses = ["All"] + MarketOffer.statuses

  @Sendable private func inventory(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.account(call)
    if let status = call["status"], !Self.statuses.contains(status) {
      throw RouteRefusal.invalid(
        "Invalid status: expected one of \(Self.statuses.joined(separator: ", ")).", at: "query", "status")
    }
    let paging = Paging(call)
    let isOwner = call.isBy(account)
    guard paging.page <= 100 || isOwner else {
      throw RouteRefusal(403, "Pagination above 100 disabled for inventories besides your own")
    }
    let asked = call["status"].flatMap { $0 == "All" ? nil : $0 }
    let shown = backend.options.market.offers(of: account.username).filter { offer in
      (isOwner || offer.status == "For Sale") && (asked == nil || offer.status == asked)
    }
    var listings: [JSONObject] = []
    for offer in shown.dropFirst(paging.offset).prefix(paging.perPage) {
      listings.append(try await describe(offer, call, isOwner: isOwner))
    }
    return try paging.answer(call, items: shown.count, ["listings": .objects(listings)])
  }

  /// Exports and uploads, of which there are none.
  @Sendable private func transfers(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    return try Paging(call).answer(call, items: 0, ["items": .list([])])
  }
}
