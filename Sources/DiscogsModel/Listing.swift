/// A copy for sale.
public struct Listing: Hashable, Sendable, Identifiable {
  /// Past 2³¹ since 2024.
  public typealias ID = EntityID<Listing>

  /// The seller and the terms of sale.
  public struct Seller: Hashable, Sendable {
    /// With the number if known.
    public var user: UserReference
    /// 0 to 100, with one decimal; nil without ratings.
    public var rating: DecimalNumber?
    /// 0 to 5; nil when not rated.
    public var stars: Double?
    /// The number of ratings.
    public var ratings: Int?
    /// The URL of the user's picture; empty without one.
    public var avatarURL = ""
    /// The URL of its web page; empty when unknown.
    public var webURL = ""
    /// The payments accepted: `PayPal, Bank Transfer`.
    public var payment = ""
    /// The seller's terms of shipping, often long.
    public var shipping = ""
    /// The smallest order, in the seller's currency.
    public var leastOrder: DecimalNumber?

    /// All other values are empty or unknown at first.
    public init(user: UserReference) { self.user = user }
  }

  /// A release in a listing.
  public struct Item: Hashable, Sendable {
    /// The release sold.
    public var release: Release.ID
    /// The release's title.
    public var title: String
    /// The release's artists on one line.
    public var artist = ""
    /// The short form: `LP, Album, RE`.
    public var format = ""
    /// All in one line: `Artist - Title (format)`.
    public var description = ""
    /// The first label's name.
    public var label = ""
    /// The catalogue number as printed; empty when unknown.
    public var catalogueNumber = ""
    /// Nil when unknown.
    public var year: Int?
    /// The URL of a small picture; empty without one, or if you may not see it.
    public var thumbnailURL = ""
    /// The pictures in page order; empty when you may not see them.
    public var images: [Discogs.Image] = []
    /// Nil when unknown.
    public var community: CommunityCounts?
    /// The number of copies the signed-in user has and wants; nil when signed out.
    public var own: CommunityCounts?

    /// All other values are empty or unknown at first.
    public init(release: Release.ID, title: String) { (self.release, self.title) = (release, title) }
  }

  public var id: ID
  /// The copy for sale.
  public var item: Item
  /// `For Sale`, `Draft`, `Sold`, …: an open set.
  public var status = ""
  /// The record's grade: `Very Good Plus (VG+)`; an open set.
  public var condition = ""
  /// The sleeve's grade; empty when unknown.
  public var sleeveCondition = ""
  /// For buyers.
  public var comments = ""
  /// A country, as Discogs spells it.
  public var shipsFrom = ""
  /// As sent: `2024-05-07T01:45:30-07:00`.
  public var posted = ""
  /// The URL of its web page; empty when unknown.
  public var webURL = ""
  /// In the requested currency.
  public var price: Money?
  /// Nil if unknown before ordering.
  public var shippingPrice: Money?
  /// In the seller's currency.
  public var originalPrice: Money?
  /// In the seller's currency; nil if unknown before ordering.
  public var originalShippingPrice: Money?
  /// Whether buyers may make an offer.
  public var allowsOffers: Bool?
  /// Whether the signed-in user has made one; nil when signed out.
  public var hasOffer: Bool?
  /// Whether it is in the signed-in user's cart; nil when signed out.
  public var isInCart: Bool?
  /// Whether the site has audio of it.
  public var hasAudio: Bool?
  /// Nil when unknown.
  public var seller: Seller?
  /// The seller's own text; only the seller sees this and the values below.
  public var externalID = ""
  /// The seller's note on the copy's place.
  public var location = ""
  /// In grams.
  public var weight: DecimalNumber?
  /// Discogs' guess, in grams.
  public var estimatedWeight: Int?
  /// The number of carriers for shipping; nil for the release's own.
  public var carriers: Int?
  /// 1 for nearly all.
  public var quantity: Int?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// All other values are empty or unknown at first.
  public init(id: ID, item: Item) { (self.id, self.item) = (id, item) }
}

/// A new listing, or a change of one.
public struct ListingDraft: Hashable, Sendable {
  /// A figure, given or left to Discogs.
  public enum Figure: Hashable, Sendable {
    /// Discogs determines it.
    case automatic
    /// The given figure.
    case exactly(DecimalNumber)
  }

  /// The release for sale.
  public var release: Release.ID
  /// One of the eight grades: `Very Good Plus (VG+)`.
  public var condition: String
  /// In the seller's currency; above zero.
  public var price: DecimalNumber
  /// `For Sale` or `Draft`.
  public var status: String
  /// One of the eleven sleeve grades; nil leaves it unchanged, or unset.
  public var sleeveCondition: String?
  /// For buyers; nil leaves them unchanged.
  public var comments: String?
  /// Nil leaves it unchanged; new listings take no offers.
  public var allowsOffers: Bool?
  /// Your own text, which only you see; nil leaves it unchanged.
  public var externalID: String?
  /// The copy's place, which only you see; nil leaves it unchanged.
  public var location: String?
  /// In grams; nil leaves it unchanged.
  public var weight: Figure?
  /// The number of carriers for shipping; nil leaves it unchanged.
  public var carriers: Figure?

  /// All other values are left unchanged.
  public init(release: Release.ID, condition: String, price: DecimalNumber, status: String = "For Sale") {
    (self.release, self.condition, self.price, self.status) = (release, condition, price, status)
  }
}

/// The number of a release's offers, and the lowest price.
public struct MarketplaceStats: Hashable, Sendable {
  /// Nil when none is for sale.
  public var lowestPrice: Money?
  /// The number of copies for sale.
  public var copiesForSale: Int
  /// Whether Discogs forbids selling it; nil when unknown.
  public var isBlockedFromSale: Bool?

  /// By default no copy is for sale.
  public init(lowestPrice: Money? = nil, copiesForSale: Int = 0, isBlockedFromSale: Bool? = nil) {
    (self.lowestPrice, self.copiesForSale, self.isBlockedFromSale) = (lowestPrice, copiesForSale, isBlockedFromSale)
  }
}

/// A release's suggested prices by condition, best first; empty if the site suggests none.
public struct PriceSuggestions: Hashable, Sendable {
  /// The suggested price of a copy in one condition.
  public struct Suggestion: Hashable, Sendable, Identifiable {
    /// `Very Good Plus (VG+)`.
    public var condition: String
    /// For a copy in ``condition``.
    public var price: Money

    /// The condition is in Discogs' spelling.
    public init(condition: String, price: Money) { (self.condition, self.price) = (condition, price) }

    /// The condition, which occurs once.
    public var id: String { condition }
  }

  /// Best condition first.
  public var suggestions: [Suggestion]

  /// By default there are none.
  public init(_ suggestions: [Suggestion] = []) { self.suggestions = suggestions }

  /// The price of a condition in Discogs' spelling; nil for none.
  public subscript(condition: String) -> Money? { suggestions.first { $0.condition == condition }?.price }
}
