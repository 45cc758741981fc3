import DiscogsJSON
public import DiscogsModel

/// The orders of an inventory; the last two for its owner only.
public enum InventorySortField: String, CaseIterable, Hashable, Sendable {
  case listed, price, item, artist, label, audio
  /// The catalogue number.
  case catalogueNumber = "catno"
  case status, location
}

/// The ways to sort orders.
public enum OrderSortField: String, CaseIterable, Hashable, Sendable {
  case id, buyer, created, status
  /// When something happened to it last.
  case lastActivity = "last_activity"
}

/// The orders to list.
public struct OrderFilter: Hashable, Sendable {
  /// One of the order statuses; empty for all.
  public var status: String
  /// ISO 8601, both ends; empty for open.
  public var createdAfter: String
  /// The end of the span, as ``createdAfter``.
  public var createdBefore: String
  /// Only those archived, or only the others; nil for both.
  public var isArchived: Bool?

  /// Creates an order filter.
  public init(status: String = "", createdAfter: String = "", createdBefore: String = "", isArchived: Bool? = nil) {
    self.status = status
    self.createdAfter = createdAfter
    self.createdBefore = createdBefore
    self.isArchived = isArchived
  }

  var query: [QueryItem] {
    var query: [QueryItem] = []
    query.add("status", status)
    query.add("created_after", createdAfter)
    query.add("created_before", createdBefore)
    query.add("archived", isArchived.map { $0 ? "true" : "false" } ?? "")
    return query
  }
}

extension Endpoint where Value == Paged<Listing> {
  /// A user's inventory. Of other users only copies for sale, at most a hundred pages.
  ///
  /// - Parameter status: `For Sale`, `Draft`, `Sold`, …; empty for what the asker may see.
  public static func inventory(
    of userName: String, status: String = "", sorting: Sorting<InventorySortField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    var query: [QueryItem] = []
    query.add("status", status)
    return reading(
      "/users/{username}/inventory", path: userPath(userName, "inventory"),
      query: query + (sorting?.query ?? []) + page.query, cacheKind: .inventory, rows: "listings")
  }
}

extension Endpoint where Value == Listing {
  /// One copy for sale. Fields for the seller alone are nil for others.
  public static func listing(_ id: Listing.ID, currency: Currency? = nil) -> Endpoint {
    reading(
      "/marketplace/listings/{id}", path: "/marketplace/listings/\(id)", query: .currency(currency),
      cacheKind: .inventory)
  }
}

extension Endpoint where Value == Listing.ID? {
  /// Lists a copy for sale. Doing it twice lists two.
  public static func makeListing(_ draft: ListingDraft) -> Endpoint {
    changing(
      "/marketplace/listings", method: .post, path: "/marketplace/listings", body: draft.body, isIdempotent: false
    ) { json throws(DecodingFailure) in Listing.ID(try json.requireNumber("listing_id")) }
  }
}

extension Endpoint where Value == Void {
  /// Changes a listing that is for sale, a draft or expired.
  public static func change(listing id: Listing.ID, to draft: ListingDraft) -> Endpoint {
    changing(
      "/marketplace/listings/{id}", method: .post, path: "/marketplace/listings/\(id)", body: draft.body)
  }

  /// Deletes a listing.
  public static func delete(listing id: Listing.ID) -> Endpoint {
    changing("/marketplace/listings/{id}", method: .delete, path: "/marketplace/listings/\(id)")
  }
}

extension ListingDraft {
  var body: RequestBody {
    .json { body in
      body.add("release_id", release.number)
      body.add("condition", condition)
      body.add("sleeve_condition", sleeveCondition)
      body.add("price", price)
      body.add("comments", comments)
      body.add("allow_offers", allowsOffers)
      body.add("status", status)
      body.add("external_id", externalID)
      body.add("location", location)
      for (name, figure) in [("weight", weight), ("format_quantity", carriers)] {
        switch figure {
        case .automatic: body.add(name, "auto")
        case .exactly(let number): body.add(name, number)
        case nil: break
        }
      }
    }
  }
}

extension Endpoint where Value == Paged<Order> {
  /// One page of the signed-in user's orders as a seller.
  public static func orders(
    _ filter: OrderFilter = OrderFilter(), sorting: Sorting<OrderSortField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/marketplace/orders", path: "/marketplace/orders", query: filter.query + (sorting?.query ?? []) + page.query,
      credentials: .user, rows: "orders")
  }
}

extension Endpoint where Value == Order {
  /// One order, for its seller.
  public static func order(_ id: Order.ID) -> Endpoint {
    reading("/marketplace/orders/{id}", path: orderPath(id), credentials: .user)
  }
}

extension Endpoint where Value == Order? {
  /// Changes an order. Never sent twice by itself: the buyer may get a mail.
  public static func change(order id: Order.ID, to change: OrderChange) -> Endpoint {
    changing(
      "/marketplace/orders/{id}", method: .post, path: orderPath(id),
      body: .json { body in
        switch change {
        case .status(let status): body.add("status", status)
        case .shipping(let price): body.add("shipping", price)
        case .tracking(let tracking):
          var object = JSONObject(manner: .sent)
          object.add("number", tracking.number)
          object.add("carrier", tracking.carrier.isEmpty ? nil : tracking.carrier)
          body.add("tracking", object)
        }
      }, isIdempotent: false)
  }
}

extension Endpoint where Value == Paged<OrderMessage> {
  /// One page of the messages about an order, newest first.
  public static func messages(of order: Order.ID, page: PageRequest = .first) -> Endpoint {
    reading(
      "/marketplace/orders/{id}/messages", path: orderPath(order) + "/messages", query: page.query, credentials: .user,
      rows: "messages")
  }
}

extension Endpoint where Value == OrderMessage? {
  /// Writes to the buyer, sets the order's status, or both.
  public static func write(_ message: String? = nil, status: String? = nil, about order: Order.ID) -> Endpoint {
    changing(
      "/marketplace/orders/{id}/messages", method: .post, path: orderPath(order) + "/messages",
      body: .json { body in
        body.add("message", message)
        body.add("status", status)
      }, isIdempotent: false)
  }
}

private func orderPath(_ id: Order.ID) -> String {
  "/marketplace/orders/\(PercentEncoding.part(id.text))"
}

extension Endpoint where Value == Money {
  /// Discogs' fee for a sale at this price.
  public static func fee(for price: DecimalNumber, currency: Currency? = nil) -> Endpoint {
    let path = "/marketplace/fee/\(price.rounded(toPlaces: 2).fixed(places: 2))"
    return reading(
      currency == nil ? "/marketplace/fee/{price}" : "/marketplace/fee/{price}/{currency}",
      path: currency.map { "\(path)/\(PercentEncoding.part($0.code))" } ?? path
    ) { json throws(DecodingFailure) in
      try json.expectObject()
      return try Money(json)
    }
  }
}

extension Endpoint where Value == PriceSuggestions {
  /// The suggested prices of a release by condition. Only for sellers.
  public static func priceSuggestions(for release: Release.ID) -> Endpoint {
    reading(
      "/marketplace/price_suggestions/{id}", path: "/marketplace/price_suggestions/\(release)", credentials: .user,
      cacheKind: .priceSuggestions)
  }
}

extension Endpoint where Value == MarketplaceStats {
  /// The number of copies of a release for sale, and the lowest price.
  public static func marketplaceStats(of release: Release.ID, currency: Currency? = nil) -> Endpoint {
    reading(
      "/marketplace/stats/{id}", path: "/marketplace/stats/\(release)", query: .currency(currency),
      cacheKind: .marketplaceStats)
  }
}
