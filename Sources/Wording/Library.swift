/// Sentences about the library file, shelf files and changes of the shelf.
public enum LibraryWords {
  // MARK: The file

  public static func damaged(_ path: String, _ reason: String, backup: String?) -> String {
    let found = "\(path) is damaged\(reason == DatabaseWords.damaged ? "" : aside(reason)). Nothing changed"
    return backup.map { "\(found): replace it with \($0) or move it away" } ?? "\(found): move it away to start over"
  }
  public static func newer(_ path: String, _ found: Int, _ known: Int) -> String {
    "A newer Runout wrote \(path) (schema \(found), not \(known)): update Runout"
  }
  public static func readOnly(_ path: String) -> String { "\(path) is read-only: nothing saved" }
  public static func diskFull(_ path: String) -> String {
    "The disk is full, nothing saved to \(path): make room and try again"
  }
  public static func busy(_ path: String) -> String { "Another program is using \(path), nothing saved: try again" }
  public static func unopenable(_ path: String, _ reason: String) -> String { "Cannot open \(path): \(reason)" }
  public static func failed(_ path: String, _ reason: String) -> String { "\(path) failed: \(reason)" }
  public static func mirrorsAccount(_ path: String) -> String {
    "\(path) mirrors a Discogs account: an export cannot replace it"
  }

  public static let systemRefuses = "the system refuses"
  public static func copyNotCreated(_ copy: String) -> String { "Runout cannot create its copy \(copy)" }
  public static let unknownChange = "a change of an unknown kind"
  public static let unknownList = "a removed row of an unknown list"
  public static let vanished = "it vanished right after Runout created it"

  public static let fileSizeLimit = "files may not grow so large here (ulimit -f)"
  /// - Parameter link: the folder that is the dangling link; nil for the file itself.
  public static func leadsNowhere(_ link: String?, to target: String) -> String {
    "\(link ?? "it") is a link to \(target), which leads nowhere"
  }

  // MARK: Backup

  public static let missing = "no such file"
  public static func damagedBackup(_ reason: String) -> String {
    reason == DatabaseWords.damaged ? reason : "\(DatabaseWords.damaged)\(aside(reason))"
  }
  public static let notALibrary = "it is not a Runout library"
  public static let notCreated = "Runout cannot create it"
  public static let notMoved = "Runout cannot move it aside"
  public static let fromBackup = "it is from a backup, and Discogs may have it already"

  // MARK: The cache

  public static func setAside(_ path: String, _ place: String, _ reason: String) -> String {
    "Started a new cache: \(path) failed (\(reason)) and is now \(place)"
  }
  public static func inMemory(_ path: String, _ reason: String) -> String {
    "Caching in memory until you quit: \(path) failed (\(reason))"
  }
  public static func cacheReadOnly(_ path: String) -> String { "\(path) is read-only: caching is off" }
  public static func cacheDiskFull(_ path: String) -> String { "The disk is full: caching in \(path) is off" }
  public static func cacheBusy(_ path: String) -> String { "Another program is using \(path): caching is off" }

  // MARK: Why a change cannot be made

  public static let copyGone = "This copy is no longer in your collection"
  public static let ratingRange = "Ratings go from 1 to 5 stars"
  public static func notAValue(_ value: String, of name: String) -> String {
    "“\(cut(value))” is not a value of \(cut(name))"
  }
  public static func wantedAlready(_ name: String) -> String { "\(name) is already on your want list" }
  public static let notWanted = "It is not on your want list"
  public static let onlyWantsHaveLimits = "Only wants have limits, and this is not on your want list"
  public static func folderNotEmpty(_ name: String, copies: Int) -> String {
    "“\(cut(name))” holds \(counted(copies, "copy")): Discogs deletes only empty folders"
  }
  public static let folderNeedsName = "A folder needs a name"
  public static let allIsTaken = "“All” is Discogs' name for your whole collection"
  public static func folderExists(_ name: String) -> String { "Folder “\(cut(name))” already exists" }
  public static func noFolder(_ name: String) -> String { "No folder “\(cut(name))”" }
  public static func cannotRename(_ name: String) -> String { "Discogs does not let you rename “\(cut(name))”" }
  public static func cannotDelete(_ name: String) -> String { "Discogs does not let you delete “\(cut(name))”" }

  // MARK: Changes

  public static func add(_ name: String, to folder: String) -> String { "Add \(name) to \(folder)" }
  public static func remove(_ name: String) -> String { "Remove \(name) from your collection" }
  public static func want(_ name: String) -> String { "Want \(name)" }
  public static func wantAnyPressing(of name: String) -> String { "Want any pressing of \(name)" }
  public static func unwant(_ name: String) -> String { "Remove \(name) from your want list" }
  public static func rate(_ name: String, _ stars: Int?) -> String {
    stars.map { "Rate \(name) \($0) of 5" } ?? "Clear the rating of \(name)"
  }
  public static func play(_ name: String) -> String { "Mark \(name) as played" }
  public static func unplay(_ name: String) -> String { "Mark \(name) as not played" }
  public static func noteWant(_ name: String) -> String { "Edit the notes of \(name)" }
  public static func makeFolder(_ name: String) -> String { "Create folder \(name)" }
  public static func deleteFolder(_ name: String) -> String { "Delete folder \(name)" }
  public static func renameFolder(_ name: String, to new: String) -> String { "Rename folder \(name) to \(new)" }
  public static func limit(_ name: String, to price: String) -> String { "Limit \(name) to \(price)" }
  public static func unlimit(_ name: String) -> String { "Remove the limit of \(name)" }
  public static let nothing = "Nothing"
  public static func move(_ name: String, to folder: String) -> String { "Move \(name) to \(folder)" }
  public static func edit(_ name: String) -> String { "Edit \(name)" }

  // MARK: Changes made together

  public static func got(_ name: String) -> String { "Got \(name)" }
  public static func move(_ copies: Int, to folder: String) -> String { "Move \(counted(copies, "copy")) to \(folder)" }
  public static func remove(_ copies: Int) -> String { "Remove \(counted(copies, "copy"))" }
  public static func add(_ copies: Int) -> String { "Add \(counted(copies, "copy"))" }
  public static func unwant(_ records: Int) -> String { "Remove \(counted(records, "record")) from your want list" }
  public static func want(_ records: Int) -> String { "Want \(counted(records, "record"))" }
  public static func play(_ copies: Int) -> String { "Mark \(counted(copies, "copy")) as played" }
  public static func editWants(_ wants: Int) -> String { "Edit \(counted(wants, "want"))" }
  public static func editLimits(_ wants: Int) -> String { "Edit the limits of \(counted(wants, "want"))" }
  public static func limit(_ wants: Int, to price: String) -> String { "Limit \(counted(wants, "want")) to \(price)" }
  public static func unlimit(_ wants: Int) -> String { "Remove the limits of \(counted(wants, "want"))" }
  public static func andMore(_ title: String) -> String { "\(title) and more" }
  public static func editCopies(_ copies: Int) -> String { "Edit \(counted(copies, "copy"))" }
  public static func records(_ number: Int) -> String { counted(number, "record") }
  public static func bringBack(_ what: String) -> String { "Bring back \(what)" }

  // MARK: Files of the shelf

  public static func fileUnreadable(_ file: String, _ reason: String) -> String { "Cannot read \(file): \(reason)" }
  public static func isCollection(_ file: String) -> String {
    "\(file) is a collection: use `runout collection import`"
  }
  public static func isNoCollection(_ file: String) -> String {
    "\(file) is not a collection: for a want list, use `runout wantlist import`"
  }
  public static func noUsableRow(_ file: String, line: Int, _ reason: String) -> String {
    "\(file) has no usable row; line \(line): \(reason)"
  }
  public static let textAfterQuote = "text follows a closing quote"
  public static let isCut = "the file ends within this row: export it again"
  public static func noColumn(for cell: String) -> String { "“\(cell)” has no column: is a quote missing?" }
  public static func misplaced(_ text: String, in column: String) -> String {
    "\(notUnderstood(text, in: column)): is a quote missing?"
  }
  public static func isEmpty(_ column: String) -> String { "\(column) is empty" }
  public static func isNotANumber(_ text: some StringProtocol, in column: String) -> String {
    "\(column) \"\(text)\" is not a number"
  }
  public static func value(_ value: String, of field: String) -> String { "\(field): \(value)" }
  public static func changed(_ field: String, from old: String, to new: String) -> String {
    "\(field): \(old) → \(new)"
  }
  public static func field(_ number: Int) -> String { "Field \(number)" }
  public static func folder(_ number: Int) -> String { "Folder \(number)" }
  public static let adoption = "Send this shelf to Discogs"
  public static func importOf(_ file: String) -> String { "Import \(cut(file))" }
  public static func noField(_ name: String) -> String {
    "Skipped “\(cut(name))”: your account has no field of this name"
  }
  public static func noColumn(_ column: String, in file: String) -> String {
    "\(file) has no column \"\(column)\": export it from Discogs again, as CSV"
  }
  public static func columnsAbsent(_ columns: [String], in file: String) -> String {
    let names = columns.prefix(3).joined(separator: ", ")
    let more = columns.count > 3 ? " and \(grouped(columns.count - 3)) more" : ""
    return "\(cut(file)) has no \(names)\(more): nothing changes there"
  }
  public static func columnTwice(_ column: String, in file: String) -> String {
    "\(cut(file)) has two columns “\(cut(column))”: kept the second as a field"
  }
  public static func headerAgain(in file: String, line: Int, more: Int) -> String {
    let others = more > 0 ? " and \(grouped(more)) more" : ""
    return "\(cut(file)) has its header again in line \(line)\(others): skipped"
  }
  public static func windows1252(_ file: String) -> String {
    "Guessing that \(cut(file)) is Windows-1252: wrong names? Save it as UTF-8"
  }
  public static func utf8Twice(_ file: String) -> String { "\(cut(file)) was encoded as UTF-8 twice: undone" }
  public static func notUnderstood(_ text: String, in column: String) -> String {
    "\(cut(column)) “\(text)” is not understood"
  }
  public static func rowTooLong(_ file: String, line: Int) -> String {
    "\(file), line \(line): a row of over 1 MB. Export it from Discogs again, as CSV"
  }
  public static func fileTooLarge(_ file: String) -> String {
    "\(file) is larger than 512 MB: export it from Discogs again, as CSV"
  }
  public static func tooManyColumns(_ file: String) -> String {
    "\(file) has over 1,000 columns: export it from Discogs again, as CSV"
  }
  public static func notUTF8(_ file: String, line: Int) -> String {
    "\(file), line \(line): not UTF-8. Save it as UTF-8 or export it again"
  }
  public static func openQuote(_ file: String, line: Int) -> String {
    "\(file), line \(line): a quote never closes. Export it again"
  }
  public static func valueSkipped(_ value: String, of name: String) -> String {
    "Skipped “\(value)”: not a value of \(cut(name))"
  }
}
