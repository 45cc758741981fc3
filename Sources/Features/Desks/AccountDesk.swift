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
    if byOAuth { ask(.consumerKey, AccountWords.pasteKey) } else { ask(.token, AccountWords.pasteToken) }
  }

  private func ask(_ kind: Prompt.Kind, _ message: String) {
    stage.ask(
      Prompt(kind, message: message), onCancel: { [weak self] _ in self?.signingIn?.cancel() },
      onSubmit: { [weak self] in self?.submit($0, $1) })
  }

  /// Takes the answer to one of the questions of signing in.
  private func submit(_ text: String, _ prompt: PromptModel) {
    guard !text.isEmpty, !text.contains(" ") else {
      return prompt.fail(text.isEmpty ? AccountWords.nothingTyped : AccountWords.noSpaces)
    }
    let account = services.account
    switch prompt.kind {
    case .consumerKey: ask(.consumerSecret(key: text), AccountWords.pasteSecret)
    case .consumerSecret(let key):
      ask(prompt, hiding: text) { await $0.show(try await account.beginOAuth(key, text)) }
    case .code(let authorisation):
      ask(prompt, hiding: text) { $0.signedIn(try await account.finishOAuth(authorisation, text)) }
    default: ask(prompt, hiding: text) { $0.signedIn(try await account.signIn(text)) }
    }
  }

  /// Asks Discogs while the prompt waits. The prompt shows an error and asks again.
  private func ask(
    _ prompt: PromptModel, hiding secret: String, _ question: @escaping (AccountDesk) async throws -> Void
  ) {
    let message = prompt.prompt.message
    prompt.showBusy(AccountWords.asking)
    signingIn = tasks.run { [weak self] in
      guard let self else { return }
      do {
        try await question(self)
      } catch {
        guard !Task.isCancelled else { return }
        let sentence = ClientError(error).sentence.replacing(secret, with: "…")
        services.log.write(.warning, "Could not sign in", ["error": sentence])
        prompt.fail(sentence, message: message)
        prompt.prompt.field.set("")
      }
    }
  }

  private func show(_ authorisation: Authorisation) async {
    let (desktop, log, url) = (services.desktop, services.log, authorisation.url)
    var ways: [String] = []
    func attempt(orLog problem: String, _ way: () async throws -> String) async {
      do { ways.append(try await way()) } catch { log.write(.notice, problem, ["error": "\(error)"]) }
    }
    // Over ssh there is no browser, and on a bare console no clipboard: the address itself is always shown.
    await attempt(orLog: "No browser for signing in") {
      try await desktop.open(url)
      return AccountWords.openedInBrowser
    }
    await attempt(orLog: "No clipboard for signing in") { AccountWords.copied(by: try await desktop.copy(url)) }
    guard !Task.isCancelled else { return }
    ask(.code(authorisation), AccountWords.allow(ways, url))
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
    if !isSame { stage.broadcast(.catalogueReplaced) }
    retryAfterSignIn()
  }

  /// Asks again for everything that failed for want of an account.
  private func retryAfterSignIn() {
    stage.dismissSignInBanners()
    if let alert = stage.notifications.alert { stage.notifications.markRead(alert.id) }
    stage.broadcast(.retryDue)
    stage.layOut()
  }

  private func signOut() {
    attempt(orSay: AccountWords.signOutFailed) { desk in
      try await desk.services.account.signOut()
      desk.notify(.confirmation, AccountWords.signedOut)
      // The pages show the account's ratings, and its marks on rows.
      desk.stage.broadcast(.catalogueReplaced)
    }
  }

  private func reportAccount() {
    attempt(orSay: AccountWords.whoAmIFailed) { desk in
      do {
        desk.notify(.confirmation, AccountWords.signedIn(try await desk.services.account.whoAmI()))
      } catch ClientError.signInRequired(.signedOut) {
        desk.notice = AccountWords.notSignedIn(key: desk.key(.signIn))
      }
    }
  }

  private func listProfiles() {
    attempt(orSay: AccountWords.profilesFailed) { desk in
      let profiles = try await desk.services.account.profiles()
      let others = profiles.dropFirst().joined(separator: ", ")
      desk.notice = AccountWords.profile(profiles.first ?? "default", others: others)
    }
  }

  private func select(profile name: String) {
    attempt(orSay: AccountWords.switchFailed) { desk in
      try await desk.services.account.select(name)
      desk.notify(.confirmation, AccountWords.switched(to: name))
      desk.stage.broadcast(.catalogueReplaced)
      desk.retryAfterSignIn()
    }
  }

  private func openUser(_ name: String?) {
    if let name {
      guard context.can(.people) else { return say(SourceWords.profileNeedsLive) }
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
      return say(AccountWords.onlyOwnProfile)
    }
    if isRefused() { return }
    let rows = FormModel.rows(of: profile)
    stage.replacePopup(
      with: FormModel(
        AccountWords.editProfile, about: profile.userName, stage: stage, source: { rows },
        onSave: { [weak self, weak model] changes in self?.save(changes, of: model) }))
  }

  private func save(_ changes: [FormModel.Change], of model: UserModel?) {
    let change = ProfileChange(changes)
    attempt(orSay: AccountWords.saveProfileFailed, from: model) { [weak model] desk in
      try await desk.services.community.editProfile(change)
      desk.notify(.confirmation, AccountWords.savedProfile)
      model?.reload()
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
      text(.realName, FieldWords.name, profile.realName), text(.location, FieldWords.location, profile.location),
      text(.homePage, FieldWords.site, profile.homePage), text(.profile, AccountWords.profileText, profile.profile),
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
