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
