/// Sentences about syncing the shelf with Discogs.
public enum SyncWords {
  // MARK: The parts

  public static let collection = "collection"
  public static let wantList = "want list"
  public static let missingCopies = "missing copies"
  public static func folder(_ name: String) -> String { "folder \(cut(name, to: 60))" }
  public static let theCollection = "the collection"
  public static let theWantList = "the want list"
  public static let theLists = "the lists"
  public static func wants(_ count: Int) -> String { counted(count, "want") }
  public static func copies(_ count: Int) -> String { counted(count, "copy") }

  // MARK: Where both sides differ

  public static func changing(_ part: String) -> String { "Discogs changed \(part) during the sync: nothing removed" }
  public static func miscounted(_ part: String, says: Int, shows: Int) -> String {
    "Discogs counts \(grouped(says)) in \(part) but lists \(grouped(shows))"
  }
  public static func folders(_ names: [String], more: Int) -> String {
    let list = cut(names.map { cut($0, to: 60) }.joined(separator: ", "))
    return more > 0
      ? "Copy counts differ in \(list) and \(counted(more, "more folder"))"
      : "Copy counts differ in \(list)"
  }
  public static func unconfirmed(_ rows: String) -> String { "Missing on Discogs, waiting for a second look: \(rows)" }
  public static func gone(_ number: Int, of rows: String) -> String {
    "Discogs no longer has \(grouped(number)) of your \(rows)"
  }
  public static func kept(_ number: Int, of rows: String) -> String {
    "You keep \(grouped(number)) of \(rows) that Discogs no longer has"
  }

  // MARK: Why a sync stops

  public static func noFirstPage(_ part: String) -> String { "Discogs sent nothing of \(part): nothing changed" }
  public static func noCount(_ part: String) -> String { "Discogs sent \(part) without a count: nothing removed" }
  public static func overcounted(_ part: String, _ rows: Int) -> String {
    "Discogs counts \(grouped(rows)) rows in \(part): nothing removed"
  }
  public static func repeating(_ part: String) -> String {
    "Discogs sent the same page of \(part) twice: nothing removed"
  }
  public static func readOnly(_ path: String) -> String { "Cannot write to \(path): nothing synced" }
  public static func otherOwner(_ owner: String, _ user: String) -> String {
    "This shelf belongs to \(owner), not \(user): use --profile \(user)"
  }
  public static let otherProgram = "Another Runout is syncing this shelf and sends your changes too"
  public static let imported = "This shelf came from files: :sync compares it with Discogs and asks"

  public static func wouldReplace(copies: Int, wants: Int) -> String {
    "This shelf came from files (\(self.copies(copies)), \(self.wants(wants))): runout collection push sends it, "
      + "runout collection sync --replace takes Discogs', keeping a copy"
  }

  // MARK: Adopting a shelf

  public static func adopt(copies: Int, wants: Int) -> String {
    copies + wants == 0
      ? "Discogs has all of this shelf. Keep them in sync?"
      : "Send \(self.copies(copies)) and \(self.wants(wants)) to Discogs?"
  }
  public static func there(_ copies: Int, _ wants: Int) -> String {
    "Discogs has \(self.copies(copies)) and \(self.wants(wants))"
  }
  public static func newFolders(_ count: Int) -> String { "\(grouped(count)) new" }
  public static func filled(_ count: Int) -> String { "grades, notes and ratings of \(self.copies(count))" }
  public static let folders = "Folders"
  public static let leftOut = "Left out"
  public static func orReplace(key: String) -> String { "\(key) replaces your shelf with Discogs' and keeps a copy" }
  public static let replaceThis = "Replace your shelf with Discogs'?"
  public static let goes = "Removed here"
  public static func keepsCopy(command: String, days: Int) -> String {
    "Keeps a copy first; :\(command) brings rows back for \(days) days"
  }
  public static func asksAgain(command: String) -> String { "Compared with Discogs; :\(command) asks what to send" }
  public static func wouldSend(_ plan: String, there: String) -> String { "Would send \(plan). \(there) already" }
  public static func sent(_ plan: String) -> String { "Sent \(plan)" }
  public static let nothingToAdopt = "Nothing to push: this shelf is empty or an account's already"
  public static func pushed(left: Int) -> String {
    left == 0 ? "Continued the push: nothing left to send" : "Continued the push"
  }
  public static func wouldContinue(_ waiting: Int) -> String {
    "Would continue the push: \(counted(waiting, "change")) pending"
  }
  public static let nothingSent = "Nothing sent"
  public static let continues = "runout collection push continues"
  public static func needsYes(_ sentence: String) -> String { "\(sentence): add --yes to send it" }
  public static func fieldsLacking(_ names: String) -> String {
    "Discogs lacks these fields of yours, add them there first: \(cut(names))"
  }
  public static func plan(_ copies: Int, _ wants: Int, folders: Int, changes: Int) -> String {
    var parts = [self.copies(copies), self.wants(wants)]
    if folders > 0 { parts.append(counted(folders, "new folder")) }
    if changes > 0 { parts.append("\(filled(changes))") }
    return parts.joined(separator: ", ")
  }

  // MARK: Why a change waits

  public static let goneThere = "Discogs no longer has it"
  public static let differs = "It was changed on Discogs too"
  public static func noField(_ name: String) -> String {
    "Discogs has no field “\(cut(name, to: 20))”: add it there, sync in full, try again"
  }
  public static func noFolder(_ name: String) -> String {
    "Discogs has no folder “\(cut(name, to: 20))”: make it there, sync, try again"
  }
  public static func undoLeft(_ title: String, changes: Int) -> String {
    "\(title) (\(counted(changes, "change")) left: the record is gone)"
  }

  // MARK: On the screen

  public static func stuck(_ number: Int, key: String) -> String {
    "\(grouped(number)) changes need you · \(key) to see"
  }
  public static func refused(_ title: String, _ sentence: String, key: String) -> String {
    "Discogs refused “\(cut(title))”: \(cut(sentence)) · \(key) to see"
  }
  public static func conflict(_ title: String, key: String) -> String {
    "Changed on Discogs too: \(cut(title)) · \(key) to compare"
  }
  public static func gone(_ rows: String, key: String) -> String { "Gone from Discogs: \(rows) · \(key) to decide" }
  public static let and = " and "
  public static let comparing = "Comparing your whole shelf with Discogs…"
  public static let syncing = "Syncing…"
  public static let upToDate = "Collection and want list up to date"
  public static let failed = "Could not sync"
  public static let notRunning = "No sync is running"
  public static func paused(command: String) -> String { "Sync paused; :\(command) resumes it" }
  public static let giveUpThis = "Discard this change?"
  public static let thenTheirs = "Your shelf then shows Discogs' version"
  public static func retryOrGiveUp(retry: String, giveUp: String) -> String {
    "\(retry) to try again, \(giveUp) to discard"
  }
  public static let goneFromDiscogs = "Discogs no longer has them"
  public static let keep = "keep"
  public static func keepOrBringBack(keep: String, command: String, days: Int) -> String {
    "\(keep) keeps them; :\(command) brings them back for \(days) days"
  }
  public static let thereAgain = "Nothing removed: Discogs has them again"
  public static func removed(_ rows: String, command: String) -> String {
    "Removed \(rows); :\(command) brings them back"
  }
  public static func kept(_ rows: String) -> String { "Kept \(rows)" }
  public static let removalFailed = "Could not remove them"
  public static let bringBack = "Bring back"
  public static func removedLately(days: Int) -> String { "Removed by a sync in the last \(days) days" }
  public static let backAlready = "Already back"
  public static let bringBackFailed = "Could not bring them back"
  public static let sendsYours = "Sending yours"
  public static let gaveUp = "Discarded"
  public static let triesAgain = "Trying again"
  public static func remedied(_ what: String, _ title: String) -> String { "\(what): \(title)" }
  public static let remedyFailed = "Could not resolve the change"

  // MARK: State

  public static let onlyHere = "on this machine only"
  public static func running(_ part: String, _ done: Int, of total: Int?) -> String {
    total.map { "syncing \(part): \(grouped(done)) of \(grouped($0))" } ?? "syncing \(part): \(grouped(done))"
  }
  public static let isPaused = "sync paused"
  public static let hasFailed = "sync failed"
  public static func upToDate(_ age: String) -> String { age == AgeWords.now ? "up to date" : "synced \(age) ago" }
  public static let neverCompared = "never synced; type :sync"
  public static let nothingToSend = "nothing to send"
  public static func toSend(_ number: Int, stuck: Int) -> String {
    if stuck > 0, number == 0 { return "\(grouped(stuck)) stuck" }
    return stuck > 0 ? "\(grouped(number)) to send, \(grouped(stuck)) stuck" : "\(grouped(number)) to send"
  }
}
