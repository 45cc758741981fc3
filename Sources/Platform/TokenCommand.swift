import DiscogsModel
import Wording

/// The user's command for a token: a line for `sh`, such as `pass show discogs/token`.
///
/// Neither its output nor its error messages reach a log or the user, as both may contain the token.
struct TokenCommand: Sendable {
  private let line: String
  private let environment: [String: String]
  private let timeout: Duration

  /// - Parameter timeout: by default long enough to touch a key or type the password of a keyring.
  init(_ line: String, environment: [String: String], timeout: Duration = .seconds(30)) {
    (self.line, self.environment, self.timeout) = (line, environment, timeout)
  }

  /// The first line of its output, without white space around it.
  func run() async throws(SecretError) -> Secret {
    let process = Subprocess(program: "/bin/sh", arguments: ["-c", line], environment: environment)
    let answer: Subprocess.Answer
    do { answer = try await process.ask(timeout: timeout) } catch { throw .command(reason: error.reason) }
    if answer.outcome == .exited(127) { throw .command(reason: AccountWords.noSuchProgram) }
    guard answer.outcome == .exited(0) else { throw .command(reason: answer.outcome.reason(within: timeout)) }
    let text = String(decoding: answer.output, as: UTF8.self)
    let first = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first ?? ""
    let secret = Secret(String(first).withoutSurroundingSpace)
    if secret.isEmpty { throw .command(reason: AccountWords.firstLineEmpty) }
    try SecretStore.check(secret)
    return secret
  }
}
