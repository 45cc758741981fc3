import DiscogsModel
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryMarketTests {
  private let scratch: LibraryScratch
  private let library: Library
  private let day = 86_400.0

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    _ = try await library.perform(
      (1...3).map { number in
        .want(
          ShelfFacts(
            release: Release.ID(number), master: Master.ID(number * 10), artist: "Artist \(number)", title: "Title"),
          notes: "", rating: nil)
      }, at: 0, isSent: false)
  }

  private func euros(_ amount: Int) -> Money { Money(DecimalNumber(significand: amount), Currency("EUR")) }

  /// - Returns: what the change is called; nil where nothing had to be changed.
  @discardableResult
  private func limit(_ release: Release.ID, to limit: Money?, at time: Double) async throws -> String? {
    try await library.make([.limitWant(.release(release), limit)], at: time, isSent: true).first?.title
  }

  private func see(_ release: Release.ID, _ lowest: Money?, at time: Double = 0) async throws {
    try await library.note(
      SeenPrice(at: time, lowest: lowest, copiesForSale: lowest == nil ? 0 : 4), of: .release(release))
  }

  @Test func `a limit is saved, changed and removed`() async throws {
    #expect(try await limit(1, to: euros(25), at: 1) == "Limit Artist 1 – Title to €25.00")
    #expect(try await limit(1, to: euros(30), at: 2) == "Limit Artist 1 – Title to €30.00")
    #expect(try await limit(1, to: euros(30), at: 2) == nil, "nothing has changed")
    #expect(try await library.priceLimit(of: .release(1)) == euros(30))
    #expect(try await library.wantPrices().map(\.limit) == [euros(30)])
    #expect(try await limit(1, to: nil, at: 3) == "Remove the limit of Artist 1 – Title")
    #expect(try await library.priceLimit(of: .release(1)) == nil)
    #expect(try await library.wantPrices().isEmpty)
    let refusal = ShelfEditOutcome.refused("Only wants have limits, and this is not on your want list")
    #expect(try await library.perform([.limitWant(.release(77), euros(1))], at: 4, isSent: true) == [refusal])
  }

  @Test func `wants are filtered by limit and by price`() async throws {
    try await limit(1, to: euros(25), at: 1)
    try await limit(2, to: euros(9), at: 1)
    try await see(1, euros(30), at: 0)
    try await see(1, euros(20), at: day)
    try await see(3, euros(12), at: 0)
    func found(_ filter: String) async throws -> [Int] {
      try await library.wants(CollectionRequest(narrowing: filter)).rows.compactMap(\.wanted.release?.number).sorted()
    }
    #expect(try await found("limit:..20") == [2])
    #expect(try await found("limit:none") == [3])
    #expect(try await found("price:15..25") == [1], "the last price counts")
    #expect(try await found("price:25..") == [])
    #expect(try await found("-price:none limit:10..") == [1])
  }

  @Test func `the last price of each day is kept for a year, of what is on the shelf`() async throws {
    try await see(1, euros(30), at: 0)
    try await see(1, euros(20), at: day - 1)
    try await see(1, euros(25), at: day)
    try await see(1, nil, at: 2 * day)
    try await library.keepPrice(SeenPrice(at: 3 * day, lowest: euros(9), copiesForSale: 1), of: .release(77))
    let history = try await library.priceHistory(of: .release(1), until: 3 * day)
    #expect(history == [PriceOnDay(day: 0, price: euros(20)), PriceOnDay(day: 1, price: euros(25))])
    #expect(try await library.priceHistory(of: .release(1), until: 366.5 * day).map(\.day) == [1])
    #expect(try await library.priceHistory(of: .release(77), until: 3 * day).isEmpty, "it is on no shelf")
    #expect(try await library.lowestPrices() == [1: euros(25)])
    let dollars = Money(DecimalNumber(significand: 7), Currency("USD"))
    try await see(1, dollars, at: day)
    #expect(try await library.priceHistory(of: .release(1), until: 3 * day) == history, "in the currency of most days")
    for number in 2...4 { try await see(1, dollars, at: Double(number) * day) }
    #expect(try await library.priceHistory(of: .release(1), until: 4 * day).map(\.day) == [1, 2, 3, 4])
  }

  @Test func `limits are undone and redone in the next run, and no account hears of them`() async throws {
    try await limit(1, to: euros(25), at: 1)
    _ = try await library.perform(
      [.limitWant(.release(1), euros(9)), .limitWant(.release(2), euros(9)), .limitWant(.release(3), euros(9))], at: 2,
      isSent: true)
    #expect(try await library.pendingEdits().isEmpty)
    try library.close()
    let again = try scratch.open()
    func limits() async throws -> [Money?] { try await again.wantPrices().map(\.limit) }
    let rehearsed = try await again.undo(at: 3, isSent: true, isRehearsal: true)
    #expect(rehearsed == EditSummary(title: "Limit 3 wants to €9.00"))
    #expect(try await limits() == [euros(9), euros(9), euros(9)])
    #expect(try await again.undo(at: 3, isSent: true) == rehearsed)
    #expect(try await limits() == [euros(25)])
    #expect(try await again.redo(at: 4, isSent: true) == rehearsed)
    #expect(try await limits() == [euros(9), euros(9), euros(9)])
    _ = try await again.undo(at: 5, isSent: true)
    #expect(try await again.undo(at: 6, isSent: true)?.title == "Limit Artist 1 – Title to €25.00")
    #expect(try await limits().isEmpty)
    #expect(try await again.pendingEdits().isEmpty)
    #expect(try await again.redo(at: 7 + day, isSent: true) == nil, "only for a day")
  }

  @Test func `a limit that is put back does not tell the same price again`() async throws {
    try await limit(1, to: euros(25), at: 1)
    try await see(1, euros(20))
    #expect(try await library.takePriceNews().count == 1)
    try await limit(1, to: euros(5), at: 2)
    _ = try await library.undo(at: 3, isSent: true)
    #expect(try await library.takePriceNews().isEmpty)
  }

  @Test func `a limit and a price outlast a want that is taken off the list and put back`() async throws {
    try await limit(2, to: euros(25), at: 1)
    try await see(2, euros(40))
    _ = try await library.perform([.unwant(.release(2))], at: 2, isSent: false)
    #expect(try await library.wantPrices().isEmpty)
    #expect(try await library.wantsToPrice(all: true, seenBefore: nil, now: 2).compactMap(\.wanted.release) == [1, 3])
    _ = try await library.undo(at: 3, isSent: false)
    let back = try await library.wantPrices()
    #expect(back.map(\.limit) == [euros(25)] && back.first?.seen?.lowest == euros(40))
  }

  @Test func `the currency of the limit set last is remembered`() async throws {
    #expect(try await library.limitCurrency() == nil)
    try await limit(1, to: Money(9, Currency("GBP")), at: 5)
    try await limit(2, to: euros(9), at: 4)
    #expect(try await library.limitCurrency() == Currency("GBP"))
  }

  @Test func `wants with a limit are due once a day, and every want where all are asked for`() async throws {
    func due(all: Bool = false, at time: Double) async throws -> [Int] {
      try await library.wantsToPrice(all: all, seenBefore: time - day, now: time).map(\.wanted.reference.number)
    }
    try await limit(3, to: euros(25), at: 0)
    #expect(try await due(at: 100) == [3])
    #expect(try await due(all: true, at: 100) == [1, 2, 3])
    try await see(3, nil, at: 100)
    #expect(try await due(at: 101) == [])
    #expect(try await due(all: true, at: 101) == [1, 2])
    #expect(try await due(at: 100 + day) == [3])
    // A clock that was ahead must not put it off for ever.
    try await see(3, nil, at: 100 + 30 * day)
    #expect(try await due(at: 200) == [3])
  }

  @Test func `copies and wants without a limit are due once a day, those unseen for longest first`() async throws {
    func due(most: Int = 10, at time: Double) async throws -> [Int] {
      try await library.othersToPrice(most: most, seenBefore: time - day, now: time).map(\.reference.number)
    }
    _ = try await library.perform(
      [.add(ShelfFacts(release: 9, artist: "Artist 9", title: "Title"), folder: ShelfEdit.uncategorised)], at: 0,
      isSent: false)
    try await limit(3, to: euros(25), at: 0)
    #expect(try await due(at: 100) == [1, 2, 9])
    #expect(try await due(most: 2, at: 100) == [1, 2])
    try await see(9, nil, at: 100)
    #expect(try await due(at: 101) == [1, 2])
    try await see(1, euros(5), at: 101)
    #expect(try await due(at: 101 + day) == [2, 9, 1])
  }

  @Test func `a price in a currency other than the limit's is fetched again first`() async throws {
    try await see(1, Money(5, Currency("USD")), at: 100)
    try await limit(1, to: euros(25), at: 100)
    #expect(try await library.wantPrices().first?.isAtPrice == false)
    let due = try await library.wantsToPrice(all: false, seenBefore: 100 - day, now: 100)
    #expect(due.compactMap(\.wanted.release) == [1] && due.first?.currency == Currency("EUR"))
  }

  @Test func `each price at the limit or below is news once`() async throws {
    func news() async throws -> [Int] { try await library.takePriceNews().map(\.want.release.number) }
    for release in 1...3 { try await limit(Release.ID(release), to: euros(25), at: 0) }
    try await see(1, euros(25))
    try await see(2, euros(26))
    try await see(3, nil)
    #expect(try await news() == [1])
    #expect(try await news() == [])
    try await see(1, euros(20))
    try await see(2, euros(24))
    #expect(try await news() == [1, 2])
    try await see(1, euros(30))
    #expect(try await news() == [])
    // Under another limit it is news again.
    try await limit(2, to: euros(24), at: 1)
    #expect(try await news() == [2])
  }

  @Test func `news of limits, prices and sellers reach those who follow the shelf`() async throws {
    var before = try await library.shelfVersion()
    func hasChanged() async throws -> Bool {
      let now = try await library.shelfVersion()
      defer { before = now }
      return now != before
    }
    try await limit(1, to: euros(25), at: 0)
    #expect(try await hasChanged())
    _ = try await library.takePriceNews()
    #expect(try await hasChanged())
    _ = try await library.takePriceNews(hasNewPrices: false)
    #expect(try await !hasChanged())
    try await library.addSeller("stall")
    #expect(try await hasChanged())
    try await library.addSeller("STALL")
    #expect(try await !hasChanged())
    try await library.removeSeller("Stall")
    #expect(try await hasChanged())
  }

  @Test func `sellers are kept by name, whatever its case, with what the last look has found`() async throws {
    #expect(try await library.addSeller("zebra"))
    #expect(try await library.addSeller("Amoeba"))
    #expect(try await !library.addSeller("ZEBRA"))
    try await library.note(FollowedSeller(name: "Zebra", lookedAt: 7, listings: 900, wanted: 2))
    try await library.note(FollowedSeller(name: "stranger", lookedAt: 7, listings: 1, wanted: 1))
    #expect(
      try await library.sellers() == [
        FollowedSeller(name: "Amoeba"), FollowedSeller(name: "zebra", lookedAt: 7, listings: 900, wanted: 2),
      ])
    #expect(try await library.removeSeller("amoeba"))
    #expect(try await !library.removeSeller("amoeba"))
    #expect(try await library.sellers().map(\.name) == ["zebra"])
  }

  @Test func `the masters of releases on the shelf are known`() async throws {
    #expect(try await library.masters(of: [1, 3, 77]) == [1: 10, 3: 30])
    #expect(try await library.allWants().compactMap(\.wanted.release) == [1, 2, 3])
  }
}
