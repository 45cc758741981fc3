import DiscogsAPI
import DiscogsTransport
import TestSupport

extension RunoutProgram {
  /// Runs a verb against a server.
  ///
  /// - Parameters:
  ///   - url: the server's; or where there is none.
  ///   - token: in the variable; nil for none.
  ///   - other: the server that the token is for; nil for the one that is asked.
  func ask(
    _ url: String, _ arguments: String..., token: String? = TestServer.token, tokenFor other: String? = nil,
    input: String = "",
    changes: [String: String] = [:], for limit: Duration = .seconds(30), file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Finished {
    try await ask(
      url, words: arguments, token: token, tokenFor: other, input: input, changes: changes, for: limit, file: file,
      line: line)
  }

  func ask(
    _ url: String, words arguments: [String], token: String? = TestServer.token, tokenFor other: String? = nil,
    input: String = "",
    changes: [String: String] = [:], for limit: Duration = .seconds(30), file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Finished {
    try await TestSupport.run(
      executable, liveArguments(url, arguments),
      environment: liveEnvironment(token, for: other ?? url).merging(changes) { $1 },
      directory: home.path, input: input, for: limit, file: file, line: line)
  }

  /// Runs a verb against a server in a terminal.
  func askInTerminal(_ url: String, _ arguments: String..., changes: [String: String] = [:]) throws -> PseudoTerminal {
    try PseudoTerminal(
      executable, liveArguments(url, arguments), size: ScreenSize(columns: 160, rows: 24),
      environment: liveEnvironment(nil, for: url).merging(changes) { $1 }, directory: home.path, home: home)
  }

  private func liveArguments(_ url: String, _ arguments: [String]) -> [String] {
    arguments + ["--source", "live", "--api-url", url] + folders
  }

  private func liveEnvironment(_ token: String?, for url: String) -> [String: String] {
    var environment = environment
    environment["DISCOGS_TOKEN"] = token
    environment["DISCOGS_TOKEN_FOR"] = url
    return environment
  }

  /// A Secret Service for the program, by a `secret-tool` that notes how it and the program were called.
  ///
  /// - Returns: the variables that lead to it. Notes are in `seen`, the secret in `stored`.
  func makeSecretService() async throws -> [String: String] {
    let script = """
      #!/bin/sh
      { tr '\\0' ' ' </proc/$PPID/cmdline; echo "$@"; } >>"$HOME/seen"
      case $1 in
      store) cat >"$HOME/stored" ;;
      lookup) [ -f "$HOME/stored" ] && cat "$HOME/stored" ;;
      clear) rm -f "$HOME/stored" ;;
      esac
      """
    try await install(script, as: "secret-tool")
    return ["PATH": "\(home.path("bin")):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
  }

  /// Puts a program into `bin` at home.
  func install(_ script: String, as name: String) async throws {
    // Another test that starts a program just now hands the open file on to it, and a file that somebody has open for
    // writing cannot be run: so another program writes it.
    let path = home.path("bin/\(name)")
    let written = try home.write(script, to: "bin/\(name).text")
    for command in [["/bin/cp", written, path], ["/bin/chmod", "755", path]] {
      let finished = try await TestSupport.run(command[0], Array(command.dropFirst()), environment: environment)
      guard finished.status == 0 else { throw TestFailure(finished.errors) }
    }
  }
}

/// What a web page says, as a browser would get it.
func page(at address: String) async throws -> String {
  let transport = AsyncHTTPTransport()
  let response = try await transport.send(HTTP.Request(url: address))
  await transport.shutdown()
  return String(decoding: response.body, as: UTF8.self)
}
