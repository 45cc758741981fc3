import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI

struct RecordDatesTests {
  @Test func `a date is read beside its text`() throws {
    let release = try Fixture.read("get-release-200", as: .release(900_100))
    let live = try #require(release.live)
    #expect(live.addedAt.map { $0.ISO8601Format() } != nil && live.changedAt != nil)
    let order = try Fixture.read("get-order-200", as: .order("77-1254"))
    #expect(order.created == "2023-10-21T09:25:17-07:00")
    #expect(order.createdAt?.ISO8601Format() == "2023-10-21T16:25:17Z")
    #expect(order.lastActivityAt == order.createdAt)
  }

  @Test(arguments: [
    ("2012-10-27T07:36:15-07:00", "2012-10-27T14:36:15Z"), ("2012-10-27T07:36:15+0530", "2012-10-27T02:06:15Z"),
    ("2012-10-27T07:36:15Z", "2012-10-27T07:36:15Z"), ("2012-10-27T07:36:15.123Z", "2012-10-27T07:36:15Z"),
    // Without an offset it is the time of the west coast, in the hour that is skipped in spring, too.
    ("2012-10-27T07:36:15", "2012-10-27T14:36:15Z"), ("2012-12-03 02:50:12", "2012-12-03T10:50:12Z"),
    ("2024-03-10T02:30:00-08:00", "2024-03-10T10:30:00Z"),
  ])
  func `dates come with and without an offset`(text: String, date: String) {
    #expect(Date(discogs: text)?.ISO8601Format() == date)
  }

  @Test(arguments: ["", "soon", "2012-10-27", "2012-13-27T07:36:15Z", "2012-10-27T07:36:15X", "2012-10-27T07:36:15-7"])
  func `an invalid date is nil`(text: String) {
    #expect(Date(discogs: text) == nil)
  }

  @Test func `a release has as much of its date as is known`() {
    func date(_ released: String) -> DateComponents? { Release(id: 1, title: "", released: released).releaseDate }
    #expect(date("1978-06-30") == DateComponents(year: 1978, month: 6, day: 30))
    #expect(date("1978-06-00") == DateComponents(year: 1978, month: 6))
    #expect(date("1978-00-17") == DateComponents(year: 1978) && date("1978") == DateComponents(year: 1978))
    #expect(date("") == nil && date("soon") == nil)
  }
}
