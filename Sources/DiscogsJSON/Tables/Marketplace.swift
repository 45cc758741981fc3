public import DiscogsModel

extension Money: JSONRecord {
  /// `{"value", "currency"}`; an object without members stands for "not known".
  public init(required json: JSONValue) throws(DecodingFailure) {
    guard let value = json.decimal("value") else { throw json.missing("value") }
    self.init(value, Currency(json.text("currency", or: "curr_abbr")))
  }

  public static let fields: [JSONField<Money>] = [
    .rule("value", \.amount, write: { money, json in json.add("value", money.amount) }),
    .written("currency", \.currency.code),
  ]
}

extension Listing: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    let number = try json.requireNumber("id")
    guard let release = json.member("release") else { throw json.missing("release") }
    self.init(id: ID(number), item: try Item(release))
  }

  public static let fields: [JSONField<Listing>] = [
    .required("id", \.id), .rule("release", \.item, write: { listing, json in json.add("release", listing.item) }),
    .text("status", \.status), .text("condition", \.condition), .text("sleeve_condition", \.sleeveCondition),
    .text("comments", \.comments), .text("ships_from", \.shipsFrom), .text("posted", \.posted), .text("uri", \.webURL),
    .record("price", \.price), .record("shipping_price", \.shippingPrice), .record("original_price", \.originalPrice),
    .record("original_shipping_price", \.originalShippingPrice), .flag("allow_offers", \.allowsOffers),
    .flag("offer_submitted", \.hasOffer), .flag("in_cart", \.isInCart), .flag("audio", \.hasAudio),
    .record("seller", \.seller), .text("external_id", \.externalID), .text("location", \.location),
    .decimal("weight", \.weight), .positive("estimated_weight", \.estimatedWeight),
    .positive("format_quantity", \.carriers), .number("quantity", \.quantity), .passedOver("resource_url"),
    .unread(\.additional),
  ]
}

extension Listing.Item: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(release: Release.ID(try json.requireNumber("id")), title: "")
  }

  public static let fields: [JSONField<Listing.Item>] = [
    .required("id", \.release), .text("title", \.title), .text("artist", \.artist), .text("format", \.format),
    .text("description", \.description), .text("label", \.label), .text("catalog_number", \.catalogueNumber),
    .positive("year", \.year), .picture("thumbnail", \.thumbnailURL), .list("images", \.images),
    .stats(\.community, own: \.own),
  ]
}

extension Listing.Seller: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(user: try UserReference(json)) }

  public static let fields: [JSONField<Listing.Seller>] = [
    .required("id, username", \.user), .picture("avatar_url", \.avatarURL), .text("html_url", \.webURL),
    .text("payment", \.payment), .text("shipping", \.shipping), .decimal("min_order_total", \.leastOrder),
    .within("stats", [.decimal("rating", \.rating), .double("stars", \.stars), .number("total", \.ratings)]),
  ]
}

extension MarketplaceStats: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
  }

  public static let fields: [JSONField<MarketplaceStats>] = [
    .record("lowest_price", \.lowestPrice), .count("num_for_sale", \.copiesForSale),
    .flag("blocked_from_sale", \.isBlockedFromSale),
  ]
}

extension PriceSuggestions: JSONRecord {
  /// Keyed by condition; sorted here by the grades of the Goldmine standard, what is none of them last.
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    var suggestions: [Suggestion] = []
    for (condition, price) in json.members {
      do {
        suggestions.append(Suggestion(condition: condition, price: try Money(price)))
      } catch {
        json.document.report(error)
      }
    }
    func rank(_ condition: String) -> Int { Condition.grades.firstIndex(of: condition) ?? Condition.grades.count }
    self.init(suggestions.sorted { rank($0.condition) < rank($1.condition) })
  }

  public static let fields: [JSONField<PriceSuggestions>] = [
    .members(write: { prices, json in for price in prices.suggestions { json.add(price.condition, price.price) } })
  ]
}

extension Order: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(id: ID(try json.requireName("id"))) }

  public static let fields: [JSONField<Order>] = [
    .required("id", \.id.text), .text("status", \.status), .texts("next_status", \.nextStatuses),
    .text("created", \.created), .text("last_activity", \.lastActivity), .flag("archived", \.isArchived),
    .record("buyer", \.buyer), .record("seller", \.seller), .list("items", \.items), .record("total", \.total),
    .record("fee", \.fee), .record("buyer_fee", \.buyerFee), .record("tax_on_buyer_fee", \.taxOnBuyerFee),
    .rule("shipping.value, shipping.currency, shipping.method", \.shipping) { json, order in
      order.shipping = json.record("shipping")
      order.shippingMethod = json.member("shipping")?.text("method") ?? ""
    } write: { order, json in
      json.within("shipping") { json in
        json.add("value", order.shipping?.amount)
        json.add("currency", order.shipping?.currency.code)
        json.add("method", order.shippingMethod)
      }
    },
    .text("shipping_address", \.shippingAddress), .text("additional_instructions", \.instructions),
    .record("tracking", \.tracking), .list("tax", \.taxes), .text("uri", \.webURL),
    .passedOver("resource_url", "messages_url"), .unread(\.additional),
  ]
}

extension Order.Party: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(user: try UserReference(json)) }

  public static let fields: [JSONField<Order.Party>] = [.required("id, username", \.user), .text("email", \.email)]
}

extension Order.Item: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(listing: Listing.ID(try json.requireNumber("id")))
  }

  public static let fields: [JSONField<Order.Item>] = [
    .required("id", \.listing),
    .within(
      "release",
      [
        .reference("id", \.release), .text("description", \.description), .text("title", \.title),
        .text("artist", \.artist), .text("format", \.format), .picture("thumbnail", \.thumbnailURL),
      ]),
    .record("price", \.price), .text("media_condition", \.mediaCondition), .text("sleeve_condition", \.sleeveCondition),
    .text("condition_comments", \.conditionComments), .text("item_location", \.location),
    .text("private_comments", \.privateComments),
  ]
}

extension Order.Tracking: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(number: "") }

  public static let fields: [JSONField<Order.Tracking>] = [
    .text("number", \.number), .text("carrier", \.carrier), .text("url", \.url),
  ]
}

extension Order.Tax: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
  }

  public static let fields: [JSONField<Order.Tax>] = [
    .text("display_name", or: "name", \.name), .decimal("rate", \.rate), .text("display_rate", \.displayRate),
    .record("price", \.amount), .record("taxable_amount", \.taxableAmount), .text("jurisdiction", \.jurisdiction),
    .text("remitter", \.remitter),
  ]
}

extension OrderMessage: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
  }

  public static let fields: [JSONField<OrderMessage>] = [
    .text("type", \.kind), .text("timestamp", \.timestamp), .text("subject", \.subject), .text("message", \.message),
    .rule("order.id", \.order) { json, message in
      if let id = json.object("order", { $0.text("id") }), !id.isEmpty { message.order = Order.ID(id) }
    } write: { message, json in
      json.within("order") { $0.add("id", message.order?.text) }
    },
    // A message is from somebody, anything else that happens to an order is somebody's doing.
    .rule("from", \.author) { json, message in
      message.author = json.record("from")
    } write: { message, json in
      if message.kind == "message" { json.add("from", message.author) }
    },
    .rule("actor", \.author) { json, message in
      if json.member("from") == nil { message.author = json.record("actor") }
    } write: { message, json in
      if message.kind != "message" { json.add("actor", message.author) }
    },
    .number("status_id", \.statusNumber), .decimal("original", \.originalAmount), .decimal("new", \.newAmount),
    .within("refund", [.decimal("amount", \.refund)]), .unread(\.additional),
  ]
}

extension InventoryTransfer: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(id: ID(try json.requireNumber("id"))) }

  public static let fields: [JSONField<InventoryTransfer>] = [
    .required("id", \.id), .text("status", \.status), .text("type", \.kind), .text("results", \.results),
    .text("created_ts", \.created), .text("finished_ts", \.finished), .text("filename", \.fileName),
    .text("download_url", \.downloadURL), .passedOver("url"), .unread(\.additional),
  ]
}
