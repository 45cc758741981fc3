internal import Platform
internal import Wording

/// Which of the tokens at hand belong to the address that is asked.
///
/// A token goes to the origin it was given for and to no other. A stored one was given for the origin that signing in
/// asked. One in the variable or from `token_command` is set up once for every run, mostly in a shell's profile, so it
/// is for the environment's own address, unless `DISCOGS_TOKEN_FOR` names another; `--api-url` alone never redirects it.
struct TokenBinding: Sendable {
  /// Of the address that is asked.
  let origin: String
  /// Whether that is the environment's own address.
  let isOwn: Bool
  /// The variable, where it holds a token for this origin.
  let variable: String?
  /// The command, where it is for this origin; else empty.
  let command: String
  /// Why there are tokens and none of them is sent; nil where one is, or there are none.
  let withheld: Withheld?

  struct Withheld: Hashable, Sendable {
    /// Such as `DISCOGS_TOKEN is for api.discogs.com`.
    var reason: String
    /// What signs in at the address that is asked.
    var command: String

    var sentence: String { AccountWords.withheld(reason, command) }
  }

  /// - Parameters:
  ///   - variables: of the environment.
  ///   - profile: the one in use.
  ///   - profiles: the file with the signed-in ones.
  init(_ settings: DiscogsSettings, _ variables: [String: String], profile: String, profiles: String) {
    let asked = settings.apiURL ?? ""
    let origin = Self.origin(asked)
    let own = settings.ownAddress.map(Self.origin)
    let isSet = variables[settings.tokenVariable].map { !$0.isEmpty } ?? false
    let ofVariable = settings.tokenVariableAddress.map(Self.origin) ?? own ?? origin
    let ofCommand = own ?? origin
    self.origin = origin
    isOwn = origin == own
    variable = isSet && ofVariable == origin ? settings.tokenVariable : nil
    command = ofCommand == origin ? settings.tokenCommand : ""
    let stored = ProfileList.origins(of: profile, in: profiles)
    let other: (name: String, origin: String)? =
      if isSet { (settings.tokenVariable, ofVariable) } else if !settings.tokenCommand.isEmpty {
        ("token_command", ofCommand)
      } else { stored.first.map { (AccountWords.yourToken, $0) } }
    guard let other, variable == nil, command.isEmpty, !stored.contains(origin) else {
      withheld = nil
      return
    }
    let flags =
      (profile == "default" ? "" : " --profile \(profile)") + (isOwn ? "" : " --api-url \(asked)")
    withheld = Withheld(
      reason: AccountWords.tokenFor(other.name, Self.shown(other.origin)), command: "runout login" + flags)
  }

  /// Whether a token at hand is for this origin.
  var hasToken: Bool { variable != nil || !command.isEmpty }

  /// What is no address is an origin of its own, which no token is for.
  private static func origin(_ address: String) -> String {
    do throws(InputError) { return try ApiURL(address).origin } catch { return address }
  }

  private static func shown(_ origin: String) -> String {
    origin.hasPrefix("https://") ? String(origin.dropFirst("https://".count)) : origin
  }
}

extension DiscogsSettings {
  /// What goes before a stored token here: the variable or `token_command`; nil where neither is set and meant for the
  /// address that is asked.
  public func outranking(in variables: [String: String]) -> String? {
    let binding = TokenBinding(self, variables, profile: profile, profiles: "")
    return binding.variable ?? (binding.command.isEmpty ? nil : "token_command")
  }
}
