/// Sentences of the command line's verbs. Their help is in the declarations.
public enum VerbWords {
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
  public static let pdfNeedsPage = "A PDF is made of html or labels: leave --format out, or take one of them"
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
  public static let noVideos = "no videos"
  public static func firstOnly(_ count: Int, of label: String) -> String {
    "only the first \(count) records of \(label) are looked up"
  }
  public static let noPriceKept = "no price kept yet; `runout price` looks at one of your wants or copies"
  public static let noPaidField = "no field of yours is named Paid, Price or the like; --field names one"
  public static func unreadAmounts(_ copies: Int, _ field: String, _ first: String) -> String {
    "left out \(counted(copies, "copy")) with no amount in “\(field)” (\(first)\(copies > 1 ? ", …" : ""))"
  }
  public static func nothingPaid(_ field: String) -> String { "no copy has an amount in “\(field)”" }
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
    "left out \(counted(number, "copy")) that Discogs refused (see runout pending)"
  }
  public static func leftOut(wantsOfAnyPressing number: Int) -> String {
    "left out \(counted(number, "want")) of any pressing: --any-pressing exports them"
  }
  public static func noFolder(_ name: String) -> String { "No folder “\(name)”" }
  public static func noEnvironment(_ name: String, _ names: String) -> String {
    "no environment “\(name)”: choose \(names)"
  }
  public static func variable(_ variable: String, _ text: String, takes names: String) -> String {
    "\(variable) is “\(text)”; it takes \(names)"
  }
  public static let users = "users"
  public static let oneShelf = "Either --collection or --wants"
  public static let yoursOfWhat = "--yours goes with --collection or --wants"
  public static let csvOfShelf = "--csv goes with --collection or --wants"
  public static let noneOfThese = "none of these"
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
}
