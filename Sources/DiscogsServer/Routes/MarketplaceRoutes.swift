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
    for path in ["inventory/upload/add", "inventory/upload/change", "inventory/upload/delete"] as [StaticString] {
      table.at(path, post: sell)
    }
    table.at("inventory/upload/:transfer", get: ownItem)
  }

  @Sendable private func stats(_ call: Call) async throws -> Answer {
    let currency = try Currency.check(call)
    let release = try await backend.release(call.number("release", else: .noRelease))
    let offers = backend.options.market.forSale(release.id)
    var object = JSONObject()
    let lowest = offers.map(\.price).min { $0.amount < $1.amount }
    object["lowest_price"] = lowest.map { .object(Self.describe($0, in: currency)) } ?? .null
    object["num_for_sale"] = .int(offers.count)
    object["blocked_from_sale"] = .flag(false)
    return .json(object)
  }

  private static func describe(_ price: Money, in currency: String? = nil) -> JSONObject {
    var object = JSONObject()
    object["value"] = .double(price.amount.doubleValue)
    object["currency"] = .text(currency ?? price.currency.code)
    return object
  }

  /// - Parameter isOwner: whether the seller asks.
  private func describe(_ offer: Market.Offer, _ call: Call, isOwner: Bool = false) async throws -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(offer.id)
    object["resource_url"] = .text("\(call.base)/marketplace/listings/\(offer.id)")
    object["uri"] = .text("https://www.discogs.com/sell/item/\(offer.id)")
    object["status"] = .text(offer.status)
    object["condition"] = .text(offer.condition)
    object["sleeve_condition"] = .text(offer.sleeveCondition)
    object["comments"] = .text(offer.comments)
    object["price"] = .object(Self.describe(offer.price))
    object["shipping_price"] = .object(JSONObject())
    object["posted"] = .text(offer.listed.isEmpty ? PacificTime.text(backend.now) : offer.listed)
    object["allow_offers"] = .flag(offer.acceptsOffers)
    if isOwner {
      object["location"] = .text(offer.location)
      object["external_id"] = .text(offer.externalID)
    }
    var seller = JSONObject()
    seller["id"] = .int(0)
    seller["username"] = .text(offer.seller)
    object["seller"] = .object(seller)
    var item = JSONObject()
    item["id"] = .int(offer.release.number)
    let release = try await backend.release(offer.release.number)
    item["title"] = .text(release.title)
    item["artist"] = .text(release.artists.displayName)
    let format = release.formats.shortName
    item["format"] = .text(format)
    let name = "\(release.artists.displayName) - \(release.title)"
    item["description"] = .text(format.isEmpty ? name : "\(name) (\(format))")
    item["label"] = .text(release.labels.first?.displayName ?? "")
    item["catalog_number"] = .text(release.labels.first?.catalogueNumber ?? "")
    item["year"] = .int(release.year ?? 0)
    object["release"] = .object(item)
    return object
  }

  @Sendable private func priceSuggestions(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    let release = try await backend.release(call.number("release", else: .noRelease))
    var object = JSONObject()
    for (grade, price) in backend.options.market.suggestions(for: release.id) {
      object[grade] = .object(Self.describe(price))
    }
    return .json(object)
  }

  @Sendable private func listing(_ call: Call) async throws -> Answer {
    let number = try call.number("listing")
    guard let offer = backend.options.market.offers.first(where: { $0.id == number }) else { throw Refusal.notFound }
    return .json(try await describe(offer, call))
  }

  /// Answers that a signed-in user has no such listing, order or file.
  @Sendable private func ownItem(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    throw Refusal.notFound
  }

  @Sendable private func sell(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    throw Refusal.noMarketplace
  }

  @Sendable private func fee(_ call: Call) async throws -> Answer { throw Refusal.noMarketplace }

  @Sendable private func orders(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    return try await Paging(call).answer(call, items: 0) { $0["orders"] = .list([]) }
  }

  private static let statuses = ["All"] + MarketOffer.statuses

  @Sendable private func inventory(_ call: Call) async throws -> Answer {
    let account = try await backend.account(call)
    if let status = call["status"], !Self.statuses.contains(status) {
      throw Refusal.invalid(
        "Invalid status: expected one of \(Self.statuses.joined(separator: ", ")).", at: "query", "status")
    }
    let paging = Paging(call)
    let isOwner = call.caller.account?.id == account.id
    guard paging.page <= 100 || isOwner else {
      throw Refusal(403, "Pagination above 100 disabled for inventories besides your own")
    }
    let asked = call["status"].flatMap { $0 == "All" ? nil : $0 }
    let shown = backend.options.market.offers(of: account.username).filter { offer in
      (isOwner || offer.status == "For Sale") && (asked == nil || offer.status == asked)
    }
    return try await paging.answer(call, items: shown.count) { body in
      var listings: [JSONObject] = []
      for offer in shown.dropFirst(paging.offset).prefix(paging.perPage) {
        listings.append(try await describe(offer, call, isOwner: isOwner))
      }
      body["listings"] = .objects(listings)
    }
  }

  /// Exports and uploads, of which there are none.
  @Sendable private func transfers(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    return try await Paging(call).answer(call, items: 0) { $0["items"] = .list([]) }
  }
}
