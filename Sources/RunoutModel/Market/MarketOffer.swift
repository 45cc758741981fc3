public import DiscogsModel

/// A copy for sale on the simulated marketplace of the demo and the test server.
public struct MarketOffer: Hashable, Sendable {
  /// The number of the listing.
  public var id: Int
  /// The seller's user name.
  public var seller: String
  public var release: Release.ID
  public var price: Money
  /// One of ``statuses``.
  public var status: String
  /// One of `Condition.grades`.
  public var condition: String
  /// One of `Condition.sleeveGrades`.
  public var sleeveCondition: String
  /// For buyers to read.
  public var comments: String
  /// `2026-03-01T12:00:00-08:00`; empty stands for the moment of the request.
  public var listed = ""
  /// Whether buyers may make an offer.
  public var acceptsOffers = false
  /// The place of the copy in the seller's stock; only the seller sees it.
  public var location = ""
  /// The seller's own number for it; only the seller sees it.
  public var externalID = ""

  public init(
    id: Int, seller: String, release: Release.ID, price: Money, status: String = "For Sale",
    condition: String = "Very Good Plus (VG+)", sleeveCondition: String = "Very Good (VG)", comments: String = ""
  ) {
    (self.id, self.seller, self.release, self.price, self.status) = (id, seller, release, price, status)
    (self.condition, self.sleeveCondition, self.comments) = (condition, sleeveCondition, comments)
  }

  public var isForSale: Bool { status == "For Sale" }

  /// All states of a listing, as Discogs spells them.
  public static let statuses = ["Deleted", "Draft", "Expired", "For Sale", "Sold", "Suspended", "Violation"]
  /// In any currency.
  public static let highestPrice: DecimalNumber = 1_000_000_000
  /// Listings without a number of their own are counted from here.
  public static let firstFreeNumber = 9_000_000_000

  /// A suggested price for each grade, best first; empty where nothing is offered.
  ///
  /// Discogs does not document its method. Ours converts each price to that of a mint copy, takes the median, and
  /// converts it back to each grade.
  ///
  /// - Parameter offers: of one release, in one currency.
  public static func suggestions(from offers: [MarketOffer]) -> [(grade: String, price: Money)] {
    let mint = offers.compactMap { offer in shares[offer.condition].map { offer.price.amount.doubleValue / $0 } }
      .sorted()
    guard let currency = offers.first?.price.currency, !mint.isEmpty else { return [] }
    let median = (mint[(mint.count - 1) / 2] + mint[mint.count / 2]) / 2
    return Condition.grades.compactMap { grade in
      shares[grade].flatMap { share in Money(cents: median * share * 100, currency) }.map { (grade, $0) }
    }
  }

  /// The price of a grade as a share of a mint copy's.
  private static let shares: [String: Double] = [
    "Mint (M)": 1, "Near Mint (NM or M-)": 0.85, "Very Good Plus (VG+)": 0.65, "Very Good (VG)": 0.4,
    "Good Plus (G+)": 0.25, "Good (G)": 0.15, "Fair (F)": 0.08, "Poor (P)": 0.04,
  ]
}

extension Money {
  /// Rounds to whole cents; nil where their number does not fit an `Int`.
  public init?(cents: Double, _ currency: Currency) {
    guard let whole = Int(exactly: cents.rounded()) else { return nil }
    self.init(DecimalNumber(significand: whole, scale: 2), currency)
  }
}
