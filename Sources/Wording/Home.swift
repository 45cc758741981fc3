/// Sentences of Home.
public enum HomeWords {
  public static let morning = "Good morning"
  public static let afternoon = "Good afternoon"
  public static let evening = "Good evening"
  public static func records(_ number: Int) -> String { counted(number, "record") }
  public static func wants(_ number: Int) -> String { counted(number, "want") }

  /// Advises an update from two months on, when there is a newer catalogue.
  public static func catalogue(_ month: String, monthsOld: Int) -> String {
    monthsOld < 2 ? month : "\(month), \(monthsOld) months old. `runout catalogue update` fetches the newest"
  }

  // MARK: Captions

  public static let latestAdditions = "Latest additions"
  public static let tonightsPick = "Tonight's pick"
  public static let todaysPick = "Today's pick"
  public static let goOn = "Continue with"
  public static let bookmarks = "Bookmarks"
  public static let savedSearches = "Saved searches"
  public static let onThisDay = "Out around this day"

  // MARK: The first start

  public static let shelfEmpty = "Your shelf is empty"
  public static func findRecords(search: String, add: String, want: String) -> String {
    "\(search) finds records · \(add) to your shelf, \(want) to your wants"
  }
  public static func signInFetches(key: String) -> String { "\(key) signs in and fetches your collection" }
  public static func syncFetches(key: String) -> String { "\(key) fetches your collection from Discogs" }
  public static let importReads = "Import an export: runout collection import FILE.csv"

  // MARK: Panels

  public static func another(key: String) -> String { "\(key) another" }
  public static func anotherOrPlayed(other: String, played: String) -> String { "\(other) another · \(played) played" }
  public static let playedToday = "played today"
  public static func noPrices(limit: String) -> String { "No prices watched yet. On a want, type \(limit) 25 EUR" }
  public static func limits(_ number: Int) -> String { counted(number, "limit") }
  public static let noneForSale = "no copies seen for sale yet"
  public static func from(_ price: String) -> String { "from \(price)" }
  public static func onTheMarket(_ number: Int) -> String { "\(grouped(number)) more on the market" }
  public static let search = "search"
}

/// Sentences of Stats.
public enum StatsWords {
  public static let totals = "Your collection"
  public static let grade = "Average grade"
  public static func graded(_ number: Int) -> String { "\(grouped(number)) graded" }
  public static func rated(_ number: Int, of all: Int) -> String { "\(grouped(number)) of \(grouped(all))" }
  public static let rated = "Rated"
  public static let topRated = "Top rated"
  public static let neverPlayed = "Never played"
  public static let paid = "Paid"
  public static let thenAndNow = "Then and now"
  public static func leftOut(_ copies: Int) -> String { "without \(counted(copies, "other"))" }
  public static let plays = "Plays"
  public static let noPlays = "Nothing played yet"
  public static func howToPlay(key: String) -> String { "\(key) on a copy notes that you play it" }
  public static func plays(thisMonth: Int, streak: Int, longest: Int) -> String {
    let month = "\(grouped(thisMonth)) this month"
    let days = streak > 1 ? " · \(counted(streak, "day")) in a row" : ""
    return longest > max(1, streak) ? "\(month)\(days), best \(grouped(longest))" : "\(month)\(days)"
  }
  public static let byMonth = "Additions by month"
  public static let course = "Copies over time"
  public static let mostAdded = "Most added"
  public static func most(_ copies: Int, in month: String) -> String { "\(grouped(copies)) in \(month)" }
  public static func copies(_ number: Int, by month: String) -> String { "\(grouped(number)) by \(month)" }
  public static func span(_ first: String, _ last: String) -> String { "\(first) to \(last)" }
  public static func more(_ number: Int) -> String { "\(grouped(number)) more" }
}
