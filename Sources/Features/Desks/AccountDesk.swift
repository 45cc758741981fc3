public import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// Signing in and out, the account's profiles, and the user's own page.
///
/// Typed secrets go to the account's client and nowhere else: not to the histories, the log, a notice or a
/// notification.
@Observable
public final class AccountDesk: Desk {
  public private(set) var state: AccountState
  let stage: Stage

  /// The sign-in under way.
  @ObservationIgnored private var signingIn: Task<Void, Never>?
  /// The state when signing in began.
  @ObservationIgnored private var before = AccountState.signedOut

  init(_ stage: Stage) {
    self.stage = stage
    state = stage.services.account.state()
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .signIn: beginSignIn(byOAuth: argument?.choice == "oauth")
    case .signOut: signOut()
    case .whoAmI: reportAccount()
    case .selectProfile: if let name = argument?.text { select(profile: name) } else { listProfiles() }
    case .openUser: openUser(argument?.text)
    default: return .passed
    }
    return .done
  }

  var isSignedIn: Bool { if case .signedIn = state { true } else { false } }

  /// Notes the state of the account.
  ///
  /// - Returns: whether the state is another one, and the account was not signed in before.
  func take(_ state: AccountState) -> Bool {
    guard state != self.state else { return false }
    let wasSignedIn = isSignedIn
    self.state = state
    if case .refused = state { reportRefusal() }
    return !wasSignedIn
  }

  /// Reports that Discogs refused the token. Pages stay open and readable; the key signs in again.
  func reportRefusal() {
    let user = if case .refused(let user) = state { user } else { nil as String? }
    notify(.high, AccountWords.refused(user: user, key: key(.signIn)))
  }

  private func beginSignIn(byOAuth: Bool) {
    before = state
    ask(
      byOAuth ? .consumerKey : .token,
      byOAuth
        ? AccountWords.pasteKey
        : AccountWords.pasteToken)
  }

  private func ask(_ kind: Prompt.Kind, _ message: String) {
    stage.ask(
      PromptModel(
        Prompt(kind, message: message), stage: stage, onSubmit: { [weak self] in self?.submit($0, $1) },
        onCancel: { [weak self] _ in self?.signingIn?.cancel() }))
  }

  /// Takes the answer to one of the questions of signing in.
  private func submit(_ text: String, _ prompt: PromptModel) {
    guard !text.isEmpty, !text.contains(" ") else {
      prompt.fail(text.isEmpty ? AccountWords.nothingTyped : AccountWords.noSpaces)
      return
    }
    let account = services.account
    switch prompt.kind {
    case .consumerKey: ask(.consumerSecret(key: text), AccountWords.pasteSecret)
    case .consumerSecret(let key):
      ask(prompt, hiding: text) { desk throws(ClientError) in
        await desk.show(try await account.beginOAuth(key, text))
      }
    case .code(let authorisation):
      ask(prompt, hiding: text) { desk throws(ClientError) in
        desk.signedIn(try await account.finishOAuth(authorisation, text))
      }
    default:
      ask(prompt, hiding: text) { desk throws(ClientError) in desk.signedIn(try await account.signIn(text)) }
    }
  }

  /// Asks Discogs while the prompt waits. The prompt shows an error and asks again.
  private func ask(
    _ prompt: PromptModel, hiding secret: String,
    _ question: @escaping (AccountDesk) async throws(ClientError) -> Void
  ) {
    let message = prompt.prompt.message
    prompt.showBusy(AccountWords.asking)
    signingIn = tasks.run { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        try await question(self)
      } catch {
        guard !Task.isCancelled else { return }
        let sentence = error.sentence.replacing(secret, with: "…")
        services.log.write(.warning, "Could not sign in", ["error": sentence])
        prompt.fail(sentence, message: message)
        prompt.clear()
      }
    }
  }

  private func show(_ authorisation: Authorisation) async {
    let desktop = services.desktop
    var ways: [String] = []
    // Over ssh there is no browser, and on a bare console no clipboard: the address itself is always shown.
    do throws(ClientError) {
      try await desktop.open(authorisation.url)
      ways.append(AccountWords.openedInBrowser)
    } catch {
      services.log.write(.notice, "No browser for signing in", ["error": "\(error)"])
    }
    do throws(ClientError) {
      ways.append(AccountWords.copied(by: try await desktop.copy(authorisation.url)))
    } catch {
      services.log.write(.notice, "No clipboard for signing in", ["error": "\(error)"])
    }
    guard !Task.isCancelled else { return }
    ask(.code(authorisation), AccountWords.allow(ways, authorisation.url))
  }

  private func signedIn(_ result: (user: String, place: TokenPlace)) {
    guard !Task.isCancelled else { return }
    stage.closePrompt()
    let isSame = if case .refused(result.user) = before { true } else { false }
    switch result.place {
    case .secretService: notify(.confirmation, AccountWords.signedInByDesktop(result.user))
    case .variable(let name): notify(.confirmation, AccountWords.signedInByVariable(result.user, name))
    case .command: notify(.confirmation, AccountWords.signedInByCommand(result.user))
    case .file(let path): notify(.ordinary, AccountWords.signedInByFile(result.user, path))
    }
    // For the same user the pages stay; for another one they show something else.
    if !isSame { stage.navigators.reloadAll() }
    retryAfterSignIn()
  }

  /// Asks again for everything that failed for want of an account.
  private func retryAfterSignIn() {
    stage.dismissSignInBanners()
    if let alert = stage.notifications.alert { stage.notifications.markRead(alert.id) }
    stage.broadcast(.retryDue)
    stage.layOut()
  }

  func signOut() {
    let account = services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await account.signOut()
        guard let self else { return }
        notify(.confirmation, AccountWords.signedOut)
        // The pages show the account's ratings, and its marks on rows.
        stage.navigators.reloadAll()
      } catch {
        self?.report(AccountWords.signOutFailed, error)
      }
    }
  }

  func reportAccount() {
    let account = services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        self?.notify(.confirmation, AccountWords.signedIn(try await account.whoAmI()))
      } catch {
        guard let self else { return }
        if error == .signInRequired(.signedOut) {
          notice = AccountWords.notSignedIn(key: key(.signIn))
        } else {
          report(AccountWords.whoAmIFailed, error)
        }
      }
    }
  }

  private func listProfiles() {
    let account = services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        let profiles = try await account.profiles()
        let others = profiles.dropFirst().joined(separator: ", ")
        self?.notice =
          AccountWords.profile(profiles.first ?? "default", others: others)
      } catch {
        self?.report(AccountWords.profilesFailed, error)
      }
    }
  }

  private func select(profile name: String) {
    let account = services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await account.select(name)
        guard let self else { return }
        notify(.confirmation, AccountWords.switched(to: name))
        stage.navigators.reloadAll()
        retryAfterSignIn()
      } catch {
        self?.report(AccountWords.switchFailed, error)
      }
    }
  }

  private func openUser(_ name: String?) {
    if let name {
      guard context.can(.people) else {
        notice = SourceWords.profileNeedsLive
        return
      }
      stage.follow(.user(name))
    } else if case .signedIn(let user?) = state {
      stage.follow(.user(user))
    } else {
      notice = AccountWords.whosePage
    }
  }

  // MARK: The profile

  /// Opens the form for the user's own profile; others' can only be read.
  func edit(_ profile: UserProfile, on model: UserModel) {
    guard case .signedIn(let user?) = state, user.lowercased() == profile.userName.lowercased() else {
      notice = AccountWords.onlyOwnProfile
      return
    }
    if isRefused() { return }
    let rows = FormModel.rows(of: profile)
    stage.replacePopup(
      with: FormModel(
        AccountWords.editProfile, about: profile.userName, stage: stage, source: { rows },
        onSave: { [weak self, weak model] changes in self?.save(changes, of: model) }))
  }

  private func save(_ changes: [FormModel.Change], of model: UserModel?) {
    let community = services.community
    let change = ProfileChange(changes)
    tasks.run { [weak self, weak model] in
      do throws(ClientError) {
        try await community.editProfile(change)
        self?.notify(.confirmation, AccountWords.savedProfile)
        model?.reload()
      } catch {
        self?.report(AccountWords.saveProfileFailed, error, from: model)
      }
    }
  }
}

extension FormModel {
  /// The parts of a profile that can be changed.
  nonisolated public enum ProfilePart: Hashable, Sendable {
    case realName, location, homePage, profile, currency
  }

  nonisolated static func rows(of profile: UserProfile) -> [Row] {
    func text(_ part: ProfilePart, _ name: String, _ value: String) -> Row {
      Row(.profile(part), name, value) { .text(of: $0) }
    }
    return [
      text(.realName, AccountWords.name, profile.realName), text(.location, AccountWords.location, profile.location),
      text(.homePage, AccountWords.site, profile.homePage), text(.profile, AccountWords.profileText, profile.profile),
      Row(.profile(.currency), AccountWords.currency, profile.currency?.code ?? "") {
        .choice(of: $0, from: Currency.known.map(\.code))
      },
    ]
  }
}

extension ProfileChange {
  /// Sets only the parts that were changed.
  nonisolated fileprivate init(_ changes: [FormModel.Change]) {
    self.init()
    for change in changes {
      guard case .profile(let part) = change.subject else { continue }
      switch part {
      case .realName: realName = change.value
      case .location: location = change.value
      case .homePage: homePage = change.value
      case .profile: profile = change.value
      case .currency: currency = Currency(change.value)
      }
    }
  }
}
