public struct SleeveFacts: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case record, artist, label
  }

  /// How much of a record is out of its sleeve.
  public enum Pose: Hashable, Sendable {
    /// It looks out, but of blocks, which are too few for its edge.
    case inSleeve
    /// Its label is seen.
    case halfOut
    /// The record alone, its label with words.
    case alone
    /// The sleeve alone, square whatever is in it.
    case sleeve
  }

  public var kind = Kind.record
  /// The source of chance: the master's number, the same for all its pressings, or else artist and title.
  public var seed: String
  public var artist = ""
  public var title: String
  /// The first label's name, without its homonym number.
  public var label = ""
  /// Nil when unknown.
  public var year: Int?
  public var genres: [String] = []
  public var styles: [String] = []
  /// Such as `Vinyl`, `CD`, `Cassette`.
  public var format = ""
  /// Such as `LP`, `7"`, `White Label`.
  public var descriptions: [String] = []
  /// The format's free text, such as `Translucent red`.
  public var freeText = ""
  /// The number of discs or cassettes in the sleeve.
  public var quantity = 1
  public var pose = Pose.inSleeve
  /// Whether the names stand right below or beside it: of blocks, and alone, a sleeve has none then.
  public var isNamedBeside = false

  /// Whether its sleeve may differ from that of another pressing: a single's can be its company's, and a file is one itself.
  public var hasSleeveOfItsOwn: Bool { isSingle || Medium(self).shape == .file }
  var isSingle: Bool { descriptions.contains("7\"") }
}

/// Random numbers that are the same for the same words on every machine.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter purpose: the decision to make, so that it does not depend on the number of earlier ones.
  init(_ seed: String, _ purpose: String) {
    state = "\(purpose)\u{0}\(seed)".utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    _ = next()
  }

  /// Source: “Fast splittable pseudorandom number generators”, Steele, Lea and Flood, 2014 (SplitMix64).
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func part(_ range: ClosedRange<Float>) -> Float {
    range.lowerBound + (range.upperBound - range.lowerBound) * Float(next() >> 40) / Float(1 << 24)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  mutating func one<Element>(of choices: [Element]) -> Element { choices[number(0...choices.count - 1)] }

  /// True in `hundred` of a hundred cases.
  mutating func happens(in hundred: Int) -> Bool { number(1...100) <= hundred }
}
