import Clients
import DiscogsModel

/// Signing in and out, and going over to another account.
///
/// What is typed goes to the account's client and nowhere else: not to the histories, the log, a notice or a
/// notification.
extension AppStore {
  func beginSignIn(byOAuth: Bool) {
    accountBefore = account
    prompt = Prompt(byOAuth ? .consumerKey : .token)
    prompt?.message =
      byOAuth
      ? "The key of your own application, from discogs.com/settings/developers"
      : "Paste a token from discogs.com/settings/developers; it is not shown"
  }

  /// Takes what was typed for one of the questions of signing in.
  func submit(secret text: String, of prompt: Prompt) {
    guard !text.isEmpty, !text.contains(" ") else {
      self.prompt?.error = text.isEmpty ? "Nothing was typed" : "There is a space in it, which none of these have"
      return
    }
    let account = context.services.account
    switch prompt.kind {
    case .token: ask(hiding: text) { store throws(ClientError) in store.signedIn(try await account.signIn(text)) }
    case .consumerKey:
      self.prompt = Prompt(.consumerSecret(key: text))
      self.prompt?.message = "The secret of the same application; it is not shown"
    case .consumerSecret(let key):
      ask(hiding: text) { store throws(ClientError) in
        await store.show(try await account.beginOAuth(key, text))
      }
    case .code(let authorisation):
      ask(hiding: text) { store throws(ClientError) in
        store.signedIn(try await account.finishOAuth(authorisation, text))
      }
    case .find, .narrow, .command, .pasted, .newFolder, .renameFolder, .newCrate, .crateQuery: break
    }
  }

  /// Asks Discogs while the prompt waits. What goes wrong is said in the prompt, which asks again.
  private func ask(hiding secret: String, _ question: @escaping (AppStore) async throws(ClientError) -> Void) {
    prompt?.isBusy = true
    prompt?.error = nil
    let message = prompt?.message
    prompt?.message = "Asking Discogs…"
    signingIn = tasks.run { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        try await question(self)
      } catch {
        guard !Task.isCancelled else { return }
        let sentence = error.sentence.replacing(secret, with: "…")
        context.services.log.write(.warning, "Signing in failed", ["error": sentence])
        prompt?.isBusy = false
        prompt?.message = message
        prompt?.error = sentence
        prompt?.field.set("")
      }
    }
  }

  private func show(_ authorisation: Authorisation) async {
    let desktop = context.services.desktop
    var ways: [String] = []
    // Over ssh there is no browser, and on a bare console no clipboard: the address itself is always shown.
    do throws(ClientError) {
      try await desktop.open(authorisation.url)
      ways.append("opened in the browser")
    } catch {
      context.services.log.write(.notice, "No browser for signing in", ["error": "\(error)"])
    }
    do throws(ClientError) {
      ways.append("copied by \(try await desktop.copy(authorisation.url))")
    } catch {
      context.services.log.write(.notice, "No clipboard for signing in", ["error": "\(error)"])
    }
    guard !Task.isCancelled else { return }
    let how = ways.isEmpty ? "" : " (\(ways.joined(separator: ", ")))"
    prompt = Prompt(.code(authorisation))
    prompt?.message = "Allow Runout here\(how), then type the code:\n\(authorisation.url)"
  }

  private func signedIn(_ result: (user: String, place: TokenPlace)) {
    guard !Task.isCancelled else { return }
    prompt = nil
    let isSame = if case .refused(result.user) = accountBefore { true } else { false }
    switch result.place {
    case .secretService: notify(.confirmation, "Signed in as \(result.user); the desktop keeps the token")
    case .variable(let name): notify(.confirmation, "Signed in as \(result.user), by \(name)")
    case .command: notify(.confirmation, "Signed in as \(result.user), by your token_command")
    case .file(let path): notify(.ordinary, "Signed in as \(result.user); the token is in \(path), for your eyes only")
    }
    // Whoever signs in again reads on; for anybody else the pages say something else.
    if !isSame { navigator.reloadAll() }
    retryAfterSignIn()
  }

  /// Asks again for everything that failed for want of an account.
  private func retryAfterSignIn() {
    banners.removeAll { if case .signInRequired = $0.banner.error { true } else { false } }
    if let alert = notifications.alert { notifications.markRead(alert.id) }
    navigator.forEachPage { _ = $0.retry() }
    layOut()
  }

  func signOut() {
    let account = context.services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await account.signOut()
        guard let self else { return }
        notify(.confirmation, "Signed out: the token of this profile is forgotten")
        // What is drawn was the account's: its ratings, its marks on rows.
        navigator.reloadAll()
      } catch {
        self?.report("Signing out failed", error)
      }
    }
  }

  func sayWhoIsSignedIn() {
    let account = context.services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        self?.notify(.confirmation, "Signed in as \(try await account.whoAmI())")
      } catch {
        guard let self else { return }
        if error == .signInRequired(.nobody) {
          notice = "Nobody is signed in; \(key(.signIn)) signs in"
        } else {
          report("Discogs did not say who is signed in", error)
        }
      }
    }
  }

  func listProfiles() {
    let account = context.services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        let profiles = try await account.profiles()
        let others = profiles.dropFirst().joined(separator: ", ")
        self?.notice =
          "On profile \(profiles.first ?? "default")" + (others.isEmpty ? "" : "; there are also \(others)")
      } catch {
        self?.report("The profiles could not be read", error)
      }
    }
  }

  func select(profile name: String) {
    let account = context.services.account
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await account.select(name)
        guard let self else { return }
        notify(.confirmation, "Now on profile \(name)")
        navigator.reloadAll()
        retryAfterSignIn()
      } catch {
        self?.report("The profile stays as it was", error)
      }
    }
  }

  func openUser(_ name: String?) {
    if let name {
      follow(.user(name))
    } else if case .signedIn(let user?) = account {
      follow(.user(user))
    } else {
      notice = "Whose page? :user NAME"
    }
  }
}
