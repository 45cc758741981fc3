internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Logging
internal import Platform
internal import Synchronization
internal import Wording

/// Finds the credentials of the profile in use, signs in and out.
///
/// Credentials come from the environment's variable, from the user's `token_command`, or from where `signIn` put them;
/// the first of these with a token for the address in use (`TokenBinding`) wins.
actor Accounts {
  /// A profile's account, found once in a run.
  private struct Known {
    var account: Account
    var user: String?
    var place: TokenPlace?
  }

  private let configuration: LiveConfiguration
  private let sdk: Configuration
  private let transport: any HTTPTransport
  private let store: SecretStore
  private let profiles: ProfileList
  private let work: BackgroundWork
  private let translate: ErrorTranslator
  private nonisolated let selection: Mutex<String>
  private var known: [String: Known] = [:]
  private var attempts: [Int: (consumer: Consumer, request: OAuthFlow.RequestToken)] = [:]
  private var lastAttempt = 0

  nonisolated let board = Current(AccountState.signedOut, buffering: .unbounded)

  init(
    _ configuration: LiveConfiguration, _ sdk: Configuration, _ transport: any HTTPTransport, work: BackgroundWork,
    _ translate: ErrorTranslator
  ) {
    (self.configuration, self.sdk, self.transport) = (configuration, sdk, transport)
    (self.work, self.translate) = (work, translate)
    store = SecretStore(directory: configuration.paths.secrets, environment: configuration.environment)
    profiles = ProfileList(path: configuration.paths.profiles, translate: translate)
    selection = Mutex(configuration.discogs.profile)
  }

  nonisolated var profile: String { selection.withLock { $0 } }

  nonisolated var binding: TokenBinding { configuration.binding(of: profile) }

  /// `production`, …: tokens of one environment are never sent to another.
  private var environment: String { configuration.discogs.environment }

  // MARK: Credentials

  /// The account in use; anonymous where the token cannot be read, which is logged.
  func current() async -> Account { do { return try await find().account } catch { return .anonymous } }

  private func find() async throws(ClientError) -> Known {
    if let found = known[profile] { return found }
    let asked = profile
    let found = try await look(for: asked)
    remember(found, as: asked)
    return found
  }

  private func look(for profile: String) async throws(ClientError) -> Known {
    let binding = configuration.binding(of: profile)
    let found: SecretStore.Found?
    do {
      found = try await store.find(entry(profile), variable: binding.variable, command: binding.command)
    } catch {
      translate.log.error("Could not read the token", metadata: ["cause": "\(error)"])
      throw .refused(error.description)
    }
    guard let found else { return Known(account: .anonymous) }
    let stored = StoredCredentials(found.secret.reveal())
    // An entry's name contains its origin; this one was copied or renamed.
    if found.place.isStored, stored.origin != binding.origin {
      translate.log.error(
        "The stored token belongs to another address; not sent", metadata: ["asked": "\(binding.origin)"])
      return Known(account: .anonymous)
    }
    return Known(
      account: Account(stored.credentials, scope: stored.scope), user: stored.user, place: TokenPlace(found.place))
  }

  private func remember(_ found: Known, as name: String) {
    known[name] = found
    hide(found.account.credentials)
    guard name == profile else { return }
    board.set(found.account.credentials.areOfUser ? .signedIn(user: found.user) : .signedOut)
  }

  private func hide(_ credentials: Credentials) { configuration.logFile.hide(credentials.secrets.map { $0.reveal() }) }

  private func entry(_ profile: String) -> SecretStore.Entry {
    SecretStore.Entry(environment: environment, profile: profile, origin: configuration.binding(of: profile).origin)
  }

  /// Where the token in use was found; nil where there is none.
  func place() async throws(ClientError) -> TokenPlace? { try await find().place }

  func isSignedIn() async throws(ClientError) -> Bool { try await find().account.credentials.areOfUser }

  /// The user's name; nil where only a token is known.
  ///
  /// - Throws: `signInRequired` without credentials of a user.
  func userName() async throws(ClientError) -> String? {
    let found = try await find()
    guard found.account.credentials.areOfUser else { throw .signInRequired(.signedOut) }
    return found.user
  }

  /// Remembers the name of the user in use where only a token was known.
  func note(user: String) async throws(ClientError) {
    var found = try await find()
    guard found.account.credentials.areOfUser, found.user == nil else { return }
    found.user = user
    remember(found, as: profile)
  }

  /// Asks the server for the user's name, whether it is known or not.
  func whoAmI() async throws(ClientError) -> String {
    var found = try await find()
    guard found.account.credentials.areOfUser else { throw .signInRequired(.signedOut) }
    let name = try await identity(of: found.account.credentials)
    found.user = name
    remember(found, as: profile)
    return name
  }

  /// Shows on the board whether the server accepts a client's credentials.
  nonisolated func watch(_ client: DiscogsClient) {
    let states = client.authStates
    work.start("sign-in") { [board] in
      for await state in states {
        switch state {
        case .rejected: board.refuse()
        case .signedIn: board.restore()
        case .signedOut: break
        }
      }
    }
  }

  private func flow(_ consumer: Consumer) -> OAuthFlow {
    let address = configuration.discogs.apiURL ?? ""
    // Users authorise the program on Discogs' own site, or on the server that stands in for it.
    let site = address == DiscogsSettings.production ? "https://www.discogs.com" : address
    return OAuthFlow(sdk, consumer: consumer, site: site, transport: transport)
  }

  private func identity(of credentials: Credentials) async throws(ClientError) -> String {
    hide(credentials)
    let client = DiscogsClient(sdk, transport: transport) { Account(credentials, scope: "") }
    do {
      return try await client.answer(to: .identity, policy: .networkOnly).value.name
    } catch {
      if case .unauthorized = error { board.refuse() }
      throw translate(error, about: nil)
    }
  }

  // MARK: Signing in

  func signIn(_ typed: String) async throws(ClientError) -> SignIn {
    let token: AccessToken
    do { token = try AccessToken(Secret(typed)) } catch { throw .refused(error.description) }
    return try await keep(.token(token.secret))
  }

  func beginOAuth(_ key: String, _ secret: String) async throws(ClientError) -> Authorisation {
    let consumer = Consumer(key: Secret(key), secret: Secret(secret))
    guard consumer.key.isWellFormed, consumer.secret.isWellFormed else { throw .refused(AccountWords.consumerShape) }
    hide(.consumer(consumer))
    let flow = flow(consumer)
    do {
      let request = try await flow.requestToken()
      lastAttempt += 1
      attempts[lastAttempt] = (consumer, request)
      return Authorisation(url: flow.authoriseURL(request), attempt: lastAttempt)
    } catch .unauthorized {
      throw .refused(AccountWords.consumerRefused)
    } catch {
      throw translate(error, about: nil)
    }
  }

  func finishOAuth(_ authorisation: Authorisation, _ code: String) async throws(ClientError) -> SignIn {
    guard let attempt = attempts[authorisation.attempt] else { throw .refused(AccountWords.attemptGone) }
    let code = code.filter { !$0.isWhitespace }
    guard !code.isEmpty else { throw .refused(AccountWords.codeMissing) }
    let credentials: Credentials
    do {
      credentials = try await flow(attempt.consumer).accessToken(attempt.request, verifier: code)
    } catch .unauthorized {
      throw .refused(AccountWords.codeRefused)
    } catch {
      throw translate(error, about: nil)
    }
    attempts[authorisation.attempt] = nil
    return try await keep(credentials)
  }

  /// Stores credentials once the server has confirmed them with the user's name.
  private func keep(_ credentials: Credentials) async throws(ClientError) -> SignIn {
    let name = try await identity(of: credentials)
    let entry = entry(profile)
    let stored = StoredCredentials(credentials, user: name, origin: entry.origin)
    // In this order, so that every stored token is in the list of profiles.
    let isNew = try await profiles.add(profile, at: entry.origin)
    let written: SecretStore.Written
    do {
      written = try await store.write(Secret(stored.text), for: entry)
    } catch {
      if isNew { await forget(entry) }
      throw .storage(error.description)
    }
    translate.log.notice("Signed in", metadata: ["environment": "\(environment)", "profile": "\(profile)"])
    // The new token counts for this run; at the next start a set variable or command comes first again.
    let place = TokenPlace(written.place)
    remember(Known(account: Account(credentials, scope: stored.scope), user: name, place: place), as: profile)
    return SignIn(user: name, place: place, reason: written.reason)
  }

  private func forget(_ entry: SecretStore.Entry) async {
    do {
      try await profiles.remove(profile, at: entry.origin)
    } catch {
      translate.log.warning("Could not drop a signed-out profile from the list", metadata: ["cause": "\(error)"])
    }
  }

  /// Deletes the stored token.
  ///
  /// - Returns: whether one was stored, and the scope of its cached answers.
  /// - Throws: `refused` where the token comes from a variable or command, which cannot be deleted.
  func signOut() async throws(ClientError) -> (hadAny: Bool, scope: String?) {
    let scope = await storedScope()
    let hadAny: Bool
    do { hadAny = try await store.remove(entry(profile)) } catch { throw .storage(error.description) }
    switch known[profile]?.place {
    case .variable(let name)? where !hadAny: throw .refused(AccountWords.tokenFromVariable(name))
    case .command? where !hadAny: throw .refused(AccountWords.tokenFromCommand)
    default: break
    }
    try await profiles.remove(profile, at: entry(profile).origin)
    remember(Known(account: .anonymous), as: profile)
    guard hadAny else { return (false, nil) }
    translate.log.notice("Signed out", metadata: ["environment": "\(environment)", "profile": "\(profile)"])
    return (true, scope)
  }

  /// Nil where no token is stored, or none that can be read.
  private func storedScope() async -> String? {
    do {
      return try await store.read(entry(profile)).map { StoredCredentials($0.secret.reveal()).scope }
    } catch {
      translate.log.warning("Could not read the stored token", metadata: ["cause": "\(error)"])
      return nil
    }
  }

  // MARK: Profiles

  func names() async throws(ClientError) -> [String] {
    let others = try await profiles.names().filter { $0 != profile }
    return [profile] + others
  }

  func select(_ name: String) async throws(ClientError) {
    let name = try ProfileList.checked(name)
    selection.withLock { $0 = name }
    known[name] = nil
    _ = try await find()
  }
}

extension Current<AccountState> {
  /// The server refuses the credentials, which are kept all the same.
  func refuse() {
    update { state in
      switch state {
      case .signedIn(let user), .refused(let user): state = .refused(user: user)
      case .signedOut: break
      }
    }
  }

  /// The server accepts the credentials again.
  fileprivate func restore() { update { if case .refused(let user) = $0 { $0 = .signedIn(user: user) } } }
}

extension SecretStore.Place {
  /// Whether signing in stores tokens there.
  fileprivate var isStored: Bool {
    switch self {
    case .secretService, .file: true
    case .variable, .command: false
    }
  }
}

extension TokenPlace {
  fileprivate init(_ place: SecretStore.Place) {
    self =
      switch place {
      case .variable(let name): .variable(name)
      case .command: .command
      case .secretService: .secretService
      case .file(let path): .file(path)
      }
  }
}
