import ArgumentParser
import Catalogue
import Clients
import DiscogsServer
import Foundation
import Glibc
import LiveClients
import Platform
import Screens

struct ServeVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the Discogs API over the local catalogue.",
    discussion: """
      Other Discogs tools work offline and without limits when their base URL is the one that is printed. Searches and \
      records are the catalogue's. Collection, want list and ratings are a copy of your shelf's, made at the first \
      start: what tools change is kept in a file of its own, and your library stays as it is. Nothing is for sale \
      unless --market names what is: a CSV file with the columns of Discogs' inventory export, of which release_id and \
      price are needed, and seller and currency. What has no seller is the user's own.

      On the loopback address any token will do. Once there are tokens in RUNOUT_SERVE_TOKEN, in a --token-file or \
      asked for by --token -, only these are taken; any other --host needs one. A token is never an argument, where \
      every user of the machine can read it. On the loopback address only requests to localhost, 127.0.0.0/8 and [::1] are \
      answered: by a name of its own (DNS rebinding) a web page could read your shelf. Elsewhere any name will do, as \
      every request needs a token there. Ctrl-C or SIGTERM stops the server when the requests in flight are answered.
      """)

  @OptionGroup var common: CommonOptions

  @Option(help: "The port; 0 for any that is free.")
  var port = 8080

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @OptionGroup var tokens: ServeTokens

  @Option(help: "The name of the user that tokens belong to.")
  var user = "collector"

  @Option(help: "Requests a minute with credentials, as 60 at Discogs, or off.")
  var rate = "off"

  @Option(help: ArgumentHelp("What is to go wrong, for tests of clients: a JSON file.", valueName: "file"))
  var faultPlan: String?

  @Option(help: ArgumentHelp("What is for sale: a CSV file.", valueName: "file"))
  var market: String?

  @Flag(help: "A line on standard error for each request.")
  var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535, not \(port)")
    }
    guard !user.isEmpty, user.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }) else {
      throw ValidationError("--user takes letters, digits, “.”, “_” and “-”")
    }
    guard rateLimit != nil else { throw ValidationError("--rate takes a number from 1, or off, not “\(rate)”") }
  }

  private var rateLimit: RateLimit? {
    if rate == "off" { return .off }
    return Int(rate).flatMap { $0 > 0 ? .perMinute($0) : nil }
  }

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let tokens = try tokens.read(wiring.variables)
    guard LoopbackHost.isName(host) || !tokens.isEmpty else {
      throw Failure(
        "--host \(host) can be reached by others, who must need a token: give one in \(ServeTokens.variable), by "
          + "--token-file or by --token -", .usage)
    }
    let live = try wiring.liveServices()
    _ = try wiring.catalogueForWriting()
    let path = wiring.paths.dataDirectory.appending(path: live.accountsFileName)
    let faults = try faultPlan.map(ServeVerb.faults(in:)) ?? .none
    let offers = try market.map { try ServeVerb.offers(in: $0, owner: user) }
    // A client that hangs up is no reason to end.
    signal(SIGPIPE, SIG_IGN)

    let catalogue = try await ServeVerb.asking { () async throws(ClientError) in try await live.catalogueStore() }
    try await ServeVerb.check(offers, against: catalogue)
    let shelf = try await ServeVerb.asking { () async throws(ClientError) in try await live.wholeShelf() }
    let isVerbose = verbose
    let accounts: AccountStore
    let server: DiscogsServer
    do {
      accounts = try AccountStore.open(at: path)
      let now = { @Sendable in Date().timeIntervalSince1970 }
      try await accounts.makeAccount(named: user, at: Int(now()), stock: AccountStock(shelf: shelf))
      let options = ServerOptions(
        host: host, port: port, owner: user, tokens: Dictionary(uniqueKeysWithValues: tokens.map { ($0, user) }),
        rate: rateLimit ?? .off, faults: faults, now: now, market: Market(offers?.offers ?? []),
        observe: { if isVerbose { ServeVerb.log($0) } })
      server = try await DiscogsServer(catalogue: catalogue, accounts: accounts, options: options)
    } catch {
      throw Failure("the server's file cannot be used: \(error)")
    }
    try await serve(server)
    try accounts.close()
    await wiring.finish(within: .seconds(5))
  }

  /// Serves until a signal comes, and a second one ends it at once.
  @MainActor private func serve(_ server: DiscogsServer) async throws {
    let signals = Interruption(by: [SIGINT, SIGTERM]) { Task { try await server.stop() } }
    defer { signals.end() }
    let shown = host.contains(":") ? "[\(host)]" : host
    let ready = { @Sendable (port: Int) async -> Void in
      await MainActor.run { Output.line("Serving the Discogs API at http://\(shown):\(port)") }
    }
    do {
      try await server.run(whenReady: ready)
    } catch {
      throw Failure("\(host):\(port) cannot be listened at: \(error)")
    }
  }

  @MainActor private static func asking<Value: Sendable>(
    _ question: () async throws(ClientError) -> Value
  ) async throws -> Value {
    do throws(ClientError) { return try await question() } catch { throw Failure(Wording.sentence(error)) }
  }

  private static func faults(in path: String) throws -> FaultPlan {
    do {
      return try JSONDecoder().decode(FaultPlan.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Failure("\(path) is no fault plan: \(error)", .usage)
    }
  }

  private static func offers(in path: String, owner: String) throws -> MarketFile {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileSystem.read(path) } catch { throw Failure(error.description) }
    do throws(MarketFileError) {
      return try MarketFile(bytes, named: path, owner: owner)
    } catch {
      throw Failure(error.description, .usage)
    }
  }

  private static func check(_ offers: MarketFile?, against catalogue: CatalogueStore) async throws {
    do {
      try await offers?.check(against: catalogue)
    } catch let error as MarketFileError {
      throw Failure(error.description, .usage)
    } catch {
      throw Failure("the catalogue cannot be read: \(error)")
    }
  }

  private nonisolated static func log(_ request: ServedRequest) {
    let query = request.query.isEmpty ? "" : "?\(request.query)"
    let elapsed = request.duration.components
    let milliseconds = Int(elapsed.seconds) * 1000 + Int(elapsed.attoseconds / 1_000_000_000_000_000)
    let status = request.status == 0 ? "---" : String(request.status)
    let line = "\(status) \(request.method) \(request.path)\(query) \(request.bytes) bytes \(milliseconds) ms"
    Task { @MainActor in Output.errorLine(line) }
  }
}
