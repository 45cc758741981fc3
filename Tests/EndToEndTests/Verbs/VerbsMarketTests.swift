import DiscogsModel
import DiscogsServer
import Foundation
import RunoutModel
import TestSupport
import Testing

/// The verbs about prices, with an account and a market behind them.
@Suite(.limitedConcurrency)
struct VerbsMarketTests {
  private let program: RunoutProgram
  private let server: TestServer

  init() async throws {
    program = try RunoutProgram()
    // With so many allowed, no request has to wait for its turn.
    server = try await TestServer.start(rate: .perMinute(60_000))
    let synced = try await program.ask(server.url, "collection", "sync")
    #expect(synced.status == 0, "\(synced.errors)")
  }

  private func wants() async throws -> [Int] {
    try jsonLines(try await program.ask(server.url, "wantlist", "list", "--json").output).compactMap {
      $0["id"] as? Int
    }
  }

  private func sell(_ offers: (release: Int, amount: Int, seller: String)...) {
    server.market.offers = offers.enumerated().map { number, offer in
      Market.Offer(
        id: number + 1, seller: offer.seller, release: Release.ID(offer.release),
        price: Money(DecimalNumber(significand: offer.amount), Currency("EUR")))
    }
  }

  @Test func `a limit is set, shown, watched and taken away`() async throws {
    let wanted = try await wants()[0]
    let set = try await program.ask(server.url, "wantlist", "limit", "r\(wanted)", "25", "EUR")
    let done = set.output.hasPrefix("Done: Limit ") && set.output.hasSuffix(" to €25.00\n")
    #expect(set.status == 0 && done, "\(set.output)\(set.errors)")
    let shown = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "--json")
    #expect(shown.output == "{\"id\":\(wanted),\"limit\":\"25\",\"currency\":\"EUR\"}\n", "\(shown.output)")

    let none = try await program.ask(server.url, "market", "wants", "--at-price")
    #expect(none.status == 3 && none.errors == "runout: nothing at your price\n")
    sell((wanted, 20, TestServer.guest))
    let checked = try await program.ask(server.url, "market", "wants", "--check", "--json")
    let row = try #require(try jsonLines(checked.output).first)
    #expect(checked.status == 0 && row["at_price"] as? Bool == true && row["lowest"] as? String == "20")
    #expect(row["market"] as? String == "at your price" && row["num_for_sale"] as? Int == 1)
    let csv = try await program.ask(server.url, "market", "--csv")
    #expect(csv.output.hasPrefix("id,artist,title,market,lowest,limit,currency,copies,looked_up\n\(wanted),"))
    #expect(server.count("GET", "/marketplace/stats/*") == 1)

    let away = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "none")
    #expect(away.status == 0 && away.output.hasPrefix("Done: Remove the limit of "))
    let plain = try await program.ask(server.url, "wantlist", "limit", "\(wanted)")
    #expect(plain.status == 0 && plain.output.hasSuffix(": no limit\n"))
  }

  @Test func `a limit is rehearsed, refused where nothing may be changed, and undone`() async throws {
    let wanted = try await wants()[0]
    func limit(_ amount: String = "", _ option: String = "--source=live") async throws -> String {
      let answer = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", amount, option)
      #expect(answer.status == 0, "\(answer.errors)")
      return answer.output
    }
    #expect(try await limit("€9", "--dry-run").hasPrefix("Would do: Limit "))
    #expect(try await limit().hasSuffix(": no limit\n"))
    let refused = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "€9", "--read-only")
    #expect(
      refused.status == 1 && refused.errors == "runout: Nothing changed: Runout was started with --read-only\n",
      "\(refused.errors)")
    #expect(try await limit("€9", "--json").contains("\"outcome\":\"done\""))
    let undone = try await program.ask(server.url, "collection", "undo")
    #expect(undone.output.hasPrefix("Undone: Limit ") && !undone.output.contains("Sent"), "\(undone.output)")
    #expect(try await limit().hasSuffix(": no limit\n"))
  }

  @Test func `an invalid limit is refused with what to type`() async throws {
    let wanted = try await wants()[0]
    let typed = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "cheap")
    #expect(typed.status == 2 && typed.errors.hasPrefix("runout: “cheap” is not a limit: type 25, "))
    let currency = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "25")
    #expect(
      currency.status == 1
        && currency.errors
          == "runout: Which currency? Type 25 EUR, or set currency in config.toml\n"
    )
    let stranger = try await program.ask(server.url, "wantlist", "limit", "r999999999", "25", "EUR")
    #expect(stranger.status == 3 && stranger.errors == "runout: release 999999999 is not on your want list\n")
    let flags = try await program.ask(server.url, "market", "wants", "--all")
    #expect(flags.status == 2)
  }

  @Test func `what a seller has of the want list, and what the account sells`() async throws {
    let wanted = try await wants()
    let others = try jsonLines(try await program.ask(server.url, "collection", "list", "--json").output)
    let owned = try #require(others.compactMap { $0["id"] as? Int }.first)
    sell(
      (wanted[1], 30, TestServer.guest), (wanted[0], 12, TestServer.guest), (owned, 99, TestServer.owner))
    let offers = try await program.ask(server.url, "market", "seller", TestServer.guest, "--json")
    #expect(offers.status == 0, "\(offers.errors)")
    #expect(try jsonLines(offers.output).compactMap { $0["id"] as? Int }.sorted() == [wanted[0], wanted[1]].sorted())
    let nothing = try await program.ask(server.url, "market", "seller", TestServer.owner)
    #expect(nothing.status == 3 && nothing.errors == "runout: \(TestServer.owner) sells nothing you want\n")
    let unknown = try await program.ask(server.url, "market", "seller", "nobody-here")
    #expect(unknown.status == 3, "\(unknown.errors)")
    let own = try await program.ask(server.url, "market", "listings", "--json")
    let row = try #require(try jsonLines(own.output).first)
    #expect(own.status == 0 && row["id"] as? Int == owned && (row["copies"] as? [String])?.isEmpty == false)
  }

  @Test func `the screen announces a want that has come down to its price by itself`() async throws {
    let wanted = try await wants()[0]
    let set = try await program.ask(server.url, "wantlist", "limit", "\(wanted)", "25", "EUR")
    #expect(set.status == 0, "\(set.errors)")
    sell((wanted, 20, TestServer.guest))
    let terminal = try await program.open(
      ["--api-url", server.url], source: "live",
      changes: ["DISCOGS_TOKEN": TestServer.token, "DISCOGS_TOKEN_FOR": server.url], settled: false)
    try await terminal.waitForText("At your price: ")
    try await terminal.press("6")
    try await terminal.waitForText("✓ €20.00    €25.00   €5.00      1")
    try await terminal.press("tt")
    terminal.write(":seller \(TestServer.guest)<Enter>")
    try await terminal.waitForText("Added seller ")
    // The row comes behind the sentence.
    try await terminal.waitForText("not yet")
    try await terminal.press("<Enter>")
    try await terminal.waitForText("1 of your wants")
  }

  @Test func `sellers are added, listed and removed`() async throws {
    let added = try await program.ask(server.url, "market", "sellers", "--add", "GUEST", "--json")
    #expect(try jsonLines(added.output).first?["name"] as? String == TestServer.guest, "\(added.errors)")
    let removed = try await program.ask(server.url, "market", "sellers", "--remove", "guest")
    #expect(removed.status == 0 && removed.output == "")
    let again = try await program.ask(server.url, "market", "sellers", "--remove", "guest")
    #expect(again.status == 1 && again.errors == "runout: guest is not one of your sellers\n")
  }

  @Test func `the demo has prices and sellers without a network`() async throws {
    let listed = try jsonLines(try await program.run("market", "--json").output)
    #expect(listed.first?["id"] as? Int == 930_000_174, "what is at its price is first")
    // No currency: the demo's owner pays in euros.
    #expect(try await program.run("wantlist", "limit", "930000206", "65").status == 0)
    let checked = try await program.run("market", "wants", "--check", "--at-price")
    #expect(checked.status == 0 && checked.output.contains("Debut"), "\(checked.output)\(checked.errors)")
    let offers = try await program.run("market", "seller", "groove-cellar")
    #expect(offers.status == 0 && offers.output.contains("Blue Train"), "\(offers.errors)")
    let own = try await program.run("market", "listings")
    #expect(own.status == 0 && own.output.contains("Bleach"), "\(own.errors)")
  }

  @Test func `a catalogue has no prices`() async throws {
    let checked = try await program.run("market", "wants", "--check", source: "catalogue")
    #expect(checked.status == 2 && checked.errors.contains("prices need Discogs"), "\(checked.errors)")
  }
}
