/// A purchase, as its seller sees it. Its addresses are private: never logged, never cached.
public struct Order: Hashable, Sendable, Identifiable {
  /// The seller's number and a running one: `150295-1254`.
  public struct ID: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// As Discogs writes it.
    public let text: String

    /// Creates the number of an order.
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

  /// Buyer or seller.
  public struct Party: Hashable, Sendable {
    /// The user's name, and number when known.
    public var user: UserReference
    /// Private: never logged, never cached.
    public var email: String

    /// Creates a party.
    public init(user: UserReference, email: String = "") {
      self.user = user
      self.email = email
    }
  }

  /// A copy that is sold.
  public struct Item: Hashable, Sendable, Identifiable {
    /// Its listing.
    public var listing: Listing.ID
    /// The release it is of; nil when unknown.
    public var release: Release.ID?
    /// `Artist - Title (format)`.
    public var description = ""
    /// The release's.
    public var title = ""
    /// The release's artists on one line.
    public var artist = ""
    /// The short form: `2xLP`.
    public var format = ""
    /// The URL of a small picture; empty when there is none or you may not see it.
    public var thumbnailURL = ""
    /// The price without shipping.
    public var price: Money?
    /// The record's grade: `Near Mint (NM or M-)`.
    public var mediaCondition = ""
    /// The sleeve's grade; empty when unknown.
    public var sleeveCondition = ""
    /// The seller's description of the copy.
    public var conditionComments = ""
    /// The seller's note on where it is.
    public var location = ""
    /// Only the seller sees them.
    public var privateComments = ""

    /// Creates an item.
    public init(listing: Listing.ID) {
      self.listing = listing
    }

    /// The listing's: it is sold once.
    public var id: Listing.ID { listing }
  }

  /// The tracking of a parcel.
  public struct Tracking: Hashable, Sendable {
    /// The number of the parcel.
    public var number: String
    /// One of ``carriers``; empty when unknown.
    public var carrier: String
    /// The carrier's tracking page; empty when unknown.
    public var url: String

    /// Creates a tracking.
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

  /// A tax on the order.
  public struct Tax: Hashable, Sendable {
    /// For people: `VAT`.
    public var name = ""
    /// As a fraction: 0.2 for a fifth.
    public var rate: DecimalNumber?
    /// The rate for people: `20%`.
    public var displayRate = ""
    /// The amount of the tax.
    public var amount: Money?
    /// The amount that is taxed.
    public var taxableAmount: Money?
    /// The country or region of the tax: `GB`.
    public var jurisdiction = ""
    /// The party that pays it to the authorities.
    public var remitter = ""

    /// Creates a tax.
    public init() {}
  }

  public var id: ID
  /// `New Order`, `Invoice Sent`, `Shipped`, …: an open set.
  public var status = ""
  /// The statuses it can change to; may include the present one.
  public var nextStatuses: [String] = []
  /// As sent: `2023-10-21T09:25:17-07:00`.
  public var created = ""
  /// As `created`.
  public var lastActivity = ""
  /// Nil when unknown.
  public var isArchived: Bool?
  /// Nil when unknown.
  public var buyer: Party?
  /// Nil when unknown.
  public var seller: Party?
  /// The copies sold.
  public var items: [Item] = []
  /// With shipping.
  public var total: Money?
  /// Discogs' fee.
  public var fee: Money?
  /// The buyer's fee to Discogs.
  public var buyerFee: Money?
  /// The tax on that fee.
  public var taxOnBuyerFee: Money?
  /// The cost of shipping.
  public var shipping: Money?
  /// As the seller calls it: `Standard`.
  public var shippingMethod = ""
  /// On several lines.
  public var shippingAddress = ""
  /// The buyer's wishes.
  public var instructions = ""
  /// Nil if there is none.
  public var tracking: Tracking?
  /// The taxes that Discogs collects.
  public var taxes: [Tax] = []
  /// The URL of its web page; empty when unknown.
  public var webURL = ""
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// Creates an order.
  public init(id: ID) {
    self.id = id
  }
}

/// A change of an order: one thing at a time.
public enum OrderChange: Hashable, Sendable {
  /// One of `Order.nextStatuses`.
  case status(String)
  /// The price of shipping, in the order's currency. Sends the buyer an invoice.
  case shipping(DecimalNumber)
  /// How to follow the parcel.
  case tracking(Order.Tracking)
}

/// A message about an order, or a note of what happened to it.
public struct OrderMessage: Hashable, Sendable {
  /// `message`, `status`, `shipping`, `refund_sent`, …: an open set.
  public var kind = ""
  /// As sent: `2023-10-22T09:25:17-07:00`.
  public var timestamp = ""
  /// The message's; may be empty.
  public var subject = ""
  /// The text; may be empty.
  public var message = ""
  /// The order it is about.
  public var order: Order.ID?
  /// The user who wrote or did it.
  public var author: UserReference?
  /// Discogs' number of the new status; nil for other kinds.
  public var statusNumber: Int?
  /// The shipping price before and after.
  public var originalAmount: DecimalNumber?
  /// The shipping price after the change.
  public var newAmount: DecimalNumber?
  /// The amount paid back; nil for other kinds.
  public var refund: DecimalNumber?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// Creates an order message.
  public init() {}
}

/// An inventory file that Discogs exported or that was uploaded.
public struct InventoryTransfer: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<InventoryTransfer>

  public var id: ID
  /// `success`, …: an open set.
  public var status = ""
  /// Of an upload: `add`, `change` or `delete`.
  public var kind = ""
  /// The outcome of an upload, text with `<p>` tags.
  public var results = ""
  /// As sent: `2018-09-27T12:59:02`.
  public var created = ""
  /// Empty while it runs.
  public var finished = ""
  /// As Discogs calls it.
  public var fileName = ""
  /// Of an export.
  public var downloadURL = ""
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// Creates an inventory transfer.
  public init(id: ID) {
    self.id = id
  }
}
