import SeededRandom
import Testing

@testable import RunoutModel

struct SpellingTests {
  @Test(arguments: [
    ("miles", "miles", 0), ("miles", "mils", 1), ("miles", "imles", 1), ("miles", "milez", 1), ("ca", "abc", 3),
    ("", "abc", 3), ("björk", "bjrök", 1), ("björk", "bjork", 1), ("мир", "мор", 1), ("kitten", "sitting", 3),
  ])
  func `errors are letters too many, too few, wrong or swapped`(_ left: String, _ right: String, _ errors: Int) {
    #expect(Spelling.distance(left, right) == errors && Spelling.distance(right, left) == errors)
    #expect(SpeltWord(left).errors(in: SpeltWord(right), atMost: errors) == errors)
    if errors > 0 { #expect(SpeltWord(left).errors(in: SpeltWord(right), atMost: errors - 1) == nil) }
  }

  @Test func `a limit only leaves out what is above it`() {
    var random = SeededGenerator(seed: 32)
    let letters = Array("abcö")
    func word() -> String {
      String((0..<Int.random(in: 0...7, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }
    for _ in 0..<2_000 {
      let (left, right) = (word(), word())
      let all = Spelling.distance(left, right)
      for most in 0...3 {
        let found = SpeltWord(left).errors(in: SpeltWord(right), atMost: most)
        #expect(found == (all <= most ? all : nil), "\(left) \(right)")
      }
    }
  }
}
