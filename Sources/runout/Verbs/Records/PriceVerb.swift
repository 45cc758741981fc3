import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Wording

struct PriceVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "price", abstract: "Show what a release costs now, and what it cost.",
    discussion: """
      Runout keeps the lowest price of your wants and copies once a day, whenever it looks at one. Exit code 3 if none is \
      for sale, or with --history if none was kept.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Flag(help: "List the lowest prices of the last year by day.") var history = false
  @Argument(help: ArgumentHelp("An id such as 123 or r123, or a Discogs URL.", valueName: "id-or-url"))
  var release: String

  @MainActor func run() async throws {
    let id = Release.ID(try EntityReference(typed: release, as: .release).number)
    let wiring = try Wiring(common)
    if history { return try await showHistory(of: id, wiring) }
    let services = try wiring.marketServices(for: VerbWords.prices).services
    let market = try await wiring.ask { try await services.community.market(id, false) }
    guard let market, let lowest = market.lowest else { throw Failure(RecordWords.noneForSale, .notFound) }
    Table(
      [lowest],
      [
        .number("lowest") { "\($0.amount)" }, .text("currency") { $0.currency.code },
        .number("for_sale") { _ in market.forSale },
      ]
    ).write(as: list, plain: [RecordWords.forSale(market.forSale, lowest: lowest.displayName)])
  }

  /// Lists what is on this machine: it needs no network, and no copy for sale.
  @MainActor private func showHistory(of id: Release.ID, _ wiring: Wiring) async throws {
    let services = try wiring.services()
    let prices = try await wiring.ask { try await services.reports.priceHistory(id) }
    Table(
      prices,
      [
        .text("day") { String(UTCTime.text(Double($0.day) * 86_400).prefix(10)) },
        .number("lowest") { "\($0.price.amount)" }, .text("currency") { $0.price.currency.code },
      ]
    ).write(as: list)
    if prices.isEmpty { throw Failure(VerbWords.noPriceKept, .notFound) }
  }
}
