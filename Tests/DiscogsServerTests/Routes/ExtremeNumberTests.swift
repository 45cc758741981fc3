import DiscogsModel
import Foundation
import NIOHTTP1
import RunoutModel
import TestSupport
import Testing
import UserLibrary
import Wording

@testable import DiscogsServer

/// Numbers that fit in no variable, from everywhere the server takes numbers.
struct ExtremeNumberTests {
  private static let numbers = [
    "1e19", "-1e19", "1e308", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "0.5", "1e-400",
  ]

  @Test(arguments: numbers)
  func `a number where a text belongs is a text, whatever its size`(number: String) async throws {
    let server = try await TestServer.start()
    let client = Conversation(server)
    for path in ["/users/collector", "/users/collector/collection/folders"] {
      let reply = try await client.send(.POST, path, json: "{\"name\": \(number), \"location\": \(number)}")
      #expect((200..<500).contains(reply.status), "\(path) \(reply.status)")
    }
    #expect(try await client.get("/users/collector").status == 200)
  }

  @Test(arguments: numbers)
  func `an invalid rating is refused`(number: String) async throws {
    let server = try await TestServer.start()
    let client = Conversation(server)
    let reply = try await client.send(
      .PUT, "/releases/930000004/rating/collector", json: "{\"rating\": \(number)}")
    #expect(reply.status == 422 || reply.status == 400)
  }

  @Test(arguments: numbers)
  func `numbers in addresses are refused or moved into range`(number: String) async throws {
    let server = try await TestServer.start()
    let client = Conversation(server)
    for path in [
      "/releases/\(number)", "/labels/\(number)/releases", "/artists/\(number)/releases", "/masters/\(number)/versions",
      "/database/search?year=\(number)", "/database/search?q=love&page=\(number)&per_page=\(number)",
      "/database/search?barcode=\(number)", "/users/collector/inventory?page=\(number)", "/lists/\(number)",
      "/users/collector/collection/folders/\(number)/releases", "/marketplace/stats/\(number)",
    ] {
      let reply = try await client.get(path)
      #expect((200..<500).contains(reply.status), "\(path) \(reply.status)")
    }
  }

  @Test func `an invalid price is an error with its line`() {
    for price in ["1e17", "1e64", "1000000001", "99999999999999999999"] {
      let error = #expect(throws: MarketFileError.self) {
        try MarketFile(Array("release_id,price\n1,\(price)\n".utf8), named: "offers.csv", owner: "collector")
      }
      #expect(error?.description.hasPrefix("offers.csv, line 2, column price: \(ServeWords.notAPrice(price))") == true)
    }
    for number in ["9223372036854775807", "1000000000000001"] {
      #expect(throws: MarketFileError.self) {
        try MarketFile(Array("release_id,price\n\(number),1\n".utf8), named: "offers.csv", owner: "collector")
      }
    }
  }

  @Test func `offers at any price have suggestions, or none`() {
    for price in [1, 1_000_000_000, Int.max] {
      let market = Market([
        Market.Offer(
          id: 1, seller: "a", release: 1, price: Money(DecimalNumber(significand: price, scale: -40), Currency("EUR")),
          status: "For Sale", condition: "Poor (P)", sleeveCondition: "Generic", comments: "")
      ])
      #expect(market.suggestions(for: 1).isEmpty)
    }
  }

  @Test(arguments: [("-9223372036854775808", 0), ("9223372036854775807", 9999), ("0x10", 1), ("2", 2)])
  func `a format has no more carriers than can be counted`(quantity: String, count: Int) {
    var format = Format(name: "Vinyl")
    format.quantity = quantity
    #expect(Describer(base: "").quantity([format, format]) == 2 * count)
  }

  @Test(arguments: [
    "\"fault\": \"delay\", \"seconds\": 1e30", "\"fault\": \"trickle\", \"seconds\": -1",
    "\"fault\": \"status\", \"status\": 99999999999", "\"fault\": \"status\", \"from\": -9223372036854775808",
    "\"fault\": \"clock-skew\", \"seconds\": 9223372036854775807",
    "\"fault\": \"too-many-requests\", \"retry_after\": 9223372036854775807",
  ])
  func `a fault plan with a number out of range is refused`(rule: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FaultPlan.self, from: Data("{\"rules\": [{\(rule)}]}".utf8))
    }
  }
}
