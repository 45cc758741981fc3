internal import AnswerCache
internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import Foundation
internal import Platform
internal import RunoutModel
internal import SQLiteSupport
internal import UserLibrary
internal import Wording

/// Diagnoses directories, databases, network and token, and suggests fixes.
///
/// No finding contains a token, a user's name or anything else private; paths are whole, for the caller to shorten.
/// Each probe has a deadline, and missing it is a finding, too.
public struct Doctor: Sendable {
  private let configuration: LiveConfiguration
  private let patience: Duration

  /// - Parameter patience: the deadline of each probe; finding the token may take twice as long.
  public init(_ configuration: LiveConfiguration, patience: Duration = .seconds(10)) {
    (self.configuration, self.patience) = (configuration, patience)
  }

  // MARK: Directories

  /// Findings on the directories of data, cache and state: whether they are writable, and their free space.
  public func directories() async -> [Finding] {
    let paths = configuration.paths
    return [
      await directory("data", paths.dataDirectory, without: DoctorWords.nothingSaved, isNeeded: true),
      await directory("cache", paths.cacheDirectory, without: DoctorWords.nothingCached),
      await directory("state", paths.stateDirectory, without: DoctorWords.nothingLogged),
    ]
  }

  private func directory(
    _ name: String, _ path: String, without loss: String, isNeeded: Bool = false
  ) async -> Finding {
    let check = "directory \(name)"
    let found = await Bounded.run(patience, configuration.clock) { await Blocking.run { DirectoryCheck(path) } }
    guard let found else { return slow(check, path) }
    let bad: Finding.Verdict = isNeeded ? .failed : .warning
    if let obstacle = Library.obstacle(at: path) {
      return Finding(check, bad, DoctorWords.unreadable(path, obstacle), advice: DoctorWords.checkTheWay)
    }
    switch found.outcome {
    case .refused(let error):
      return Finding(
        check, bad, "\(error)",
        advice: FileSizeLimit.isSet && error.code == EFBIG
          ? DoctorWords.raiseLimit : DoctorWords.makeWritable(loss, "--\(name)-dir"))
    case .writable, .absent:
      let state = found.outcome == .absent ? DoctorWords.createdLater : DoctorWords.writable
      let room = found.free.map { DoctorWords.free(ByteCount.display($0)) } ?? DoctorWords.freeUnknown
      let isTight = found.free.map { $0 < Self.tightRoom } ?? false
      return Finding(
        check, isTight ? .warning : .ok, DoctorWords.folder(path, state, room),
        advice: isTight ? DoctorWords.tight : "")
    }
  }

  /// Free bytes below which a database may not be written to the end.
  private static let tightRoom = 100 << 20

  private func slow(_ check: String, _ path: String) -> Finding {
    Finding(check, .failed, DoctorWords.slow(path, patience.components.seconds), advice: DoctorWords.slowDisk)
  }

  // MARK: Databases

  /// Findings on the library, the imported catalogue, the cache, the shelves of other profiles and the demo.
  public func databases() async -> [Finding] {
    let paths = configuration.paths
    var findings = [
      await database("library", .library, paths.library, remedy: DoctorWords.yours("library.sqlite.schema-N.backup")),
      await database("catalogue", .catalogue, paths.catalogue, remedy: DoctorWords.importAgain),
      await database("cache", .cache, paths.cache, isReplaceable: true, remedy: DoctorWords.cacheRebuilt),
    ]
    for name in files(in: paths.dataDirectory, "library-") {
      findings.append(
        await database(
          "shelf of a profile", .library, paths.dataDirectory.appending(path: name),
          remedy: DoctorWords.yours("\(name).schema-N.backup")))
    }
    for name in files(in: paths.cacheDirectory, "demo-") {
      findings.append(
        await database(
          "demo", name.hasSuffix("-shelf.sqlite") ? .library : .catalogue,
          paths.cacheDirectory.appending(path: name), isReplaceable: true, remedy: DoctorWords.demoRebuilt))
    }
    findings.append(Finding("sqlite", "SQLite \(DatabaseCheck.version)"))
    return findings
  }

  private func files(in directory: String, _ beginning: String) -> [String] {
    do {
      return try FileSystem.names(in: directory).filter { $0.hasPrefix(beginning) && $0.hasSuffix(".sqlite") }.sorted()
    } catch {
      // The directory has a finding of its own.
      return []
    }
  }

  private func database(
    _ name: String, _ kind: DatabaseCheck.Kind, _ path: String, isReplaceable: Bool = false, remedy: String
  ) async -> Finding {
    let check = "database \(name)"
    let limit = patience / 2
    let outcome = await Bounded.run(patience, configuration.clock) {
      await Blocking.run { DatabaseCheck.run(kind, at: path, within: limit) }
    }
    guard let outcome else { return slow(check, path) }
    let bad: Finding.Verdict = isReplaceable ? .warning : .failed
    switch outcome {
    case .missing:
      guard let obstacle = Library.obstacle(at: path) else { return Finding(check, DoctorWords.noneYet) }
      return Finding(check, bad, DoctorWords.unreadable(path, obstacle), advice: DoctorWords.checkTheWay)
    case .whole(let schema, let bytes, let isChecked):
      let size = DoctorWords.database(path, ByteCount.display(bytes), schema: schema)
      return Finding(check, isChecked ? DoctorWords.intact(size) : DoctorWords.tooLargeToCheck(size))
    case .older(let schema, let known):
      return Finding(
        check, kind.isUpgraded ? .ok : .warning, DoctorWords.older(path, schema: schema, known: known),
        advice: kind.isUpgraded ? "" : remedy)
    case .newer(let schema, let known):
      return Finding(check, bad, DoctorWords.newer(path, schema: schema, known: known), advice: DoctorWords.update)
    case .damaged(let reason): return Finding(check, bad, DoctorWords.damaged(path, reason), advice: remedy)
    case .unreadable(let reason):
      return Finding(check, bad, DoctorWords.unreadable(path, reason), advice: Self.advice(onUnreadable: path))
    }
  }

  private static func advice(onUnreadable path: String) -> String {
    if FileSystem.unreadableKind(at: path) != nil { return DoctorWords.moveAway }
    return FileSizeLimit.isSet ? DoctorWords.raiseLimit : DoctorWords.checkPermissions
  }

  // MARK: Network

  /// Findings on the proxies, the API, the clock and the token; only on proxies unless the source is Discogs.
  public func network() async -> [Finding] {
    let hasCatalogue = FileSystem.isFile(configuration.paths.catalogue)
    let source = configuration.source ?? LiveServices.usual(configuration, hasCatalogue: hasCatalogue)
    let address = configuration.discogs.apiURL
    let proxies = address.map { ProxyCheck(configuration.proxies, address: $0) }
    guard source.can(.refresh) else {
      return (proxies?.findings() ?? []) + [Finding("network", DoctorWords.notChecked(source.rawValue))]
    }
    guard let address, let proxies else {
      return [Finding("network", .failed, DoctorWords.noAddress, advice: configuration.discogs.refusal ?? "")]
    }
    // Shorter than the request's deadline, so that a connection that fails says where.
    let transport = configuration.network(patience * 4 / 5, configuration.proxies)
    let reached = await NetworkCheck(
      configuration: configuration, address: address, transport: transport, patience: patience
    ).run()
    var findings = proxies.findings(after: reached) + reached.findings
    findings.append(await token(isReached: reached.isReached, transport))
    // Hanging connections are not waited for.
    _ = await Bounded.run(.seconds(1), configuration.clock) { await transport.shutdown() }
    return findings
  }

  private func token(isReached: Bool, _ transport: any HTTPTransport) async -> Finding {
    var asking = configuration
    asking.network = { _, _ in transport }
    let live: LiveServices
    do { live = try LiveServices(asking) } catch { return Finding("token", .failed, "\(error)") }
    let accounts = live.live.accounts
    let found = await Bounded.run(patience * 2, configuration.clock) { () async -> Result<TokenPlace?, ClientError> in
      do { return .success(try await accounts.place()) } catch { return .failure(ClientError(error)) }
    }
    let place: TokenPlace
    switch found {
    case nil: return Finding("token", .failed, DoctorWords.keyringSilent, advice: DoctorWords.unlockKeyring)
    case .failure(let error)?:
      return Finding("token", .failed, Self.words(error), advice: DoctorWords.storeAnother)
    case .success(nil)?:
      guard let withheld = accounts.binding.withheld else {
        return Finding("token", .warning, DoctorWords.noToken, advice: DoctorWords.signIn)
      }
      return Finding(
        "token", .warning, DoctorWords.tokenElsewhere(withheld.reason),
        advice: DoctorWords.signsInHere(withheld.command))
    case .success(let known?)?: place = known
    }
    let origin = Self.words(place)
    guard isReached else { return Finding("token", DoctorWords.tokenUnchecked(origin)) }
    let answer = await Bounded.run(patience, configuration.clock) { () async -> Result<String, ClientError> in
      do { return .success(try await accounts.whoAmI()) } catch { return .failure(ClientError(error)) }
    }
    switch answer {
    case nil: return Finding("token", .warning, DoctorWords.tokenUnconfirmed(origin))
    case .success?: return Finding("token", DoctorWords.tokenAccepted(origin))
    case .failure(.signInRequired)?:
      return Finding("token", .failed, DoctorWords.tokenRefused(origin), advice: DoctorWords.storeAnother)
    case .failure(let error)?:
      return Finding("token", .warning, DoctorWords.tokenTrouble(origin, Self.words(error)))
    }
  }

  private static func words(_ place: TokenPlace) -> String {
    switch place {
    case .secretService: DoctorWords.inService
    case .file(let path): DoctorWords.inFile(path)
    case .variable(let name): DoctorWords.inVariable(name)
    case .command: DoctorWords.fromCommand
    }
  }

  /// The reason that finding or checking the token failed.
  private static func words(_ error: ClientError) -> String {
    switch error {
    case .refused(let sentence), .storage(let sentence), .forbidden(let sentence), .notDiscogs(let sentence),
      .proxy(let sentence):
      sentence
    case .rateLimited(let seconds): DoctorWords.pause(seconds: seconds)
    case .offline, .timedOut: DoctorWords.silent
    case .server(let status): DoctorWords.status(status)
    case .unreadable: DoctorWords.unexpected
    case .signInRequired: DoctorWords.tokenForbidden
    case .notFound, .noSuchUser, .query, .cancelled: DoctorWords.tokenNotAsked
    }
  }
}
