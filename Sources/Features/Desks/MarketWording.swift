import Clients
public import DiscogsModel

/// The sentences about prices.
nonisolated public enum MarketWording {
  /// What limits set together say: `Limit €25.00`.
  static func limit(_ limits: [Money?]) -> String {
    let amounts = limits.compactMap(\.?.displayName).uniqued()
    return amounts.isEmpty ? "Limit removed" : "Limit \(amounts.joined(separator: " or "))"
  }

  /// What is said of wants that have come down to the user's price.
  static func news(_ wants: [PricedWant], place: String) -> String {
    guard let first = wants.first else { return "" }
    if wants.count == 1 {
      return "Now at your price: \(first.want.name) from \(price(first)); \(place) lists it"
    }
    let named = wants.prefix(3).map { "\($0.want.name) from \(price($0))" }.joined(separator: ", ")
    return "\(wants.count.grouped) wants are at your price now: \(named)\(wants.count > 3 ? ", …" : ""); "
      + "\(place) lists them"
  }

  static func atPrice(_ number: Int) -> String {
    number == 0 ? "none is at your price" : number == 1 ? "1 is at your price" : "\(number.grouped) are at your price"
  }

  private static func price(_ want: PricedWant) -> String { want.seen?.lowest?.displayName ?? "" }

  /// How a want stands on the market, in two or three words.
  public static func state(_ want: PricedWant) -> String {
    guard let seen = want.seen else { return "not looked up" }
    if want.isAtPrice { return "at your price" }
    return seen.copiesForSale > 0 ? "for sale" : "none for sale"
  }
}
