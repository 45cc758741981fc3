public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

/// Price limits for wants, prices seen, and followed sellers.
///
/// Limits and prices are stored by release, or by master for any pressing: they outlast a want that is removed and
/// added again. `ShelfEdit.limitWant` sets a limit.
extension Library {
  // MARK: Limits

  /// The wants with a limit or a price, in the order of the want list.
  public func wantPrices() async throws(LibraryError) -> [PricedWant] { try await read { try Self.wantPrices($0) } }

  private static func wantPrices(_ database: Database) throws -> [PricedWant] {
    let rows = try database.rows(
      """
      SELECT want.id, priceLimit.amount, priceLimit.currency, priceSeen.seenAt, priceSeen.amount,
        priceSeen.currency, priceSeen.forSale
      FROM want LEFT JOIN priceLimit ON priceLimit.release = want.release
        LEFT JOIN priceSeen ON priceSeen.release = want.release
      WHERE priceLimit.release IS NOT NULL OR priceSeen.release IS NOT NULL
      ORDER BY want.shelfKey, want.id
      """)
    let wants = try WantListEntry.fetch(database, ids: rows.map { try $0.value(0) })
    let byID = Dictionary(wants.map { ($0.id, $0) }) { first, _ in first }
    return try rows.compactMap { row in
      try byID[row.value(0)].map { want in
        let seenAt: Double? = try row.value(3)
        return try PricedWant(
          want: want, limit: money(row.value(1), row.value(2)),
          seen: seenAt.map {
            try SeenPrice(at: $0, lowest: money(row.value(4), row.value(5)), copiesForSale: row.value(6) ?? 0)
          })
      }
    }
  }

  private static func money(_ amount: String?, _ currency: String?) -> Money? {
    guard let amount = amount.flatMap(DecimalNumber.init), let currency else { return nil }
    return Money(amount, Currency(currency))
  }

  /// The highest price for a want; nil without a limit.
  public func priceLimit(of wanted: Wanted) async throws(LibraryError) -> Money? {
    try await read { database in
      try database.row("SELECT amount, currency FROM priceLimit WHERE release = ?", [wanted.item])
        .flatMap { try Self.money($0.value(0), $0.value(1)) }
    }
  }

  /// The currency of the limit set last; nil if there is none.
  public func limitCurrency() async throws(LibraryError) -> Currency? {
    try await read { database in
      try database.value("SELECT currency FROM priceLimit ORDER BY setAt DESC, release LIMIT 1").map(Currency.init)
    }
  }

  /// Sets limits that come with the shelf; this cannot be undone.
  public func setLimits(_ limits: [Release.ID: Money], at time: Double) async throws(LibraryError) {
    try await change { database in
      for (release, limit) in limits {
        try database.change(
          "INSERT OR REPLACE INTO priceLimit (release, amount, currency, setAt) VALUES (?, ?, ?, ?)",
          [release.number, limit.amount.description, limit.currency.code, time])
      }
    }
  }

  // MARK: Prices

  /// The wants to look prices up for, those not seen for longest first, each with the currency of its limit.
  ///
  /// - Parameters:
  ///   - all: whether to include wants without a limit.
  ///   - time: leaves out wants seen later than this, unless that is later than `now` or in another currency than the
  ///     limit; nil leaves none out.
  public func wantsToPrice(
    all: Bool, seenBefore time: Double?, now: Double
  ) async throws(LibraryError) -> [(wanted: Wanted, currency: Currency?)] {
    try await read { database in
      try database.rows(
        """
        SELECT want.release, priceLimit.currency FROM want
          LEFT JOIN priceLimit ON priceLimit.release = want.release
          LEFT JOIN priceSeen ON priceSeen.release = want.release
        WHERE (:all OR priceLimit.release IS NOT NULL) AND (:time IS NULL OR priceSeen.seenAt IS NULL
          OR priceSeen.seenAt <= :time OR priceSeen.seenAt > :now
          OR (priceSeen.currency IS NOT NULL AND priceSeen.currency <> priceLimit.currency))
        ORDER BY priceSeen.seenAt IS NOT NULL, priceSeen.seenAt, want.shelfKey, want.id
        """, ["all": all, "time": time, "now": now]
      ).map { try (Wanted(item: $0.value(0)), ($0.value(1) as String?).map(Currency.init)) }
    }
  }

  /// The copies, and the wants without a limit, that were not seen since a time, those not seen for longest first.
  public func othersToPrice(
    most: Int, seenBefore time: Double, now: Double
  ) async throws(LibraryError) -> [Wanted] {
    try await read { database in
      try database.rows(
        """
        SELECT shelf.release FROM (SELECT release FROM want UNION SELECT release FROM copy) AS shelf
          LEFT JOIN priceSeen ON priceSeen.release = shelf.release
        WHERE NOT EXISTS (SELECT 1 FROM priceLimit JOIN want USING (release) WHERE release = shelf.release)
          AND (seenAt IS NULL OR seenAt <= :time OR seenAt > :now)
        ORDER BY seenAt IS NOT NULL, seenAt, shelf.release LIMIT :most
        """, ["time": time, "now": now, "most": max(0, most)]
      ).map { try Wanted(item: $0.value(0)) }
    }
  }

  /// Saves the price a want or a copy was seen at. `takePriceNews` reports it, once for a whole check.
  public func note(_ seen: SeenPrice, of wanted: Wanted) async throws(LibraryError) {
    try await write { database in
      try database.change(
        "INSERT OR REPLACE INTO priceSeen (release, seenAt, amount, currency, forSale) VALUES (?, ?, ?, ?, ?)",
        [wanted.item, seen.at, seen.lowest?.amount.description, seen.lowest?.currency.code, seen.copiesForSale])
      try Self.keep(seen, of: wanted, in: database)
    }
  }

  /// Keeps the price of a day, of what is on the shelf; the last one seen on it counts.
  public func keepPrice(_ seen: SeenPrice, of wanted: Wanted) async throws(LibraryError) {
    // Most records that are looked at are on no shelf, and need no lock.
    let isOnShelf = try await read { database in
      try ["want", "copy"].contains {
        try database.count("SELECT EXISTS (SELECT 1 FROM \($0) WHERE release = ?)", [wanted.item]) > 0
      }
    }
    if isOnShelf { try await write { try Self.keep(seen, of: wanted, in: $0) } }
  }

  private static func keep(_ seen: SeenPrice, of wanted: Wanted, in database: Database) throws {
    guard let lowest = seen.lowest, seen.at.isFinite, abs(seen.at) < 1e12 else { return }
    try database.change(
      """
      INSERT OR REPLACE INTO priceOnDay (release, day, amount, currency)
      SELECT :item, :day, :amount, :currency WHERE EXISTS (SELECT 1 FROM want WHERE release = :item)
        OR EXISTS (SELECT 1 FROM copy WHERE release = :item)
      """,
      [
        "item": wanted.item, "day": Int(seen.at / secondsOfDay), "amount": lowest.amount.description,
        "currency": lowest.currency.code,
      ])
    try database.change(
      "DELETE FROM priceOnDay WHERE release = ? AND day < ?", [wanted.item, Int(seen.at / secondsOfDay) - 366])
  }

  private static let secondsOfDay: Double = 86_400

  /// The last lowest price of each release.
  func lowestPrices() async throws(LibraryError) -> [Release.ID: Money] {
    try await read { database in
      let rows = try database.rows(
        "SELECT release, amount, currency, max(day) FROM priceOnDay WHERE release > 0 GROUP BY release")
      let prices = try rows.compactMap { row in
        try Self.money(row.value(1), row.value(2)).map { (Release.ID(try row.value(0) as Int), $0) }
      }
      return Dictionary(prices) { first, _ in first }
    }
  }

  /// Adds up the amounts in a field of the owned copies, next to the last lowest prices of their releases.
  ///
  /// - Parameter field: empty for that of the settings, or one with a usual name.
  public func paid(
    _ request: CollectionRequest, field: String, by grouping: PaidReport.Grouping
  ) async throws(LibraryError) -> PaidReport {
    let lowest = try await lowestPrices()
    return try await read { [self] database in
      let name = field.isEmpty ? request.paidField : field
      var report = PaidReport(field: name, of: try Self.ownFields(database))
      guard let field = report.field else { return report }
      try inParts(of: ids(database, .copies, request)) { ids in
        // Of a large shelf whole copies would take four times as long.
        let rows = try database.rows(
          """
          SELECT copy.release, artist, title, year, folder.name, json_extract(field.value, '$[1]')
          FROM copy JOIN folder ON folder.id = copy.folder, json_each(copy.fields) AS field
          WHERE copy.id IN (SELECT value FROM json_each(?)) AND copy.fields <> ''
            AND json_extract(field.value, '$[0]') = ?
          """, [JSONList.text(ids), field])
        let copies = try rows.map { row in
          let facts = ShelfFacts(
            release: Release.ID(try row.value(0) as Int), artist: try row.value(1), title: try row.value(2),
            year: try row.value(3))
          return CollectionCopy(
            id: 0, facts: facts, folder: try row.value(4), fields: [.init(name: field, value: try row.value(5))])
        }
        report.take(copies, by: grouping)
      }
      report.addUp(lowest: lowest)
      return report
    }
  }

  /// The lowest prices of a year by day, oldest first, in the currency of the most days.
  ///
  /// - Parameter time: the end of the year, in seconds since 1970.
  public func priceHistory(of wanted: Wanted, until time: Double) async throws(LibraryError) -> [PriceOnDay] {
    try await read { database in
      let rows = try database.rows(
        "SELECT day, amount, currency FROM priceOnDay WHERE release = ? AND day > ? ORDER BY day",
        [wanted.item, time / Self.secondsOfDay - 366])
      let prices = try rows.compactMap { row in
        try Self.money(row.value(1), row.value(2)).map { PriceOnDay(day: try row.value(0), price: $0) }
      }
      let byCurrency = Dictionary(grouping: prices, by: \.price.currency.code)
      return byCurrency.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
    }
  }

  /// The wants that are at their price, each once per price.
  ///
  /// - Parameter hasNewPrices: whether prices were stored since the last call.
  public func takePriceNews(hasNewPrices: Bool = true) async throws(LibraryError) -> [PricedWant] {
    try await write { database in
      var news: [PricedWant] = []
      for price in try Self.wantPrices(database) where price.isAtPrice {
        guard let lowest = price.seen?.lowest else { continue }
        try database.change(
          "UPDATE priceLimit SET told = :price WHERE release = :release AND told <> :price",
          ["price": "\(lowest.amount) \(lowest.currency)", "release": price.want.wanted.item])
        if database.changesCount > 0 { news.append(price) }
      }
      if hasNewPrices || !news.isEmpty { try Self.raiseShelfVersion(database) }
      return news
    }
  }

  public func allWants() async throws(LibraryError) -> [WantListEntry] {
    try await read { try WantListEntry.fetch($0, "SELECT id FROM want ORDER BY shelfKey, id") }
  }

  /// The masters of those releases that are on the shelf.
  public func masters(of releases: [Release.ID]) async throws(LibraryError) -> [Release.ID: Master.ID] {
    let numbers = JSONList.text(releases.map(\.number))
    return try await read { database in
      let rows = try database.rows(
        """
        SELECT release, master FROM copy WHERE master IS NOT NULL AND release IN (SELECT value FROM json_each(:list))
        UNION SELECT release, master FROM want
          WHERE master IS NOT NULL AND release IN (SELECT value FROM json_each(:list))
        """, ["list": numbers])
      return try Dictionary(rows.map { try (Release.ID($0.value(0) as Int), Master.ID($0.value(1) as Int)) }) {
        first, _ in first
      }
    }
  }

  // MARK: Sellers

  public func sellers() async throws(LibraryError) -> [FollowedSeller] {
    try await read { database in
      try database.rows("SELECT name, lookedAt, listings, wanted FROM seller ORDER BY name").map {
        try FollowedSeller(name: $0.value(0), lookedAt: $0.value(1), listings: $0.value(2), wanted: $0.value(3))
      }
    }
  }

  /// - Returns: whether the seller is new; case is ignored.
  @discardableResult
  public func addSeller(_ name: String) async throws(LibraryError) -> Bool {
    try await changeSellers("INSERT OR IGNORE INTO seller (name) VALUES (?)", name)
  }

  /// - Returns: whether the seller was followed.
  @discardableResult
  public func removeSeller(_ name: String) async throws(LibraryError) -> Bool {
    try await changeSellers("DELETE FROM seller WHERE name = ?", name)
  }

  private func changeSellers(_ sql: String, _ name: String) async throws(LibraryError) -> Bool {
    try await write { database in
      try database.change(sql, [name])
      guard database.changesCount > 0 else { return false }
      try Self.raiseShelfVersion(database)
      return true
    }
  }

  /// Stores the result of searching a seller's inventory, if the seller is followed.
  public func note(_ look: FollowedSeller) async throws(LibraryError) {
    try await write { database in
      try database.change(
        "UPDATE seller SET lookedAt = ?, listings = ?, wanted = ? WHERE name = ?",
        [look.lookedAt, look.listings, look.wanted, look.name])
    }
  }
}
