internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import Wording

extension SellingClient {
  static func live(_ service: SellingService) -> SellingClient {
    SellingClient {
      $0.currency = answering { try await service.currency() }
      $0.fee = answering { try await service.send(.fee(for: $0.amount, currency: $0.currency)) }
      $0.offer = answering { try await service.offer($0) }
      $0.listings = answering { try await service.listings(in: $0) }
      $0.listing = answering { try await service.send(.listing($0)) }
      $0.change = answering { try await service.change($0, to: $1) }
      $0.remove = answering { try await service.send(Endpoint<Void>.delete(listing: $0), isChange: true) }
      $0.orders = answering { try await service.orders(in: $0) }
      $0.order = answering { try await service.send(.order($0)) }
      $0.messages = answering { id in try await service.all { .messages(of: id, page: $0) } }
      $0.write = answering {
        _ = try await service.send(.write($1, status: $2, about: $0), isChange: true)
      }
    }
  }
}

/// The account's own side of the marketplace.
struct SellingService: Sendable {
  /// The most pages of an inventory or of orders.
  private static let mostPages = 100
  /// The pages of the latest listings, among which one is sought whose answer was lost.
  private static let latestPages = 2

  let records: RecordSources
  let discogs: DiscogsSource
  let isReadOnly: Bool

  /// - Throws: `refused` where the source has no account, and for changes in a read-only run.
  private func check(isChange: Bool) throws(ClientError) {
    guard records.inUse.can(.sync) else { throw .refused(SourceWords.sellingNeedsLive) }
    if isChange, isReadOnly { throw .refused(SourceWords.readOnly) }
  }

  /// Asks the network, never the cache.
  func send<Value: Sendable>(_ endpoint: Endpoint<Value>, isChange: Bool = false) async throws(ClientError) -> Value {
    try check(isChange: isChange)
    do { return try await discogs.requestInBackground(endpoint, lane: .user) } catch {
      throw discogs.translate(error, about: nil)
    }
  }

  func currency() async throws(ClientError) -> Currency? {
    try check(isChange: false)
    let user = try await discogs.userName()
    return try await send(.profile(of: user)).currency
  }

  func all<Row: Sendable>(
    mostPages: Int = mostPages, _ endpoint: (PageRequest) -> Endpoint<Paged<Row>>
  ) async throws(ClientError) -> [Row] {
    var rows: [Row] = []
    var number = 1
    while true {
      let page = try await send(endpoint(PageRequest(number)))
      rows += page.rows
      guard page.goesOn(after: PageRequest(number)), number < mostPages else { return rows }
      number += 1
    }
  }

  func listings(in status: String, mostPages: Int = mostPages) async throws(ClientError) -> [Listing] {
    try check(isChange: false)
    let user = try await discogs.userName()
    let sorting = Sorting(by: InventorySortField.listed, isDescending: true)
    var met: Set<Listing.ID> = []
    // Rows move between pages while they are read.
    return try await all(mostPages: mostPages) { .inventory(of: user, status: status, sorting: sorting, page: $0) }
      .filter { met.insert($0.id).inserted }
  }

  func orders(in status: String) async throws(ClientError) -> [Order] {
    let sorting = Sorting(by: OrderSortField.created, isDescending: true)
    return try await all { .orders(OrderFilter(status: status), sorting: sorting, page: $0) }
  }

  func offer(_ draft: ListingDraft) async throws(ClientError) -> Listing.ID {
    try check(isChange: true)
    if let there = try await listing(like: draft) {
      let number = there.id.number
      throw .refused(there.isSold ? SellingWords.alreadySold(number) : SellingWords.alreadyListed(number))
    }
    do { return try await make(draft) } catch {
      guard error.mayHaveBeenCarriedOut else { throw discogs.translate(error, about: nil) }
      let made: Listing?
      do { made = try await listing(like: draft) } catch { throw .refused(SellingWords.mayBeListed) }
      if let made { return made.id }
      // One that is only slow may still be carried out: the next try looks for it first.
      throw discogs.translate(error, about: nil)
    }
  }

  private func make(_ draft: ListingDraft) async throws(DiscogsError) -> Listing.ID {
    let endpoint = Endpoint<Listing.ID?>.makeListing(draft)
    guard let id = try await discogs.requestInBackground(endpoint, lane: .user) else {
      throw .decoding(endpoint: endpoint.name, DecodingFailure(field: "listing_id", reason: "absent"))
    }
    return id
  }

  /// The listing of the same copy among the latest; nil if none is open or sold.
  private func listing(like draft: ListingDraft) async throws(ClientError) -> Listing? {
    guard let mark = draft.externalID, !mark.isEmpty else { return nil }
    return try await listings(in: "", mostPages: Self.latestPages).first {
      $0.externalID == mark && ($0.isOpen || $0.isSold)
    }
  }

  func change(_ id: Listing.ID, to change: ListingChange) async throws(ClientError) {
    try check(isChange: true)
    let now = try await send(.listing(id))
    // It may have been sold meanwhile.
    guard now.allows(change) else { throw .refused(SellingWords.fixed(id.number, now.status)) }
    guard let price = change.price ?? (now.originalPrice ?? now.price)?.amount else {
      throw .refused(SourceWords.listingWithoutPrice)
    }
    var draft = ListingDraft(
      release: now.item.release, condition: now.condition, price: price,
      status: change.status ?? (now.status == "Draft" ? "Draft" : "For Sale"))
    if !now.sleeveCondition.isEmpty { draft.sleeveCondition = now.sleeveCondition }
    draft.comments = now.comments
    draft.allowsOffers = now.allowsOffers
    draft.externalID = now.externalID
    draft.location = now.location
    draft.weight = now.weight.map { .exactly($0) }
    draft.carriers = now.carriers.map { .exactly(DecimalNumber(significand: $0)) }
    try await send(Endpoint<Void>.change(listing: id, to: draft), isChange: true)
  }
}
