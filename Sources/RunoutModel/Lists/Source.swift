public import DiscogsModel

/// Where records come from.
public enum Source: String, CaseIterable, Hashable, Sendable {
  /// The small catalogue shipped with the program.
  case demo
  /// The catalogue imported from data dumps.
  case catalogue
  /// Discogs itself, over the network.
  case live

  /// Whether it knows of prices and sellers: the demo has a market of its own, the dumps have none.
  public var hasMarket: Bool { self != .catalogue }
}

extension EntityReference {
  /// Whether this is a page of the demo catalogue, which no address leads to.
  ///
  /// The demo numbers its records from 900,000,000; Discogs had reached 36 million releases in 2026.
  public var isDemo: Bool { number >= Self.firstDemoNumber }

  /// The first number of the demo catalogue.
  private static let firstDemoNumber = 900_000_000
}
