import DiscogsModel
import DiscogsServer
import RunoutModel
import TestSupport
import Testing
import UserLibrary
import Wording

/// Files of what is for sale, and what the server makes of them.
struct MarketFileTests {
  private func file(_ text: String) throws -> MarketFile {
    try MarketFile(Array(text.utf8), named: "offers.csv", owner: "collector")
  }

  @Test func `an export of an inventory is the owner's, the latest first`() throws {
    let offers = try file(
      """
      \u{FEFF}listing_id,artist,title,label,catno,format,release_id,status,price,listed,comments,media_condition,\
      sleeve_condition,accept_offer,external_id,weight,format_quantity,location,quantity\r
      41,A,"Long, Title",L,C,"LP, Album",930000004,Draft,19.99,2026-01-02 03:04:05,"Two\r
      lines",Mint (M),Generic,Y,box 7,230,1,Attic,1\r
      42,A,T,L,C,CD,930000005,for sale,5,2026-03-04,,VG+,,N,,,,,\r

      """
    ).offers
    #expect(offers.map(\.id) == [42, 41])
    #expect(offers.allSatisfy { $0.seller == "collector" && $0.price.currency == Currency("USD") })
    #expect(offers.map(\.status) == ["For Sale", "Draft"])
    #expect(offers.map(\.condition) == ["Very Good Plus (VG+)", "Mint (M)"])
    #expect(offers.map(\.sleeveCondition) == ["Not Graded", "Generic"])
    #expect(offers[1].listed == "2026-01-02T03:04:05-08:00")
    #expect(offers[1].comments == "Two\r\nlines" && offers[1].acceptsOffers)
    #expect(offers[1].location == "Attic" && offers[1].externalID == "box 7")
  }

  @Test func `two columns are enough, in any order`() throws {
    let offers = try file("price,release_id\n5,1\n7,2\n").offers
    #expect(offers.map(\.release) == [1, 2])
    #expect(Set(offers.map(\.id)).count == 2 && offers.allSatisfy { $0.status == "For Sale" })
  }

  @Test(
    arguments: [
      ("seller,price\nx,5\n", ", line 1: \(ServeWords.noColumn("release_id"))"),
      ("release_id,price,Price\n1,5,6\n", ", line 1, column price: \(ServeWords.columnTwice)"),
      ("release_id,price\n1,5\nr2,5\n", ", line 3, column release_id: \(ServeWords.notANumber("r2"))"),
      ("release_id,price\n,5\n", ", line 2, column release_id: \(ServeWords.noRelease)"),
      ("release_id,price\n1\n", ", line 2, column price: \(ServeWords.noPrice)"),
      ("release_id,price\n1,€5\n", ", line 2, column price: \(ServeWords.notAPrice("€5"))"),
      ("release_id,price\n1,0\n", ", line 2, column price: \(ServeWords.notAPrice("0"))"),
      (
        "release_id,price,seller\n1,5,a b\n",
        ", line 2, column seller: \(ServeWords.notAUser("a b"))"
      ),
      (
        "release_id,price,currency\n1,5,XXX\n",
        ", line 2, column currency: \(ServeWords.notACurrency("XXX", known: Currency.knownCodes))"
      ),
      (
        "release_id,price,status\n1,5,Gone\n",
        ", line 2, column status: \(ServeWords.notOneOf("Gone", ["Deleted", "Draft", "Expired", "For Sale", "Sold", "Suspended", "Violation"]))"
      ),
      (
        "release_id,price,listed\n1,5,yesterday\n",
        ", line 2, column listed: \(ServeWords.notATime("yesterday"))"
      ),
      (
        "release_id,price,listing_id\n1,5,7\n\n2,6,7\n",
        ", line 4, column listing_id: \(ServeWords.sameListing("7", line: 2))"
      ),
      ("release_id,price,comments\n1,5,\"x\n", ", line 2: \(ServeWords.openQuote)"),
      ("release_id,price,comments\n1,5,\"x\"y\n", ", line 2: \(ServeWords.textAfterQuote)"),
    ])
  func `errors name line and column`(text: String, message: String) {
    let error = #expect(throws: MarketFileError.self) { try file(text) }
    #expect(error?.description == "offers.csv" + message)
  }

  @Test func `bytes that are not text are an error`() {
    let error = #expect(throws: MarketFileError.self) {
      try MarketFile([0x70, 0xFF, 0xFE], named: "offers.csv", owner: "collector")
    }
    #expect(error?.description == "offers.csv: \(ServeWords.notUTF8)")
  }

  @Test func `a release missing from the catalogue is an error with its line`() async throws {
    let server = try await TestServer.start()
    let known = try file("release_id,price\n930000004,5\n")
    try await known.check(against: server.catalogue)
    let unknown = try file("release_id,price\n930000004,5\n12,5\n13,5\n12,6\n")
    let error = await #expect(throws: MarketFileError.self) { try await unknown.check(against: server.catalogue) }
    #expect(
      error?.description
        == "offers.csv, line 3, column release_id: \(ServeWords.notInCatalogue("12"))")
  }

  @Test func `a listing names its record, and to its seller its location`() async throws {
    let server = try await TestServer.start()
    server.market.offers = try file(
      """
      release_id,price,currency,listed,location,accept_offer,media_condition
      930000004,5,EUR,2026-03-04,Attic,Y,VG
      """
    ).offers
    let own = try await Conversation(server).get("/users/collector/inventory").json["listings"][0]
    #expect(own["location"].string == "Attic")
    #expect(own["posted"].string == "2026-03-04T00:00:00-08:00")
    let others = try await Conversation(server, token: TestServer.guestToken).get("/users/collector/inventory").json
    let listing = others["listings"][0]
    #expect(!listing["location"].exists && listing["condition"].string == "Very Good (VG)")
    let release = listing["release"]
    #expect(release["description"].string == "Miles Davis - Kind Of Blue (LP, Album, Mono)")
    #expect(release["catalog_number"].string == "CL 1355" && release["label"].string == "Columbia")
    #expect(release["year"].int == 1959)
  }

  @Test func `the price of a grade follows from the prices of the others`() async throws {
    let server = try await TestServer.start()
    // 65 for a mint copy, 100 and 200: the one in the middle counts.
    server.market.offers = try file(
      """
      release_id,price,currency,media_condition,status
      930000004,65,EUR,M,For Sale
      930000004,65,EUR,VG+,For Sale
      930000004,80,EUR,VG,For Sale
      930000004,1,EUR,M,Sold
      """
    ).offers
    let suggestions = try await Conversation(server).get("/marketplace/price_suggestions/930000004").json
    #expect(suggestions.keys.count == 8)
    #expect(suggestions["Mint (M)"]["value"].double == 100)
    #expect(suggestions["Very Good Plus (VG+)"]["value"].double == 65)
    #expect(suggestions["Poor (P)"]["currency"].string == "EUR")
    #expect(try await Conversation(server).get("/marketplace/price_suggestions/930000005").json.keys.isEmpty)
  }
}
