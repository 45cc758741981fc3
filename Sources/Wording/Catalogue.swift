/// Sentences about the imported catalogue, dumps and importing them.
public enum CatalogueWords {
  // MARK: The catalogue

  public static func missing(_ path: String) -> String {
    "No catalogue at \(path): `runout catalogue update` fetches one"
  }
  public static func notOurs(_ path: String) -> String {
    "\(path) is not a Runout catalogue: move it away and import again"
  }
  public static func damaged(_ path: String, _ reason: String) -> String {
    "\(path) is damaged (\(reason)): delete it and import again"
  }
  public static func newer(_ path: String, _ found: Int, _ known: Int) -> String {
    "A newer Runout wrote \(path) (schema \(found), not \(known)): update or import again"
  }
  public static func older(_ path: String, _ found: Int, _ known: Int) -> String {
    "An older Runout wrote \(path) (schema \(found), not \(known)): import all four dumps again"
  }
  public static func unreadable(_ path: String, _ reason: String) -> String { "Cannot read \(path): \(reason)" }
  public static func noRecord(_ kind: String, _ number: Int) -> String { "This catalogue has no \(kind) \(number)" }
  public static func damagedRecord(_ kind: String, _ number: Int) -> String {
    "The catalogue entry of \(kind) \(number) is damaged: import again"
  }
  public static let theCatalogue = "The catalogue"
  public static let rowsMissing = "a list names missing rows"
  public static func entryDamaged(_ kind: String, _ number: Int) -> String { "\(kind) \(number) is unreadable" }
  public static func sqliteError(_ code: Int32) -> String { "SQLite error \(code)" }
  public static let listChanged = "The list has changed: reload it"
  public static let cancelled = "Cancelled"

  // MARK: Importing

  public static let noFiles = "No dump files: name the files to import"
  public static func importRunning(_ path: String) -> String {
    "Another import into \(path) is running: wait for it or stop it"
  }
  public static func noRoom(_ folder: String, free: String, needed: String) -> String {
    "\(folder) has \(free) free; the import needs about \(needed)"
  }
  public static func diskFull(_ folder: String) -> String {
    "\(folder) is full: make room and import again. Your catalogue is unchanged"
  }
  public static func unwritable(_ path: String, _ reason: String) -> String {
    "Cannot write \(path): \(reason). Nothing imported"
  }

  public static let temporaryFilesDamaged = "its temporary files changed during the import"
  public static let noFolder = "the folder is missing, and Runout cannot create it"
  public static func cannotList(_ reason: String) -> String { "Runout cannot list its files (\(reason))" }

  // MARK: Broken records

  public static let noID = "its id is missing or not a number"
  public static func notANumber(_ place: String) -> String { "\(place) that is not a number" }
  public static func longerThan(mebibytes: Int) -> String { "longer than \(mebibytes) MiB" }
  public static let notClosed = "the next record begins before it ends"
  public static let tooDeep = "elements nested too deep"
  public static let notXML = "not XML"
  public static func inRecord(_ reason: String, bytes: Int) -> String { "\(reason), \(bytes) bytes into the record" }

  // MARK: Dumps

  public static func place(_ byte: Int) -> String { " at byte \(byte)" }
  public static func dumpUnreadable(_ file: String, _ place: String, _ reason: String) -> String {
    "Cannot read \(file)\(place): \(reason)"
  }
  public static func dumpIsFolder(_ file: String) -> String { "\(file) is a folder: name the dump files in it" }
  public static func dumpEmpty(_ file: String) -> String { "\(file) is empty: download it again" }
  public static func dumpIsWebPage(_ file: String) -> String { "\(file) is a web page, not a dump: download it again" }
  public static func notADump(_ file: String, _ looks: String, _ place: String) -> String {
    "\(file) is not a Discogs dump: \(looks)\(place)"
  }
  public static func dumpHasDocumentType(_ file: String, _ place: String) -> String {
    "\(file) is not a Discogs dump: it has a document type\(place)"
  }
  public static func dumpCutShort(_ file: String, _ place: String) -> String {
    "\(file) ends early\(place): download it again"
  }
  public static func dumpDamaged(_ file: String, _ place: String, _ reason: String) -> String {
    "\(file) is damaged\(place) (\(reason)): download it again"
  }
  public static func dumpHasWrongChecksum(_ file: String) -> String {
    "\(file) does not match its checksum: update again later"
  }
  public static func dumpReplaced(_ file: String) -> String {
    "\(file) changed on the server during the download: run the update again"
  }
  public static let notCompressed = "it is not compressed"
  public static let outOfMemory = "this machine is out of memory"
  public static func zlibError(_ status: Int32) -> String { "zlib error \(status)" }
  public static let isUTF16 = "it is UTF-16, and dumps are UTF-8"
  public static let isBlank = "it has only spaces and line breaks"
  public static let notXMLFile = "it does not begin with XML"
  public static let noRoot = "it has no root element"
  public static let isErrorMessage = "it is the server's error message"
  public static func root(_ name: String) -> String { "its root element is <\(name)>" }
  public static func dumpCancelled(_ file: String) -> String { "Cancelled reading \(file)" }
}
