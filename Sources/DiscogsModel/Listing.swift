/// A copy offered for sale.
public struct Listing: Hashable, Sendable, Identifiable {
  /// Past 2³¹ since 2024.
  public typealias ID = EntityID<Listing>

  public struct Seller: Hashable, Sendable {
    public var user: UserReference
    /// 0 to 100, to one place; nil without ratings.
    public var rating: DecimalNumber?
    public var stars: Double?
    public var ratings: Int?
    public var avatarURL = ""
    public var webURL = ""
    public var payment = ""
    /// What the seller says of shipping, often long.
    public var shipping = ""
    /// What must be bought at least, in the seller's currency.
    public var leastOrder: DecimalNumber?

    public init(user: UserReference) {
      self.user = user
    }
  }

  /// What a listing shows of its release.
  public struct Item: Hashable, Sendable {
    public var release: Release.ID
    public var title: String
    public var artist = ""
    /// The short form: `LP, Album, RE`.
    public var format = ""
    /// All on one line: `Artist - Title (format)`.
    public var description = ""
    public var label = ""
    public var catalogueNumber = ""
    public var year: Int?
    public var thumbnailURL = ""
    public var images: [Image] = []
    public var community: CommunityCounts?
    public var own: CommunityCounts?

    public init(release: Release.ID, title: String) {
      self.release = release
      self.title = title
    }
  }

  public var id: ID
  public var item: Item
  /// `For Sale`, `Draft`, `Sold`, …: an open set.
  public var status = ""
  public var condition = ""
  public var sleeveCondition = ""
  public var comments = ""
  public var shipsFrom = ""
  public var posted = ""
  public var webURL = ""
  /// In the currency asked for.
  public var price: Money?
  /// Nil when it is not known before ordering.
  public var shippingPrice: Money?
  /// In the seller's currency.
  public var originalPrice: Money?
  public var originalShippingPrice: Money?
  public var allowsOffers: Bool?
  public var hasOffer: Bool?
  public var isInCart: Bool?
  public var hasAudio: Bool?
  public var seller: Seller?
  // What only the owner sees.
  public var externalID = ""
  public var location = ""
  /// In grams.
  public var weight: DecimalNumber?
  public var estimatedWeight: Int?
  /// How many carriers it counts as for shipping; nil for as many as the release has.
  public var carriers: Int?
  public var quantity: Int?
  public var additional: [String: String] = [:]

  public init(id: ID, item: Item) {
    self.id = id
    self.item = item
  }
}

/// A listing to be made, or what it is to become.
public struct ListingDraft: Hashable, Sendable {
  /// A figure, or for Discogs to find out.
  public enum Figure: Hashable, Sendable {
    case automatic
    case exactly(DecimalNumber)
  }

  public var release: Release.ID
  /// One of the eight grades: `Very Good Plus (VG+)`.
  public var condition: String
  /// In the seller's currency; above zero.
  public var price: DecimalNumber
  /// `For Sale` or `Draft`.
  public var status: String
  public var sleeveCondition: String?
  public var comments: String?
  public var allowsOffers: Bool?
  public var externalID: String?
  public var location: String?
  /// In grams.
  public var weight: Figure?
  public var carriers: Figure?

  public init(release: Release.ID, condition: String, price: DecimalNumber, status: String = "For Sale") {
    self.release = release
    self.condition = condition
    self.price = price
    self.status = status
  }
}

/// What a release is for sale at.
public struct MarketplaceStats: Hashable, Sendable {
  /// Nil when none is for sale.
  public var lowestPrice: Money?
  public var copiesForSale: Int
  public var isBlockedFromSale: Bool?

  public init(lowestPrice: Money? = nil, copiesForSale: Int = 0, isBlockedFromSale: Bool? = nil) {
    self.lowestPrice = lowestPrice
    self.copiesForSale = copiesForSale
    self.isBlockedFromSale = isBlockedFromSale
  }
}

/// What copies of a release are worth by their condition, best first. Empty when the site has no idea.
public struct PriceSuggestions: Hashable, Sendable {
  public struct Suggestion: Hashable, Sendable {
    /// `Very Good Plus (VG+)`.
    public var condition: String
    public var price: Money

    public init(condition: String, price: Money) {
      self.condition = condition
      self.price = price
    }
  }

  public var suggestions: [Suggestion]

  public init(_ suggestions: [Suggestion] = []) {
    self.suggestions = suggestions
  }

  public subscript(condition: String) -> Money? {
    suggestions.first { $0.condition == condition }?.price
  }
}

/// What a release was seen for sale at.
public struct SeenPrice: Hashable, Sendable {
  /// Seconds since 1970.
  public var at: Double
  /// Nil when none was for sale.
  public var lowest: Money?
  public var copiesForSale: Int

  public init(at time: Double, lowest: Money?, copiesForSale: Int) {
    at = time
    self.lowest = lowest
    self.copiesForSale = copiesForSale
  }
}

/// A seller whose inventory the user looks through, and what the last look found.
public struct FollowedSeller: Hashable, Sendable {
  public var name: String
  /// Seconds since 1970; nil before the first look.
  public var lookedAt: Double?
  /// How many copies were for sale, and how many of them are wanted.
  public var listings: Int
  public var wanted: Int

  public init(name: String, lookedAt: Double? = nil, listings: Int = 0, wanted: Int = 0) {
    self.name = name
    self.lookedAt = lookedAt
    self.listings = listings
    self.wanted = wanted
  }
}

/// The most a want may cost, as people type it: `25`, `25 EUR`, `€25.50`, `12,50 gbp`.
public struct PriceLimit: Hashable, Sendable {
  public var amount: DecimalNumber
  /// Nil where only a number was typed.
  public var currency: Currency?

  public init(_ amount: DecimalNumber, _ currency: Currency? = nil) {
    self.amount = amount
    self.currency = currency
  }

  /// Nil for what is no amount above zero, and for a currency in which Discogs knows no prices.
  public init?(parsing text: String) {
    var words = text.split(separator: " ").map(String.init)
    guard (1...2).contains(words.count) else { return nil }
    var currency: Currency?
    if words.count == 2 {
      // The currency stands before the amount or behind it.
      let place = words[0].first?.isNumber == true ? 1 : 0
      currency = Self.currency(words.remove(at: place))
      guard currency != nil else { return nil }
    }
    var rest = words[0]
    if currency == nil, let first = rest.firstIndex(where: { $0.isNumber }), first > rest.startIndex {
      currency = Self.currency(String(rest[..<first]))
      guard currency != nil else { return nil }
      rest = String(rest[first...])
    } else if currency == nil, let last = rest.lastIndex(where: { $0.isNumber }),
      rest.index(after: last) < rest.endIndex
    {
      currency = Self.currency(String(rest[rest.index(after: last)...]))
      guard currency != nil else { return nil }
      rest = String(rest[...last])
    }
    let commas = rest.count { $0 == "," }
    if commas == 1, !rest.contains(".") { rest = rest.replacing(",", with: ".") }
    guard rest.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let amount = DecimalNumber(rest), amount > 0,
      amount.scale <= 2, amount < 1_000_000_000
    else { return nil }
    self.init(amount, currency)
  }

  private static func currency(_ text: String) -> Currency? {
    Currency.known.first { $0.code == text.uppercased() || $0.sign.trimmingBreaks == text }
  }
}

extension Currency {
  /// What there is to say where a limit's currency is meant and none was understood.
  public static var knownCodes: String { known.map(\.code).joined(separator: ", ") }
}

extension String {
  fileprivate var trimmingBreaks: String { replacing("\u{A0}", with: "") }
}
