public import DiscogsModel

/// A copy for sale, as a market without Discogs knows it.
public struct MarketOffer: Hashable, Sendable {
  /// Of the listing.
  public var id: Int
  /// The name of who sells it.
  public var seller: String
  /// What is sold.
  public var release: Release.ID
  /// In the seller's currency.
  public var price: Money
  /// One of ``statuses``.
  public var status: String
  /// One of `Condition.grades`.
  public var condition: String
  /// One of `Condition.sleeveGrades`.
  public var sleeveCondition: String
  /// For buyers.
  public var comments: String
  /// `2026-03-01T12:00:00-08:00`; empty for the moment it is asked for.
  public var listed = ""
  /// Whether buyers may make an offer.
  public var acceptsOffers = false
  /// Where the copy is; only the seller sees it.
  public var location = ""
  /// What the seller calls it; only the seller sees it.
  public var externalID = ""

  /// Creates an offer.
  public init(
    id: Int, seller: String, release: Release.ID, price: Money, status: String = "For Sale",
    condition: String = "Very Good Plus (VG+)", sleeveCondition: String = "Very Good (VG)", comments: String = ""
  ) {
    self.id = id
    self.seller = seller
    self.release = release
    self.price = price
    self.status = status
    self.condition = condition
    self.sleeveCondition = sleeveCondition
    self.comments = comments
  }

  /// Whether it can be bought.
  public var isForSale: Bool { status == "For Sale" }

  /// What a listing can be.
  public static let statuses = ["Deleted", "Draft", "Expired", "For Sale", "Sold", "Suspended", "Violation"]
  /// In any currency.
  public static let highestPrice: DecimalNumber = 1_000_000_000
  /// The first number of listings that bring none of their own.
  public static let firstFreeNumber = 9_000_000_000

  /// What a copy of each grade might bring, best first; empty where nothing is offered.
  ///
  /// The reckoning is ours, as that of Discogs is nowhere documented: each price is taken to what it would be for a mint
  /// copy, and the median of these back to each grade.
  ///
  /// - Parameter offers: of one release, with prices that can be compared.
  public static func suggestions(from offers: [MarketOffer]) -> [(grade: String, price: Money)] {
    let mint = offers.compactMap { offer in shares[offer.condition].map { offer.price.amount.doubleValue / $0 } }
      .sorted()
    guard let currency = offers.first?.price.currency, !mint.isEmpty else { return [] }
    let median = (mint[(mint.count - 1) / 2] + mint[mint.count / 2]) / 2
    return Condition.grades.compactMap { grade in
      shares[grade].flatMap { share in Money(cents: median * share * 100, currency) }.map { (grade, $0) }
    }
  }

  /// What a grade is worth of a mint copy.
  private static let shares: [String: Double] = [
    "Mint (M)": 1, "Near Mint (NM or M-)": 0.85, "Very Good Plus (VG+)": 0.65, "Very Good (VG)": 0.4,
    "Good Plus (G+)": 0.25, "Good (G)": 0.15, "Fair (F)": 0.08, "Poor (P)": 0.04,
  ]
}

extension Money {
  /// Rounds to whole cents; nil for more of them than can be counted.
  public init?(cents: Double, _ currency: Currency) {
    guard let whole = Int(exactly: cents.rounded()) else { return nil }
    self.init(DecimalNumber(significand: whole, scale: 2), currency)
  }
}
