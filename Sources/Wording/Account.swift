internal import LibC

/// Sentences about signing in, tokens, profiles and names.
public enum AccountWords {
  // MARK: The keyring, by its names on this system

  /// The place of secrets as the user unlocks it.
  static let keyring = isApple ? "keychain" : "keyring"
  /// The place of secrets as programs call it.
  public static let secretService = isApple ? keyring : "Secret Service"
  public static let yourKeyring = isApple ? "your keychain" : "the desktop's Secret Service"

  // MARK: Typed text

  public static func notAUserName(_ reason: String) -> String { "Not a user name: \(reason)" }
  public static func notAToken(_ reason: String) -> String { "Not a token: \(reason)" }
  public static let empty = "it is empty"
  public static let noAt = "leave out the @"
  public static let nameAlone = "type only the name, not the page's address"
  public static let nameTooLong = "it is longer than 100 bytes"
  public static let nameHasSpaces = "it has spaces or control characters"
  public static func notInNames(_ sign: Character) -> String { "user names have no \(sign)" }
  public static let onlyDots = "it has only dots"
  public static let tokenIsAddress = "it is an address; copy the token from that page"
  public static let tokenHasSpaces = "it has spaces, line breaks or control characters"
  public static let notTokenLetters = "it has characters no token has"
  public static let tokenTooShort = "it is too short; Discogs tokens have 40 characters"
  public static let tokenTooLong = "it is too long; Discogs tokens have 40 characters"

  // MARK: The stored token

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
  public static func serviceRefused(_ reason: String) -> String { "The \(secretService) failed: \(reason)" }
  public static func keyringLabel(_ environment: String, _ profile: String) -> String {
    "Runout: Discogs token (\(environment), \(profile))"
  }
  public static func unusable(_ reason: String) -> String { "This token cannot work: \(reason)" }
  public static func commandFailed(_ reason: String) -> String { "token_command gave no token: \(reason)" }
  public static let noService = "this machine has no \(secretService)"
  public static func serviceFailed(_ reason: String) -> String { "the \(secretService) failed: \(reason)" }
  public static let keychainLocked = "it is locked; run `security unlock-keychain`"
  public static let unfitForKeyring = "the \(secretService) takes only short tokens in ASCII"
  public static func longerThan(_ longest: Int) -> String { "it is longer than \(longest) bytes" }
  public static let severalLines = "it has control characters or several lines"
  public static func toolFailed(_ program: String, _ reason: String) -> String { "\(program) did not start: \(reason)" }
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
    "Profile names have 1 to 40 letters, digits, - or _: not “\(typed)”"
  }

  // MARK: On the screen

  public static func refused(user: String?, key: String) -> String {
    user.map { "Discogs rejected \($0)'s token · \(key) to sign in" }
      ?? "Discogs rejected your token · \(key) to sign in"
  }
  public static let pasteKey = "Your application's key, from discogs.com/settings/developers"
  public static let pasteToken = "Paste a token from discogs.com/settings/developers (hidden)"
  public static let pasteSecret = "The same application's secret (hidden)"
  public static let nothingTyped = "Nothing typed"
  public static let noSpaces = "It has spaces: copy it without them"
  public static let asking = "Asking Discogs…"
  public static let openedInBrowser = "opened in your browser"
  public static func copied(by way: String) -> String { "copied by \(way)" }
  public static func allow(_ ways: [String], _ url: String) -> String {
    ways.isEmpty
      ? "Allow Runout here, then type the code:\n\(url)"
      : "Allow Runout here (\(ways.joined(separator: ", "))), then type the code:\n\(url)"
  }
  public static func signedIn(_ user: String) -> String { "Signed in as \(user)" }
  public static func signedInByDesktop(_ user: String) -> String {
    "Signed in as \(user); token stored in \(yourKeyring)"
  }
  public static func signedInByVariable(_ user: String, _ name: String) -> String {
    "Signed in as \(user) with \(name)"
  }
  public static func signedInByCommand(_ user: String) -> String { "Signed in as \(user) with your token_command" }
  public static func signedInByFile(_ user: String, _ path: String) -> String {
    "Signed in as \(user); token stored in \(path), for you alone"
  }
  public static let signedOut = "Signed out; token deleted"
  public static let signOutFailed = "Could not sign out"
  public static func notSignedIn(key: String) -> String { "Not signed in · \(key) to sign in" }
  public static let whoAmIFailed = "Could not ask Discogs for your user name"
  public static func profile(_ name: String, others: String) -> String {
    others.isEmpty ? "Profile: \(name)" : "Profile: \(name) · others: \(others)"
  }
  public static let profilesFailed = "Could not read your profiles"
  public static func switched(to name: String) -> String { "Switched to profile \(name)" }
  public static let switchFailed = "Could not switch profiles"
  public static let whosePage = "Whose page? Type :user NAME"
  public static let onlyOwnProfile = "You can edit only your own profile: :user opens it"
  public static let editProfile = "Edit your profile"
  public static let savedProfile = "Saved your profile"
  public static let saveProfileFailed = "Could not save your profile"
  public static let profileText = "Profile"
  public static let currency = "Currency"
}
