import Digging
import DiscogsModel
import RunoutModel
import Testing

/// How like two records are.
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

  @Test(arguments: [(1959, 0), (1961, 2), (1968, 9)])
  func `years that are near make records alike, and are told`(year: Int, apart: Int) {
    let likeness = Likeness(of: modal(in: 1959), and: modal(in: year))
    #expect(likeness.years == apart)
    #expect(likeness.score > Likeness(of: modal(in: 1959), and: modal(in: nil)).score)
  }

  @Test(arguments: [1969, 2009, nil]) func `years that are far apart do not, and are not told`(year: Int?) {
    let likeness = Likeness(of: modal(in: 1959), and: modal(in: year))
    #expect(likeness.years == nil)
    #expect(likeness.score == Likeness(of: modal(in: 1959), and: modal(in: nil)).score)
  }

  private func modal(in year: Int?) -> RecordTraits { RecordTraits(styles: ["Modal"], year: year) }
}
