/// What is said of signing in, tokens, profiles and names.
public enum AccountWords {
  // MARK: What was typed

  public static func notAUserName(_ reason: String) -> String { "Not a user name: \(reason)" }
  public static func notAToken(_ reason: String) -> String { "Not a token: \(reason)" }
  public static func notAnID(_ reason: String) -> String { "Not an id: \(reason)" }
  public static let empty = "it is empty"
  public static let noAt = "leave out the @"
  public static let nameAlone = "type only the name, not the page's address"
  public static let nameTooLong = "it is longer than 100 bytes"
  public static let nameHasSpaces = "it has spaces or control characters"
  public static func notInNames(_ sign: Character) -> String { "user names have no \(sign)" }
  public static let onlyDots = "it is only dots"
  public static let tokenIsAddress = "it is an address; copy the token from that page"
  public static let tokenHasSpaces = "it has spaces, line breaks or control characters"
  public static let notTokenLetters = "it has characters that no token has"
  public static let tokenTooShort = "it is too short; Discogs tokens have 40 characters"
  public static let tokenTooLong = "it is too long; Discogs tokens have 40 characters"
  public static func notDigits(_ text: String) -> String { "“\(text)” is not a number" }
  public static func tooLarge(_ text: String) -> String { "\(text) is too large" }
  public static let fromOne = "ids start at 1"

  // MARK: Where the token is

  public static let noTerminalForToken = "No terminal to type the token on: set DISCOGS_TOKEN or token_command"
  public static let cancelled = "Cancelled"
  public static let isLink = "it is a link"
  public static let signInAgain = "remove it and sign in again"
  public static let ownedByOther = "it belongs to another user"
  public static let isExposed = "other users can read it"
  public static func close(_ path: String, mode: String) -> String { "run `chmod \(mode) \(path)`" }
  public static func exposed(_ path: String, _ reason: String, _ remedy: String) -> String {
    "Ignoring the token in \(path): \(reason); \(remedy)"
  }
  public static func serviceRefused(_ reason: String) -> String { "The Secret Service failed: \(reason)" }
  public static func unusable(_ reason: String) -> String { "This token cannot work: \(reason)" }
  public static func commandFailed(_ reason: String) -> String { "token_command gave no token: \(reason)" }
  public static let noService = "this machine has no Secret Service"
  public static func serviceFailed(_ reason: String) -> String { "the Secret Service failed: \(reason)" }
  public static func longerThan(_ longest: Int) -> String { "it is longer than \(longest) bytes" }
  public static let severalLines = "it has control characters or several lines"
  public static func toolFailed(_ reason: String) -> String { "secret-tool did not start: \(reason)" }
  public static let noSuchProgram = "no such program (exit code 127)"
  public static let firstLineEmpty = "its first line is empty"

  // MARK: Signing in and out

  public static let consumerShape = "Key and secret are letters and digits: copy them from Discogs"
  public static let consumerRefused = "Discogs rejected this key and secret"
  public static let attemptGone = "This sign-in has expired: start again"
  public static let codeMissing = "Type the code that Discogs shows once you allow access"
  public static let codeRefused = "Discogs rejected this code; it may have expired"
  public static func tokenFromVariable(_ name: String) -> String {
    "Your token comes from \(name): unset it to sign out"
  }
  public static let tokenFromCommand = "Your token comes from token_command: remove it to sign out"
  public static func withheld(_ reason: String, _ command: String) -> String { "\(reason): \(command) signs in here" }
  public static let yourToken = "Your token"
  public static func tokenFor(_ name: String, _ origin: String) -> String { "\(name) is for \(origin)" }
  public static func notAProfile(_ typed: String) -> String {
    "“\(typed)” is no profile name: use 1 to 40 letters, digits, - or _"
  }
}
