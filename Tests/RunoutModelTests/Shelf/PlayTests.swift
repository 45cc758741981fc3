import DiscogsModel
import RunoutModel
import Testing

struct PlayTests {
  /// 2026-03-03
  private let today = CivilDate.days(year: 2026, month: 3, day: 3)

  /// Seconds since 1970 of noon of a day so many days ago, two hours ahead of UTC in summer.
  private func time(_ text: String) throws(PastDay.NotPast) -> Double? {
    try PastDay.time(text, today: today) { $0 < 1_761_440_400 ? 7_200 : 3_600 }
  }

  @Test(
    arguments: [
      ("today", nil), ("0", nil), ("2026-03-03", nil), ("Yesterday", 1_772_449_200), ("2", 1_772_362_800),
      ("2026-02-28", 1_772_276_400), ("2025-07-01", 1_751_364_000),
    ] as [(String, Double?)]) func `a day of the past is read as people type it`(text: String, noon: Double?) throws
  {
    #expect(try time(text) == noon)
  }

  @Test(arguments: [
    "", "tomorrow", "-1", "2026-03-04", "2026-02-29", "2026-13-01", "2026-00-10", "2026-3", "1-2-3-4", "2026", "367",
    "99999999999999999999", "0000-01-01",
  ]) func `what is no day of the past is refused`(text: String) {
    #expect(throws: PastDay.NotPast.self) { try time(text) }
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
