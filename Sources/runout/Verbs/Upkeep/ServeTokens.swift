import ArgumentParser
import DiscogsModel
import LibC
import Platform
import Wording

/// The tokens that `runout serve` accepts, from three places. An argument is not among them: every user of the machine
/// can read a command line.
struct ServeTokens: ParsableArguments {
  static let variable = "RUNOUT_SERVE_TOKEN"

  @Option(help: ArgumentHelp("A file with the accepted tokens, one a line.", valueName: "file")) var tokenFile: String?

  @Option(
    help: ArgumentHelp("With “-”: type an accepted token, hidden, or pipe it in as the first line.", valueName: "-"))
  var token: String?

  /// The most bytes of a token file.
  private static let mostBytes = 1 << 20

  func validate() throws {
    guard token == nil || token == "-" else { throw ValidationError(VerbWords.tokenIsNoArgument(ServeTokens.variable)) }
  }

  /// Reads all tokens; empty if none is given, so that any is accepted.
  ///
  /// - Parameter variables: of the environment.
  /// - Throws: `Failure` for an unreadable file, and for an invalid token.
  @MainActor func read(_ variables: [String: String]) throws -> Set<String> {
    var tokens: Set<String> = []
    if let given = variables.filled(ServeTokens.variable) {
      tokens.insert(try ServeTokens.checked(Secret(given), from: ServeTokens.variable))
    }
    if let tokenFile { tokens.formUnion(try ServeTokens.read(tokenFile)) }
    if token != nil {
      let questions = Questions(isOnTerminal: isatty(STDIN_FILENO) == 1)
      tokens.insert(try ServeTokens.checked(try questions.hidden(VerbWords.askServerToken), from: nil))
    }
    return tokens
  }

  private static func read(_ file: String) throws -> Set<String> {
    let bytes = try Failure.explaining { try FileSystem.read(file, limit: mostBytes) }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var tokens: Set<String> = []
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      tokens.insert(try checked(Secret(String(line)), from: VerbWords.line(file, index + 1)))
    }
    guard !tokens.isEmpty else { throw Failure(VerbWords.noToken(in: file), .usage) }
    return tokens
  }

  /// - Parameter place: named in the error; nil for a typed token.
  private static func checked(_ given: Secret, from place: String?) throws -> String {
    do {
      return try AccessToken(given).secret.reveal()
    } catch {
      throw Failure("\(place.map { "\($0): " } ?? "")\(error)", .usage)
    }
  }
}
