internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import UserLibrary

/// The demo's market: offers by invented sellers.
struct DemoMarket: Marketplace {
  let currency: Currency? = usual
  let catalogue: CatalogueStore?
  private static let usual = Currency("EUR")
  /// The seller of offers without one in the file: the owner of the shelf.
  static let owner = "you"

  private let offers: [MarketOffer]
  private let releases: [Release.ID: Release]

  /// Invented euros for a unit of each currency.
  private static let rates: [String: Double] = [
    "EUR": 1, "USD": 0.92, "GBP": 1.17, "CAD": 0.67, "AUD": 0.61, "JPY": 0.0062, "CHF": 1.04, "MXN": 0.05,
    "BRL": 0.17, "NZD": 0.56, "SEK": 0.088, "ZAR": 0.05,
  ]

  init(_ offers: [MarketOffer], in catalogue: CatalogueStore) async throws(CatalogueError) {
    self.offers = offers
    self.catalogue = catalogue
    releases = try await catalogue.records(of: Set(offers.map(\.release)).map { .release($0) }).releases
  }

  private func forSale(_ wanted: Wanted, in currency: Currency) -> [MarketOffer] {
    offers.filter { isMeant($0.release, wanted) && $0.seller != Self.owner && $0.isForSale }.map { offer in
      var offer = offer
      offer.price = Self.convert(offer.price, to: currency)
      return offer
    }
  }

  private func isMeant(_ release: Release.ID, _ wanted: Wanted) -> Bool {
    switch wanted {
    case .release(let id): release == id
    case .master(let id): releases[release]?.master == id
    }
  }

  private static func convert(_ price: Money, to currency: Currency) -> Money {
    guard price.currency != currency, let from = rates[price.currency.code], let to = rates[currency.code] else {
      return price
    }
    return Money(cents: price.amount.doubleValue * from / to * 100, currency) ?? price
  }

  func price(of wanted: Wanted, in currency: Currency?, now: () -> Double) -> SeenPrice {
    let prices = forSale(wanted, in: currency ?? Self.usual).map(\.price)
    return SeenPrice(at: now(), lowest: prices.min { $0.amount < $1.amount }, copiesForSale: prices.count)
  }

  func figures(of release: Release.ID, withPrices: Bool) -> MarketFigures? {
    let offers = forSale(.release(release), in: Self.usual)
    return MarketFigures(
      forSale: offers.count, lowest: offers.map(\.price).min { $0.amount < $1.amount },
      suggestions: withPrices
        ? MarketOffer.suggestions(from: offers).map { .init(condition: $0.grade, price: $0.price) } : nil,
      isBlocked: false)
  }

  /// Sorted, without the owner of the shelf.
  var sellers: [String] { Set(offers.map(\.seller)).subtracting([Self.owner]).sorted() }

  func seller(_ name: String) throws(ClientError) -> String {
    guard let seller = sellers.first(where: { $0.lowercased() == name.lowercased() }) else { throw .noSuchUser(name) }
    return seller
  }

  func listings(of seller: String, isForced: Bool, _ report: MarketReport) -> [Listing] {
    listings(of: seller)
  }

  func ownListings(isForced: Bool, _ report: MarketReport) -> [Listing] {
    listings(of: Self.owner)
  }

  /// A seller's offers, the latest first; only the owner of the shelf also gets those not for sale.
  func listings(of seller: String) -> [Listing] {
    offers.filter { $0.seller.lowercased() == seller.lowercased() && ($0.isForSale || seller == Self.owner) }
      .map(listing)
  }

  private func listing(_ offer: MarketOffer) -> Listing {
    let release = releases[offer.release]
    var item = Listing.Item(release: offer.release, title: release?.title ?? "")
    item.artist = release?.artists.displayName ?? ""
    item.format = release?.formats.shortName ?? ""
    item.label = release?.labels.first?.displayName ?? ""
    item.catalogueNumber = release?.labels.first?.displayCatalogueNumber ?? ""
    item.year = release?.year
    var listing = Listing(id: Listing.ID(offer.id), item: item)
    listing.status = offer.status
    listing.condition = offer.condition
    listing.sleeveCondition = offer.sleeveCondition
    listing.comments = offer.comments
    listing.posted = offer.listed
    listing.price = offer.price
    listing.allowsOffers = offer.acceptsOffers
    listing.location = offer.location
    return listing
  }
}
