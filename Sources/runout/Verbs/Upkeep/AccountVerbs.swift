import ArgumentParser
import Clients
import DiscogsModel
import LibC
import LiveClients
import Platform
import RunoutModel
import Wording

struct LoginVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to Discogs.",
    discussion: """
      Asks for a personal access token, hidden as you type; create one at https://www.discogs.com/settings/developers. \
      From a pipe, the first line is the token: pass show discogs | runout login. Runout checks the token with Discogs \
      and stores it in \(AccountWords.yourKeyring), or else in a file that only you can read.

      With --oauth you use your own application instead: type its key and secret (from a pipe: key, secret and code, a \
      line each), then allow it on a page that you can open on any machine.
      """)

  @OptionGroup var common: CommonOptions
  @Flag(help: "Sign in with your own application's key and secret.") var oauth = false

  /// Accepts a token typed as an argument, which ArgumentParser's error would repeat.
  @Argument(help: .hidden) var rest: [String] = []

  @MainActor func run() async throws {
    guard rest.isEmpty else { throw Failure(VerbWords.tokenIsNoArgument, .usage) }
    let wiring = try Wiring(common)
    let live = try wiring.discogsServices(for: VerbWords.accounts)
    let questions = Questions(isOnTerminal: isatty(STDIN_FILENO) == 1)
    let done = try await oauth ? signInByOAuth(wiring, live, questions) : signInByToken(wiring, live, questions)
    Output.sentence(
      VerbWords.signedIn(done.user, profile: wiring.discogs.profile == "default" ? nil : wiring.discogs.profile))
    Output.sentence(LoginVerb.where(done))
    if let outranking = wiring.outranking { Output.errorLine(VerbWords.outranked(by: outranking)) }
  }

  // MARK: By token

  @MainActor private func signInByToken(
    _ wiring: Wiring, _ live: LiveServices, _ questions: Questions
  ) async throws -> SignIn {
    let typed = try questions.hidden(VerbWords.askToken)
    _ = try Failure.explaining(.usage) { try AccessToken(typed) }
    return try await wiring.ask { try await live.signIn(typed.reveal()) }
  }

  // MARK: By OAuth

  @MainActor private func signInByOAuth(
    _ wiring: Wiring, _ live: LiveServices, _ questions: Questions
  ) async throws -> SignIn {
    let key = try questions.hidden(VerbWords.askKey)
    let secret = try questions.hidden(VerbWords.askSecret)
    do { for part in [key, secret] { _ = try AccessToken(part) } } catch {
      throw Failure(VerbWords.consumerShape, .usage)
    }
    let authorisation: Authorisation
    do {
      authorisation = try await live.services.account.beginOAuth(key.reveal(), secret.reveal())
    } catch {
      // `ask` closes everything, so it is used only at the end.
      return try await wiring.ask { throw error }
    }
    Output.line(VerbWords.allow(at: authorisation.url))
    if questions.isOnTerminal, await LoginVerb.opens(authorisation.url, live) { Output.line(VerbWords.browserOpened) }
    let code = try questions.shown(VerbWords.askCode)
    return try await wiring.ask { try await live.finishOAuth(authorisation, code: code) }
  }

  /// False without a browser, which is no error: the address can be opened on another machine.
  @MainActor private static func opens(_ url: String, _ live: LiveServices) async -> Bool {
    do { try await live.services.desktop.open(url) } catch { return false }
    return true
  }

  // MARK: Words

  static func `where`(_ done: SignIn) -> String {
    switch done.place {
    case .secretService: VerbWords.tokenInService
    case .file(let path): VerbWords.tokenInFile(path, because: done.reason)
    case .variable(let name): VerbWords.tokenFromVariable(name)
    case .command: VerbWords.tokenFromCommand
    }
  }
}

/// Asks for secrets and other answers: on the terminal, or line by line from a pipe.
@MainActor
struct Questions {
  let isOnTerminal: Bool

  func hidden(_ prompt: String) throws -> Secret {
    guard isOnTerminal else { return Secret(try line()) }
    do {
      return try HiddenInput().readLine(prompt: prompt)
    } catch {
      throw Failure(error == .cancelled ? VerbWords.cancelled : error.description)
    }
  }

  func shown(_ prompt: String) throws -> String {
    guard isOnTerminal else { return try line() }
    Output.prompt(prompt)
    return try line()
  }

  private func line() throws -> String {
    guard let line = try Input.line() else { throw Failure(VerbWords.nothingGiven, .usage) }
    return line
  }
}

struct LogoutVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Delete this profile's stored token.")

  @OptionGroup var common: CommonOptions

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    // Signing out needs no source; the demo always exists.
    let hadToken = try await wiring.ask(from: .demo) { live in try await live.signOut() }
    guard hadToken else {
      if let outranking = wiring.outranking { throw Failure(VerbWords.tokenNotStored(outranking)) }
      return Output.line(VerbWords.notSignedIn)
    }
    Output.line(VerbWords.signedOut)
    if let outranking = wiring.outranking { Output.errorLine(VerbWords.stillSet(outranking)) }
  }
}

struct WhoAmIVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(commandName: "whoami", abstract: "Show who is signed in.")

  @OptionGroup var common: CommonOptions

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let live = try wiring.discogsServices(for: VerbWords.accounts)
    Output.sentence(try await wiring.ask { try await live.services.account.whoAmI() })
  }
}
