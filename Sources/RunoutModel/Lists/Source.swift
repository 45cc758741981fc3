public import DiscogsModel

/// Where records come from.
public enum Source: String, CaseIterable, Hashable, Sendable {
  /// The small catalogue shipped with the program.
  case demo
  /// The catalogue imported from data dumps.
  case catalogue
  /// Discogs itself, over the network.
  case live
  /// The releases of the user's own copies and wants, and nothing else.
  case shelf

  /// Pages ask for an ability, never which source is on.
  public var abilities: Abilities {
    switch self {
    case .demo: [.searchWhileTyping, .browse, .dig, .shelfFields, .market]
    case .catalogue: [.searchWhileTyping, .browse, .dig, .shelfFields]
    case .live: [.browse, .market, .people, .sync, .refresh]
    case .shelf: [.searchWhileTyping]
    }
  }

  public func can(_ ability: Abilities) -> Bool { abilities.contains(ability) }

  /// Whether the shelf beside these records is the demo's rather than the user's own.
  public var hasDemoShelf: Bool { self == .demo }

  /// The abilities of a source beyond searching and showing releases.
  public struct Abilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests are free, so results can come with every letter.
    public static let searchWhileTyping = Abilities(rawValue: 1)
    /// Pages of artists, labels and masters, with their lists.
    public static let browse = Abilities(rawValue: 2)
    /// Gaps, years, paths and likeness, which take reading many records.
    public static let dig = Abilities(rawValue: 4)
    /// Searches by `owned:` and `wanted:`.
    public static let shelfFields = Abilities(rawValue: 8)
    /// Prices and sellers.
    public static let market = Abilities(rawValue: 16)
    /// Users, their profiles, lists and ratings.
    public static let people = Abilities(rawValue: 32)
    /// An account that a shelf can be synced with.
    public static let sync = Abilities(rawValue: 64)
    /// Responses come over the network: they are cached and age, and each costs a request.
    public static let refresh = Abilities(rawValue: 128)
  }
}

extension EntityReference {
  /// Whether this is a page of the demo catalogue, which has no web address.
  ///
  /// The demo numbers its records from 900,000,000; Discogs had reached 36 million releases in 2026.
  public var isDemo: Bool { number >= Self.firstDemoNumber }

  private static let firstDemoNumber = 900_000_000
}
