/// Sentences about prices, limits and sellers.
public enum MarketWords {
  public static func unknownCurrency(_ code: String, known: String) -> String {
    "Discogs has no prices in \(code). Try \(known)"
  }
  public static func whichCurrency(_ amount: String) -> String {
    "Which currency? Type \(amount) EUR, or set currency in config.toml"
  }

  // MARK: Limits

  public static let pickAWant = "Select a want first: a limit is the most you would pay for it"
  public static func below(_ amount: String) -> String { "\(amount) below" }
  public static let limitFailed = "Could not set the limit"
  public static func limits(_ limit: String, wants: Int) -> String { "\(limit) for \(counted(wants, "want"))" }
  public static func limit(_ amounts: [String]) -> String {
    amounts.isEmpty ? "Limit removed" : "Limit \(amounts.joined(separator: " or "))"
  }

  // MARK: Prices

  public static let checkFailed = "Could not check prices"
  public static let checking = "Checking prices…"
  public static let checkingAlready = "Already checking prices"
  public static let stopped = "Price check stopped; results kept"
  public static let checkIncomplete = "Could not check all prices"
  public static func noLimits(key: String) -> String { "No limits yet. On a want, type \(key) 25" }
  public static func checked(_ prices: Int, atPrice: Int) -> String {
    let prices = counted(prices, "price")
    return atPrice == 0
      ? "Checked \(prices): none at your price" : "Checked \(prices): \(grouped(atPrice)) at your price"
  }
  public static func atPrice(_ priced: String, place: String) -> String { "At your price: \(priced) · \(place) to see" }
  public static func priced(_ name: String, _ price: String?) -> String { price.map { "\(name), \($0)" } ?? name }
  public static func atPrice(_ number: Int, _ named: [String], place: String) -> String {
    let names = named.joined(separator: "; ") + (number > named.count ? "; …" : "")
    return "\(grouped(number)) wants at your price: \(names) · \(place) to see"
  }
  public static let notChecked = "not checked"
  public static let forSale = "for sale"
  /// In a narrow column instead of a price.
  public static let (unknown, none) = ("unknown", "none")

  // MARK: Sellers

  public static func added(_ name: String, key: String) -> String { "Added seller \(name) · \(key) to see" }
  public static let addFailed = "Could not add the seller"
  public static let removeThis = "Remove this seller?"
  public static func bringsBack(_ name: String, command: String) -> String { "\(command) \(name) adds it again" }
  public static func removed(_ name: String) -> String { "Removed seller \(name)" }
  public static let removeFailed = "Could not remove the seller"
}
