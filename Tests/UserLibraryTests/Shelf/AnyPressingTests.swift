import DiscogsModel
import RunoutModel
import Testing

@testable import UserLibrary

/// Wants of any pressing of a master.
struct AnyPressingTests {
  private static let blue = ShelfFacts(
    master: 5460, artist: "Miles Davis", title: "Kind Of Blue", year: 1959, genres: ["Jazz"], styles: ["Modal"],
    versions: 10)
  private static let mono = ShelfFacts(
    release: 249504, master: 5460, artist: "Miles Davis", title: "Kind Of Blue", label: "Columbia",
    catalogueNumber: "CL 1355", format: "LP, Album, Mono", year: 1959)
  private static let stereo = ShelfFacts(
    release: 372019, master: 5460, artist: "Miles Davis", title: "Kind Of Blue", format: "LP, Album", year: 1959)
  private static let other = ShelfFacts(
    release: 7, master: 70, artist: "John Coltrane", title: "Blue Train", format: "LP")
  private static let any = Wanted.master(5460)
  private static let euros = Money(25, Currency("EUR"))

  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  @discardableResult
  private func perform(_ edits: ShelfEdit..., at time: Double = 1_605_184_492) async throws -> [ShelfEditOutcome] {
    try await library.perform(edits, at: time, isSent: true)
  }

  private func wanted(_ narrowing: String = "", by sort: SortOrder = .relevance) async throws -> [Wanted] {
    try await library.wants(CollectionRequest(sort: sort, narrowing: narrowing)).rows.map(\.wanted)
  }

  @Test func `any pressing is one want, with the facts of its master`() async throws {
    try await perform(.want(Self.blue, notes: "clean", rating: 4))
    let want = try #require(try await library.want(of: Self.any))
    #expect(want.facts == Self.blue && want.notes == "clean" && want.rating == 4)
    #expect(want.format == "Any pressing" && want.added == "2020-11-12 04:34:52")
    #expect(try await library.wants(CollectionRequest()).rows == [want])
    #expect(try await library.wants(ofMaster: 5460) == [want])
    #expect(try await library.want(of: 5460) == nil, "the release of this number is another record")
    let again = try await perform(.want(Self.blue, notes: "", rating: nil))
    #expect(again == [.refused("Miles Davis – Kind Of Blue is already on your want list")])
    // A pressing can be wanted besides.
    #expect(try await perform(.want(Self.mono, notes: "", rating: nil)) == [.done])
    #expect(try await library.wantCount(CollectionRequest()) == 2)
  }

  @Test func `it is found, sorted and counted like any want`() async throws {
    try await perform(
      .want(Self.blue, notes: "clean", rating: 4), .want(Self.other, notes: "", rating: nil),
      .want(Self.mono, notes: "", rating: 2))
    #expect(try await wanted("davis clean") == [Self.any])
    #expect(try await wanted("genre:jazz") == [Self.any])
    #expect(try await wanted("format:\"any pressing\"") == [Self.any])
    #expect(try await wanted("year:1959 rating:4") == [Self.any])
    #expect(try await wanted(by: SortOrder(.rating)) == [Self.any, .release(249504), .release(7)])
    let formats = try await library.groups(by: .format, of: .wantList, CollectionRequest())
    #expect(formats.map(\.name) == ["LP", "Any pressing"])
    #expect(try await wanted(try #require(formats.last).query) == [Self.any])
  }

  @Test func `each of its pressings is wanted, and each that is owned counts as it`() async throws {
    try await perform(
      .want(Self.blue, notes: "", rating: nil), .want(Self.other, notes: "", rating: nil),
      .add(Self.mono, folder: ShelfEdit.uncategorised), .add(Self.other, folder: ShelfEdit.uncategorised))
    func copies(_ narrowing: String) async throws -> [Release.ID] {
      try await library.copies(CollectionRequest(narrowing: narrowing)).rows.map(\.release)
    }
    #expect(try await Set(copies("wanted:yes")) == [249504, 7])
    #expect(try await copies("wanted:no") == [])
    #expect(try await Set(wanted("owned:yes")) == [Self.any, .release(7)])
    #expect(try await wanted("pressings:1") == [.release(7), Self.any])
    try await perform(.unwant(Self.any))
    #expect(try await copies("wanted:no") == [249504])
  }

  @Test func `holdings tell any pressing from a pressing, and one that is owned from several`() async throws {
    try await perform(.want(Self.mono, notes: "", rating: nil))
    var holdings = try await library.holdings(of: [249504, 372019], [5460])
    #expect(holdings.wantedReleases == [249504] && holdings.wantedMasters == [5460])
    #expect(holdings.whollyWantedMasters == [])
    try await perform(.want(Self.blue, notes: "", rating: nil), .add(Self.mono, folder: ShelfEdit.uncategorised))
    holdings = try await library.holdings(of: [249504, 372019], [5460])
    #expect(holdings.whollyWantedMasters == [5460] && holdings.severallyOwnedMasters == [])
    try await perform(.add(Self.stereo, folder: ShelfEdit.uncategorised))
    holdings = try await library.holdings(of: [249504, 372019], [5460])
    #expect(holdings.severallyOwnedMasters == [5460] && holdings.ownedMasters == [5460])
  }

  @Test func `its changes are undone and redone in the next run, and no account hears of them`() async throws {
    try await perform(.want(Self.blue, notes: "", rating: nil), at: 1)
    try await perform(.noteWant(Self.any, notes: "clean"), .rateWant(Self.any, stars: 5), at: 2)
    try await perform(.unwant(Self.any), at: 3)
    #expect(try await library.pendingEdits() == [])
    #expect(try await library.nextOutgoing(at: 4) == nil)
    try library.close()
    let again = try scratch.open()
    func state() async throws -> String? {
      try await again.want(of: Self.any).map { "\($0.notes) \($0.rating ?? 0)" }
    }
    #expect(try await again.undo(at: 5, isSent: true)?.title == "Remove Miles Davis – Kind Of Blue from your want list")
    #expect(try await state() == "clean 5")
    #expect(try await again.undo(at: 5, isSent: true) != nil)
    #expect(try await state() == " 0")
    let first = try await again.undo(at: 5, isSent: true)
    #expect(first == EditSummary(title: "Want any pressing of Miles Davis – Kind Of Blue"))
    #expect(try await state() == nil)
    _ = try await again.redo(at: 6, isSent: true)
    _ = try await again.redo(at: 6, isSent: true)
    #expect(try await state() == "clean 5")
    #expect(try await again.want(of: Self.any)?.facts == Self.blue)
    #expect(try await again.pendingEdits() == [])
  }

  @Test func `it has a limit and a price of its own`() async throws {
    let refusal = ShelfEditOutcome.refused("Only wants have limits, and this is not on your want list")
    #expect(try await perform(.limitWant(Self.any, Self.euros)) == [refusal])
    try await perform(
      .want(Self.blue, notes: "", rating: nil), .want(Self.mono, notes: "", rating: nil),
      .limitWant(Self.any, Self.euros))
    #expect(try await library.priceLimit(of: Self.any) == Self.euros)
    #expect(try await library.priceLimit(of: .release(249504)) == nil)
    let due = try await library.wantsToPrice(all: false, seenBefore: nil, now: 2)
    #expect(due.map(\.wanted) == [Self.any] && due.map(\.currency) == [Self.euros.currency])
    try await library.note(SeenPrice(at: 3, lowest: Money(20, Currency("EUR")), copiesForSale: 9), of: Self.any)
    #expect(try await library.takePriceNews().map(\.want.wanted) == [Self.any])
    #expect(try await library.takePriceNews() == [], "each price is news once")
    #expect(try await library.wantPrices().map(\.isAtPrice) == [true])
  }

  @Test func `an import of Discogs' file leaves it, and an export to one leaves it out`() async throws {
    _ = try await library.make(
      [.want(Self.blue, notes: "", rating: nil), .want(Self.mono, notes: "", rating: nil)], at: 1, isSent: false)
    let header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes\n"
    let exported = String(decoding: try await library.exportWantList(), as: UTF8.self)
    #expect(
      exported == header + "CL 1355,Miles Davis,Kind Of Blue,Columbia,\"LP, Album, Mono\",,1959,249504,\n")
    let path = try scratch.write(header + "none,John Coltrane,Blue Train,Blue Note,LP,,1957,7,\n", to: "wants.csv")
    let report = try await library.importShelf(.wantList, from: path, at: 2)
    #expect(report.way == .replacing && report.count(.new) == 1 && report.count(.gone) == 1)
    #expect(try await Set(wanted()) == [Self.any, .release(7)])
    #expect(try await wanted("kind") == [Self.any], "it is found as before")
  }

  @Test func `it has a file of its own, which changes what is here and takes nothing away`() async throws {
    try await perform(
      .want(Self.blue, notes: "clean, please", rating: 4), .want(Self.mono, notes: "", rating: nil))
    let bytes = try await library.exportWantsOfAnyPressing()
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        Artist,Title,Rating,Released,master_id,Versions,Notes
        Miles Davis,Kind Of Blue,4,1959,5460,10,"clean, please"

        """)
    let path = try scratch.write(String(decoding: bytes, as: UTF8.self), to: "any.csv")
    #expect(try await library.importShelf(.wantList, from: path, at: 2).unchanged == 1)
    try await perform(.unwant(Self.any), .want(ShelfFacts(master: 70, title: "Blue Train"), notes: "", rating: nil))
    let report = try await library.importShelf(.wantList, from: path, at: 3)
    #expect(report.way == .changing && report.differences.map(\.record) == [.master(5460)])
    #expect(try await Set(wanted()) == [Self.any, .release(249504), .master(70)])
    #expect(try await library.want(of: Self.any)?.facts.versions == 10)
    #expect(try await library.exportWantsOfAnyPressing(CollectionRequest(narrowing: "davis")) == bytes)
    #expect(try await library.undo(at: 4, isSent: true)?.title == "Import any.csv")
    #expect(try await library.want(of: Self.any) == nil)
    #expect(try await library.pendingEdits().map(\.title) == ["Want Miles Davis – Kind Of Blue"])
  }

  @Test func `it is in a backup, and a restore brings it back with its limit`() async throws {
    try await perform(.want(Self.blue, notes: "clean", rating: nil), .limitWant(Self.any, Self.euros))
    try Library.backUp(scratch.library, to: scratch.file("backup.sqlite"))
    try await perform(.unwant(Self.any), .limitWant(Self.any, nil))
    try library.close()
    _ = try Library.restore(scratch.file("backup.sqlite"), to: scratch.library, isRehearsal: false)
    let restored = try scratch.open()
    #expect(try await restored.want(of: Self.any)?.notes == "clean")
    #expect(try await restored.priceLimit(of: Self.any) == Self.euros)
  }
}
