/// Sentences about digging in the catalogue and the shelf: gaps, paths, who else, years.
public enum DigWords {
  public static let noRecordsHere = "This source has no records of it"
  public static let why = "Why"
  public static let played = "Played"

  // MARK: Gaps

  public static func gaps(_ name: String) -> String { "Missing: \(name)" }
  public static let gapsOfWhat = "Gaps are those of a label, artist or master"
  public static func missing(_ rows: Int, of all: Int, arePressings: Bool) -> String {
    guard all > 0 else { return noRecordsHere }
    let things = arePressings ? counted(all, "pressing") : counted(all, "record")
    return "\(grouped(rows)) of \(things) missing"
  }
  public static let nothingMissing = "Nothing missing: all of it is on your shelf"
  public static func noGapsOf(_ text: String) -> String {
    "“\(text)” has no gaps: type label:123, artist:1 or master:5"
  }

  // MARK: Paths

  public static func path(_ start: String, _ end: String) -> String { "\(start) → \(end)" }
  public static func steps(_ number: Int) -> String { counted(number, "record") + " apart" }
  public static func leads(to name: String) -> String { "with \(name)" }
  public static func noPath(_ start: String, _ end: String) -> String { "No records lead from \(start) to \(end)" }
  public static func pathGivenUp(after records: Int) -> String {
    "None among the nearest \(grouped(records)) records: no further was looked"
  }
  public static let pathFromWhere = "path A > B; on an artist, path B alone"
  public static func noArtist(_ name: String) -> String { "No artist “\(name)” in this source" }
  public static let samePerson = "Both are the same artist"

  // MARK: Who else, and what is alike

  public static func company(_ name: String) -> String { "Who else: \(name)" }
  public static func alike(_ name: String) -> String { "Like \(name)" }
  public static let companyOfWhat = "who takes a release, a master or an artist, not a label"
  public static let alikeWhat = "Alike is a release or master: select one"
  /// `Tenor Saxophone · 12 more records together`
  public static func plays(_ role: String, together number: Int) -> String {
    let more = number == 0 ? "" : counted(number, "more record") + " together"
    return [role, more].filter { !$0.isEmpty }.joined(separator: " · ")
  }
  /// `12 records together: Milestones, Kind Of Blue`
  public static func together(_ number: Int, _ titles: [String]) -> String {
    "\(counted(number, "record")) together: \(titles.prefix(2).joined(separator: ", "))"
  }
  /// `3 of 7: John Coltrane, Paul Chambers, Jimmy Cobb`
  public static func players(_ names: [String], of all: Int) -> String {
    "\(names.count) of \(all): \(names.prefix(4).joined(separator: ", "))"
  }
  /// `Paul Chambers, Jimmy Cobb and 2 more · Blue Note · Modal · same year`
  public static func alike(people: [String], label: String?, styles: [String], years: Int?) -> String {
    var parts: [String] = []
    if !people.isEmpty {
      let rest = people.count > 3 ? " and \(people.count - 2) more" : ""
      parts.append(people.prefix(people.count > 3 ? 2 : 3).joined(separator: ", ") + rest)
    }
    if let label { parts.append(label) }
    if !styles.isEmpty { parts.append(styles.joined(separator: ", ")) }
    if let years { parts.append(years == 0 ? "same year" : "\(counted(years, "year")) apart") }
    return parts.joined(separator: " · ")
  }
  public static func found(_ rows: Int, among records: Int) -> String {
    "\(grouped(rows)) of \(counted(records, "record"))"
  }
  public static func bestKnown(_ records: Int) -> String { "only the best known \(grouped(records))" }
  public static let noCompany = "This source credits no other players"
  public static let nothingAlike = "Nothing here is much like it"

  // MARK: Years

  public static func years(_ name: String) -> String { "Years of \(name)" }
  public static func years(_ name: String, _ first: Int, _ last: Int) -> String {
    first == last ? "\(name), \(first)" : "\(name), \(first)–\(last)"
  }
  public static let yearsOfWhat = "Years are those of a label, artist or master"
  public static let noYears = "No record here has a year"
  public static func emptyYear(_ year: Int) -> String { "Nothing came out in \(year)" }
  public static func without(years: Int) -> String { "\(counted(years, "year")) without any" }
  public static func withoutYear(_ records: Int) -> String { "\(grouped(records)) without a year" }
  public static let records = "Records"
  public static func onThisDay(_ day: Int, _ month: Int) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return "On this day: \(day) \(names.indices.contains(month - 1) ? names[month - 1] : "")"
  }
  public static func amongYours(_ records: Int) -> String { "among \(grouped(records)) you own or want" }
  public static let yours = "yours"
  public static let wanted = "on your want list"
  public static let nothingOnThisDay = "Nothing you own or want came out on this day"
  public static func notADay(_ text: String) -> String { "“\(text)” is no day: type it as 08-17" }
}
