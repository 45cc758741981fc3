/// Sentences of the command line's verbs. Their help is in the declarations.
public enum VerbWords {
  // MARK: Signing in

  public static let tokenIsNoArgument = "runout login asks for the token: other users can read arguments"
  public static func signedIn(_ user: String, profile: String?) -> String {
    profile.map { "Signed in as \(user) (profile \($0))" } ?? "Signed in as \(user)"
  }
  public static func outranked(by name: String) -> String {
    "\(name) takes precedence: unset it to use the stored token"
  }
  public static let askToken = "Token (hidden; from https://www.discogs.com/settings/developers): "
  public static let askKey = "Your application's consumer key (hidden): "
  public static let askSecret = "Consumer secret (hidden): "
  public static let consumerShape = "key and secret are letters and digits: copy them from Discogs"
  public static func allow(at url: String) -> String { "Allow Runout on this page, in any browser:\n\n  \(url)\n" }
  public static let browserOpened = "Opening it in your browser"
  public static let askCode = "Code from Discogs: "
  public static let tokenInService = "Stored the token in \(AccountWords.yourKeyring)"
  public static func tokenInFile(_ path: String, because reason: String?) -> String {
    let place = "Stored the token in \(path), readable only by you"
    return reason.map { "\(place) (\($0))" } ?? place
  }
  public static func tokenFromVariable(_ name: String) -> String { "Your token comes from \(name): nothing stored" }
  public static let tokenFromCommand = "Your token comes from token_command; nothing stored"
  public static let cancelled = "cancelled; nothing stored"
  public static let nothingGiven = "no input; nothing stored"
  public static func tokenNotStored(_ name: String) -> String { "your token comes from \(name): unset it to sign out" }
  public static let notSignedIn = "You were not signed in"
  public static let signedOut = "Signed out. Revoke the token at discogs.com/settings/developers"
  public static func stillSet(_ name: String) -> String { "\(name) is still set and still in use" }
  public static func signInNeeded(_ trouble: String) -> String { "\(trouble) (runout login signs in)" }

  // MARK: Backup

  public static func wrote(_ file: String) -> String { "Wrote \(file)" }
  public static let noBackupOnTerminal = "cannot write a backup to the terminal: name a file or use a pipe"
  public static func restored(copies: Int, wants: Int, searches: Int, isRehearsal: Bool) -> String {
    let counts = [
      counted(copies, "copy", "copies"), counted(wants, "want", "wants"), counted(searches, "search", "searches"),
    ].joined(separator: ", ")
    return isRehearsal ? "Would restore \(counts)" : "Restored \(counts)"
  }
  public static func held(_ number: Int) -> String {
    "\(counted(number, "change", "changes")) may already be on Discogs: see runout pending"
  }
  public static func wouldKeep(_ path: String) -> String { "Would keep the current library as \(path)" }
  public static func kept(_ path: String) -> String { "Kept the previous library as \(path)" }

  // MARK: The screen and scripts

  public static let sizeNeedsScript = "--size works only with --script"
  public static func notASize(_ text: String) -> String { "--size takes a size such as 80x24, not “\(text)”" }
  /// - Parameter meant: the verb whose name is close to the first word; nil for none.
  public static func verbsWork(_ trouble: String, meant: String?) -> String {
    meant.map { "\(trouble) Did you mean runout \($0)?" }
      ?? "\(trouble) The verbs work without one: runout search QUERY"
  }
  public static func noSubcommand(_ word: String, meant: String) -> String {
    "nothing found for “\(word)”: did you mean “\(meant)”?"
  }
  public static func scriptFailed(_ path: String, _ trouble: String) -> String { "\(path), \(trouble)" }
  public static func notOnScreen(_ path: String, line: Int, _ text: String, _ screen: String) -> String {
    "\(path), line \(line): “\(text)” is not on the screen:\n\(screen)"
  }
  public static func scriptEnded(_ path: String, line: Int, at last: Int) -> String {
    "\(path), line \(line): the program ended at line \(last)"
  }
  public static func crashed(_ path: String) -> String { "Runout crashed last time; the report is in \(path)" }
  public static func faultPoint(_ text: String) -> String { "RUNOUT_FAULT_POINT takes a step number, not “\(text)”" }
  public static func explained(_ message: String) -> String {
    "\(ErrorWords.ended(message)) Try `runout help` or `runout help VERB`"
  }
  public static func notLogged(_ trouble: String) -> String { "\(trouble): nothing is logged" }
  public static func writeFailed(_ reason: String) -> String { "the output is incomplete: \(reason)" }
  public static func limited(_ trouble: String) -> String { "\(trouble) (ulimit -f sets how large)" }

  // MARK: Typed text

  public static let noStandardInput = "this verb reads no standard input: type the words instead of -"
  public static let noQuery = "the query is empty: say what to search for"
  public static let whichRecord = "the query is empty: say which record you mean"
  public static let namesNoRecord = "name a record: words, artist:, title:, label:, catno: or barcode:"
  public static func queryError(_ message: String, column: Int, _ text: String) -> String {
    // Beyond 1,000 the text itself is too long, so no column helps.
    column > 1000 ? message : "\(message) (column \(column) of “\(text.count > 60 ? text.prefix(59) + "…" : text)”)"
  }
  public static func didYouMean(_ queries: [String]) -> String { "Did you mean \(quoted(queries))?" }
  /// - Parameter only: the search by which the catalogue was imported; empty if it was imported as a whole.
  public static func nothingFound(_ text: String, in only: String) -> String {
    only.isEmpty ? "nothing found for “\(text)”" : "nothing found for “\(text)”; your catalogue holds only \(only)"
  }
  public static func otherKind(_ text: String, _ kind: String) -> String {
    "“\(text)” belongs to another verb: use runout \(kind)"
  }
  public static let howManyToCompare = "Compare takes two to six different releases"
  public static func notARecord(_ text: String, _ letter: String) -> String {
    "“\(text)” is not an id or Discogs URL: type 123, \(letter)123 or the URL"
  }
  public static func noRecord(_ text: String, isArtist: Bool) -> String {
    isArtist ? "“\(text)” is an artist, not a record" : "“\(text)” is a label, not a record"
  }
  public static func notALimit(_ text: String, most: Int?) -> String {
    most.map { "--limit takes a number from 1 to \($0), not “\(text)”" }
      ?? "--limit takes a number from 1, not “\(text)”"
  }
  public static let jsonOrCSV = "choose --json or --csv, not both"
  public static let safeNeedsCSV = "--spreadsheet-safe works only with --csv"
  public static let safeNeedsFormat = "--spreadsheet-safe works only with --format csv"
  public static func notStars(_ text: String) -> String { "--rating takes 0 to 5, not “\(text)”" }
  public static let whatToEdit = "say what to change: --media, --sleeve, --rating, --notes or --field"
  public static let whatToEditOfWant = "say what to change: --notes or --rating"
  public static func notAField(_ text: String) -> String { "--field takes NAME=VALUE, not “\(text)”" }
  public static func noField(_ name: String, _ names: String) -> String {
    "no field “\(name)”; your fields are \(names)"
  }
  public static func notAGrade(_ option: String, _ names: String, _ text: String) -> String {
    "\(option) takes \(names), not “\(text)”"
  }
  public static func notACopy(_ text: String) -> String {
    "“\(text)” is not a copy: use its number in `runout collection list`, or r123"
  }
  public static func notListed(_ text: String, _ what: String, _ list: String) -> String {
    "“\(text)” is not a \(what): use its number in `runout \(list)`, or all"
  }
  public static let nothingGivenToDo = "name at least one item"
  public static func tooManyLines(_ most: Int) -> String {
    "more than \(grouped(most)) lines on standard input: give them in parts"
  }
  public static let inputTooLong = "more than 128 MB on standard input: give it in parts"
  public static let inputLineTooLong = "a line of standard input is longer than 1 MB: give one item a line"
  public static func inputUnreadable(_ reason: String) -> String { "Cannot read standard input: \(reason)" }
  public static func tooFewFiles(_ most: Int) -> String {
    "This shell allows \(most) open files: ulimit -n 256 allows more"
  }
  public static func notJSON(_ line: String) -> String { "“\(line)” is not JSON" }
  public static func noKey(_ line: String, _ key: String) -> String { "“\(line)” has no “\(key)”" }
  public static func noCopy(_ number: Int64) -> String { "no copy \(number): runout collection list shows the numbers" }
  public static func notOwned(_ release: String) -> String { "release \(release) is not in your collection" }
  public static func copy(_ id: String, in folder: String) -> String { "\(id) in \(folder)" }
  public static func severalCopies(_ number: Int, of release: String, _ numbers: String) -> String {
    "you own \(number) copies of release \(release): name one (\(numbers))"
  }
  public static func notWanted(_ record: String) -> String { "\(record) is not on your want list" }
  public static let anyPressingIsCSV = "--any-pressing writes CSV; the other formats hold all wants"
  public static func leftOut(refused number: Int) -> String {
    "left out \(counted(number, "copy", "copies")) that Discogs refused (see runout pending)"
  }
  public static func leftOut(wantsOfAnyPressing number: Int) -> String {
    "left out \(counted(number, "want", "wants")) of any pressing: --any-pressing exports them"
  }
  public static func noFolder(_ name: String) -> String { "No folder “\(name)”" }
  public static func noEnvironment(_ name: String, _ names: String) -> String {
    "no environment “\(name)”: choose \(names)"
  }
  public static func variable(_ variable: String, _ text: String, takes names: String) -> String {
    "\(variable) is “\(text)”; it takes \(names)"
  }
  public static let users = "users"
  public static let prices = "prices"
  public static let listings = "listings"
  public static let inventories = "inventories"
  public static let pictures = "pictures"
  public static let accounts = "accounts"
  public static let syncs = "syncs"
  public static func needsLive(_ what: String, source: String) -> String {
    "\(what) need Discogs: use --source live, not \(source)"
  }
  public static let noColorIsSet = "NO_COLOR is set"
  public static func startedWithSource(_ source: String) -> String { "Runout was started with --source \(source)" }

  // MARK: Waiting and old answers

  public static func held(seconds: Int) -> String { "Discogs asked for a pause: continuing in \(seconds) s" }
  public static func fromShelf(_ trouble: String) -> String { "\(trouble); showing what your shelf knows" }
  public static func fromCatalogue(_ trouble: String) -> String { "\(trouble); showing the imported catalogue" }
  public static func seenBefore(_ trouble: String, _ age: String?) -> String {
    age.map { "\(trouble); showing rows seen before, the latest \($0)" } ?? "\(trouble); showing what your shelf has"
  }
  public static func cached(_ trouble: String, _ age: String?) -> String {
    age.map { "\(trouble); showing what was cached \($0)" } ?? "\(trouble); showing what was cached"
  }
  public static let momentAgo = "a moment ago"
  public static func ago(_ age: String) -> String { "\(age) ago" }

  // MARK: Cache

  public static func removed(answers: Int, pictures: Int) -> String {
    "Removed \(counted(answers, "response", "responses")) and \(counted(pictures, "picture", "pictures"))"
  }
  public static func cache(_ path: String, _ size: String, rows: Int) -> String {
    "\(path): \(size) on disk, \(counted(rows, "row", "rows")) to search offline"
  }

  // MARK: Changes of the shelf

  public static func ownedAlready(_ item: String, _ number: Int, in places: String) -> String {
    "\(item): you already own \(counted(number, "copy", "copies"))\(aside(places))"
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
    "\(counted(number, "change", "changes")) pending: \(reason) (see runout pending)"
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
    let shelf = "Synced \(counted(copies, "copy", "copies")) and \(counted(wants, "want", "wants"))"
    return pending == 0 ? "\(shelf), nothing pending" : "\(shelf), \(counted(pending, "change", "changes")) pending"
  }
  public static func differs(_ difference: String) -> String { "out of step with Discogs: \(difference)" }
  public static func notRemoved(_ difference: String) -> String { "\(difference). Add --yes to remove them here" }
  public static func syncing(_ part: String, _ done: Int, of total: Int?) -> String {
    total.map { "Syncing the \(part): \(grouped(done)) of \(grouped($0))" } ?? "Syncing the \(part): \(grouped(done))"
  }

  // MARK: Pending changes

  public static let resend = "Sending again"
  public static let overwrite = "Sending over Discogs' version"
  public static let giveUp = "Discarded"
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

  // MARK: Files of the shelf

  public static func wrote(_ file: String, rows: Int) -> String { "Wrote \(counted(rows, "row", "rows")) to \(file)" }
  public static func skipped(line: Int, _ reason: String) -> String { "skipped line \(line): \(reason)" }
  public static func unread(line: Int, _ reason: String) -> String { "line \(line): \(reason), nothing changed there" }
  public static func unreadOfNew(line: Int, _ reason: String, isKept: Bool) -> String {
    "line \(line): \(reason), \(isKept ? "kept as it is" : "left out")"
  }
  public static func andMore(_ number: Int) -> String { "and \(grouped(number)) more" }
  public static func whichDates(_ text: String, line: Int) -> String {
    hasWholeYear(text)
      ? "Line \(line): is “\(text)” day first or month first? Type dmy or mdy: "
      : "Line \(line): day, month or year first in “\(text)”? Type dmy, mdy or ymd: "
  }
  public static func openDate(_ text: String, line: Int, in file: String) -> String {
    let choice =
      hasWholeYear(text)
      ? "two dates: add --dates dmy or --dates mdy" : "several dates: add --dates dmy, mdy or ymd"
    return "\(file), line \(line): “\(text)” could be \(choice)"
  }
  /// Whether a date has a four-digit year; one of two digits could be the first number as well as the last.
  private static func hasWholeYear(_ date: String) -> Bool { date.split { !$0.isNumber }.contains { $0.count == 4 } }
  public static func whichCopy(_ name: String, line: Int) -> String { "Line \(line): which copy of \(name)?" }
  public static let newCopy = "a new copy"
  public static func copy(_ number: Int64, _ description: String) -> String { "copy \(number) (\(description))" }
  public static func typeNumber(_ most: Int) -> String { "Type a number from 1 to \(most): " }
  public static func openRow(_ name: String, line: Int, _ copies: [String]) -> String {
    "line \(line), \(name): it could be \(copies.joined(separator: " or "))"
  }
  public static func openRows(_ rows: Int) -> String {
    "nothing imported: run it on a terminal to say which copy \(rows == 1 ? "that row is" : "these rows are")"
  }
  private static func unreadable(_ rows: Int) -> String {
    rows == 0 ? "the file has no rows" : "\(counted(rows, "row", "rows")) unreadable"
  }
  public static func reallyReplace(_ list: String, skipped rows: Int, gone: Int) -> String {
    "\(unreadable(rows)), \(grouped(gone)) of your \(list) would go. Replace it? \(yesOrNo)"
  }
  public static func keptOthers(_ list: String, skipped rows: Int, kept: Int) -> String {
    if kept == 0 { return "\(unreadable(rows)): imported the others" }
    let rest =
      kept == 1
      ? "1 of your \(list) that the file lacks is kept"
      : "\(grouped(kept)) of your \(list) that the file lacks are kept"
    return "\(unreadable(rows)): \(rest) (--yes lets \(kept == 1 ? "it" : "them") go)"
  }
  public static func reallySend(_ changes: Int) -> String {
    "Send \(counted(changes, "change", "changes")) to Discogs? \(yesOrNo)"
  }
  public static func sendingNeedsYes(_ changes: Int) -> String {
    "nothing imported: --yes sends these \(counted(changes, "change", "changes")) to Discogs"
  }
  public static let nothingImported = "Nothing imported"
  public static func counts(new: Int, changed: Int, unchanged: Int) -> String {
    "\(grouped(new)) new, \(grouped(changed)) changed, \(grouped(unchanged)) unchanged"
  }
  public static let collection = "collection"
  public static let wantList = "want list"
  public static func replaced(_ list: String, rows: Int, _ counts: String, gone: Int, isRehearsal: Bool) -> String {
    let rows = "\(counted(rows, "row", "rows")): \(counts), \(grouped(gone)) gone"
    return isRehearsal ? "Your \(list) would hold \(rows)" : "Your \(list) holds \(rows)"
  }
  public static func merged(_ list: String, _ counts: String, kept: Int, isRehearsal: Bool) -> String {
    let sum = "\(counts); your \(list) keeps \(counted(kept, "row", "rows")) not in the file"
    return isRehearsal ? "Would import \(sum)" : "Imported \(sum)"
  }
  public static let notInFile = "not in the file"

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
    let number = counted(copies, "copy", "copies")
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

  // MARK: History

  public static let clearingAsks = "add --yes to clear the history without being asked"
  public static let reallyClear = "Delete your whole search history for good? \(yesOrNo)"
  public static let nothingDeleted = "Nothing deleted"
  public static func deleted(_ searches: Int) -> String {
    searches == 0 ? "Your search history was already empty" : "Deleted \(counted(searches, "search", "searches"))"
  }

  // MARK: Pictures

  public static func pictureNumber(_ number: String) -> String { "--number counts pictures from 1, not \(number)" }
  public static let noPictureOnTerminal = "cannot draw a picture on the terminal: name a file or use a pipe"
  public static func saved(_ file: String, _ type: String, _ size: String) -> String {
    "Saved \(file): \([type, size].filter { !$0.isEmpty }.joined(separator: ", "))"
  }
  public static func noPictures(_ name: String) -> String { "\(name) has no pictures" }
  public static func noPicture(_ name: String, count: Int, number: Int) -> String {
    "\(name) has \(counted(count, "picture", "pictures")), no number \(grouped(number))"
  }

  // MARK: Import

  public static let importStopped = "import stopped; the catalogue is unchanged"
  public static func catalogueHolds(_ counts: String, _ path: String) -> String {
    "Your catalogue holds \(counts): \(path)"
  }
  public static func skippedRecords(_ number: Int, _ log: String) -> String {
    "Skipped \(counted(number, "broken record", "broken records")); \(log) says which and why"
  }
  public static func unknownElements(_ names: String) -> String { "Ignored unknown elements: \(names)" }
  public static let stopping = "\r\u{1B}[KStopping once the file answers; Ctrl-C again stops at once"
  public static func records(_ number: Int) -> String { "\(counted(number, "record", "records"))" }
  public static func left(_ time: String) -> String { "\(time) left" }
  public static let keeping = "copying the other records"
  public static func skipped(_ number: Int) -> String { "\(grouped(number)) skipped" }

  public static let ranking = "ranking"
  public static let indexing = "indexing"
  public static let finishing = "finishing"
  public static func read(_ done: String, of total: String?) -> String { total.map { "\(done) of \($0)" } ?? done }
  public static func perSecond(_ records: Int) -> String { "\(grouped(records))/s" }
  public static func time(seconds: Int) -> String {
    switch seconds {
    case ..<90: "\(seconds) s"
    case ..<5_400: "\(seconds / 60) min"
    default: "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
  }
  public static func counts(releases: Int, masters: Int, artists: Int, labels: Int) -> String {
    [
      counted(releases, "release", "releases"), counted(masters, "master", "masters"),
      counted(artists, "artist", "artists"), counted(labels, "label", "labels"),
    ].joined(separator: ", ")
  }

  // MARK: Users

  public static func trade(stars: String, ratings: Int) -> String {
    "\(stars) of 5 stars, \(counted(ratings, "rating", "ratings"))"
  }

  // MARK: Serve

  public static func notAPort(_ port: Int) -> String { "--port takes a number from 0 to 65535, not \(port)" }
  public static let serverUserName = "--user takes letters, digits, “.”, “_” and “-”"
  public static func notARate(_ rate: String) -> String { "--rate takes a number from 1, or off, not “\(rate)”" }
  public static func hostNeedsToken(_ host: String, _ variable: String) -> String {
    "--host \(host) needs a token: set \(variable), --token-file or --token -"
  }
  public static func tokenIsNoArgument(_ variable: String) -> String {
    "other users can read arguments: use --token-file, \(variable) or --token -"
  }
  public static let askServerToken = "Token that clients must send (hidden): "
  public static func line(_ file: String, _ line: Int) -> String { "\(file), line \(line)" }
  public static func noToken(in file: String) -> String { "\(file) holds no token" }
  public static func serverFile(_ reason: String) -> String { "cannot use the server's file: \(reason)" }
  public static func serving(_ host: String, _ port: Int) -> String {
    "Serving the Discogs API at http://\(host):\(port)"
  }
  public static func cannotListen(_ host: String, _ port: Int, _ reason: String) -> String {
    "cannot listen at \(host):\(port): \(reason)"
  }
  public static func notAFaultPlan(_ path: String, _ reason: String) -> String {
    "\(path) is not a fault plan: \(reason)"
  }
  public static func catalogueUnreadable(_ reason: String) -> String { "cannot read the catalogue: \(reason)" }
}
