/// Sentences of the verbs that read and write files.
extension VerbWords {
  // MARK: Files of the shelf

  public static func wrote(_ file: String, rows: Int) -> String { "Wrote \(counted(rows, "row")) to \(file)" }
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
    rows == 0 ? "the file has no rows" : "\(counted(rows, "row")) unreadable"
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
    "Send \(counted(changes, "change")) to Discogs? \(yesOrNo)"
  }
  public static func sendingNeedsYes(_ changes: Int) -> String {
    "nothing imported: --yes sends these \(counted(changes, "change")) to Discogs"
  }
  public static let nothingImported = "Nothing imported"
  public static func counts(new: Int, changed: Int, unchanged: Int) -> String {
    "\(grouped(new)) new, \(grouped(changed)) changed, \(grouped(unchanged)) unchanged"
  }
  public static let collection = "collection"
  public static let wantList = "want list"
  public static func replaced(_ list: String, rows: Int, _ counts: String, gone: Int, isRehearsal: Bool) -> String {
    let rows = "\(counted(rows, "row")): \(counts), \(grouped(gone)) gone"
    return isRehearsal ? "Your \(list) would hold \(rows)" : "Your \(list) holds \(rows)"
  }
  public static func merged(_ list: String, _ counts: String, kept: Int, isRehearsal: Bool) -> String {
    let sum = "\(counts); your \(list) keeps \(counted(kept, "row")) not in the file"
    return isRehearsal ? "Would import \(sum)" : "Imported \(sum)"
  }
  public static let notInFile = "not in the file"

  // MARK: Backup

  public static func wrote(_ file: String) -> String { "Wrote \(file)" }
  public static let noBackupOnTerminal = "cannot write a backup to the terminal: name a file or use a pipe"
  public static func restored(copies: Int, wants: Int, searches: Int, isRehearsal: Bool) -> String {
    let counts = [
      counted(copies, "copy"), counted(wants, "want"), counted(searches, "search"),
    ].joined(separator: ", ")
    return isRehearsal ? "Would restore \(counts)" : "Restored \(counts)"
  }
  public static func held(_ number: Int) -> String {
    "\(counted(number, "change")) may already be on Discogs: see runout pending"
  }
  public static func wouldKeep(_ path: String) -> String { "Would keep the current library as \(path)" }
  public static func kept(_ path: String) -> String { "Kept the previous library as \(path)" }

  // MARK: Pictures

  public static func pictureNumber(_ number: String) -> String { "--number counts pictures from 1, not \(number)" }
  public static let noPictureOnTerminal = "cannot draw a picture on the terminal: name a file or use a pipe"
  public static func saved(_ file: String, _ type: String, _ size: String) -> String {
    "Saved \(file): \([type, size].filter { !$0.isEmpty }.joined(separator: ", "))"
  }
  public static func noPictures(_ name: String) -> String { "\(name) has no pictures" }
  public static func noPicture(_ name: String, count: Int, number: Int) -> String {
    "\(name) has \(counted(count, "picture")), no number \(grouped(number))"
  }
}
