import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// Turns prices and wants into the arguments of `MarketWords`.
nonisolated public enum MarketWording {
  /// Limits set together: `Limit €25.00`.
  static func limit(_ limits: [Money?]) -> String { MarketWords.limit(limits.compactMap(\.?.displayName).uniqued()) }

  /// Wants that have dropped to the user's price.
  static func news(_ wants: [PricedWant], place: String) -> String {
    let named = wants.prefix(3).map { MarketWords.priced($0.want.name, $0.seen?.lowest?.displayName) }
    guard let first = named.first else { return "" }
    return wants.count == 1
      ? MarketWords.atPrice(first, place: place) : MarketWords.atPrice(wants.count, named, place: place)
  }

  /// A want's state on the market, in two or three words.
  public static func state(_ want: PricedWant) -> String {
    guard let seen = want.seen else { return MarketWords.notChecked }
    if want.isAtPrice { return ScreenWords.atYourPrice }
    return seen.copiesForSale > 0 ? MarketWords.forSale : RecordWords.noneForSale
  }

  /// The state in a word, where there is no price to show.
  public static func shortState(_ want: PricedWant) -> String {
    guard let seen = want.seen else { return MarketWords.unknown }
    return seen.copiesForSale > 0 ? MarketWords.forSale : MarketWords.none
  }
}
