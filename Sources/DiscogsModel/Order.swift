/// A purchase, from the seller's side. Its addresses are private: never logged, never cached.
public struct Order: Hashable, Sendable, Identifiable {
  /// The seller's number and a serial one: `150295-1254`.
  public struct ID: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// In Discogs' form.
    public let text: String

    /// Any text is accepted.
    public init(_ text: String) { self.text = text }

    public init(stringLiteral text: String) { self.init(text) }

    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    public var description: String { text }
  }

  /// The buyer or the seller.
  public struct Party: Hashable, Sendable {
    /// With the number if known.
    public var user: UserReference
    /// Private: never logged, never cached.
    public var email: String

    /// The email may be left out.
    public init(user: UserReference, email: String = "") { (self.user, self.email) = (user, email) }
  }

  /// A sold copy.
  public struct Item: Hashable, Sendable, Identifiable {
    /// The listing it was sold from.
    public var listing: Listing.ID
    /// Nil when unknown.
    public var release: Release.ID?
    /// `Artist - Title (format)`.
    public var description = ""
    /// The release's title.
    public var title = ""
    /// The release's artists on one line.
    public var artist = ""
    /// The short form: `2xLP`.
    public var format = ""
    /// The URL of a small picture; empty without one, or if you may not see it.
    public var thumbnailURL = ""
    /// Without shipping.
    public var price: Money?
    /// The record's grade: `Near Mint (NM or M-)`.
    public var mediaCondition = ""
    /// The sleeve's grade; empty when unknown.
    public var sleeveCondition = ""
    /// The seller's description of the copy.
    public var conditionComments = ""
    /// The seller's note on the copy's place.
    public var location = ""
    /// Only the seller sees them.
    public var privateComments = ""

    /// All other values are empty or unknown at first.
    public init(listing: Listing.ID) { self.listing = listing }

    /// The listing's id, as it is sold once.
    public var id: Listing.ID { listing }
  }

  /// The tracking of a parcel.
  public struct Tracking: Hashable, Sendable {
    /// The parcel's number.
    public var number: String
    /// One of ``carriers``; empty when unknown.
    public var carrier: String
    /// The carrier's tracking page; empty when unknown.
    public var url: String

    /// Values left out are unknown.
    public init(number: String, carrier: String = "", url: String = "") {
      (self.number, self.carrier, self.url) = (number, carrier, url)
    }

    /// The carriers that Discogs knows.
    public static let carriers = [
      "UPS", "USPS", "DHL", "Deutsche Post", "La Poste", "Royal Mail", "PostNL", "DHL Germany", "Other",
    ]
  }

  /// A tax on the order.
  public struct Tax: Hashable, Sendable {
    /// For display: `VAT`.
    public var name = ""
    /// As a fraction: 0.2 for 20 %.
    public var rate: DecimalNumber?
    /// The rate for display: `20%`.
    public var displayRate = ""
    /// The tax itself.
    public var amount: Money?
    /// The taxed amount.
    public var taxableAmount: Money?
    /// The country or region of the tax: `GB`.
    public var jurisdiction = ""
    /// The party that pays the tax to the authorities.
    public var remitter = ""

    /// All values are empty or unknown at first.
    public init() {}
  }

  public var id: ID
  /// `New Order`, `Invoice Sent`, `Shipped`, …: an open set.
  public var status = ""
  /// The statuses that a seller gives an order.
  public static let statuses = [
    "New Order", "Buyer Contacted", "Invoice Sent", "Payment Pending", "Payment Received", "In Progress", "Shipped",
    "Refund Sent", "Cancelled (Non-Paying Buyer)", "Cancelled (Item Unavailable)", "Cancelled (Per Buyer's Request)",
  ]
  /// The statuses it can change to, possibly including the current one.
  public var nextStatuses: [String] = []
  /// As sent: `2023-10-21T09:25:17-07:00`.
  public var created = ""
  /// In the form of `created`.
  public var lastActivity = ""
  /// Nil when unknown.
  public var isArchived: Bool?
  /// Nil when unknown.
  public var buyer: Party?
  /// Nil when unknown.
  public var seller: Party?
  /// The copies sold.
  public var items: [Item] = []
  /// Includes shipping.
  public var total: Money?
  /// Discogs' fee.
  public var fee: Money?
  /// The buyer's fee to Discogs.
  public var buyerFee: Money?
  /// The tax on that fee.
  public var taxOnBuyerFee: Money?
  /// The cost of shipping.
  public var shipping: Money?
  /// The seller's name for it: `Standard`.
  public var shippingMethod = ""
  /// On several lines.
  public var shippingAddress = ""
  /// The buyer's wishes.
  public var instructions = ""
  /// Nil without one.
  public var tracking: Tracking?
  /// The taxes that Discogs collects.
  public var taxes: [Tax] = []
  /// The URL of its web page; empty when unknown.
  public var webURL = ""
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// All other values are empty or unknown at first.
  public init(id: ID) { self.id = id }
}

/// One change of an order.
public enum OrderChange: Hashable, Sendable {
  /// One of `Order.nextStatuses`.
  case status(String)
  /// Sets the price of shipping, in the order's currency, and sends the buyer an invoice.
  case shipping(DecimalNumber)
  /// Sets the tracking of the parcel.
  case tracking(Order.Tracking)
}

/// A message about an order, or an event in it.
public struct OrderMessage: Hashable, Sendable {
  /// `message`, `status`, `shipping`, `refund_sent`, …: an open set.
  public var kind = ""
  /// As sent: `2023-10-22T09:25:17-07:00`.
  public var timestamp = ""
  /// May be empty.
  public var subject = ""
  /// May be empty.
  public var message = ""
  /// Nil when unknown.
  public var order: Order.ID?
  /// The user who wrote the message or caused the event.
  public var author: UserReference?
  /// Discogs' number of the new status; nil for other kinds.
  public var statusNumber: Int?
  /// The shipping price before the change.
  public var originalAmount: DecimalNumber?
  /// The shipping price after the change.
  public var newAmount: DecimalNumber?
  /// The amount refunded; nil for other kinds.
  public var refund: DecimalNumber?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// All values are empty or unknown at first.
  public init() {}
}

/// An inventory file that was exported or uploaded.
public struct InventoryTransfer: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<InventoryTransfer>

  public var id: ID
  /// `success`, …: an open set.
  public var status = ""
  /// For an upload: `add`, `change` or `delete`.
  public var kind = ""
  /// The result of an upload, as text with `<p>` tags.
  public var results = ""
  /// As sent: `2018-09-27T12:59:02`.
  public var created = ""
  /// Empty while it runs.
  public var finished = ""
  /// Discogs' name for the file.
  public var fileName = ""
  /// For an export.
  public var downloadURL = ""
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// All other values are empty at first.
  public init(id: ID) { self.id = id }
}
