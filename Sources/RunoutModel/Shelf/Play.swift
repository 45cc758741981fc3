public import DiscogsModel

/// A noted play of a copy.
public struct Play: Hashable, Sendable, Identifiable {
  public var id: Int64
  public var copy: Int64
  public var release: Release.ID
  /// The copy's; nil where it is gone.
  public var facts: ShelfFacts?
  /// Seconds since 1970.
  public var at: Double

  public init(id: Int64, copy: Int64, release: Release.ID, facts: ShelfFacts?, at: Double) {
    (self.id, self.copy, self.release, self.facts, self.at) = (id, copy, release, facts, at)
  }

  /// `Artist – Title`; empty where the copy is gone.
  public var name: String { facts?.name ?? "" }
}

/// Counts plays by the local days they fell on.
public struct PlayTally: Hashable, Sendable {
  /// Plays in the month of `today`.
  public private(set) var thisMonth = 0
  /// Days in a row with a play, up to `today` or the day before.
  public private(set) var streak = 0
  /// The most days in a row so far.
  public private(set) var longest = 0

  /// - Parameters:
  ///   - days: of the plays, in days since 1970, in any order.
  ///   - today: likewise.
  public init(days: [Int], today: Int) {
    let (year, month, _) = CivilDate.date(ofDays: today)
    thisMonth = days.count { CivilDate.date(ofDays: $0).year == year && CivilDate.date(ofDays: $0).month == month }
    var last: Int?
    var row = 0
    for day in Set(days).sorted() {
      row = last == day - 1 ? row + 1 : 1
      longest = max(longest, row)
      last = day
    }
    if let last, (today - 1...today).contains(last) { streak = row }
  }
}

/// A day of the past as people type it.
public enum PastDay {
  /// The time of a play on such a day: noon of it, local time, in seconds since 1970; nil for today, which is now.
  ///
  /// - Parameters:
  ///   - text: `today`, `yesterday`, `2026-11-20`, or how many days ago, up to a year.
  ///   - today: in days since 1970, local time.
  ///   - secondsFromUTC: how far local time is ahead at a time.
  /// - Throws: `NotPast` for anything else, and for a day to come.
  public static func time(_ text: String, today: Int, secondsFromUTC: (Double) -> Int) throws(NotPast) -> Double? {
    guard let daysAgo = daysAgo(text, today: today) else { throw NotPast() }
    if daysAgo == 0 { return nil }
    let noon = Double(today - daysAgo) * 86_400 + 43_200
    return noon - Double(secondsFromUTC(noon))
  }

  public struct NotPast: Error {}

  static func daysAgo(_ text: String, today: Int) -> Int? {
    switch text.lowercased() {
    case "today": return 0
    case "yesterday": return 1
    default: break
    }
    if let days = Int(text) { return (0...366).contains(days) ? days : nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 3, (1970...9_999).contains(parts[0]) else { return nil }
    let day = CivilDate.days(year: parts[0], month: parts[1], day: parts[2])
    // A day that the month has not is another one when it is counted back.
    guard CivilDate.date(ofDays: day) == (parts[0], parts[1], parts[2]) else { return nil }
    return day <= today ? today - day : nil
  }
}
