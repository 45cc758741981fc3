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
    (self.status, self.createdAfter) = (status, createdAfter)
    (self.createdBefore, self.isArchived) = (createdBefore, isArchived)
  }

  var query: [QueryItem] {
    .filled([
      "status": status, "created_after": createdAfter, "created_before": createdBefore,
      "archived": isArchived.map(\.description) ?? "",
    ])
  }
}

extension Endpoint {
  public static func inventory(
    of userName: String, status: String = "", sorting: Sorting<InventorySortField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<Listing> {
    reading(
      "/users/\(user: userName)/inventory", query: .filled(["status": status]) + .page(page, by: sorting),
      cacheKind: .inventory, rows: "listings")
  }

  public static func listing(_ id: Listing.ID, currency: Currency? = nil) -> Endpoint where Value == Listing {
    reading("/marketplace/listings/\(id)", query: .currency(currency), cacheKind: .inventory)
  }

  public static func makeListing(_ draft: ListingDraft) -> Endpoint where Value == Listing.ID? {
    changing("/marketplace/listings", body: draft.body, isIdempotent: false) {
      Listing.ID(try $0.requireNumber("listing_id"))
    }
  }

  public static func change(listing id: Listing.ID, to draft: ListingDraft) -> Endpoint where Value == Void {
    changing("/marketplace/listings/\(id)", body: draft.body)
  }

  public static func delete(listing id: Listing.ID) -> Endpoint where Value == Void {
    changing("/marketplace/listings/\(id)", method: .delete)
  }

  public static func orders(
    _ filter: OrderFilter = OrderFilter(), sorting: Sorting<OrderSortField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<Order> {
    reading("/marketplace/orders", query: filter.query + .page(page, by: sorting), credentials: .user, rows: "orders")
  }

  public static func order(_ id: Order.ID) -> Endpoint where Value == Order {
    reading("/marketplace/orders/\(id)", credentials: .user)
  }

  public static func change(order id: Order.ID, to change: OrderChange) -> Endpoint where Value == Order? {
    let body: JSONObject =
      switch change {
      case .status(let status): ["status": .text(status)]
      case .shipping(let price): ["shipping": .number(price.description)]
      case .tracking(let tracking):
        ["tracking": .object(["number": .text(tracking.number), "carrier": .told(tracking.carrier)])]
      }
    return changing("/marketplace/orders/\(id)", body: .json(body), isIdempotent: false)
  }

  public static func messages(
    of order: Order.ID, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<OrderMessage> {
    reading("/marketplace/orders/\(order)/messages", query: page.query, credentials: .user, rows: "messages")
  }

  public static func write(
    _ message: String? = nil, status: String? = nil, about order: Order.ID
  ) -> Endpoint where Value == OrderMessage? {
    changing(
      "/marketplace/orders/\(order)/messages",
      body: .json(["message": message.map(JSON.text), "status": status.map(JSON.text)]), isIdempotent: false)
  }

  public static func fee(for price: DecimalNumber, currency: Currency? = nil) -> Endpoint where Value == Money {
    let base: PathTemplate = "/marketplace/fee/\(price: price.rounded(toPlaces: 2).fixed(places: 2))"
    return reading(currency.map { "\(base)/\(currency: $0)" } ?? base) { json in
      try json.expectObject()
      return try Money(json)
    }
  }

  public static func priceSuggestions(for release: Release.ID) -> Endpoint where Value == PriceSuggestions {
    reading("/marketplace/price_suggestions/\(release)", credentials: .user, cacheKind: .priceSuggestions)
  }

  public static func marketplaceStats(
    of release: Release.ID, currency: Currency? = nil
  ) -> Endpoint where Value == MarketplaceStats {
    reading("/marketplace/stats/\(release)", query: .currency(currency), cacheKind: .marketplaceStats)
  }
}

extension ListingDraft {
  fileprivate var body: RequestBody {
    .json([
      "release_id": .int(release.number), "condition": .text(condition),
      "sleeve_condition": sleeveCondition.map(JSON.text), "price": .number(price.description),
      "comments": comments.map(JSON.text), "allow_offers": allowsOffers.map(JSON.flag), "status": .text(status),
      "external_id": externalID.map(JSON.text), "location": location.map(JSON.text), "weight": weight.map(\.json),
      "format_quantity": carriers.map(\.json),
    ])
  }
}

extension ListingDraft.Figure {
  fileprivate var json: JSON {
    switch self {
    case .automatic: .text("auto")
    case .exactly(let number): .number(number.description)
    }
  }
}
