import ArgumentParser
import LibC
import Platform
import Wording

/// The tokens that `runout serve` takes, and the three ways they get to it. None is an argument: the command line of a
/// program can be read by every user of the machine.
struct ServeTokens: ParsableArguments {
  static let variable = "RUNOUT_SERVE_TOKEN"

  @Option(help: ArgumentHelp("A file with the accepted tokens, one a line.", valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "With “-”: type an accepted token, hidden, or pipe it in as the first line.",
      valueName: "-"))
  var token: String?

  /// No token file is longer.
  private static let mostBytes = 1 << 20

  func validate() throws {
    guard token == nil || token == "-" else {
      throw ValidationError(
        VerbWords.tokenIsNoArgument(ServeTokens.variable))
    }
  }

  /// All of them; empty where none is given, and any will do.
  ///
  /// - Parameter variables: of the environment.
  /// - Throws: `Failure` for a file that cannot be read, and for what is no token.
  @MainActor func read(_ variables: [String: String]) throws -> Set<String> {
    var tokens: Set<String> = []
    if let given = variables[ServeTokens.variable], !given.isEmpty {
      tokens.insert(try ServeTokens.checked(Secret(given), from: ServeTokens.variable))
    }
    if let tokenFile { tokens.formUnion(try ServeTokens.read(tokenFile)) }
    if token != nil {
      let questions = Questions(isOnTerminal: isatty(STDIN_FILENO) == 1)
      let typed = try questions.hidden(VerbWords.askServerToken)
      tokens.insert(try ServeTokens.checked(typed, from: nil))
    }
    return tokens
  }

  private static func read(_ file: String) throws -> Set<String> {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(file, limit: mostBytes)
    } catch {
      throw Failure(error.description)
    }
    var tokens: Set<String> = []
    for (index, line) in String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() where line.contains(where: { !$0.isWhitespace }) {
      tokens.insert(try checked(Secret(String(line)), from: VerbWords.line(file, index + 1)))
    }
    guard !tokens.isEmpty else { throw Failure(VerbWords.noToken(in: file), .usage) }
    return tokens
  }

  /// - Parameter place: what is named where it is no token; nil for what was just typed.
  private static func checked(_ given: Secret, from place: String?) throws -> String {
    do throws(InputError) {
      return try AccessToken(given).secret.reveal()
    } catch {
      throw Failure("\(place.map { "\($0): " } ?? "")\(error)", .usage)
    }
  }
}
