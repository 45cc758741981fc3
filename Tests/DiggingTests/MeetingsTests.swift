import Digging
import DiscogsModel
import RunoutModel
import Testing

struct MeetingsTests {
  /// Records by rank: 1 and 2 with all three, 5 with two of them.
  private let meetings = Meetings([[1, 2, 3, 5], [1, 2, 5], [1, 2, 9, 9]])

  @Test func `the records with the most of them come first, of equals the best known`() {
    #expect(
      meetings.records(withAtLeast: 2, most: 10) == [
        .init(record: 1, people: [0, 1, 2]), .init(record: 2, people: [0, 1, 2]), .init(record: 5, people: [0, 1]),
      ])
    #expect(meetings.records(withAtLeast: 1, without: [1, 2], most: 2).map(\.record) == [5, 3])
    #expect(meetings.records(withAtLeast: 4, most: 10) == [])
  }

  @Test func `what somebody shares is counted but for some records`() {
    #expect(meetings.shared(count: 3) == [3, 3, 2])
    #expect(meetings.shared(count: 3, without: [1]) == [2, 2, 1])
  }

  @Test func `years are counted with the empty ones between, but for a long gap`() {
    #expect([1959, 1957, 1959, 1961].tallied().map(\.records) == [1, 0, 2, 0, 1])
    #expect([1900, 1959, 1960].tallied(mostEmpty: 10).map(\.year) == [1900, 1959, 1960])
    #expect([Int]().tallied() == [])
  }
}

struct LikenessTests {
  private let record = RecordTraits(people: [1, 2, 3, 4], labels: [7], styles: ["Modal", "Hard Bop"], year: 1959)

  @Test func `the same band is more alike than the same label and style`() {
    let band = Likeness(of: record, and: RecordTraits(people: [1, 2, 3, 9], year: 1965))
    let style = Likeness(of: record, and: RecordTraits(people: [8], labels: [7], styles: ["Hard Bop"], year: 1959))
    #expect(band.score > style.score)
    #expect(band.people == [1, 2, 3] && band.years == 6)
    #expect(style.labels == [7] && style.styles == ["Hard Bop"] && style.years == 0)
  }

  @Test func `a label of another time counts for little`() {
    let near = Likeness(of: record, and: RecordTraits(labels: [7], year: 1960))
    let far = Likeness(of: record, and: RecordTraits(labels: [7], year: 1994))
    #expect(near.score >= 1 && far.score < 1)
  }

  @Test func `time alone makes no likeness`() {
    let other = Likeness(of: record, and: RecordTraits(people: [9], labels: [8], styles: ["Disco"], year: 1959))
    #expect(other.score == 0)
  }

  @Test func `labels that stand for none make no likeness`() {
    let release = Release(
      id: 1, title: "White",
      labels: [LabelCredit(id: 5, name: "Not On Label (Aphex Twin)"), LabelCredit(id: 6, name: "Warp")])
    #expect(RecordTraits(release).labels == [6])
  }
}
