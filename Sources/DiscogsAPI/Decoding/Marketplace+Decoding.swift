import DiscogsModel

extension Money {
  /// `{"value", "currency"}`.
  init(_ json: JSONValue) throws(DecodingFailure) {
    guard let value = json.decimal("value") else { throw json.missing("value") }
    self.init(value, Currency(json.text("currency", or: "curr_abbr")))
  }
}

extension JSONValue {
  /// Nil for an object without members, which stands for "not known".
  func money(_ name: StaticString) -> Money? {
    object(name) { money throws(DecodingFailure) in try Money(money) }
  }
}

extension Listing {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let number = try json.requireNumber("id")
    guard let release = json.member("release") else { throw json.missing("release") }
    self.init(id: ID(number), item: try Item(release))
    status = json.text("status")
    condition = json.text("condition")
    sleeveCondition = json.text("sleeve_condition")
    comments = json.text("comments")
    shipsFrom = json.text("ships_from")
    posted = json.text("posted")
    webURL = json.text("uri")
    price = json.money("price")
    shippingPrice = json.money("shipping_price")
    originalPrice = json.money("original_price")
    originalShippingPrice = json.money("original_shipping_price")
    allowsOffers = json.flag("allow_offers")
    hasOffer = json.flag("offer_submitted")
    isInCart = json.flag("in_cart")
    hasAudio = json.flag("audio")
    seller = json.object("seller") { seller throws(DecodingFailure) in try Seller(seller) }
    externalID = json.text("external_id")
    location = json.text("location")
    weight = json.decimal("weight")
    estimatedWeight = json.positive("estimated_weight")
    carriers = json.positive("format_quantity")
    quantity = json.integer("quantity")
    json.passOver("resource_url")
    additional = json.unread
  }
}

extension Listing.Item {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(release: Release.ID(try json.requireNumber("id")), title: json.text("title"))
    artist = json.text("artist")
    format = json.text("format")
    description = json.text("description")
    label = json.text("label")
    catalogueNumber = json.text("catalog_number")
    year = json.positive("year")
    thumbnailURL = json.picture("thumbnail")
    images = json.images("images")
    (community, own) = json.listedCounts
  }
}

extension Listing.Seller {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(user: try UserReference(json))
    if let stats = json.object("stats", { $0 }) {
      rating = stats.decimal("rating")
      stars = stats.double("stars")
      ratings = stats.integer("total")
    }
    avatarURL = json.picture("avatar_url")
    webURL = json.text("html_url")
    payment = json.text("payment")
    shipping = json.text("shipping")
    leastOrder = json.decimal("min_order_total")
  }
}

extension MarketplaceStats {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(
      lowestPrice: json.money("lowest_price"), copiesForSale: json.integer("num_for_sale") ?? 0,
      isBlockedFromSale: json.flag("blocked_from_sale"))
  }
}

extension PriceSuggestions {
  /// Keyed by condition; sorted here by the grades of the Goldmine standard, what is none of them last.
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    var suggestions: [Suggestion] = []
    for (condition, price) in json.members {
      do throws(DecodingFailure) {
        suggestions.append(Suggestion(condition: condition, price: try Money(price)))
      } catch {
        json.document.report(error)
      }
    }
    func rank(_ condition: String) -> Int { Condition.grades.firstIndex(of: condition) ?? Condition.grades.count }
    self.init(suggestions.sorted { rank($0.condition) < rank($1.condition) })
  }
}

extension Order {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireName("id")))
    status = json.text("status")
    nextStatuses = json.texts("next_status")
    created = json.text("created")
    lastActivity = json.text("last_activity")
    isArchived = json.flag("archived")
    buyer = json.object("buyer") { party throws(DecodingFailure) in try Party(party) }
    seller = json.object("seller") { party throws(DecodingFailure) in try Party(party) }
    items = json.list("items") { item throws(DecodingFailure) in try Item(item) }
    total = json.money("total")
    fee = json.money("fee")
    buyerFee = json.money("buyer_fee")
    taxOnBuyerFee = json.money("tax_on_buyer_fee")
    shipping = json.money("shipping")
    shippingMethod = json.member("shipping")?.text("method") ?? ""
    shippingAddress = json.text("shipping_address")
    instructions = json.text("additional_instructions")
    tracking = json.object("tracking") { Tracking($0) }
    taxes = json.list("tax") { tax throws(DecodingFailure) in try Tax(tax) }
    webURL = json.text("uri")
    json.passOver("resource_url", "messages_url")
    additional = json.unread
  }
}

extension Order.Party {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(user: try UserReference(json), email: json.text("email"))
  }
}

extension Order.Item {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(listing: Listing.ID(try json.requireNumber("id")))
    if let release = json.object("release", { $0 }) {
      self.release = release.positive("id").map { Release.ID($0) }
      description = release.text("description")
      title = release.text("title")
      artist = release.text("artist")
      format = release.text("format")
      thumbnailURL = release.picture("thumbnail")
    }
    price = json.money("price")
    mediaCondition = json.text("media_condition")
    sleeveCondition = json.text("sleeve_condition")
    conditionComments = json.text("condition_comments")
    location = json.text("item_location")
    privateComments = json.text("private_comments")
  }
}

extension Order.Tracking {
  init(_ json: JSONValue) {
    self.init(number: json.text("number"), carrier: json.text("carrier"), url: json.text("url"))
  }
}

extension Order.Tax {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
    name = json.text("display_name", or: "name")
    rate = json.decimal("rate")
    displayRate = json.text("display_rate")
    amount = json.money("price")
    taxableAmount = json.money("taxable_amount")
    jurisdiction = json.text("jurisdiction")
    remitter = json.text("remitter")
  }
}

extension OrderMessage {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
    kind = json.text("type")
    timestamp = json.text("timestamp")
    subject = json.text("subject")
    message = json.text("message")
    if let id = json.object("order", { $0.text("id") }), !id.isEmpty { order = Order.ID(id) }
    author = (json.member("from") != nil) ? json.user("from") : json.user("actor")
    statusNumber = json.integer("status_id")
    originalAmount = json.decimal("original")
    newAmount = json.decimal("new")
    refund = json.object("refund") { $0.decimal("amount") } ?? nil
    additional = json.unread
  }
}

extension InventoryTransfer {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")))
    status = json.text("status")
    kind = json.text("type")
    results = json.text("results")
    created = json.text("created_ts")
    finished = json.text("finished_ts")
    fileName = json.text("filename")
    downloadURL = json.text("download_url")
    json.passOver("url")
    additional = json.unread
  }
}

extension JSONValue {
  fileprivate func user(_ name: StaticString) -> UserReference? {
    object(name) { user throws(DecodingFailure) in try UserReference(user) }
  }
}
