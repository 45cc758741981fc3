internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// The marketplace, with the offers of a file or a test: dumps have no prices.
///
/// Copies are listed, changed and sold. New exports and uploads get 501.
struct MarketplaceRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("marketplace/stats/:release", get: stats)
    table.at("marketplace/price_suggestions/:release", get: priceSuggestions)
    table.at("marketplace/listings", post: offer)
    table.at("marketplace/listings/:listing", get: listing, post: change, delete: remove)
    table.at("marketplace/orders", get: orders)
    table.at("marketplace/orders/:order", get: order, post: changeOrder)
    table.at("marketplace/orders/:order/messages", get: messages, post: write)
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
    return .json(try await describe(offer, call, isOwner: call.caller.account?.username == offer.seller))
  }

  // MARK: Selling

  private func seller(_ call: RouteCall) throws(RouteRefusal) -> ServerAccount {
    guard let account = call.caller.account else { throw .unauthenticated }
    return account
  }

  /// An offer with the values of a request; those that are not sent stay, except the price, which is required.
  private func read(_ call: RouteCall, over old: Market.Offer) throws -> Market.Offer {
    let sent = try call.arguments()
    var offer = old
    func take(_ name: String, _ field: WritableKeyPath<Market.Offer, String>, among allowed: [String]? = nil) throws {
      guard let text = try sent.text(name) else { return }
      if let allowed, !allowed.contains(text) { throw RouteRefusal.invalid("Invalid \(name).", at: "body", name) }
      offer[keyPath: field] = text
    }
    try take("condition", \.condition, among: Condition.grades)
    try take("sleeve_condition", \.sleeveCondition, among: Condition.sleeveGrades)
    try take("status", \.status, among: ["For Sale", "Draft"])
    try take("comments", \.comments)
    try take("location", \.location)
    try take("external_id", \.externalID)
    guard let price = try sent.text("price").flatMap(DecimalNumber.init), price > 0 else {
      throw RouteRefusal.invalid("Invalid price: expected float.", at: "body", "price")
    }
    offer.price = Money(price, offer.price.currency)
    return offer
  }

  @Sendable private func offer(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try seller(call)
    guard let number = try call.arguments().integer("release_id", in: 1...Int(UInt32.max)) else {
      throw RouteRefusal.invalid("Invalid release_id.", at: "body", "release_id")
    }
    let release = try await backend.release(Release.ID(number)).id
    let blank = Market.Offer(
      id: 0, seller: account.username, release: release,
      price: Money(0, Currency(account.currency.isEmpty ? "EUR" : account.currency)))
    var made = try read(call, over: blank)
    let id = backend.options.market.add { number in
      made.id = number
      return made
    }
    return .json(
      ["listing_id": .int(id), "resource_url": .text("\(call.base)/marketplace/listings/\(id)")], status: 201)
  }

  @Sendable private func change(_ call: RouteCall) async throws -> RouteAnswer {
    let (account, number) = (try seller(call), try call.number("listing"))
    let isFound = try backend.options.market.change(number, of: account.username) { old in
      guard ["For Sale", "Draft", "Expired"].contains(old.status) else {
        throw RouteRefusal(403, "This listing can no longer be changed.")
      }
      return try read(call, over: old)
    }
    guard isFound else { throw RouteRefusal.notFound }
    return .done
  }

  @Sendable private func remove(_ call: RouteCall) async throws -> RouteAnswer {
    let (account, number) = (try seller(call), try call.number("listing"))
    guard backend.options.market.change(number, of: account.username, { _ in nil }) else { throw RouteRefusal.notFound }
    return .done
  }

  // MARK: Orders

  private func describe(_ sale: Market.Sale, _ call: RouteCall) async throws -> JSONObject {
    let (offer, currency) = (sale.offer, sale.offer.price.currency)
    let release = try await backend.release(offer.release)
    let cents = (offer.price.amount.doubleValue + (sale.shipping ?? 0)) * 100
    let total = Money(cents: cents, currency) ?? offer.price
    let item: JSONObject = [
      "release": .object([
        "id": .int(offer.release.number), "description": .text("\(release.artists.displayName) - \(release.title)"),
      ]),
      "id": .int(offer.id), "price": Self.describe(offer.price), "media_condition": .text(offer.condition),
      "sleeve_condition": .text(offer.sleeveCondition),
    ]
    return [
      "id": .text(sale.id), "resource_url": .text("\(call.base)/marketplace/orders/\(sale.id)"),
      "uri": .text("https://www.discogs.com/sell/order/\(sale.id)"), "status": .text(sale.status),
      "next_status": .list(sale.nextStatuses.map(JSON.text)), "created": .text(PacificTime.text(backend.now)),
      "last_activity": .text(PacificTime.text(backend.now)), "archived": .flag(false), "items": .objects([item]),
      "buyer": .object(["id": .int(0), "username": .text(sale.buyer)]),
      "seller": .object(["id": .int(0), "username": .text(offer.seller)]), "total": Self.describe(total),
      "fee": Self.describe(Self.fee(for: total)),
      "shipping": .object([
        "method": .text("Standard"), "currency": .text(currency.code), "value": .double(sale.shipping ?? 0),
      ]),
    ]
  }

  private func changed(_ call: RouteCall, _ change: (inout Market.Sale) throws -> Void) throws -> Market.Sale {
    let account = try seller(call)
    let sale = try backend.options.market.change(
      sale: call.parameters["order"] ?? "", of: account.username, change)
    guard let sale else { throw RouteRefusal.notFound }
    return sale
  }

  private func set(_ status: String?, of sale: inout Market.Sale) throws {
    guard let status else { return }
    guard sale.nextStatuses.contains(status) else {
      throw RouteRefusal.invalid("Invalid status.", at: "body", "status")
    }
    sale.status = status
  }

  @Sendable private func order(_ call: RouteCall) async throws -> RouteAnswer {
    .json(try await describe(try changed(call) { _ in }, call))
  }

  @Sendable private func changeOrder(_ call: RouteCall) async throws -> RouteAnswer {
    let sent = try call.arguments()
    let sale = try changed(call) { sale in
      try set(try sent.text("status"), of: &sale)
      if let shipping = try sent.text("shipping").flatMap(DecimalNumber.init) {
        (sale.shipping, sale.status) = (shipping.doubleValue, "Invoice Sent")
      }
    }
    return .json(try await describe(sale, call))
  }

  private static func describe(_ message: Market.Message, _ sale: Market.Sale) -> JSONObject {
    [
      "type": .text("message"), "timestamp": .text(message.timestamp), "message": .text(message.text),
      "subject": .text(""), "from": .object(["username": .text(message.author)]),
      "order": .object(["id": .text(sale.id)]),
    ]
  }

  @Sendable private func messages(_ call: RouteCall) async throws -> RouteAnswer {
    let sale = try changed(call) { _ in }
    let paging = Paging(call)
    let shown = sale.messages.dropFirst(paging.offset).prefix(paging.perPage)
    return try paging.answer(
      call, items: sale.messages.count, ["messages": .objects(shown.map { Self.describe($0, sale) })])
  }

  @Sendable private func write(_ call: RouteCall) async throws -> RouteAnswer {
    let (account, sent) = (try seller(call), try call.arguments())
    let (text, status) = (try sent.text("message"), try sent.text("status"))
    guard text != nil || status != nil else {
      throw RouteRefusal.invalid("A message or a status is required.", at: "body", "message")
    }
    let change = status.map { "\(account.username) changed the order status to \($0)." }
    let message = Market.Message(
      author: account.username, text: text ?? change ?? "", timestamp: PacificTime.text(backend.now))
    let sale = try changed(call) { sale in
      try set(status, of: &sale)
      sale.messages.insert(message, at: 0)
    }
    return .json(Self.describe(message, sale), status: 201)
  }

  /// Answers that a signed-in user has no such export or upload.
  @Sendable private func ownItem(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    throw RouteRefusal.notFound
  }

  @Sendable private func sell(_ call: RouteCall) async throws -> RouteAnswer {
    try checkUser(call)
    throw RouteRefusal.noMarketplace
  }

  /// Nine per cent, at least 0.10, as Discogs took in 2026; its API does not say how it reckons.
  private static func fee(for price: Money) -> Money {
    Money(cents: max(10, price.amount.doubleValue * 9), price.currency) ?? price
  }

  @Sendable private func fee(_ call: RouteCall) async throws -> RouteAnswer {
    guard let price = call.parameters["price"].flatMap({ DecimalNumber($0) }), price > 0 else {
      throw RouteRefusal.notFound
    }
    let fee = Self.fee(for: Money(price, Currency(call.parameters["currency"] ?? "USD")))
    return .json(["value": .double(fee.amount.doubleValue), "currency": .text(fee.currency.code)])
  }

  @Sendable private func orders(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try seller(call)
    let paging = Paging(call)
    let sales = backend.options.market.sales(of: account.username).filter { call["status"] ?? $0.status == $0.status }
    var shown: [JSONObject] = []
    for sale in sales.dropFirst(paging.offset).prefix(paging.perPage) { shown.append(try await describe(sale, call)) }
    return try paging.answer(call, items: sales.count, ["orders": .objects(shown)])
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
