/// What is said of prices, limits and sellers.
public enum MarketWords {
  public static func unknownCurrency(_ code: String, known: String) -> String {
    "Discogs has no prices in \(code). Try \(known)"
  }
  public static func whichCurrency(_ amount: String) -> String {
    "Which currency? Type \(amount) EUR, or set currency in config.toml"
  }
}
