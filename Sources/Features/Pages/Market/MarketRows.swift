public import Clients
public import DiscogsModel
public import RunoutModel

extension Listing {
  /// Its page, made from the id where the answer has no address.
  nonisolated public var address: String { webURL.isEmpty ? "https://www.discogs.com/sell/item/\(id)" : webURL }

  /// The price asked, in the seller's own currency.
  nonisolated public var asked: Money? { originalPrice ?? price }

  nonisolated public var name: String { item.subject.name }

  /// `VG+/VG`: the short names of media and sleeve condition; empty where neither is known.
  nonisolated public var grades: String { Condition.shortNames(condition, sleeveCondition) }
}

extension Listing.Item {
  nonisolated var facts: ShelfFacts {
    ShelfFacts(
      release: release, artist: artist, title: title, label: label,
      catalogueNumber: LabelCredit.numbers(catalogueNumber), format: format, year: year)
  }

  nonisolated public var subject: Subject {
    Subject(reference: .release(release), artist: artist, title: title, catalogueNumber: catalogueNumber)
  }
}

/// A row on the market, with the values that it is sorted by.
nonisolated protocol MarketRow: PaneRow {
  var facts: ShelfFacts { get }
  var price: Money? { get }
  /// When it was listed; empty for wants.
  var since: String { get }
  /// The user's rating, 1 to 5; nil for none, and for listings.
  var stars: Int? { get }
}

extension MarketRow {
  nonisolated var since: String { "" }
  nonisolated var stars: Int? { nil }
  nonisolated public var destination: LinkTarget? { .entity(facts.wanted.reference) }
  nonisolated public var recordFacts: RowFacts? { RowFacts(facts) }

  /// Sorts rows. Prices in different currencies are not compared: those of one currency stand together.
  nonisolated static func sorted(_ rows: [Self], _ sort: SortOrder) -> [Self] {
    func sorted(by key: @escaping (ShelfFacts) -> String) -> [Self] {
      rows.sorted(
        by: { row in
          let key = key(row.facts)
          return key.isEmpty ? nil : key
        }, isReversed: sort.isReversed)
    }
    return switch sort.field {
    case .relevance: rows
    case .artist: sorted { ShelfOrder.key(artist: $0.artist) + "\u{1}" + NaturalOrder.key($0.title) }
    case .title: sorted { NaturalOrder.key($0.title) }
    case .year: rows.sorted(by: { $0.facts.year }, isReversed: sort.isReversed)
    case .format: sorted { NaturalOrder.key($0.format) }
    case .label: sorted { NaturalOrder.key($0.label) }
    case .catalogueNumber: sorted { NaturalOrder.key($0.catalogueNumber) }
    case .price: rows.sorted(by: { $0.price.map(PriceKey.init) }, isReversed: sort.isReversed)
    // The latest and the best first, as everywhere.
    case .added: rows.sorted(by: { $0.since.isEmpty ? nil : $0.since }, isReversed: !sort.isReversed)
    case .rating: rows.sorted(by: { $0.stars }, isReversed: !sort.isReversed)
    }
  }
}

nonisolated private struct PriceKey: Comparable {
  var price: Money

  static func < (left: PriceKey, right: PriceKey) -> Bool {
    left.price.currency == right.price.currency
      ? left.price.amount < right.price.amount : left.price.currency.code < right.price.currency.code
  }
}

extension PricedWant: MarketRow {
  nonisolated var facts: ShelfFacts { want.facts }
  nonisolated var price: Money? { seen?.lowest }
  nonisolated var stars: Int? { want.rating }
  nonisolated public var record: Subject? { want.subject }
  nonisolated public var shelfItem: ShelfItem? { .want(want) }
}

/// A row about one listing: the account's own, or a seller's.
nonisolated protocol ListingRow: MarketRow {
  var listing: Listing { get }
}

extension ListingRow {
  nonisolated var facts: ShelfFacts { listing.item.facts }
  nonisolated var price: Money? { listing.price }
  nonisolated var since: String { listing.posted }
  nonisolated public var record: Subject? { listing.item.subject }
  nonisolated public var shelfItem: ShelfItem? { .release(facts) }
  nonisolated public var webAddress: String? { listing.address }
}

extension OwnListing: ListingRow {
  nonisolated var searchText: String {
    "\(listing.item.artist) \(listing.item.title) \(listing.status) \(listing.condition) \(listing.location)"
  }
}

extension WantOffer: ListingRow {
  nonisolated public var record: Subject? {
    var subject = listing.item.subject
    subject.master = want.master
    return subject
  }

  nonisolated var searchText: String {
    "\(listing.item.artist) \(listing.item.title) \(want.artist) \(want.title) \(listing.condition) \(listing.comments)"
  }
}

extension FollowedSeller: PaneRow {
  nonisolated public var destination: LinkTarget? { .route(.seller(name)) }
  nonisolated public var webAddress: String? { MarketModel.inventory(of: name) }

  nonisolated public func text(toCopy command: Command) -> String? {
    switch command {
    case .copyName: name
    case .copyURL: webAddress
    default: nil
    }
  }
}
