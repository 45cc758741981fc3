import DiscogsModel
import RunoutModel
import Testing

struct PlayTests {
  /// 2026-03-03
  private let today = CivilDate.days(year: 2026, month: 3, day: 3)

  @Test(arguments: [
    ("today", 0), ("Yesterday", 1), ("0", 0), ("12", 12), ("2026-03-01", 2), ("2026-02-28", 3), ("2025-03-03", 365),
  ]) func `a day of the past is read as people type it`(text: String, daysAgo: Int) {
    #expect(PastDay.daysAgo(text, today: today) == daysAgo)
  }

  @Test(arguments: [
    "", "tomorrow", "-1", "2026-03-04", "2026-02-29", "2026-13-01", "2026-00-10", "2026-3", "1-2-3-4", "36526",
    "99999999999999999999", "0000-01-01",
  ]) func `what is no day of the past is refused`(text: String) {
    #expect(PastDay.daysAgo(text, today: today) == nil)
  }

  @Test func `days in a row count up to today or yesterday, twice a day once`() {
    let days = [0, 1, 1, 2, 5, 6, 7, 8, 40].map { today - $0 }
    let tally = PlayTally(days: days.shuffled(), today: today)
    #expect(tally.streak == 3 && tally.longest == 4 && tally.thisMonth == 4)
    #expect(PlayTally(days: days, today: today + 1).streak == 3)
    #expect(PlayTally(days: days, today: today + 2).streak == 0)
    #expect(PlayTally(days: [], today: today).longest == 0)
  }
}
