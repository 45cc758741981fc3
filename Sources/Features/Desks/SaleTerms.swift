public import Clients
public import DiscogsModel
public import RunoutModel
import Wording

/// What a sale would bring: the fee, and the prices next to it.
nonisolated public struct SaleTerms: Sendable {
  public let price: Money
  let fee: Money
  let lowest: Money?
  let suggested: Money?

  /// - Parameter typed: without a currency, that of the prices of the market.
  public init(
    _ typed: PriceLimit, of release: Release.ID, condition: String, _ services: Services
  ) async throws(ClientError) {
    let figures = try await services.community.market(release, true)
    let suggested = figures?.suggestions?.first { $0.condition == condition }?.price
    guard let currency = typed.currency ?? suggested?.currency ?? figures?.lowest?.currency else {
      throw .refused(SellingWords.whichCurrency)
    }
    price = Money(typed.amount, currency)
    fee = try await services.selling.fee(price)
    (lowest, self.suggested) = (figures?.lowest, suggested)
  }

  /// What is left of the price; empty where the fee comes in another currency.
  var left: String {
    guard fee.currency == price.currency else { return "" }
    let cents = ((price.amount.doubleValue - fee.amount.doubleValue) * 100).rounded()
    return Money(DecimalNumber(significand: Int(cents), scale: 2), price.currency).displayName
  }

  public var sentence: String {
    SellingWords.facts(
      fee: fee.displayName, left: left, lowest: lowest?.displayName, suggested: suggested?.displayName)
  }
}
