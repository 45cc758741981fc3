internal import Catalogue
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import UserLibrary

/// Fills the demo's library beyond the shelf: limits and prices of wants, sellers, lists, what is followed, and the
/// collection's value.
///
/// Discogs' exports contain none of these, so the demo has files of its own. Missing files and malformed lines are left
/// out.
struct DemoExtras {
  /// The folder of the demo's files.
  let resources: String
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  let log: Logger

  func fill(_ library: Library, offers: [MarketOffer], _ catalogue: CatalogueStore) async throws(LibraryError) {
    let market: DemoMarket
    do {
      market = try await DemoMarket(offers, in: catalogue)
    } catch {
      log.warning("Cannot read what the demo's market sells", metadata: ["cause": "\(error)"])
      return
    }
    try await addMarket(market, to: library)
    try await addLists(to: library, catalogue)
    for row in rows(of: "followed.csv", columns: 2) {
      guard let subject = Followed.Subject(pasted: row[0]) else {
        log.warning("Cannot read what the demo follows", metadata: ["subject": "\(row[0])"])
        continue
      }
      _ = try await library.follow(Followed(subject, name: row[1]))
    }
    for row in rows(of: "worth.csv", columns: 4) {
      try await library.note(CollectionValue(minimum: row[1], median: row[2], maximum: row[3]), on: row[0])
    }
  }

  private func addMarket(_ market: DemoMarket, to library: Library) async throws(LibraryError) {
    var limits: [Release.ID: Money] = [:]
    for row in rows(of: "limits.csv", columns: 3) {
      guard let number = Int(row[0]), let amount = DecimalNumber(row[1]) else { continue }
      limits[Release.ID(number)] = Money(amount, Currency(row[2]))
    }
    try await library.setLimits(limits, at: now())
    let wants = try await library.allWants()
    for want in wants {
      let limit = want.wanted.release.flatMap { limits[$0] }
      let seen = market.price(of: want.wanted, in: limit?.currency, now: now)
      if seen.copiesForSale > 0 { try await library.note(seen, of: want.wanted) }
    }
    // The prices that the demo begins with are no news.
    _ = try await library.takePriceNews()
    let wanted = Set(wants.compactMap(\.wanted.release))
    for seller in market.sellers {
      let listings = market.listings(of: seller)
      try await library.addSeller(seller)
      try await library.note(
        FollowedSeller(
          name: seller, lookedAt: now(), listings: listings.count,
          wanted: listings.count { wanted.contains($0.item.release) }))
    }
  }

  /// The release after which the demo's latest month begins.
  static let newsStart = 930_000_318

  /// The first number of the demo's lists, which Discogs does not use.
  private static let firstList = 940_000_001
  private static let owner = "demo"

  private func addLists(to library: Library, _ catalogue: CatalogueStore) async throws(LibraryError) {
    var lists: [UserList] = []
    var entries: [[UserList.Entry]] = []
    let rows = rows(of: "lists.csv", columns: 5)
    let titles = await titles(of: rows.compactMap { Int($0[3]) }.map { Release.ID($0) }, catalogue)
    for row in rows {
      if lists.last?.name != row[0] {
        var list = UserList(id: UserList.ID(Self.firstList + lists.count), name: row[0])
        (list.description, list.added, list.isPublic) = (row[1], row[2], true)
        lists.append(list)
        entries.append([])
      }
      guard let number = Int(row[3]), let title = titles[Release.ID(number)] else { continue }
      entries[lists.count - 1].append(
        UserList.Entry(reference: .release(Release.ID(number)), title: title, comment: row[4]))
    }
    _ = try await library.mirror(lists: lists, of: Self.owner)
    for (list, entries) in zip(lists, entries) {
      try await library.mirror(entries: entries, of: list.id, changed: list.added)
    }
  }

  private func titles(of releases: [Release.ID], _ catalogue: CatalogueStore) async -> [Release.ID: String] {
    do {
      return try await catalogue.records(of: releases.map { .release($0) }).releases.mapValues {
        "\($0.artists.displayName) - \($0.title)"
      }
    } catch {
      log.warning("Cannot read what is on the demo's lists", metadata: ["cause": "\(error)"])
      return [:]
    }
  }

  /// The lines below a file's header with this number of columns; none where the file is missing.
  private func rows(of name: String, columns: Int) -> [[String]] {
    let path = resources.appending(path: name)
    guard FileSystem.isFile(path) else { return [] }
    do {
      var reader = CSVReader(try FileSystem.read(path))
      _ = reader.next()
      var rows: [[String]] = []
      while let record = reader.next() {
        if record.problem == nil, record.fields.count == columns { rows.append(record.fields) }
      }
      return rows
    } catch {
      log.warning("Cannot read a file of the demo", metadata: ["cause": "\(error)"])
      return []
    }
  }
}

extension Followed.Subject {
  /// A page in short form, or a search.
  fileprivate init?(pasted text: String) {
    if let reference = EntityReference(pasted: text) {
      self = .record(reference)
    } else if let query = try? SearchQuery(parsing: text) {
      self = .search(query)
    } else {
      return nil
    }
  }
}
