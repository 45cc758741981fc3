/// Sentences of the verbs for the account, the cache, the history, the catalogue and the server.
extension VerbWords {
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

  // MARK: Users

  public static func trade(stars: String, ratings: Int) -> String {
    "\(stars) of 5 stars, \(counted(ratings, "rating"))"
  }

  // MARK: Cache

  public static func removed(answers: Int, pictures: Int) -> String {
    "Removed \(counted(answers, "response")) and \(counted(pictures, "picture"))"
  }
  public static func cache(_ path: String, _ size: String, rows: Int) -> String {
    "\(path): \(size) on disk, \(counted(rows, "row")) to search offline"
  }

  // MARK: History

  public static let clearingAsks = "add --yes to clear the history without being asked"
  public static let reallyClear = "Delete your whole search history for good? \(yesOrNo)"
  public static let nothingDeleted = "Nothing deleted"
  public static func deleted(_ searches: Int) -> String {
    searches == 0 ? "Your search history was already empty" : "Deleted \(counted(searches, "search"))"
  }

  // MARK: Import

  public static let importStopped = "import stopped; the catalogue is unchanged"
  public static func catalogueHolds(_ counts: String, _ path: String) -> String {
    "Your catalogue holds \(counts): \(path)"
  }
  public static func skippedRecords(_ number: Int, _ log: String) -> String {
    "Skipped \(counted(number, "broken record")); \(log) says which and why"
  }
  public static func unknownElements(_ names: String) -> String { "Ignored unknown elements: \(names)" }
  public static let stopping = "\r\u{1B}[KStopping once the file answers; Ctrl-C again stops at once"
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
      counted(releases, "release"), counted(masters, "master"),
      counted(artists, "artist"), counted(labels, "label"),
    ].joined(separator: ", ")
  }

  // MARK: Serve

  public static func notAPort(_ port: Int) -> String { "--port takes a number from 0 to 65535, not \(port)" }
  public static let serverUserName = "--user and --buyer take letters, digits, “.”, “_” and “-”"
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
