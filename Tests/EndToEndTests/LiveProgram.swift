import DiscogsServer
import Foundation
import TestSupport
import Testing

/// The real program on the live source, over the tests' own server.
struct LiveProgram {
  let server: TestServer
  let program: RunoutProgram

  init(rate: RateLimit = .off) async throws {
    server = try await TestServer.start(rate: rate)
    program = try RunoutProgram()
  }

  /// The token of the environment that tests run in.
  static let variable = "DISCOGS_TEST_TOKEN"

  /// - Parameter token: in the environment; nil for what the program has stored, if it has.
  func open(
    _ arguments: [String] = [], token: String? = TestServer.token, size: ScreenSize = .standard,
    changes: [String: String] = [:], settled: Bool = true, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> PseudoTerminal {
    try await program.open(
      flags + arguments, source: "live", size: size, changes: environment(token, changes), settled: settled, file: file,
      line: line)
  }

  /// Runs a verb.
  func run(
    _ arguments: String..., token: String? = TestServer.token, source: String? = nil, input: String = "",
    changes: [String: String] = [:], file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Finished {
    try await run(arguments, token: token, source: source, input: input, changes: changes, file: file, line: line)
  }

  func run(
    _ arguments: [String], token: String? = TestServer.token, source: String? = nil, input: String = "",
    changes: [String: String] = [:], file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Finished {
    try await TestSupport.run(
      program.executable, arguments + flags + (source.map { ["--source", $0] } ?? []) + program.folders,
      environment: program.environment.merging(environment(token, changes)) { $1 }, directory: program.home.path,
      input: input, for: .seconds(30), file: file, line: line)
  }

  var flags: [String] { ["--environment", "testing", "--api-url", server.url] }

  private func environment(_ token: String?, _ changes: [String: String]) -> [String: String] {
    (token.map { [Self.variable: $0] } ?? [:]).merging(changes) { $1 }
  }

  /// What goes wrong from now on.
  func fail(_ rules: FaultRule...) { server.faults = FaultPlan(rules) }
  func heal() { server.faults = .none }

  /// Everything in a file of the program's, found by its name somewhere below its home.
  func file(named name: String) -> String? {
    let found = FileManager.default.enumerator(atPath: program.home.path)?.compactMap { $0 as? String }
    return found?.first { ($0 as NSString).lastPathComponent == name }.map { program.home.path($0) }
  }

  /// A token that was stored in a file, as signing in leaves it.
  func storeToken(_ token: String = TestServer.token) throws {
    let folder = program.home.path("data/secrets")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    #expect(
      FileManager.default.createFile(
        atPath: folder + tokenFile,
        contents: Data("user=\(TestServer.owner)&origin=\(server.url)&token=\(token)\n".utf8),
        attributes: [.posixPermissions: 0o600]))
  }

  /// The stored token's file as it is now.
  var storedToken: String? { program.home.read("data/secrets" + tokenFile) }

  private var tokenFile: String { "/testing~default~http%3a%2f%2f127%2e0%2e0%2e1%3a\(server.port)" }
}

extension VTScreen {
  /// What the screen says, with sentences in one piece that were wrapped.
  var said: String { lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ") }
}

extension PseudoTerminal {
  /// Waits until the screen says a sentence, on however many lines.
  func waitForSentence(_ text: String, file: StaticString = #fileID, line: UInt = #line) async throws {
    try await wait(for: "the sentence '\(text)'", within: .seconds(20), file: file, line: line) {
      $0.screen.said.contains(text)
    }
  }

  /// Whether the last row of a whole list is selected.
  var isAtEnd: Bool {
    guard let position = screen.text.firstMatch(of: /row ([\d,]+) of ([\d,]+)/)?.output else { return false }
    return position.1 == position.2
  }

  /// Types a search and runs it, without waiting for what comes of it. In one go: a pause before Enter would be a search,
  /// too.
  func search(_ text: String) async throws {
    try await press("s")
    write(text + "<Enter>")
  }
}
