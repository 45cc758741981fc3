internal import Catalogue
internal import DiscogsModel

/// The marketplace, in which nothing is for sale: dumps have no prices.
///
/// What can be said of an empty market is said: statistics, lists, and that no listing and no order is there. What would
/// need a market of our own is refused with 501: offering something, files of offers, and the fee, whose reckoning is
/// nowhere documented.
struct MarketplaceRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("marketplace/stats/:release", get: stats)
    table.at("marketplace/price_suggestions/:release", get: priceSuggestions)
    table.at("marketplace/listings", post: sell)
    table.at("marketplace/listings/:listing", get: listing, post: ownThing, delete: ownThing)
    table.at("marketplace/orders", get: orders)
    table.at("marketplace/orders/:order", get: ownThing, post: ownThing)
    table.at("marketplace/orders/:order/messages", get: ownThing, post: ownThing)
    table.at("marketplace/fee/:price", get: fee)
    table.at("marketplace/fee/:price/:currency", get: fee)
    table.at("users/:user/inventory", get: inventory)
    table.at("inventory/export", get: transfers, post: sell)
    table.at("inventory/export/:transfer", get: ownThing)
    table.at("inventory/export/:transfer/download", get: ownThing)
    table.at("inventory/upload", get: transfers)
    for path in ["inventory/upload/add", "inventory/upload/change", "inventory/upload/delete"] as [StaticString] {
      table.at(path, post: sell)
    }
    table.at("inventory/upload/:transfer", get: ownThing)
  }

  @Sendable private func stats(_ call: Call) async throws -> Answer {
    try Currency.check(call)
    _ = try await backend.release(call.number("release", else: .noRelease))
    var object = JSON.Object()
    object["lowest_price"] = .null
    object["num_for_sale"] = .int(0)
    object["blocked_from_sale"] = .bool(false)
    return .json(object)
  }

  @Sendable private func priceSuggestions(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    _ = try await backend.release(call.number("release", else: .noRelease))
    return .json(JSON.Object())
  }

  @Sendable private func listing(_ call: Call) async throws -> Answer { throw Refusal.notFound }

  /// A listing, an order or a file of somebody who signs in: nobody has any.
  @Sendable private func ownThing(_ call: Call) async throws -> Answer {
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
    return try await Paging(call).answer(call, items: 0) { $0["orders"] = .array([]) }
  }

  private static let statuses = [
    "All", "Deleted", "Draft", "Expired", "For Sale", "Sold", "Suspended", "Violation",
  ]

  @Sendable private func inventory(_ call: Call) async throws -> Answer {
    let account = try await backend.account(call)
    if let status = call["status"], !Self.statuses.contains(status) {
      throw Refusal.invalid(
        "Invalid status: expected one of \(Self.statuses.joined(separator: ", ")).", at: "query", "status")
    }
    let paging = Paging(call)
    guard paging.page <= 100 || call.caller.account?.id == account.id else {
      throw Refusal(403, "Pagination above 100 disabled for inventories besides your own")
    }
    return try await paging.answer(call, items: 0) { $0["listings"] = .array([]) }
  }

  /// Exports and uploads: none.
  @Sendable private func transfers(_ call: Call) async throws -> Answer {
    guard call.caller.account != nil else { throw Refusal.unauthenticated }
    return try await Paging(call).answer(call, items: 0) { $0["items"] = .array([]) }
  }
}
