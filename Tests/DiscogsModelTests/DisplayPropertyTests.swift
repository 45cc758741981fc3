import DiscogsModel
import SeededRandom
import Testing

/// What holds for every name, credit, position and duration, tried on random ones.
struct DisplayPropertyTests {
  private static let pieces = ["Nirvana", "(2)", " (2)", " (13)", "Cre(8)or", "坂本", " ", "*", "()", "é", "!", ")", "("]

  private static func name(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  @Test func `one number of homonyms goes and nothing else`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
      let name = Self.name(&generator)
      let stripped = Homonym.strip(name)
      #expect(name.hasPrefix(stripped))
      if !name.isEmpty { #expect(Homonym.strip(name + " (7)") == name) }
      let rest = name.dropFirst(stripped.count)
      #expect(rest.isEmpty || rest.hasPrefix(" (") && rest.hasSuffix(")") && Int(rest.dropFirst(2).dropLast()) != nil)
    }
  }

  @Test func `a line of credits names all in order and never ends in a join`() {
    var generator = SeededGenerator(seed: 5)
    let joins = ["", ",", "&", " & ", "Feat.", "vs.", "/", "•", "\n", " , "]
    for _ in 0..<5_000 {
      let credits = (0..<Int.random(in: 1...5, using: &generator)).map { number in
        ArtistCredit(
          id: 1, name: "Name\(number) (\(number + 2))",
          variation: Bool.random(using: &generator) ? "Printed\(number)" : "",
          join: joins.randomElement(using: &generator) ?? "")
      }
      let line = credits.displayName
      var rest = line[...]
      for credit in credits {
        guard let range = rest.firstRange(of: credit.displayName) else {
          Issue.record("\(line) lost \(credit.displayName)")
          break
        }
        rest = rest[range.upperBound...]
      }
      #expect(rest.isEmpty && !line.contains("  ") && !line.contains(" ,"))
      var last = credits
      last[last.count - 1].join = "And"
      #expect(last.displayName == line)
    }
  }

  @Test func `whatever plays is read back from how it is written`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<5_000 {
      let duration = Duration.seconds(Int.random(in: 0...400_000, using: &generator))
      #expect(Playtime.parse(Playtime.format(duration)) == duration)
      #expect(Playtime.parse(" \(Playtime.format(duration))\r\n") == duration)
    }
  }

  @Test func `positions sort within a disc and a side by number`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let (a, b) = (Int.random(in: 1...999, using: &generator), Int.random(in: 1...999, using: &generator))
      for prefix in ["", "A", "2-", "CD1-", "LP-B"] {
        #expect((Position("\(prefix)\(a)") < Position("\(prefix)\(b)")) == (a < b))
      }
      #expect(Position(" \(a)-\(b) ").discNumber == a)
    }
  }
}
