/// A copy offered for sale.
public struct Listing: Hashable, Sendable, Identifiable {
  /// Past 2³¹ since 2024.
  public typealias ID = EntityID<Listing>

  /// The seller and the terms of sale.
  public struct Seller: Hashable, Sendable {
    /// The user's name, and number when known.
    public var user: UserReference
    /// 0 to 100, to one place; nil without ratings.
    public var rating: DecimalNumber?
    /// 0 to 5; nil when not rated.
    public var stars: Double?
    /// The number of ratings.
    public var ratings: Int?
    /// The URL of the user's picture; empty without one.
    public var avatarURL = ""
    /// The URL of its web page; empty when unknown.
    public var webURL = ""
    /// The payments the seller takes: `PayPal, Bank Transfer`.
    public var payment = ""
    /// The seller's terms of shipping, often long.
    public var shipping = ""
    /// The least to spend on an order, in the seller's currency.
    public var leastOrder: DecimalNumber?

    /// Creates a seller.
    public init(user: UserReference) {
      self.user = user
    }
  }

  /// A release as a listing shows it.
  public struct Item: Hashable, Sendable {
    /// The release that is sold.
    public var release: Release.ID
    /// The release's.
    public var title: String
    /// The release's artists on one line.
    public var artist = ""
    /// The short form: `LP, Album, RE`.
    public var format = ""
    /// All on one line: `Artist - Title (format)`.
    public var description = ""
    /// The first label's name.
    public var label = ""
    /// The catalogue number as printed; empty when unknown.
    public var catalogueNumber = ""
    /// Nil when unknown.
    public var year: Int?
    /// The URL of a small picture; empty if there is none or you may not see it.
    public var thumbnailURL = ""
    /// The pictures in page order; empty when you may not see them.
    public var images: [Discogs.Image] = []
    /// The number of users who have and want it; nil when unknown.
    public var community: CommunityCounts?
    /// The number of copies the signed-in user has and wants; nil when signed out.
    public var own: CommunityCounts?

    /// Creates an item.
    public init(release: Release.ID, title: String) {
      self.release = release
      self.title = title
    }
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
  /// The seller's comments on the copy.
  public var comments = ""
  /// A country, as Discogs spells it.
  public var shipsFrom = ""
  /// As sent: `2024-05-07T01:45:30-07:00`.
  public var posted = ""
  /// The URL of its web page; empty when unknown.
  public var webURL = ""
  /// In the currency asked for.
  public var price: Money?
  /// Nil when it is not known before ordering.
  public var shippingPrice: Money?
  /// In the seller's currency.
  public var originalPrice: Money?
  /// Shipping, in the seller's currency; nil when not known before ordering.
  public var originalShippingPrice: Money?
  /// Whether buyers may make an offer.
  public var allowsOffers: Bool?
  /// Whether the signed-in user has made one; nil when signed out.
  public var hasOffer: Bool?
  /// Whether it is in the signed-in user's cart; nil when signed out.
  public var isInCart: Bool?
  /// Whether it can be heard on the site.
  public var hasAudio: Bool?
  /// The seller.
  public var seller: Seller?
  // What only the owner sees.
  /// A text of the seller's own.
  public var externalID = ""
  /// The seller's note on where it is.
  public var location = ""
  /// In grams.
  public var weight: DecimalNumber?
  /// In grams, as Discogs guesses.
  public var estimatedWeight: Int?
  /// The number of carriers it counts as for shipping; nil for that of the release.
  public var carriers: Int?
  /// The quantity; 1 for almost all.
  public var quantity: Int?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// Creates a listing.
  public init(id: ID, item: Item) {
    self.id = id
    self.item = item
  }
}

/// A new listing, or the new state of one.
public struct ListingDraft: Hashable, Sendable {
  /// A figure, or for Discogs to find out.
  public enum Figure: Hashable, Sendable {
    /// As Discogs finds out.
    case automatic
    /// This figure.
    case exactly(DecimalNumber)
  }

  /// The release to sell.
  public var release: Release.ID
  /// One of the eight grades: `Very Good Plus (VG+)`.
  public var condition: String
  /// In the seller's currency; above zero.
  public var price: DecimalNumber
  /// `For Sale` or `Draft`.
  public var status: String
  /// One of the eleven grades of sleeves; nil for none, or to leave it.
  public var sleeveCondition: String?
  /// For buyers; nil leaves them.
  public var comments: String?
  /// Nil leaves it; at first buyers may make none.
  public var allowsOffers: Bool?
  /// A text of your own, which only you see; nil leaves it.
  public var externalID: String?
  /// Its place on your shelf, which only you see; nil leaves it unchanged.
  public var location: String?
  /// In grams.
  public var weight: Figure?
  /// The number of carriers it counts as for shipping; nil leaves it unchanged.
  public var carriers: Figure?

  /// Creates a listing draft.
  public init(release: Release.ID, condition: String, price: DecimalNumber, status: String = "For Sale") {
    self.release = release
    self.condition = condition
    self.price = price
    self.status = status
  }
}

/// The offers of a release: their number and lowest price.
public struct MarketplaceStats: Hashable, Sendable {
  /// Nil when none is for sale.
  public var lowestPrice: Money?
  /// The number of copies for sale.
  public var copiesForSale: Int
  /// Whether Discogs allows no sale of it; nil when unknown.
  public var isBlockedFromSale: Bool?

  /// Creates marketplace stats.
  public init(lowestPrice: Money? = nil, copiesForSale: Int = 0, isBlockedFromSale: Bool? = nil) {
    self.lowestPrice = lowestPrice
    self.copiesForSale = copiesForSale
    self.isBlockedFromSale = isBlockedFromSale
  }
}

/// The suggested prices of a release by condition, best first; empty if the site suggests none.
public struct PriceSuggestions: Hashable, Sendable {
  /// The suggested price of a copy in one condition.
  public struct Suggestion: Hashable, Sendable, Identifiable {
    /// `Very Good Plus (VG+)`.
    public var condition: String
    /// The suggested price.
    public var price: Money

    /// Creates a suggestion.
    public init(condition: String, price: Money) {
      self.condition = condition
      self.price = price
    }

    /// The condition: each is there once.
    public var id: String { condition }
  }

  /// Best condition first.
  public var suggestions: [Suggestion]

  /// Creates price suggestions.
  public init(_ suggestions: [Suggestion] = []) {
    self.suggestions = suggestions
  }

  /// The price for a condition as Discogs spells it; nil if there is none.
  public subscript(condition: String) -> Money? {
    suggestions.first { $0.condition == condition }?.price
  }
}
