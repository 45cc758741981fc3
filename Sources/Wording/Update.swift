/// Sentences about fetching the whole catalogue, month by month.
public enum UpdateWords {
  // MARK: The mirror

  public static func noDumps(_ url: String) -> String {
    "No dumps at \(url): it must list Discogs' files by their names"
  }
  public static func notThere(_ month: String?, _ host: String, newest: String?) -> String {
    guard let month else { return "No month is complete at \(host) yet: try again tomorrow" }
    return newest.map { "No complete dumps of \(month) at \(host); the newest are of \($0)" }
      ?? "No complete dumps of \(month) at \(host)"
  }
  public static func noChecksum(_ file: String) -> String { "\(file) has no checksum: try another month" }
  public static func refused(_ host: String, _ status: Int) -> String {
    "\(host) refuses this network (\(status)): try another one, or --url with a mirror"
  }
  public static func gone(_ what: String, _ host: String) -> String { "\(what) is not at \(host)" }
  public static func unexpected(_ host: String, _ status: Int) -> String {
    "\(host) sent an unexpected response (\(status)): try again later"
  }
  public static func unreachable(_ host: String, _ reason: String) -> String { "Cannot reach \(host): \(reason)" }
  public static func webPage(_ file: String) -> String { "\(file) is a web page, not a dump: try again later" }
  public static func notADump(_ file: String) -> String { "\(file) is not compressed: is this a mirror of the dumps?" }
  public static func noSize(_ file: String) -> String { "The server does not say how large \(file) is" }

  // MARK: Downloading

  public static let stalled = "no response in time"
  public static let brokeOff = "the connection broke off"
  public static let cancelled = "cancelled"
  public static let tooLong = "the page is too long"
  public static func redirected(_ host: String) -> String { "redirected to \(host)" }
  public static func insecure(_ host: String) -> String { "\(host) does not encrypt" }
  public static func status(_ status: Int) -> String { "the server answered \(status)" }
  public static func tryingAgain(_ reason: String, seconds: Int) -> String { "\(reason); trying again in \(seconds) s" }
  public static func stopped(_ file: String, _ reason: String) -> String {
    "\(file) stopped: \(reason). Run the update again to continue"
  }
  public static func cannotKeep(_ reason: String) -> String { "cannot keep a copy: \(reason)" }

  // MARK: The verb

  public static func upToDate(_ month: String) -> String { "Your catalogue is of \(month), the newest month" }
  public static func plan(_ month: String, _ kinds: String) -> String { "Discogs, \(month): \(kinds)" }
  public static func download(_ size: String) -> String { "Download  \(size)" }
  public static func disk(_ size: String, keeping: String?) -> String {
    keeping.map { "Disk      \(size), and \($0) for the dumps" } ?? "Disk      \(size) at its peak"
  }
  public static func time(_ time: String) -> String { "Time      about \(time), longer on a slow line" }
  public static func continues(_ size: String) -> String { "Continues what was stopped (\(size) built)" }
  public static func startsOver(_ size: String) -> String { "Starts over: another update was stopped (\(size) built)" }
  public static func only(_ query: String) -> String { "Only      \(query), with their masters, artists and labels" }
  public static let begin = "Begin? \(yesOrNo)"
  public static let notBegun = "Nothing downloaded"
  public static let stoppedByUser = "Stopped. The same command continues; your catalogue is unchanged"
  public static let notAMonth = "--month takes a month such as 2026-08"
  public static func unusableField(_ field: String) -> String { "--only cannot select by \(field):" }
  public static let emptyOnly = "--only needs a search such as 'format:vinyl genre:jazz'"
  public static let noKinds = "--kinds takes artists, labels, masters, releases"
  public static let onlyNeedsReleases = "--only needs the releases: leave --kinds out"
  public static func notAnAddress(_ text: String) -> String {
    "“\(text)” is not a web address, such as https://data.discogs.com/"
  }

  // MARK: Info, verify, remove

  public static func selected(_ query: String) -> String {
    query.isEmpty ? "Selection  everything in its dumps" : "Selection  \(query)"
  }
  public static func month(_ month: String) -> String { "Month      \(month)" }
  public static func made(_ time: String, _ age: String) -> String { "Made       \(time), \(age) ago" }
  public static func file(_ path: String, _ size: String?) -> String {
    "File       \(path)\(size.map { ", \($0)" } ?? "")"
  }
  public static func unfinished(_ size: String) -> String {
    "An update was stopped (\(size)): runout catalogue update continues it"
  }
  public static func intact(_ path: String, _ size: String) -> String { "\(path) is intact (\(size))" }
  public static func reallyRemove(_ path: String, _ size: String) -> String {
    "Delete \(path) (\(size)) for good? \(yesOrNo)"
  }
  public static let removing = "add --yes to delete the catalogue without being asked"
  public static func removed(_ path: String) -> String { "Deleted \(path)" }

  // MARK: Schedule

  public static let noHome = "HOME is not set: the folder of schedules cannot be found"
  public static func messages(in file: String) -> String { "Its messages go to \(file)" }
  public static func enable(_ command: String) -> String { "Turn it on: \(command)" }
}
