/// Sentences of the verbs that list and change the shelf.
extension VerbWords {
  public static let spineLabels = "Spine labels"
  public static let shelfList = "Shelf list"
  // MARK: Changes of the shelf

  public static func ownedAlready(_ item: String, _ number: Int, in places: String) -> String {
    "\(item): you already own \(counted(number, "copy"))\(aside(places))"
  }
  public static func nothingTo(_ turn: String) -> String { "nothing to \(turn)" }
  public static func turned(_ turn: String, _ title: String, isRehearsal: Bool) -> String {
    if isRehearsal { return "Would \(turn): \(title)" }
    return turn == "undo" ? "Undone: \(title)" : "Redone: \(title)"
  }
  public static let sent = "Sent to Discogs"
  public static let onlyLiveSends = "--source live sends them"
  public static let waitsForAnother = "an earlier change of the same row comes first"
  public static func waiting(_ number: Int, _ reason: String) -> String {
    "\(counted(number, "change")) pending: \(reason) (see runout pending)"
  }
  public static func refusedThere(_ words: String) -> String { "Discogs refused it: \(cut(words))" }
  public static let conflict = "it was changed on Discogs too"
  public static func failed(_ item: String, _ reason: String) -> String { "\(item): \(reason)" }
  public static func stuck(_ title: String, _ trouble: String) -> String { "\(title): \(trouble) (see runout pending)" }
  public static func unchanged(_ item: String) -> String { "Unchanged: \(item)" }
  public static func done(_ titles: String, isRehearsal: Bool) -> String {
    isRehearsal ? "Would do: \(titles)" : "Done: \(titles)"
  }
  public static func copyNumber(_ number: Int64) -> String { " (copy \(number))" }

  // MARK: Sync

  public static func synced(copies: Int, wants: Int, pending: Int) -> String {
    let shelf = "Synced \(counted(copies, "copy")) and \(counted(wants, "want"))"
    return pending == 0 ? "\(shelf), nothing pending" : "\(shelf), \(counted(pending, "change")) pending"
  }
  public static func differs(_ difference: String) -> String { "out of step with Discogs: \(difference)" }
  public static func notRemoved(_ difference: String) -> String { "\(difference). Add --yes to remove them here" }
  public static func syncing(_ part: String, _ done: Int, of total: Int?) -> String {
    total.map { "Syncing the \(part): \(grouped(done)) of \(grouped($0))" } ?? "Syncing the \(part): \(grouped(done))"
  }

  // MARK: Pending changes

  public static let resend = "Sending again"
  public static let overwrite = "Sending over Discogs' version"
  public static let nothingPending = "Nothing pending"
  public static func pendingDone(_ words: String, _ title: String, isRehearsal: Bool) -> String {
    isRehearsal ? "\(words) (dry run): \(title)" : "\(words): \(title)"
  }
  public static func noPending(_ item: String) -> String { "no pending change \(item)" }
  public static func tried(_ attempts: Int, _ reason: String) -> String {
    "\(attempts == 1 ? "tried once" : "tried \(grouped(attempts)) times")\(because(reason))"
  }
  public static let goneThere = "it is gone from Discogs"
  public static func difference(_ name: String, mine: String, theirs: String, before: String) -> String {
    func said(_ value: String) -> String { value.isEmpty ? FieldWords.none : "“\(value)”" }
    return "\(name): yours \(said(mine)), theirs \(said(theirs)), before \(said(before))"
  }

  // MARK: Removed by a sync

  public static func noneRemoved(days: Int) -> String { "No sync removed anything in the last \(days) days" }
  public static func noRemoved(_ item: String) -> String { "no removed row \(item)" }
  public static func broughtBack(_ name: String, isRehearsal: Bool) -> String {
    isRehearsal ? "Would bring back \(name)" : "Brought back \(name)"
  }

  // MARK: Stats and picks

  public static func cannotCount(_ grouping: String, _ known: String) -> String {
    "wants cannot be counted by \(grouping); --by takes \(known)"
  }
  public static func nothingToPick(_ what: String) -> String { "no \(what) to pick" }
  public static func valueRefused(_ words: String) -> String {
    "Discogs refused to say what your collection is worth" + (words.isEmpty ? "" : ": \(words)")
  }
  public static let noValueYet = "no value yet: runout collection sync fetches it"
  public static func noValue(on day: String) -> String { "Discogs gave your collection no value on \(day)" }
  public static let valueNeedsAccount = "Discogs values your collection once you sign in: runout login"

  // MARK: Owned

  public static func own(_ copies: String, _ places: String) -> String { "own: \(copies)\(aside(places))" }
  public static func otherPressing(_ copies: String, _ places: String) -> String {
    "other pressing: \(copies)\(aside(places))"
  }
  public static func want(_ wanted: String) -> String { "want: \(wanted)" }
  public static func wantOther(_ wanted: String) -> String { "want: another pressing, \(wanted)" }
  public static let no = "no"
  public static func no(_ text: String) -> String { "no: nothing found for “\(text)”" }
  public static func copies(_ copies: Int, of releases: Int) -> String {
    let number = counted(copies, "copy")
    return releases > 1 ? "\(number) of \(grouped(releases)) releases" : number
  }

  // MARK: Lists

  public static func listUnknown(_ number: String) -> String {
    "list \(number) is private or unknown here; --source live asks Discogs"
  }
  public static func notAList(_ text: String) -> String { "“\(text)” is not a list: use its number or its URL" }

  // MARK: Market

  public static let allNeedsCheck = "--all and --force work only with --check"
  public static let nothingAtPrice = "nothing at your price"
  public static let otherPressingWord = "other pressing"
  public static let thisPressing = "this pressing"
  public static func nothingWanted(_ user: String) -> String { "\(user) sells nothing you want" }
  public static func notASeller(_ name: String) -> String { "\(name) is not one of your sellers" }
  public static func notAnAmount(_ text: String, known: String) -> String {
    "“\(text)” is not a limit: type 25, “25 EUR” (\(known)) or none"
  }
  public static func limit(_ want: String, _ limit: String?) -> String {
    limit.map { "\(want): limit \($0)" } ?? "\(want): no limit"
  }
  public static func progress(_ done: Int, of total: Int, _ what: String) -> String {
    "\(grouped(done)) of \(grouped(total)) \(what)"
  }
}
