/// A purchase, as its seller sees it. Addresses in it are private: never logged, never cached.
public struct Order: Hashable, Sendable, Identifiable {
  /// The seller's number and a running one: `150295-1254`.
  public struct ID: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let text: String

    public init(_ text: String) {
      self.text = text
    }

    public init(stringLiteral text: String) {
      self.init(text)
    }

    public init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    public var description: String { text }
  }

  public struct Party: Hashable, Sendable {
    public var user: UserReference
    public var email: String

    public init(user: UserReference, email: String = "") {
      self.user = user
      self.email = email
    }
  }

  public struct Item: Hashable, Sendable, Identifiable {
    public var listing: Listing.ID
    public var release: Release.ID?
    /// `Artist - Title (format)`.
    public var description = ""
    public var title = ""
    public var artist = ""
    public var format = ""
    public var thumbnailURL = ""
    public var price: Money?
    public var mediaCondition = ""
    public var sleeveCondition = ""
    public var conditionComments = ""
    public var location = ""
    public var privateComments = ""

    public init(listing: Listing.ID) {
      self.listing = listing
    }

    /// The listing's: it is sold once.
    public var id: Listing.ID { listing }
  }

  public struct Tracking: Hashable, Sendable {
    public var number: String
    public var carrier: String
    public var url: String

    public init(number: String, carrier: String = "", url: String = "") {
      self.number = number
      self.carrier = carrier
      self.url = url
    }

    /// The carriers Discogs knows.
    public static let carriers = [
      "UPS", "USPS", "DHL", "Deutsche Post", "La Poste", "Royal Mail", "PostNL", "DHL Germany", "Other",
    ]
  }

  public struct Tax: Hashable, Sendable {
    public var name = ""
    public var rate: DecimalNumber?
    /// The rate for people: `20%`.
    public var displayRate = ""
    public var amount: Money?
    public var taxableAmount: Money?
    public var jurisdiction = ""
    /// Who pays it to the authorities.
    public var remitter = ""

    public init() {}
  }

  public var id: ID
  public var status = ""
  /// What the status can be changed to; may list the present one.
  public var nextStatuses: [String] = []
  public var created = ""
  public var lastActivity = ""
  public var isArchived: Bool?
  public var buyer: Party?
  public var seller: Party?
  public var items: [Item] = []
  public var total: Money?
  public var fee: Money?
  public var buyerFee: Money?
  public var taxOnBuyerFee: Money?
  public var shipping: Money?
  public var shippingMethod = ""
  /// On several lines.
  public var shippingAddress = ""
  public var instructions = ""
  public var tracking: Tracking?
  public var taxes: [Tax] = []
  public var webURL = ""
  public var additional: [String: String] = [:]

  public init(id: ID) {
    self.id = id
  }
}

/// What to change of an order: one thing at a time.
public enum OrderChange: Hashable, Sendable {
  /// One of `Order.nextStatuses`.
  case status(String)
  /// The price of shipping, in the order's currency. Sends the buyer an invoice.
  case shipping(DecimalNumber)
  case tracking(Order.Tracking)
}

/// A message about an order, or a note of what happened to it.
public struct OrderMessage: Hashable, Sendable {
  /// `message`, `status`, `shipping`, `refund_sent`, …: an open set.
  public var kind = ""
  public var timestamp = ""
  public var subject = ""
  public var message = ""
  public var order: Order.ID?
  /// Who wrote or did it.
  public var author: UserReference?
  public var statusNumber: Int?
  /// The shipping price before and after.
  public var originalAmount: DecimalNumber?
  public var newAmount: DecimalNumber?
  public var refund: DecimalNumber?
  public var additional: [String: String] = [:]

  public init() {}
}

/// A file of the inventory, made by the site or sent to it.
public struct InventoryTransfer: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<InventoryTransfer>

  public var id: ID
  /// `success`, …: an open set.
  public var status = ""
  /// Of an upload: `add`, `change` or `delete`.
  public var kind = ""
  /// Of an upload: what came of it, a text with `<p>` tags.
  public var results = ""
  public var created = ""
  /// Empty while it runs.
  public var finished = ""
  public var fileName = ""
  /// Of an export.
  public var downloadURL = ""
  public var additional: [String: String] = [:]

  public init(id: ID) {
    self.id = id
  }
}
