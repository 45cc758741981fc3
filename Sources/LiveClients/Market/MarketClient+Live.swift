internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension MarketClient {
  static func live(_ service: MarketService) -> MarketClient {
    let (shelves, translate) = (service.shelves, service.shelves.translate)
    return MarketClient {
      $0.wants = translate.answering { try await service.wants() }
      $0.limit = shelves.answering { try await $0.priceLimit(of: $1) }
      $0.money = translate.answering { Money($0.amount, try await service.currency(of: $0, $1)) }
      $0.check = translate.answering { try await service.check($0, $1) }
      $0.sellers = shelves.answering { try await $0.sellers() }
      $0.addSeller = translate.answering { try await service.addSeller($0) }
      $0.removeSeller = shelves.answering { try await $0.removeSeller($1) }
      $0.offers = translate.answering { try await service.offers(of: $0, isForced: $1, $2) }
      $0.ownListings = translate.answering { try await service.ownListings(isForced: $0, $1) }
    }
  }
}

/// Where prices and inventories come from: Discogs, or the demo's invented sellers.
protocol Marketplace: Sendable {
  /// The account's currency; nil if unknown.
  var currency: Currency? { get async throws }
  /// The catalogue that tells the masters of listings, which name only releases; nil where there is none.
  var catalogue: CatalogueStore? { get async throws }
  /// - Parameters:
  ///   - currency: the price's; nil for the usual one.
  ///   - now: seconds since 1970.
  func price(of wanted: Wanted, in currency: Currency?, now: () -> Double) async throws -> SeenPrice
  func figures(of release: Release.ID, withPrices: Bool) async throws -> MarketFigures?
  /// The seller's own spelling of a name.
  ///
  /// - Throws: `noSuchUser` where there is no such seller.
  func seller(_ name: String) async throws -> String
  /// The listings that a seller has for sale, the latest first.
  ///
  /// - Parameter isForced: whether a cached inventory is fetched again.
  func listings(of seller: String, isForced: Bool, _ report: MarketReport) async throws -> [Listing]
  /// All listings of the account, also those not for sale.
  func ownListings(isForced: Bool, _ report: MarketReport) async throws -> [Listing]
}

/// Compares wants with offers, and watches prices and sellers.
struct MarketService: Sendable {
  /// How long a price stays current, in seconds.
  private static let day: Double = 86_400
  /// The number of releases looked up in the catalogue at once.
  private static let lookUp = 500

  let shelves: Shelves
  let records: RecordSources
  let settings: LiveSettings
  /// Seconds since 1970.
  let now: @Sendable () -> Double

  // MARK: Limits

  func wants() async throws -> [PricedWant] {
    var wants = try await shelves.ask { try await $0.wantPrices() }
    let source = records.on
    if source.arePricesFree, wants.contains(where: \.lacksPrice) {
      let market = try await source.market()
      for index in wants.indices where wants[index].lacksPrice {
        let want = wants[index]
        wants[index].seen = try await market.price(of: want.want.wanted, in: want.limit?.currency, now: now)
      }
    }
    func rank(_ want: PricedWant) -> Int { want.isAtPrice ? 0 : want.isForSale ? 1 : 2 }
    return (0...2).flatMap { number in wants.filter { rank($0) == number } }
  }

  /// The first currency known of: the one typed, the want's former limit's, the configured one, the last limit's, and
  /// the account's.
  ///
  /// - Throws: `refused` with the question for a currency where none is known.
  func currency(of limit: PriceLimit, _ wanted: Wanted) async throws -> Currency {
    if let named = limit.currency {
      guard Currency.known.contains(named) else {
        throw ClientError.refused(MarketWords.unknownCurrency("\(named)", known: Currency.knownCodes))
      }
      return named
    }
    let configured = settings.currency.map { Currency($0) }
    let known = try await shelves.ask { library -> Currency? in
      if let before = try await library.priceLimit(of: wanted) { return before.currency }
      if let configured { return configured }
      return try await library.limitCurrency()
    }
    if let known { return known }
    if records.inUse.can(.market) {
      do {
        if let own = try await records.on.market().currency { return own }
      } catch {
        // The profile cannot be read now; the user has to name the currency.
        if ClientError(error) == .cancelled { throw error }
      }
    }
    throw ClientError.refused(MarketWords.whichCurrency("\(limit.amount)"))
  }

  // MARK: Prices

  func check(_ check: MarketCheck, _ report: MarketReport) async throws -> MarketNews {
    let market = try await records.on.market()
    let library = try await shelves.current()
    let time = now()
    let wants = try await library.wantsToPrice(
      all: check.includesAll, seenBefore: check.isForced ? nil : time - Self.day, now: time)
    let asked = Set(wants.map(\.wanted))
    let others = try await library.othersToPrice(most: check.others, seenBefore: time - Self.day, now: time)
    let due = wants + others.filter { !asked.contains($0) }.map { (wanted: $0, currency: nil) }
    var news = MarketNews()
    for (wanted, currency) in due {
      report(MarketProgress(done: news.asked, total: due.count))
      if Task.isCancelled { throw ClientError.cancelled }
      do {
        let seen = try await market.price(of: wanted, in: currency, now: now)
        try await library.note(seen, of: wanted)
        news.asked += 1
      } catch {
        let hindrance = shelves.translate(error)
        if hindrance == .cancelled { throw hindrance }
        news.hindrance = hindrance
        break
      }
    }
    // Includes the finds of a last check that was killed before it could report them.
    news.news = try await library.takePriceNews(hasNewPrices: news.asked > 0)
    news.atPrice = try await library.wantPrices().filter(\.isAtPrice)
    return news
  }

  // MARK: Sellers

  func addSeller(_ name: String) async throws -> String {
    var known = name
    if records.inUse.can(.market) {
      do {
        known = try await records.on.market().seller(name)
      } catch {
        // Without the network the name is stored as typed; reading the inventory will show whether it exists.
        guard ClientError(error).isOfTheNetwork else { throw error }
      }
    }
    let added = known.isEmpty ? name : known
    try await shelves.ask { _ = try await $0.addSeller(added) }
    return added
  }

  func offers(of seller: String, isForced: Bool, _ report: MarketReport) async throws -> [WantOffer] {
    let market = try await records.on.market()
    let library = try await shelves.current()
    let wants = try await library.allWants()
    guard !wants.isEmpty else { return [] }
    let listings = try await market.listings(of: seller, isForced: isForced, report)
    let limits = try await library.wantPrices()
    let limitOf = Dictionary(limits.map { ($0.want.wanted, $0.limit) }) { first, _ in first }
    let ofReleases = wants.compactMap { want in want.wanted.release.map { ($0, want) } }
    let byRelease = Dictionary(ofReleases) { first, _ in first }
    // A want of any pressing takes precedence over one of another pressing.
    let ofMasters = wants.filter(\.isAnyPressing) + wants
    let byMaster = Dictionary(ofMasters.compactMap { want in want.master.map { ($0, want) } }) { first, _ in first }
    let others = byMaster.isEmpty ? [] : listings.map(\.item.release).filter { byRelease[$0] == nil }
    let masters = try await masters(of: others, library, market)
    let offers = listings.compactMap { listing -> WantOffer? in
      let release = listing.item.release
      let want = byRelease[release] ?? masters[release].flatMap { byMaster[$0] }
      return want.map { WantOffer(listing: listing, want: $0, limit: limitOf[$0.wanted] ?? nil) }
    }
    try await library.note(
      FollowedSeller(name: seller, lookedAt: now(), listings: listings.count, wanted: offers.count))
    let places = Dictionary(wants.enumerated().map { ($1.wanted, $0) }) { first, _ in first }
    func key(_ offer: WantOffer) -> (Int, Int, Int, DecimalNumber) {
      let price = offer.listing.price?.amount ?? 0
      return (offer.isAtPrice ? 0 : 1, places[offer.want.wanted] ?? 0, offer.isOtherPressing ? 1 : 0, price)
    }
    return offers.sorted { key($0) < key($1) }
  }

  /// The masters that the shelf and the market's catalogue know; an inventory does not contain them.
  private func masters(
    of releases: [Release.ID], _ library: Library, _ market: any Marketplace
  ) async throws -> [Release.ID: Master.ID] {
    guard !releases.isEmpty else { return [:] }
    var known = try await library.masters(of: releases)
    guard let catalogue = try await market.catalogue else { return known }
    var rest = releases.filter { known[$0] == nil }[...]
    while !rest.isEmpty {
      let asked = rest.prefix(Self.lookUp).map { EntityReference.release($0) }
      rest = rest.dropFirst(Self.lookUp)
      for (id, release) in try await catalogue.records(of: asked).releases { known[id] = release.master }
    }
    return known
  }

  func ownListings(isForced: Bool, _ report: MarketReport) async throws -> [OwnListing] {
    let listings = try await records.on.market().ownListings(isForced: isForced, report)
    let library = try await shelves.current()
    var own: [OwnListing] = []
    for listing in listings {
      own.append(OwnListing(listing: listing, copies: try await library.copies(of: listing.item.release)))
    }
    return own
  }
}

extension PricedWant {
  /// Whether its price is unknown, or in another currency than its limit.
  fileprivate var lacksPrice: Bool {
    guard let seen else { return true }
    return limit.map { limit in seen.lowest.map { $0.currency != limit.currency } ?? false } ?? false
  }
}
