import ArgumentParser
import Catalogue
import Clients
import DiscogsServer
import Foundation
import LibC
import LiveClients
import Platform
import Screens
import UserLibrary
import Wording

struct ServeVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the Discogs API over the local catalogue.",
    discussion: """
      Point other Discogs tools at the printed base URL to use them offline and without rate limits. Searches and \
      records come from the catalogue. Collection, want list and ratings start as a copy of your shelf; changes go to a \
      separate file and leave your library alone. The marketplace is empty unless --market names a CSV file with the \
      columns of Discogs' inventory export: release_id and price are required, seller and currency optional. Rows \
      without a seller are your own listings.

      On the loopback address any token works. With tokens in RUNOUT_SERVE_TOKEN, --token-file or --token -, only these \
      work; any other --host needs one. Runout never takes a token as an argument, where every user of the machine can \
      read it. On the loopback address it answers only requests to localhost, 127.0.0.0/8 and [::1], so that no web page \
      can read your shelf by DNS rebinding; elsewhere any name works, as every request needs a token. Ctrl-C or SIGTERM \
      stops the server once it has answered the requests in flight.
      """)

  @OptionGroup var common: CommonOptions
  @Option(help: "The port; 0 picks a free one.") var port = 8080
  @Option(help: "The address to listen on.") var host = "127.0.0.1"
  @OptionGroup var tokens: ServeTokens
  @Option(help: "The user name that tokens belong to.") var user = "collector"
  @Option(help: "Requests a minute with a token (Discogs allows 60), or off.") var rate = "off"

  @Option(help: ArgumentHelp("Faults to inject when testing clients: a JSON file.", valueName: "file"))
  var faultPlan: String?

  @Option(help: ArgumentHelp("Listings for sale: a CSV file.", valueName: "file")) var market: String?
  @Option(help: ArgumentHelp("A user who buys each of your listings at once: to try selling.", valueName: "user"))
  var buyer: String?
  @Flag(help: "Log each request on standard error.") var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError(VerbWords.notAPort(port)) }
    guard [user, buyer ?? user].allSatisfy(Self.isUserName) else { throw ValidationError(VerbWords.serverUserName) }
    guard rateLimit != nil else { throw ValidationError(VerbWords.notARate(rate)) }
  }

  private static func isUserName(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }

  private var rateLimit: RateLimit? {
    if rate == "off" { return .off }
    return Int(rate).flatMap { $0 > 0 ? .perMinute($0) : nil }
  }

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let tokens = try tokens.read(wiring.variables)
    guard LoopbackHost.isName(host) || !tokens.isEmpty else {
      throw Failure(VerbWords.hostNeedsToken(host, ServeTokens.variable), .usage)
    }
    let live = try wiring.liveServices()
    _ = try wiring.catalogueForWriting()
    let path = wiring.paths.dataDirectory.appending(path: live.accountsFileName)
    let faults = try faultPlan.map(ServeVerb.faults(in:)) ?? .none
    let offers = try market.map { try ServeVerb.offers(in: $0, owner: user) }
    // A client that hangs up must not end the server.
    signal(SIGPIPE, SIG_IGN)

    let catalogue = try await ServeVerb.asking { try await live.catalogueStore() }
    try await ServeVerb.check(offers, against: catalogue)
    let shelf = try await ServeVerb.asking { try await live.wholeShelf() }
    let isVerbose = verbose
    let accounts: AccountStore
    let server: DiscogsServer
    do {
      accounts = try AccountStore.open(at: path)
      let now = { @Sendable in SystemClock.now() }
      try await accounts.makeAccount(named: user, at: Int(now()), stock: AccountStock(shelf: shelf))
      let options = ServerOptions(
        host: host, port: port, owner: user, tokens: Dictionary(uniqueKeysWithValues: tokens.map { ($0, user) }),
        rate: rateLimit ?? .off, faults: faults, now: now, market: Market(offers?.offers ?? [], buyer: buyer),
        observe: { if isVerbose { ServeVerb.log($0) } })
      server = try await DiscogsServer(catalogue: catalogue, accounts: accounts, options: options)
    } catch {
      throw Failure(VerbWords.serverFile("\(error)"))
    }
    try await serve(server)
    try accounts.close()
    await wiring.finish(within: .seconds(5))
  }

  /// Serves until a signal; a second one ends the program at once.
  @MainActor private func serve(_ server: DiscogsServer) async throws {
    let signals = Interruption(by: [SIGINT, SIGTERM]) { Task { try await server.stop() } }
    defer { signals.end() }
    let shown = host.contains(":") ? "[\(host)]" : host
    let ready = { @Sendable (port: Int) async -> Void in
      await MainActor.run { Output.line(VerbWords.serving(shown, port)) }
    }
    do {
      try await server.run(whenReady: ready)
    } catch {
      throw Failure(VerbWords.cannotListen(host, port, "\(error)"))
    }
  }

  @MainActor private static func asking<Value: Sendable>(
    _ question: () async throws -> Value
  ) async throws -> Value {
    do { return try await question() } catch { throw Failure(Wording.sentence(ClientError(error))) }
  }

  /// Refuses pipes: reading one without a writer would wait for ever.
  private static func checkIsFile(_ path: String) throws {
    if let kind = FileSystem.unreadableKind(at: path) {
      throw Failure(FileError(.read, path, because: kind).description)
    }
  }

  private static func faults(in path: String) throws -> FaultPlan {
    try checkIsFile(path)
    do {
      return try JSONDecoder().decode(FaultPlan.self, from: Data(FileSystem.read(path)))
    } catch {
      throw Failure(VerbWords.notAFaultPlan(path, "\(error)"), .usage)
    }
  }

  private static func offers(in path: String, owner: String) throws -> MarketFile {
    try checkIsFile(path)
    do {
      return try MarketFile(readingFrom: path, owner: owner)
    } catch {
      throw Failure(error.description, error.isUnreadable ? .failed : .usage)
    }
  }

  private static func check(_ offers: MarketFile?, against catalogue: CatalogueStore) async throws {
    do {
      try await offers?.check(against: catalogue)
    } catch let error as MarketFileError {
      throw Failure(error.description, .usage)
    } catch {
      throw Failure(VerbWords.catalogueUnreadable("\(error)"))
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
