import DiscogsModel
import SeededRandom
import Testing

struct TrackPositionTests {
  @Test(arguments: [
    ["A", "A1", "A2", "A9", "A10", "B1", "B2", "Z1", "AA1", "BB1"],
    ["1", "2", "9", "10", "11", "100"],
    ["1-1", "1-2", "1-10", "2-1", "2-01a", "2-02", "10-1"],
    ["CD1-1", "CD1-2", "CD1-10", "CD2-1", "CD10-1", "DVD-1", "LP-A1", "LP-A2", "LP-B1", "Video"],
    ["1.1", "1.2", "1.10", "2.1"],
    ["A1", "A1.1", "A1.2", "A2", "A2a", "A2b", "A3 (a)", "A3 (b)", "A. 4"],
    ["1-5.1", "1-5.2", "1-12a", "1-12b"],
    ["a1", "a2", "b1"],
    ["1/2", "1/10", "2/1"],
    ["1", "99999999999999999998", "99999999999999999999", "100000000000000000000"],
    ["", "1", "A1", "Bonus"],
  ])
  func `positions sort the way a record plays`(positions: [String]) {
    var generator = SeededGenerator(seed: 78)
    for _ in 0..<5 {
      #expect(positions.shuffled(using: &generator).map { Position($0) }.sorted().map(\.text) == positions)
    }
  }

  @Test func `the order is total`() {
    let texts = [
      "A", "A1", "A 1", "A.1", "a1", "AA", "AB", "B", "Z", "1", "01", "1-1", "CD", "", " ", "-", "é", "É1", "坂1", "½",
    ]
    let positions = texts.map { Position($0) }
    for left in positions {
      for right in positions {
        #expect([left < right, left == right, right < left].count { $0 } == 1, "\(left) \(right)")
        for third in positions where left < right && right < third { #expect(left < third) }
      }
    }
  }

  @Test(
    arguments: [
      ("A1", nil, nil, "A"), ("B", nil, nil, "B"), ("AA1", nil, nil, "AA"), ("b2", nil, nil, "B"),
      ("A1 (a)", nil, nil, "A"), ("A. 1", nil, nil, "A"), ("A.1", nil, nil, "A"), ("A1a", nil, nil, "A"),
      ("1", nil, nil, nil), ("1a", nil, nil, nil), ("1.1", nil, nil, nil), ("1/2", nil, nil, nil), ("", nil, nil, nil),
      ("1-01", "1", 1, nil), ("2-13", "2", 2, nil), ("1-12a", "1", 1, nil), ("1-5.1", "1", 1, nil),
      ("CD1-1", "CD1", 1, nil), ("CD-1", "CD", nil, nil), ("DVD-1", "DVD", nil, nil), ("CD12-1", "CD12", 12, nil),
      ("LP-A1", "LP", nil, "A"), ("CD1-Video", "CD1", 1, nil), ("2 - 03", "2", 2, nil), ("LP2-AA1", "LP2", 2, "AA"),
      ("Video", nil, nil, nil), ("CD1", nil, nil, nil), ("-1", nil, nil, nil), ("-", nil, nil, nil),
      ("1-", "1", 1, nil), ("99999999999999999999-1", "99999999999999999999", nil, nil), ("A1 ", nil, nil, "A"),
    ] as [(String, String?, Int?, String?)])
  func `disc and side are read from the position`(text: String, disc: String?, number: Int?, side: String?) {
    let position = Position(text)
    #expect(position.disc == disc)
    #expect(position.discNumber == number)
    #expect(position.side == side)
  }
}
