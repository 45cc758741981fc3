/// Makes sequences of steps by chance, the same ones from the same seed.
struct StepGenerator {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// What is added here and what is added elsewhere are different releases: a copy of the release that an unanswered
  /// request may have added, made elsewhere at the same time, cannot be told from what the request made.
  private static let ownReleases = 1...4
  private static let releasesElsewhere = 91...93

  mutating func sequence() -> [ShelfStep] {
    (0..<Int.random(in: 4...12, using: &random)).map { _ in step() }
  }

  private mutating func step() -> ShelfStep {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<38: .edit((0..<number(1, 1, 1, 2, 3)).map { _ in action() })
    case ..<54: .undo
    case ..<64: .redo
    case ..<78: .send(faults(), isAsked: Bool.random(using: &random), killedAt: kill())
    case ..<90: .sync(faults(), isFull: Bool.random(using: &random), killedAt: kill())
    case ..<97: .elsewhere(actionElsewhere())
    default: .retryStuck
    }
  }

  private mutating func number(_ choices: Int...) -> Int { choices[Int.random(in: choices.indices, using: &random)] }
  private mutating func place() -> Int { Int.random(in: 0..<6, using: &random) }
  private mutating func stars() -> Int? { [nil, 1, 3, 5][Int.random(in: 0..<4, using: &random)] }
  private mutating func name() -> String { ["Jazz", "Blues", "Soul"][Int.random(in: 0..<3, using: &random)] }
  private mutating func text() -> String { ["", "a", "b"][Int.random(in: 0..<3, using: &random)] }

  private mutating func action() -> ShelfAction {
    switch Int.random(in: 0..<24, using: &random) {
    case ..<5: .add(Int.random(in: Self.ownReleases, using: &random), folder: place())
    case ..<9: .remove(place())
    case ..<11: .move(place(), folder: place())
    case ..<13: .rate(place(), stars())
    case ..<15: .note(place(), text())
    case ..<16: .want(Int.random(in: 1...6, using: &random))
    case ..<18: .unwant(place())
    case ..<19: .changeWant(place(), text())
    case ..<20: .rateWant(place(), stars())
    case ..<22: .makeFolder(name())
    case ..<23: .renameFolder(place(), name())
    default: .deleteFolder(place())
    }
  }

  private mutating func actionElsewhere() -> ElsewhereAction {
    switch Int.random(in: 0..<8, using: &random) {
    case ..<3: .add(Int.random(in: Self.releasesElsewhere, using: &random))
    case ..<5: .remove(place())
    case ..<6: .rate(place(), Int.random(in: 1...5, using: &random))
    case ..<7: .want(Int.random(in: Self.releasesElsewhere, using: &random))
    default: .unwant(place())
    }
  }

  /// Every other request goes wrong, in every other step.
  private mutating func faults() -> [FickleAccount.Fault] {
    guard Bool.random(using: &random) else { return [] }
    let hostile = FickleAccount.Fault.allCases.filter { $0 != .none }
    return (0..<Int.random(in: 1...8, using: &random)).map { _ in
      Bool.random(using: &random) ? .none : hostile[Int.random(in: hostile.indices, using: &random)]
    }
  }

  private mutating func kill() -> Int? {
    Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...12, using: &random) : nil
  }
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
