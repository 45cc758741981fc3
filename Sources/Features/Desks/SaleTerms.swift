public import Clients
public import DiscogsModel
public import RunoutModel
import Wording

/// A sale before it is made: price, fee, and the prices next to it.
nonisolated public struct SaleTerms: Sendable {
  public let price: Money
  let fee: Money
  let lowest: Money?
  let suggested: Money?

  private let copy: CollectionCopy
  private let condition: String
  private let sleeve: String

  /// - Parameters:
  ///   - typed: without a currency, in the account's. Another one is refused, as the account cannot sell in it.
  ///   - condition: of the record, and `sleeve` of its sleeve; empty for the copy's.
  public init(
    _ typed: PriceLimit, for copy: CollectionCopy, condition: String = "", sleeve: String = "", _ services: Services
  ) async throws(ClientError) {
    self.copy = copy
    self.condition = condition.isEmpty ? copy.mediaCondition : condition
    self.sleeve = sleeve.isEmpty ? copy.sleeveCondition : sleeve
    let own = try await services.selling.currency()
    guard let currency = own ?? typed.currency else { throw .refused(SellingWords.noCurrency) }
    guard typed.currency == nil || typed.currency == currency else {
      throw .refused(SellingWords.otherCurrency(currency.code))
    }
    price = Money(typed.amount, currency)
    fee = try await services.selling.fee(price)
    let figures = try await services.community.market(copy.release, true)
    lowest = figures?.lowest
    suggested = figures?.suggestions?.first { [grade = self.condition] in $0.condition == grade }?.price
  }

  /// A listing that can be told from those of other copies, so that it is never made twice.
  public func draft(status: String = "For Sale") -> ListingDraft {
    var draft = ListingDraft(release: copy.release, condition: condition, price: price.amount, status: status)
    if !sleeve.isEmpty { draft.sleeveCondition = sleeve }
    draft.externalID = "runout-\(copy.release)-\(copy.id)"
    return draft
  }

  /// `VG+ / VG`.
  public var grades: String {
    [condition, sleeve].map(Condition.shortName).filter { !$0.isEmpty }.joined(separator: " / ")
  }

  /// The price without the fee; nil where the fee comes in another currency.
  var left: Money? {
    guard fee.currency == price.currency else { return nil }
    return Money(cents: (price.amount.doubleValue - fee.amount.doubleValue) * 100, price.currency)
  }

  public var sentence: String {
    SellingWords.facts(
      fee: fee.displayName, left: left?.displayName, lowest: lowest?.displayName, suggested: suggested?.displayName)
  }
}
