/// Sentences about the collection and the want list, and changing them.
public enum ShelfWords {
  // MARK: Counting

  public static func copies(_ number: Int) -> String { counted(number, "copy") }
  public static func wants(_ number: Int) -> String { counted(number, "want") }
  public static func records(_ number: Int) -> String { counted(number, "record") }
  public static func plays(_ number: Int) -> String { counted(number, "play") }
  public static let want = "want"
  public static func part(_ number: Int, of total: Int) -> String { "\(grouped(number)) of \(grouped(total))" }
  public static func stars(_ stars: Int) -> String { "\(stars) of 5" }

  // MARK: Changing

  public static func underWay(key: String) -> String { "Still busy with the last change · \(key) to stop" }
  public static let whereToRate = "Rate copies in Collection, wants in Want list, releases on their page"
  public static func rated(_ stars: Int?) -> String { stars.map { "Rated \($0) of 5" } ?? "Rating cleared" }
  public static func rated(_ rating: String, copies number: Int) -> String { "\(rating): \(copies(number))" }
  public static func rated(_ rating: String, wants number: Int) -> String { "\(rating): \(wants(number))" }
  public static let gotInto = "Got it! Which folder?"
  public static let add = "Add to your collection"
  public static func ownSome(_ number: Int, of total: Int) -> String {
    "You already own \(grouped(number)) of these \(grouped(total))"
  }
  public static func doubles(_ number: Int, _ places: String) -> String {
    "You already own \(copies(number))\(aside(places))"
  }
  public static func got(into folder: String) -> String { "Got it, now in \(folder)" }
  public static func added(to folder: String) -> String { "Added to \(folder)" }
  public static func got(_ number: Int, into folder: String) -> String { "Got \(records(number)), now in \(folder)" }
  public static func added(_ number: Int, to folder: String) -> String { "Added \(records(number)) to \(folder)" }
  public static let wanted = "On your want list"
  public static let wantedAnyPressing = "On your want list, any pressing"
  public static func wanted(_ number: Int) -> String { "Added \(records(number)) to your want list" }
  public static let unwanted = "Off your want list"
  public static func unwanted(_ number: Int) -> String { "Removed \(records(number)) from your want list" }
  public static let unwantThis = "Remove from your want list?"
  public static let unwantThese = "Remove these from your want list?"
  public static let moveWhich = "Move which copy?"
  public static let moveTo = "Move to folder"
  public static let moveAllTo = "Move all to folder"
  public static func moved(to folder: String) -> String { "Moved to \(folder)" }
  public static func moved(_ number: Int, to folder: String) -> String { "Moved \(copies(number)) to \(folder)" }
  public static let removeWhich = "Remove which copy?"
  public static let removeThis = "Remove this copy?"
  public static let removeThese = "Remove these copies?"
  public static let removed = "Removed"
  public static func removed(_ number: Int) -> String { "Removed \(copies(number))" }
  public static func pickAPressing(key: String) -> String { "Pick a pressing first: \(key) shows the versions" }
  public static let onlyReleases = "Only records can be owned or wanted"
  public static let editWhich = "Edit which copy?"
  public static let editCopy = "Edit copy"
  public static let editCopies = "Edit copies"
  public static let editWant = "Edit want"
  public static let editWants = "Edit wants"
  public static let saved = "Saved"
  public static func savedCopies(_ number: Int) -> String { "Saved \(copies(number))" }
  public static func savedWants(_ number: Int) -> String { "Saved \(wants(number))" }
  public static let rateWhich = "Rate which copy?"
  public static let playWhich = "Which copy did you play?"
  public static let played = "Played"
  public static func played(_ number: Int) -> String { "Played \(copies(number))" }
  public static func noListenToken(_ file: String) -> String {
    "\(file) must hold a ListenBrainz token in its first line"
  }
  public static let listensUnreachable = "ListenBrainz cannot be reached: plays wait"
  public static func listensRefused(_ status: Int) -> String {
    "ListenBrainz answered with status \(status): plays wait" + (status == 401 ? ". Is the token right?" : "")
  }
  public static func listensSent(_ plays: Int) -> String { "Sent \(self.plays(plays)) to ListenBrainz" }
  public static func notADay(_ text: String) -> String {
    "“\(text)” is no day of the past: today, yesterday, 3, 2026-11-20"
  }
  public static let ownNone = "You don't own it"
  public static func ownSeveral(_ number: Int) -> String { "You own \(copies(number)): pick one on its page" }
  public static let unchanged = "Nothing changed"
  public static let readFailed = "Could not read your shelf"
  public static func failed(_ name: String, _ sentence: String) -> String { "\(name): \(sentence)" }
  public static func done(_ change: String, _ title: String) -> String { "\(change): \(title)" }
  public static func undoes(_ change: String, key: String) -> String { "\(change) · \(key) to undo" }
  public static func someRefused(_ change: String, _ number: Int) -> String { "\(change); \(grouped(number)) refused" }
  public static func someRefused(_ change: String, _ number: Int, key: String) -> String {
    "\(change); \(grouped(number)) refused · \(key) for why"
  }
  public static func unchanged(because sentence: String) -> String { "Nothing changed: \(sentence)" }
  public static func unchanged(key: String) -> String { "Nothing changed · \(key) for why" }
  public static let undone = "Undone"
  public static let nothingToUndo = "Nothing to undo (kept for a day)"
  public static let redone = "Redone"
  public static let nothingToRedo = "Nothing to redo"

  // MARK: Facts

  public static let conditionFact = "Condition"
  public static let withNotes = "With notes"

  // MARK: Forms

  public static func notSaved(save: String, cancel: String) -> String {
    "Not saved · \(save) to save, \(cancel) again to discard"
  }
  public static func compare(mine: String, theirs: String, later: String) -> String {
    "\(mine) sends yours, \(theirs) takes theirs, \(later) decides later"
  }
  /// `y or n?`
  public static func oneOf(_ keys: [String]) -> String {
    "\(keys.dropLast().joined(separator: ", ")) or \(keys.last ?? "")?"
  }
  public static func all(_ number: Int) -> String { "all \(grouped(number))" }

  // MARK: Picks

  public static func notPlayed(for time: String) -> String { "not played for \(time)" }
  public static let neverPlayed = "never played"
  public static func pick(_ name: String, why: String) -> String { "Try \(name), \(why)" }
  public static func pickWant(_ name: String, since added: String) -> String {
    added.isEmpty ? "Look for \(name)" : "Look for \(name), wanted since \(added)"
  }
  public static func days(_ days: Int) -> String {
    switch days {
    case ..<1: "less than a day"
    case ..<60: counted(days, "day")
    case ..<730: counted(days / 30, "month")
    default: counted(days / 365, "year")
    }
  }

}
