internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import Synchronization
internal import UserLibrary

/// Discogs' market, with a request for each price and each page of an inventory.
final class DiscogsMarket: Marketplace {
  /// The most pages that Discogs shows of another user's inventory.
  private static let mostPages = 100

  private let discogs: DiscogsSource
  private let settings: LiveSettings
  /// The account that Discogs refused price suggestions, which only sellers get: one refusal stands for all records.
  private let pricesRefused = Mutex<AccountState?>(nil)

  init(_ discogs: DiscogsSource, _ settings: LiveSettings) { (self.discogs, self.settings) = (discogs, settings) }

  var currency: Currency? {
    get async throws {
      let own = try await discogs.ask(.profile(of: try await discogs.userName())).currency
      return own.flatMap { Currency.known.contains($0) ? $0 : nil }
    }
  }

  var catalogue: CatalogueStore? {
    get async throws { discogs.sources.catalogueIdentity == nil ? nil : try await discogs.sources.open(.catalogue) }
  }

  func price(of wanted: Wanted, in currency: Currency?, now: () -> Double) async throws -> SeenPrice {
    do {
      switch wanted {
      case .release(let id):
        let stats = try await discogs.requestInBackground(.marketplaceStats(of: id, currency: currency))
        return SeenPrice(at: now(), lowest: stats.lowestPrice, copiesForSale: stats.copiesForSale)
      case .master(let id):
        // A master's price comes without its currency, so the request has to name one.
        let currency = if let currency { currency } else { try await usualCurrency() }
        let live = try await discogs.requestInBackground(.master(id, currency: currency)).live
        return SeenPrice(
          at: now(), lowest: live?.lowestPrice.map { Money($0, currency) }, copiesForSale: live?.copiesForSale ?? 0)
      }
    } catch DiscogsError.notFound {
      // A record that Discogs has deleted is not for sale.
      return SeenPrice(at: now(), lowest: nil, copiesForSale: 0)
    }
  }

  /// The configured currency, else the last limit's, else US dollars.
  private func usualCurrency() async throws -> Currency {
    if let configured = settings.currency { return Currency(configured) }
    return try await discogs.shelves.ask { try await $0.limitCurrency() } ?? Currency("USD")
  }

  func figures(of id: Release.ID, withPrices: Bool) async throws -> MarketFigures? {
    let stats = try await discogs.ask(.marketplaceStats(of: id), for: .market(id), about: .release(id))
    return MarketFigures(
      forSale: stats.copiesForSale, lowest: stats.lowestPrice,
      suggestions: withPrices ? try await suggestions(for: id) : nil, isBlocked: stats.isBlockedFromSale ?? false)
  }

  /// Empty where there are none, where the user may not see them, and where they cannot be loaded now.
  private func suggestions(for id: Release.ID) async throws(ClientError) -> [MarketFigures.Suggestion] {
    let account = discogs.accounts.board.value
    guard pricesRefused.withLock({ $0 != account }) else { return [] }
    do {
      return try await discogs.ask(.priceSuggestions(for: id)).suggestions.map {
        MarketFigures.Suggestion(condition: $0.condition, price: $0.price)
      }
    } catch {
      switch error {
      case .cancelled: throw error
      case .forbidden: pricesRefused.withLock { $0 = account }
      // The release has none, or no user is signed in.
      case .signInRequired(.signedOut), .notFound, .refused: break
      default: discogs.setAside(.market(id), because: error)
      }
      return []
    }
  }

  func seller(_ name: String) async throws -> String {
    try await discogs.ask(.profile(of: name), absence: .noSuchUser(name)).userName
  }

  func listings(of seller: String, isForced: Bool, _ report: MarketReport) async throws -> [Listing] {
    try await inventory(of: seller, status: "For Sale", mostPages: Self.mostPages, isForced, report)
  }

  func ownListings(isForced: Bool, _ report: MarketReport) async throws -> [Listing] {
    try await inventory(of: try await discogs.userName(), status: "", mostPages: .max, isForced, report)
  }

  /// All listings of an inventory; only its first page uses the user's lane.
  private func inventory(
    of user: String, status: String, mostPages: Int, _ isForced: Bool, _ report: MarketReport
  ) async throws -> [Listing] {
    var listings: [Listing] = []
    var met: Set<Listing.ID> = []
    var last: [Listing.ID]?
    var number = 1
    let absence = ClientError.noSuchUser(user)
    while true {
      if Task.isCancelled { throw ClientError.cancelled }
      let endpoint = Endpoint<Paged<Listing>>.inventory(
        of: user, status: status, sorting: Sorting(by: .listed, isDescending: true), page: PageRequest(number))
      let page: Paged<Listing>
      do {
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
        throw ClientError.unreadable(endpoint: endpoint.name, field: DecodingFailure.endless.field)
      }
      last = page.rows.map(\.id)
      number += 1
    }
  }
}
