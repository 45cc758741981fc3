/// The findings and advice of `runout doctor`.
public enum DoctorWords {
  // MARK: Folders

  public static let nothingSaved = "Runout cannot save your history and shelf"
  public static let nothingCached = "Runout fetches every page again each time"
  public static let nothingLogged = "Runout writes no log"
  public static func makeWritable(_ loss: String, _ option: String) -> String {
    "\(loss). Make it writable, or choose another with \(option)"
  }
  public static let createdLater = "created when needed"
  public static let writable = "writable"
  public static func free(_ size: String) -> String { "\(size) free" }
  public static let freeUnknown = "free space unknown"
  public static func folder(_ path: String, _ state: String, _ room: String) -> String { "\(path): \(state), \(room)" }
  public static let tight = "Free some space on this disk: writing will fail soon"
  public static func slow(_ path: String, _ seconds: Int64) -> String { "\(path) did not answer within \(seconds) s" }
  public static let slowDisk = "Its disk or network drive hangs: check that first"

  // MARK: Databases

  public static func yours(_ backup: String) -> String {
    "Runout leaves it alone. Look for a backup beside it: \(backup)"
  }
  public static let importAgain = "Import the dumps again: runout import --replace FILE…"
  public static let cacheRebuilt = "Runout rebuilds it, or run runout cache clear"
  public static let demoRebuilt = "Runout rebuilds it"
  public static let noneYet = "none yet"
  public static func database(_ path: String, _ size: String, schema: Int) -> String {
    "\(path), \(size), schema \(schema)"
  }
  public static func intact(_ size: String) -> String { "\(size), intact" }
  public static func tooLargeToCheck(_ size: String) -> String { "\(size); too large to check fully" }
  public static func older(_ path: String, schema: Int, known: Int) -> String {
    "\(path) has schema \(schema); this version uses \(known)"
  }
  public static func newer(_ path: String, schema: Int, known: Int) -> String {
    "\(path) has schema \(schema); this version knows up to \(known)"
  }
  public static let update = "A newer Runout wrote it: update this one"
  public static func damaged(_ path: String, _ reason: String) -> String { "\(path) is damaged: \(reason)" }
  public static func unreadable(_ path: String, _ reason: String) -> String { "Cannot read \(path): \(reason)" }
  public static let checkPermissions = "Check its permissions"
  public static let moveAway = "Move it away: Runout needs its place for a file"
  public static let checkTheWay = "Check the link, its disk and its permissions"
  public static let raiseLimit = "Raise the limit on file sizes: ulimit -f unlimited"

  // MARK: Network

  public static func notChecked(_ source: String) -> String {
    "not checked: the source is \(source); --source live checks Discogs"
  }
  public static let noAddress = "no address"
  public static let checkConnection = "Check your connection, DNS, firewall and proxy"
  public static let checkClock = "Check the address and your clock; this network may intercept traffic"
  public static let signInToNetwork = "This network may want you to sign in: open any page in a browser"
  public static let somethingElse = "Another program or a proxy may be answering at this address"
  public static let useEncryption = "Use https://"
  public static func unreachable(_ address: String, _ reason: String) -> String {
    "\(address) is unreachable: \(reason)"
  }
  public static func untrusted(_ address: String, _ reason: String) -> String {
    "\(address) cannot be trusted: \(reason)"
  }
  public static func timedOut(_ address: String, seconds: Int64) -> String {
    "\(address) did not answer within \(seconds) s"
  }
  public static func redirected(_ address: String, to host: String) -> String {
    "\(address) redirects to another host, \(host)"
  }
  public static func notAWebServer(_ address: String) -> String { "\(address) does not answer like a web server" }
  public static func notEncrypted(_ address: String, _ host: String) -> String {
    "\(address) is on another machine (\(host)) without encryption"
  }
  public static func stopped(_ address: String) -> String { "\(address): check cancelled" }
  public static func answers(_ address: String, milliseconds: Int64, status: Int) -> String {
    "\(address) answers in \(milliseconds) ms with HTTP \(status)"
  }
  public static func budget(_ answers: String, remaining: Int, limit: Int) -> String {
    "\(answers), \(remaining) of \(limit) requests left this minute"
  }
  public static let tooManyRequests = "Too many requests: wait a minute (other programs count too)"
  public static let gateway = "A gateway blocks requests: wait a few minutes or change networks"
  public static let serverTrouble = "The server is failing: try again later"
  public static let slowNetwork = "That is slow: expect pages to take as long"

  // MARK: Clock

  public static let noTime = "the server sends no time"
  public static let clockAgrees = "agrees with the server's"
  public static func clockAhead(minutes: Int) -> String { "\(minutes) min ahead of the server's" }
  public static func clockBehind(minutes: Int) -> String { "\(minutes) min behind the server's" }
  public static let setClock = "Set your clock (timedatectl set-ntp true): ages and OAuth need it"

  // MARK: Proxy

  public static let checkProxy = "Check the proxy and the variable that names it"
  public static func proxy(_ proxy: String, from variable: String?, _ state: String) -> String {
    "\(proxy)\(variable.map { " from \($0)" } ?? "")\(state)"
  }
  public static let proxyWorks = ", works"
  public static let proxyNotTried = ", not tried"
  public static func noProxy(_ reason: String) -> String { "none: \(reason)" }
  public static let entryIgnored = "Runout ignores this entry"
  public static func proxyUnused(_ address: String) -> String { "\(address) does not use it" }
  public static func proxyUnset(_ variable: String) -> String { "\(variable) and ALL_PROXY are unset" }
  public static func thisMachine(_ host: String) -> String { "\(host) is this machine" }
  public static func excepted(_ variable: String, _ entry: String) -> String { "\(variable) lists \(entry)" }

  // MARK: Token

  public static let keyringSilent = "its \(AccountWords.keyring) or command does not answer"
  public static let unlockKeyring = "Unlock the \(AccountWords.keyring), or check token_command in config.toml"
  public static let storeAnother = "runout login stores a new one"
  public static func tokenElsewhere(_ reason: String) -> String { "none for this address: \(reason)" }
  public static func signsInHere(_ command: String) -> String { "\(command) signs in here" }
  public static let noToken = "none: no search, no pictures, fewer requests"
  public static let signIn = "runout login signs in"
  public static func tokenUnchecked(_ origin: String) -> String { "\(origin); not checked, Discogs is unreachable" }
  public static func tokenUnconfirmed(_ origin: String) -> String { "\(origin); Discogs did not confirm it in time" }
  public static func tokenAccepted(_ origin: String) -> String { "\(origin), accepted" }
  public static func tokenRefused(_ origin: String) -> String { "\(origin), rejected: it may have been revoked" }
  public static func tokenTrouble(_ origin: String, _ reason: String) -> String { "\(origin); \(reason)" }
  public static let inService = "in the \(AccountWords.secretService)"
  public static func inFile(_ path: String) -> String { "in \(path)" }
  public static func inVariable(_ name: String) -> String { "in the variable \(name)" }
  public static let fromCommand = "from token_command"
  public static func pause(seconds: Int) -> String { "Discogs asks for a pause of \(seconds) s" }
  public static let silent = "Discogs did not answer"
  public static func status(_ status: Int) -> String { "Discogs answered with HTTP \(status)" }
  public static let unexpected = "Discogs sent an unexpected response"
  public static let tokenForbidden = "Discogs refused it"
  public static let tokenNotAsked = "not checked"

  // MARK: The terminal

  public static let oneFailed = "1 problem found"
  public static func failed(_ number: Int) -> String { "\(grouped(number)) problems found" }
  public static let noTerminal = "none here: only the screen needs one"
  public static let noScreen = "cannot show the screen"
  public static func size(_ columns: Int, _ rows: Int) -> String { ", \(columns)x\(rows)" }
  public static let noColours = ", no colours (NO_COLOR is set)"
  public static let trueColour = ", 24-bit colours"
  public static func colours(_ number: Int) -> String { ", \(number) colours" }
  public static func within(_ programs: [String]) -> String { ", in " + programs.joined(separator: " and ") }
  public static let enlarge = "Enlarge the window to at least 40x12"
  public static let noLocale = "LC_ALL, LC_CTYPE and LANG are unset"
  public static func utf8(_ locale: String) -> String { "\(locale), UTF-8" }
  public static let tryUTF8 = "Runout falls back to ASCII letters; try LANG=C.UTF-8"
  public static func missingLocale(_ locale: String) -> String { "\(locale) is not installed" }
  public static let installLocale = "Install it, or try LANG=C.UTF-8"
  public static func configurationFine(_ path: String) -> String { "\(path) is valid" }
  public static let defaults = "none; using the defaults"
  public static let usesDefault = "Until you fix it, Runout uses the default"
}
