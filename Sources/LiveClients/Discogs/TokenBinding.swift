internal import Platform
internal import Wording

/// Decides which of the user's tokens may be sent to the address in use.
///
/// A token goes only to the origin it was given for. A stored one was given for the origin of signing in. One in the
/// variable or from `token_command` is set up once for all runs, mostly in a shell's profile, so it is for the
/// environment's own address, or for the variable the one in `DISCOGS_TOKEN_FOR`; `--api-url` never redirects it.
struct TokenBinding: Sendable {
  /// The origin of the address in use.
  let origin: String
  /// Whether that is the environment's own.
  let isOwn: Bool
  /// The variable, where it holds a token for this origin.
  let variable: String?
  /// The command, where it is for this origin; else empty.
  let command: String
  /// The reason that none of the user's tokens is sent; nil where one is, or there are none.
  let withheld: Withheld?

  struct Withheld: Hashable, Sendable {
    /// Such as `DISCOGS_TOKEN is for api.discogs.com`.
    var reason: String
    /// The command that signs in at the address in use.
    var command: String

    var sentence: String { AccountWords.withheld(reason, command) }
  }

  /// - Parameters:
  ///   - variables: the environment's.
  ///   - profiles: the path of the list of signed-in profiles.
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
    let flags = (profile == "default" ? "" : " --profile \(profile)") + (isOwn ? "" : " --api-url \(asked)")
    withheld = Withheld(
      reason: AccountWords.tokenFor(other.name, Self.shown(other.origin)), command: "runout login" + flags)
  }

  /// Whether the variable or the command has a token for this origin.
  var hasToken: Bool { variable != nil || !command.isEmpty }

  /// An invalid address stands for itself, so that no token matches it.
  private static func origin(_ address: String) -> String {
    do { return try ApiURL(address).origin } catch { return address }
  }

  private static func shown(_ origin: String) -> String {
    origin.hasPrefix("https://") ? String(origin.dropFirst("https://".count)) : origin
  }
}

extension DiscogsSettings {
  /// The variable or `token_command` that takes precedence over a stored token; nil where neither is set for the
  /// address in use.
  public func outranking(in variables: [String: String]) -> String? {
    let binding = TokenBinding(self, variables, profile: profile, profiles: "")
    return binding.variable ?? (binding.command.isEmpty ? nil : "token_command")
  }
}
