public import DiscogsModel
internal import Synchronization

/// What is for sale on a server: nothing by default, as dumps have no prices.
///
/// A currency is worth as much as any other here.
public final class Market: Sendable {
  public struct Offer: Hashable, Sendable {
    public var id: Int
    public var seller: String
    public var release: Release.ID
    public var price: Money
    public var status: String
    public var condition: String
    public var sleeveCondition: String
    public var comments: String
    /// `2026-03-01T12:00:00-08:00`; empty for the moment it is asked for.
    public var listed = ""
    public var acceptsOffers = false
    /// Where the copy lies and what the seller calls it: shown to the seller only.
    public var location = ""
    public var externalID = ""

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
  }

  /// What a listing can be.
  static let statuses = ["Deleted", "Draft", "Expired", "For Sale", "Sold", "Suspended", "Violation"]
  /// In any currency.
  static let highestPrice: DecimalNumber = 1_000_000_000

  /// From here on listings are numbered that bring no number of their own.
  static let firstFreeNumber = 9_000_000_000

  private let state: Mutex<[Offer]>

  public init(_ offers: [Offer] = []) {
    state = Mutex(offers)
  }

  /// The latest first.
  public var offers: [Offer] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The sellers, by name.
  var sellers: [String] { Set(offers.map(\.seller)).sorted() }

  func offers(of seller: String) -> [Offer] {
    offers.filter { $0.seller.lowercased() == seller.lowercased() }
  }

  func forSale(_ release: Release.ID) -> [Offer] {
    offers.filter { $0.release == release && $0.status == "For Sale" }
  }

  /// What a copy of each grade might bring, best first; empty where none is for sale.
  ///
  /// The reckoning is ours, as that of Discogs is nowhere documented: each price is taken to what it would be for a mint
  /// copy, and the median of these back to each grade.
  func suggestions(for release: Release.ID) -> [(grade: String, price: Money)] {
    let offers = forSale(release)
    let mint = offers.compactMap { offer in Self.shares[offer.condition].map { offer.price.amount.doubleValue / $0 } }
      .sorted()
    guard let currency = offers.first?.price.currency, !mint.isEmpty else { return [] }
    let median = (mint[(mint.count - 1) / 2] + mint[mint.count / 2]) / 2
    return Condition.grades.compactMap { grade in
      Self.shares[grade].flatMap { share in
        // A test may offer at any price; what has no cents has no suggestion.
        guard let cents = Int(exactly: (median * share * 100).rounded()) else { return nil }
        return (grade, Money(DecimalNumber(significand: cents, scale: 2), currency))
      }
    }
  }

  /// What a grade is worth of a mint copy.
  private static let shares: [String: Double] = [
    "Mint (M)": 1, "Near Mint (NM or M-)": 0.85, "Very Good Plus (VG+)": 0.65, "Very Good (VG)": 0.4,
    "Good Plus (G+)": 0.25, "Good (G)": 0.15, "Fair (F)": 0.08, "Poor (P)": 0.04,
  ]
}
