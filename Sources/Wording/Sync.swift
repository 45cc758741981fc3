/// What is said of bringing the shelf up to date with Discogs.
public enum SyncWords {
  // MARK: The parts

  public static let theCollection = "the collection"
  public static let theWantList = "the want list"
  public static let theLists = "the lists"
  public static func wants(_ count: Int) -> String { counted(count, "want", "wants") }
  public static func copies(_ count: Int) -> String { counted(count, "copy", "copies") }

  // MARK: Where both sides differ

  public static func changing(_ part: String) -> String { "Discogs changed \(part) during the sync: nothing removed" }
  public static func miscounted(_ part: String, says: Int, shows: Int) -> String {
    "Discogs counts \(grouped(says)) in \(part) but lists \(grouped(shows))"
  }
  public static func folders(_ names: [String], more: Int) -> String {
    let list = names.joined(separator: ", ")
    return more > 0
      ? "Copy counts differ in \(list) and \(counted(more, "more folder", "more folders"))"
      : "Copy counts differ in \(list)"
  }
  public static func unconfirmed(_ rows: String) -> String { "Missing on Discogs, but not confirmed as gone: \(rows)" }
  public static func gone(_ number: Int, of rows: String) -> String {
    "Discogs no longer has \(grouped(number)) of your \(rows)"
  }
  public static func kept(_ number: Int, of rows: String) -> String {
    "You keep \(grouped(number)) of \(rows) that Discogs no longer has"
  }

  // MARK: Why a sync stops

  public static func noFirstPage(_ part: String) -> String { "Discogs sent nothing of \(part): nothing changed" }
  public static func noCount(_ part: String) -> String { "Discogs sent \(part) without a count: nothing removed" }
  public static func readOnly(_ path: String) -> String { "Cannot write to \(path): nothing synced" }
  public static func otherOwner(_ owner: String, _ user: String) -> String {
    "This shelf belongs to \(owner), not \(user): use --profile \(user)"
  }
  public static let otherProgram = "Another Runout is syncing this shelf and sends your changes too"
  public static let imported = "This shelf was imported: :sync replaces it and keeps a copy"

  // MARK: Why a change waits

  public static let goneThere = "Discogs no longer has it"
  public static let differs = "It was changed on Discogs too"
  public static func undoLeft(_ title: String, changes: Int) -> String {
    "\(title) (\(counted(changes, "change", "changes")) left: the record is gone)"
  }
}
