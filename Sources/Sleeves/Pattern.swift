/// A motif printed on a sleeve, drawn within a square of its own.
enum Pattern: CaseIterable {
  case discs, stripes, tiles, waves, letters, rays, dots, bars
  case ridges, rings, blocks, arcs, shards, portrait, moon, ribbons

  /// The patterns for words in styles; a style not listed takes those of its genre.
  private static let suiting: [(words: [String], patterns: [Pattern])] = [
    (
      ["Bop", "Modal", "Cool Jazz", "Hard Bop", "Bossa Nova"],
      [.blocks, .portrait, .bars, .arcs, .letters, .discs, .tiles]
    ),
    (["Free Jazz", "Avant", "Experimental", "Noise", "Abstract"], [.shards, .tiles, .discs, .blocks]),
    (["Fusion", "Prog", "Psychedelic", "Space", "Krautrock", "Acid"], [.moon, .waves, .rays, .arcs, .discs]),
    (["Techno", "Minimal", "House", "Electro", "Trance", "IDM"], [.rings, .dots, .tiles, .bars, .letters]),
    (["Ambient", "New Age", "Drone", "Downtempo", "Modern Classical"], [.ridges, .waves, .moon, .ribbons]),
    (["Dub", "Roots", "Ska", "Rocksteady", "Dancehall", "Lovers"], [.stripes, .rays, .discs, .portrait]),
    (["Soul", "Funk", "Disco", "Boogie", "Gospel", "Rhythm & Blues"], [.arcs, .rays, .portrait, .discs, .ribbons]),
    (["Punk", "Hardcore", "Metal", "Thrash", "Grunge", "Industrial"], [.shards, .letters, .stripes, .bars]),
    (["Synth", "New Wave", "Post-Punk", "Italo", "Goth"], [.tiles, .ridges, .stripes, .blocks, .bars]),
    (["Indie", "Alternative", "Lo-Fi", "Shoegaze", "Dream"], [.moon, .ribbons, .ridges, .dots, .letters]),
    (["Folk", "Country", "Bluegrass", "Acoustic", "Ballad"], [.ridges, .portrait, .moon, .letters]),
    (["Baroque", "Romantic", "Opera", "Choral", "Chamber", "Symphony"], [.letters, .ribbons, .blocks, .portrait]),
    (
      ["Gangsta", "Conscious", "Boom Bap", "Instrumental", "Trip Hop", "Breaks"], [.letters, .portrait, .dots, .tiles]
    ),
    (["Jazz", "Blues"], [.portrait, .blocks, .discs, .letters, .bars]),
    (["Electronic"], [.rings, .dots, .tiles, .waves, .bars]),
    (["Rock"], [.rays, .shards, .letters, .stripes, .moon, .ridges]),
    (["Hip Hop"], [.letters, .tiles, .portrait, .bars]),
    (["Classical"], [.letters, .ribbons, .blocks, .ridges]),
    (["Reggae", "Latin"], [.stripes, .rays, .discs, .arcs, .tiles]),
    (["Pop", "Children"], [.dots, .discs, .arcs, .portrait, .stripes]),
  ]

  /// The blocks of a height of which curves can be made: of fewer, circles are lumps.
  static var leastBlocks: Int { 14 }

  /// The pattern for a picture of blocks, where thin lines run together, and letters look like a picture that is missing.
  /// Of few, it has few parts with straight edges.
  func inBlocks(_ high: Int) -> Pattern {
    let isFew = high < Self.leastBlocks
    return switch self {
    case .rings: isFew ? .discs : .rings
    case .letters, .shards: .blocks
    case .dots: .tiles
    case .bars where high < 8: .discs
    // A head of squares is a placeholder.
    case .portrait: isFew ? .blocks : .ridges
    case .ridges where isFew: .moon
    // Lines that cross blocks at a slant are slivers.
    case .rays: .stripes
    case .ribbons, .waves: isFew ? .stripes : .waves
    case .arcs where isFew: .stripes
    default: self
    }
  }

  /// Whether it has one subject, which is nothing when half of it is hidden.
  var isFigure: Bool { [.portrait, .discs, .moon, .letters].contains(self) }

  static func of(_ facts: SleeveFacts) -> Pattern {
    var chance = Chance(facts.seed, "pattern")
    let words = facts.styles + facts.genres
    let known = words.lazy.compactMap { word in suiting.first { $0.words.contains { word.contains($0) } } }.first
    guard let known, chance.happens(in: 80) else { return chance.one(of: Pattern.allCases) }
    return chance.one(of: known.patterns)
  }
}
