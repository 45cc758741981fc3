import ArgumentParser
import Clients
import DiscogsModel
import Glibc
import LiveClients
import Platform

struct LoginVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to Discogs.",
    discussion: """
      Asks for a personal access token without showing it; https://www.discogs.com/settings/developers makes one. Where \
      standard input is no terminal, its first line is the token: pass show discogs | runout login. The token is stored \
      once Discogs has said whose it is: in the desktop's Secret Service, or else in a file that only you can read.

      With --oauth you allow an application of your own instead, whose key and secret are asked for (with a pipe: key, \
      secret and code, a line each). The page to allow it on can be opened on any machine.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Sign in with the key and secret of your own application.")
  var oauth = false

  /// Taken so that ArgumentParser does not repeat it in its complaint.
  @Argument(help: .hidden)
  var rest: [String] = []

  @MainActor func run() async throws {
    guard rest.isEmpty else {
      throw Failure(
        "a token is never given as an argument, where every user of this machine can read it: runout login asks for it",
        .usage)
    }
    let wiring = try Wiring(common)
    let live = try wiring.discogsServices(for: "accounts")
    let questions = Questions(isOnTerminal: isatty(STDIN_FILENO) == 1)
    let done = try await oauth ? signInByOAuth(wiring, live, questions) : signInByToken(wiring, live, questions)
    Output.sentence(
      "Signed in as \(done.user)\(wiring.discogs.profile == "default" ? "" : " (profile \(wiring.discogs.profile))").")
    Output.sentence(LoginVerb.where(done))
    if let outranking = wiring.outranking {
      Output.errorLine("\(outranking) is set and goes before it: unset it to use what was stored.")
    }
  }

  // MARK: By token

  @MainActor private func signInByToken(
    _ wiring: Wiring, _ live: LiveServices, _ questions: Questions
  ) async throws -> SignIn {
    let typed = try questions.hidden("Token (from https://www.discogs.com/settings/developers; it is not shown): ")
    do throws(InputError) { _ = try AccessToken(typed) } catch { throw Failure(error.description, .usage) }
    return try await wiring.ask { () async throws(ClientError) in try await live.signIn(typed.reveal()) }
  }

  // MARK: By OAuth

  @MainActor private func signInByOAuth(
    _ wiring: Wiring, _ live: LiveServices, _ questions: Questions
  ) async throws -> SignIn {
    let key = try questions.hidden("Consumer key of your application (it is not shown): ")
    let secret = try questions.hidden("Consumer secret (it is not shown): ")
    do throws(InputError) {
      for part in [key, secret] { _ = try AccessToken(part) }
    } catch {
      throw Failure(
        "a consumer key and its secret are letters and digits, as Discogs shows them for an application", .usage)
    }
    let attempt: Result<Authorisation, ClientError>
    do throws(ClientError) {
      attempt = .success(try await live.services.account.beginOAuth(key.reveal(), secret.reveal()))
    } catch {
      attempt = .failure(error)
    }
    // By way of `ask` only at the end, which closes everything.
    guard case .success(let authorisation) = attempt else {
      return try await wiring.ask { () async throws(ClientError) in
        _ = try attempt.get()
        throw .cancelled
      }
    }
    Output.line("Allow it on this page, in any browser:\n\n  \(authorisation.url)\n")
    if questions.isOnTerminal, await LoginVerb.opens(authorisation.url, live) {
      Output.line("Your browser was asked to open it.")
    }
    let code = try questions.shown("The code that Discogs shows then: ")
    return try await wiring.ask { () async throws(ClientError) in
      try await live.finishOAuth(authorisation, code: code)
    }
  }

  /// A machine without a browser is nothing to talk of: the address is there to be opened on another one.
  @MainActor private static func opens(_ url: String, _ live: LiveServices) async -> Bool {
    do throws(ClientError) {
      try await live.services.desktop.open(url)
      return true
    } catch {
      return false
    }
  }

  // MARK: Words

  static func `where`(_ done: SignIn) -> String {
    switch done.place {
    case .secretService: "The token is kept in the desktop's Secret Service."
    case .file(let path):
      "The token is kept in \(path), which only you can read\(done.reason.map { ", because \($0)" } ?? "")."
    case .variable(let name): "The token comes from \(name); nothing was stored."
    case .command: "The token comes from token_command; nothing was stored."
    }
  }
}

/// Asks for what must not be shown, and for what may be: on the terminal, or line by line from a pipe.
@MainActor
struct Questions {
  let isOnTerminal: Bool

  func hidden(_ prompt: String) throws -> Secret {
    guard isOnTerminal else { return Secret(try line()) }
    do throws(HiddenInputError) {
      return try HiddenInput().readLine(prompt: prompt)
    } catch {
      throw Failure(error == .cancelled ? "cancelled; nothing was stored" : error.description)
    }
  }

  func shown(_ prompt: String) throws -> String {
    guard isOnTerminal else { return try line() }
    Output.prompt(prompt)
    return try line()
  }

  private func line() throws -> String {
    guard let line = readLine() else { throw Failure("nothing was given; nothing was stored", .usage) }
    return line
  }
}

struct LogoutVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Forget the stored token of this profile.")

  @OptionGroup var common: CommonOptions

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    // Nothing is asked of Discogs, nor of any other source: the demo is there in any case.
    let live = try wiring.liveServices(from: .demo)
    let hadToken = try await wiring.ask { () async throws(ClientError) in try await live.signOut() }
    guard hadToken else {
      if let outranking = wiring.outranking {
        throw Failure("no token is stored; the one in use comes from \(outranking): unset it to sign out")
      }
      return Output.line("Nobody was signed in.")
    }
    Output.line("Signed out: the token was removed. https://www.discogs.com/settings/developers revokes it.")
    if let outranking = wiring.outranking { Output.errorLine("\(outranking) is still set and goes on being used.") }
  }
}

struct WhoAmIVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Ask Discogs who is signed in.")

  @OptionGroup var common: CommonOptions

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let live = try wiring.discogsServices(for: "accounts")
    let name = try await wiring.ask { () async throws(ClientError) in try await live.services.account.whoAmI() }
    Output.sentence(name)
  }
}
