internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension MarketClient {
  static func live(_ service: MarketService) -> MarketClient {
    MarketClient {
      $0.wants = answering { try await service.wants() }
      $0.limit = answering { wanted in try await service.limit(of: wanted) }
      $0.money = answering { limit, wanted in try await service.money(limit, for: wanted) }
      $0.check = service.check
      $0.sellers = answering { try await service.sellers() }
      $0.addSeller = service.addSeller
      $0.removeSeller = service.removeSeller
      $0.offers = answering { seller, isForced, report in
        try await service.offers(of: seller, isForced: isForced, report)
      }
      $0.ownListings = answering { isForced, report in try await service.ownListings(isForced: isForced, report) }
    }
  }
}

/// Compares wants with offers, and watches prices and sellers.
final class MarketService: Sendable {
  /// How long a price stays current, in seconds.
  static let day: Double = 86_400
  /// The most pages that Discogs shows of another user's inventory.
  static let mostPages = 100
  /// The number of releases looked up in the catalogue at once.
  private static let lookUp = 500

  private let shelves: Shelves
  private let sources: SourceSwitch
  private let discogs: DiscogsSource
  private let demo: Shared<DemoMarket, ClientError>
  /// The configured currency; nil for none.
  private let currency: @Sendable () -> Currency?
  private let now: @Sendable () -> Double
  private let translate: ErrorTranslator

  init(
    _ shelves: Shelves, _ sources: SourceSwitch, _ discogs: DiscogsSource, demo: Shared<DemoMarket, ClientError>,
    currency: @escaping @Sendable () -> Currency?,
    now: @escaping @Sendable () -> Double,
    _ translate: ErrorTranslator
  ) {
    self.shelves = shelves
    self.sources = sources
    self.discogs = discogs
    self.demo = demo
    self.currency = currency
    self.now = now
    self.translate = translate
  }

  /// The source of prices and inventories.
  private enum Place {
    case discogs
    case demo(DemoMarket)
  }

  /// - Throws: `refused` where the source has no market.
  private func place() async throws(ClientError) -> Place {
    switch sources.current.source {
    case .live: return .discogs
    case .demo: return .demo(try await demo.get())
    case .catalogue, .shelf: throw .refused(SourceWords.pricesNeedLive)
    }
  }

  // MARK: Limits

  func wants() async throws(ClientError) -> [PricedWant] {
    var wants = try await shelves.ask { library in try await library.wantPrices() }
    // The demo's prices cost no request, so a limit shows one at once, in its own currency.
    if sources.current.source == .demo, wants.contains(where: \.lacksPrice) {
      let (market, time) = (try await demo.get(), now())
      for index in wants.indices where wants[index].lacksPrice {
        wants[index].seen = market.seen(wants[index].want.wanted, in: wants[index].limit?.currency, at: time)
      }
    }
    func rank(_ want: PricedWant) -> Int { want.isAtPrice ? 0 : want.isForSale ? 1 : 2 }
    return (0...2).flatMap { number in wants.filter { rank($0) == number } }
  }

  func limit(of wanted: Wanted) async throws(ClientError) -> Money? {
    try await shelves.ask { library in try await library.priceLimit(of: wanted) }
  }

  func money(_ limit: PriceLimit, for wanted: Wanted) async throws(ClientError) -> Money {
    Money(limit.amount, try await currency(of: limit, wanted))
  }

  /// The first currency known of: the one typed, the want's former limit's, the configured one, the last limit's, and
  /// the account's.
  ///
  /// - Throws: `refused` with the question for a currency where none is known.
  private func currency(of limit: PriceLimit, _ wanted: Wanted) async throws(ClientError) -> Currency {
    if let named = limit.currency {
      guard Currency.known.contains(named) else {
        throw .refused(MarketWords.unknownCurrency("\(named)", known: Currency.knownCodes))
      }
      return named
    }
    let configured = currency()
    let known = try await shelves.ask { library throws(LibraryError) -> Currency? in
      if let before = try await library.priceLimit(of: wanted) { return before.currency }
      if let configured { return configured }
      return try await library.limitCurrency()
    }
    if let known { return known }
    if sources.current.source == .demo { return DemoMarket.currency }
    let question = ClientError.refused(
      MarketWords.whichCurrency("\(limit.amount)"))
    guard shelves.isOnline else { throw question }
    do throws(ClientError) {
      let profile = try await discogs.ask(.profile(of: try await discogs.userName()))
      if let own = profile.currency, Currency.known.contains(own) { return own }
    } catch {
      // The profile cannot be read now; the user has to name the currency.
      if error == .cancelled { throw error }
    }
    throw question
  }

  // MARK: Prices

  func check(
    _ check: MarketCheck, _ report: @Sendable (MarketProgress) -> Void
  ) async throws(ClientError) -> MarketNews {
    let place = try await place()
    let library = try await shelves.current()
    let time = now()
    let due = try await kept {
      try await library.wantsToPrice(
        all: check.includesAll, seenBefore: check.isForced ? nil : time - Self.day, now: time)
    }
    var news = MarketNews()
    for (wanted, currency) in due {
      report(MarketProgress(done: news.asked, total: due.count))
      if Task.isCancelled { throw .cancelled }
      do throws(ClientError) {
        let seen = try await price(of: wanted, in: currency, at: place)
        try await kept { try await library.note(seen, of: wanted) }
        news.asked += 1
      } catch {
        if error == .cancelled { throw error }
        news.hindrance = error
        break
      }
    }
    // Includes the finds of a last check that was killed before it could report them.
    let hasNewPrices = news.asked > 0
    news.news = try await kept { try await library.takePriceNews(hasNewPrices: hasNewPrices) }
    news.atPrice = try await kept { try await library.wantPrices() }.filter(\.isAtPrice)

    return news
  }

  private func price(of wanted: Wanted, in currency: Currency?, at place: Place) async throws(ClientError) -> SeenPrice
  {
    if case .demo(let market) = place { return market.seen(wanted, in: currency, at: now()) }
    var named = currency
    // A master's price comes without its currency, so the request has to name one.
    if named == nil, wanted.isAnyPressing { named = try await usualCurrency() }
    do throws(DiscogsError) {
      switch wanted {
      case .release(let id):
        let stats = try await discogs.requestInBackground(.marketplaceStats(of: id, currency: currency))
        return SeenPrice(at: now(), lowest: stats.lowestPrice, copiesForSale: stats.copiesForSale)
      case .master(let id):
        let live = try await discogs.requestInBackground(.master(id, currency: named)).live
        let lowest = live?.lowestPrice.flatMap { amount in named.map { Money(amount, $0) } }
        return SeenPrice(at: now(), lowest: lowest, copiesForSale: live?.copiesForSale ?? 0)
      }
    } catch {
      // A record that Discogs has deleted is not for sale.
      if case .notFound = error { return SeenPrice(at: now(), lowest: nil, copiesForSale: 0) }
      throw translate(error, about: wanted.reference)
    }
  }

  /// The configured currency, else the last limit's, else US dollars.
  private func usualCurrency() async throws(ClientError) -> Currency {
    if let configured = currency() { return configured }
    let known = try await shelves.ask { library in try await library.limitCurrency() }
    return known ?? Currency("USD")
  }

  private func kept<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws(ClientError) -> Value {
    do { return try await body() } catch { throw translate(error) }
  }

  // MARK: Sellers

  func sellers() async throws(ClientError) -> [FollowedSeller] {
    try await shelves.ask { library in try await library.sellers() }
  }

  func addSeller(_ name: String) async throws(ClientError) -> String {
    var known = name
    if shelves.isOnline {
      do throws(ClientError) {
        known = try await discogs.ask(.profile(of: name), absence: .noSuchUser(name)).userName
      } catch {
        // Without the network the name is stored as typed; reading the inventory will show whether it exists.
        guard error.isOfTheNetwork else { throw error }
      }
    } else if sources.current.source == .demo {
      guard let seller = try await demo.get().seller(name) else { throw .noSuchUser(name) }
      known = seller
    }
    let added = known.isEmpty ? name : known
    _ = try await shelves.ask { library in try await library.addSeller(added) }
    return added
  }

  func removeSeller(_ name: String) async throws(ClientError) -> Bool {
    try await shelves.ask { library in try await library.removeSeller(name) }
  }

  func offers(
    of seller: String, isForced: Bool, _ report: @Sendable (MarketProgress) -> Void
  ) async throws(ClientError) -> [WantOffer] {
    let place = try await place()
    let library = try await shelves.current()
    let wants = try await kept { try await library.allWants() }
    guard !wants.isEmpty else { return [] }
    let listings =
      switch place {
      case .discogs: try await inventory(of: seller, status: "For Sale", mostPages: Self.mostPages, isForced, report)
      case .demo(let market): market.listings(of: seller)
      }
    let limits = try await kept { try await library.wantPrices() }
    let limitOf = Dictionary(limits.map { ($0.want.wanted, $0.limit) }) { first, _ in first }
    let ofReleases = wants.compactMap { want in want.wanted.release.map { ($0, want) } }
    let byRelease = Dictionary(ofReleases) { first, _ in first }
    // A want of any pressing takes precedence over one of another pressing.
    let ofMasters = wants.filter(\.isAnyPressing) + wants
    let byMaster = Dictionary(ofMasters.compactMap { want in want.master.map { ($0, want) } }) { first, _ in first }
    let others = byMaster.isEmpty ? [] : listings.map(\.item.release).filter { byRelease[$0] == nil }
    let masters = try await masters(of: others, library)
    let offers = listings.compactMap { listing -> WantOffer? in
      let release = listing.item.release
      let want = byRelease[release] ?? masters[release].flatMap { byMaster[$0] }
      return want.map { WantOffer(listing: listing, want: $0, limit: limitOf[$0.wanted] ?? nil) }
    }
    let look = FollowedSeller(name: seller, lookedAt: now(), listings: listings.count, wanted: offers.count)
    try await kept { try await library.note(look) }
    let places = Dictionary(wants.enumerated().map { ($1.wanted, $0) }) { first, _ in first }
    return offers.sorted { left, right in
      func key(_ offer: WantOffer) -> (Int, Int, Int) {
        (offer.isAtPrice ? 0 : 1, places[offer.want.wanted] ?? 0, offer.isOtherPressing ? 1 : 0)
      }
      if key(left) != key(right) { return key(left) < key(right) }
      return (left.listing.price?.amount ?? 0) < (right.listing.price?.amount ?? 0)
    }
  }

  /// The masters that the shelf and a local catalogue know; an inventory does not contain them.
  private func masters(of releases: [Release.ID], _ library: Library) async throws(ClientError) -> [Release.ID: Master
    .ID]
  {
    guard !releases.isEmpty else { return [:] }
    var known = try await kept { try await library.masters(of: releases) }
    let isDemo = sources.current.source == .demo
    guard isDemo || sources.catalogueIdentity != nil else { return known }
    let catalogue = try await sources.open(isDemo ? .demo : .catalogue)
    var rest = releases.filter { known[$0] == nil }[...]
    while !rest.isEmpty {
      let asked = rest.prefix(Self.lookUp).map { EntityReference.release($0) }
      rest = rest.dropFirst(Self.lookUp)
      do {
        for (id, release) in try await catalogue.records(of: asked).releases { known[id] = release.master }
      } catch {
        throw translate(error)
      }
    }
    return known
  }

  // MARK: Inventories

  func ownListings(
    isForced: Bool, _ report: @Sendable (MarketProgress) -> Void
  ) async throws(ClientError) -> [OwnListing] {
    let listings: [Listing]
    switch try await place() {
    case .discogs:
      let user = try await discogs.userName()
      listings = try await inventory(of: user, status: "", mostPages: .max, isForced, report)
    case .demo(let market): listings = market.listings(of: DemoMarket.owner)
    }
    let library = try await shelves.current()
    var own: [OwnListing] = []
    for listing in listings {
      let copies = try await kept { try await library.copies(of: listing.item.release) }
      own.append(OwnListing(listing: listing, copies: copies))
    }
    return own
  }

  /// All listings of an inventory; only its first page uses the user's lane.
  private func inventory(
    of user: String, status: String, mostPages: Int, _ isForced: Bool, _ report: @Sendable (MarketProgress) -> Void
  ) async throws(ClientError) -> [Listing] {
    var listings: [Listing] = []
    var met: Set<Listing.ID> = []
    var last: [Listing.ID]?
    var number = 1
    let absence = ClientError.noSuchUser(user)
    while true {
      if Task.isCancelled { throw .cancelled }
      let endpoint = Endpoint<Paged<Listing>>.inventory(
        of: user, status: status, sorting: Sorting(by: .listed, isDescending: true), page: PageRequest(number))
      let page: Paged<Listing>
      do throws(ClientError) {
        page = try await discogs.requestOfMany(
          endpoint, isForced: isForced, lane: number == 1 && !Urgency.isBackground ? .user : .background,
          absence: absence)
      } catch {
        // Sales meanwhile have removed the last page.
        if error == absence, number > 1 { return listings }
        throw error
      }
      // Rows move between pages while they are read.
      listings += page.rows.filter { met.insert($0.id).inserted }
      let pages = min(page.pages, mostPages)
      report(MarketProgress(done: number, total: pages))
      guard page.goesOn(after: PageRequest(number)), number < pages else { return listings }
      guard !page.repeats(last, by: \.id) else {
        throw .unreadable(endpoint: endpoint.name, field: DecodingFailure.endless.field)
      }
      last = page.rows.map(\.id)
      number += 1
    }
  }
}

extension PricedWant {
  /// Whether its price is unknown, or in another currency than its limit.
  fileprivate var lacksPrice: Bool {
    guard let seen else { return true }
    return limit.map { limit in seen.lowest.map { $0.currency != limit.currency } ?? false } ?? false
  }
}
