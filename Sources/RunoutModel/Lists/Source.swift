public import DiscogsModel

/// Where records come from.
public enum Source: String, CaseIterable, Hashable, Sendable {
  /// The small catalogue shipped with the program.
  case demo
  /// The catalogue imported from data dumps.
  case catalogue
  /// Discogs itself, over the network.
  case live
  /// The records that the user's own copies and wants tell of, and nothing else.
  case shelf

  /// The abilities of this source: pages ask for one of these, never which source is on.
  public var abilities: Abilities {
    switch self {
    case .demo: [.searchWhileTyping, .browse, .dig, .shelfFields, .market]
    case .catalogue: [.searchWhileTyping, .browse, .dig, .shelfFields]
    case .live: [.browse, .market, .people, .sync, .refresh]
    case .shelf: [.searchWhileTyping]
    }
  }

  /// Returns whether this source has an ability.
  public func can(_ ability: Abilities) -> Bool { abilities.contains(ability) }

  /// Whether the shelf beside these records is the demo's; beside all others it is the user's own.
  public var hasDemoShelf: Bool { self == .demo }

  /// Abilities of a source beyond searching, and showing the releases it has.
  public struct Abilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Asking is free, so that results come with every letter.
    public static let searchWhileTyping = Abilities(rawValue: 1)
    /// Has pages of artists, labels and masters, with their lists.
    public static let browse = Abilities(rawValue: 2)
    /// Finds gaps, years, paths and likeness, which takes reading many records.
    public static let dig = Abilities(rawValue: 4)
    /// Searches by `owned:` and `wanted:`.
    public static let shelfFields = Abilities(rawValue: 8)
    /// Knows prices and sellers.
    public static let market = Abilities(rawValue: 16)
    /// Knows users, their profiles, lists and ratings.
    public static let people = Abilities(rawValue: 32)
    /// Has the account that a shelf can be synced with.
    public static let sync = Abilities(rawValue: 64)
    /// Answers over the network: answers are kept and grow old, and each question costs a request.
    public static let refresh = Abilities(rawValue: 128)
  }
}

extension EntityReference {
  /// Whether this is a page of the demo catalogue, which no address leads to.
  ///
  /// The demo numbers its records from 900,000,000; Discogs had reached 36 million releases in 2026.
  public var isDemo: Bool { number >= Self.firstDemoNumber }

  /// The first number of the demo catalogue.
  private static let firstDemoNumber = 900_000_000
}
