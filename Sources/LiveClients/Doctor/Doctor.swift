internal import AnswerCache
internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Foundation
internal import Platform
internal import SQLiteSupport
internal import UserLibrary

/// Looks at everything the program stands on, and says what to do about what is wrong.
///
/// No finding holds a token, a user's name or anything else that is nobody's business; places of files are whole, for
/// whoever shows them to shorten. Each probe is given so much time, and one that takes longer is a finding, too.
public struct Doctor: Sendable {
  private let configuration: LiveConfiguration
  private let patience: Duration

  /// - Parameter patience: for each probe; a token may take twice as long.
  public init(_ configuration: LiveConfiguration, patience: Duration = .seconds(10)) {
    self.configuration = configuration
    self.patience = patience
  }

  // MARK: Directories

  /// The directories of data, cache and state: whether they can be written to, and how much room there is.
  public func directories() async -> [Finding] {
    let paths = configuration.paths
    return [
      await directory("data", paths.dataDirectory, without: "History and shelf cannot be kept", isNeeded: true),
      await directory("cache", paths.cacheDirectory, without: "What is looked at is fetched anew each time"),
      await directory("state", paths.stateDirectory, without: "There is no log"),
    ]
  }

  private func directory(
    _ name: String, _ path: String, without loss: String, isNeeded: Bool = false
  ) async -> Finding {
    let check = "directory \(name)"
    let found = await Bounded.run(patience, configuration.clock) {
      await Blocking.run { () throws(Never) in DirectoryCheck(path) }
    }
    guard let found else { return slow(check, path) }
    switch found.outcome {
    case .refused(let error):
      return Finding(
        check, isNeeded ? .failed : .warning, "\(error)",
        advice: "\(loss): make it writable for you, or name another one by --\(name)-dir.")
    case .writable, .absent:
      let state = found.outcome == .absent ? "is made when it is needed" : "can be written to"
      let room = found.free.map { "\(ByteCount.display($0)) free" } ?? "free room unknown"
      let isTight = found.free.map { $0 < Self.tightRoom } ?? false
      return Finding(
        check, isTight ? .warning : .ok, "\(path) \(state), \(room)",
        advice: isTight ? "Make room on this disk: writing will fail soon." : "")
    }
  }

  /// Less is little for a database that is being written.
  private static let tightRoom = 100 << 20

  private func slow(_ check: String, _ path: String) -> Finding {
    Finding(
      check, .failed, "\(path) does not answer within \(patience.components.seconds) s",
      advice: "The disk or the network drive it is on hangs: look at that first.")
  }

  // MARK: Databases

  /// The library and the shelves of other profiles, the imported catalogue, the demo and the cache.
  public func databases() async -> [Finding] {
    let paths = configuration.paths
    var findings = [
      await database(
        "library", .library, paths.library,
        remedy: "It is yours and is not touched: a backup may lie beside it as library.sqlite.schema-N.backup."),
      await database(
        "catalogue", .catalogue, paths.catalogue, remedy: "Import the dumps again: runout import --replace FILE…"),
      await database(
        "cache", .cache, paths.cache, isReplaceable: true, remedy: "It is begun anew by itself; or: runout cache clear"),
    ]
    for name in files(in: paths.dataDirectory, "library-") {
      findings.append(
        await database(
          "shelf of a profile", .library, paths.dataDirectory.appending(path: name),
          remedy: "It is yours and is not touched: a backup may lie beside it as \(name).schema-N.backup."))
    }
    for name in files(in: paths.cacheDirectory, "demo-") {
      findings.append(
        await database(
          "demo", name.hasSuffix("-shelf.sqlite") ? .library : .catalogue,
          paths.cacheDirectory.appending(path: name), isReplaceable: true, remedy: "It is built anew by itself."))
    }
    findings.append(Finding("sqlite", "SQLite \(DatabaseCheck.version)"))
    return findings
  }

  private func files(in directory: String, _ beginning: String) -> [String] {
    do throws(FileError) {
      return try FileSystem.names(in: directory).filter { $0.hasPrefix(beginning) && $0.hasSuffix(".sqlite") }.sorted()
    } catch {
      // Of the directory itself there is a finding of its own.
      return []
    }
  }

  private func database(
    _ name: String, _ kind: DatabaseCheck.Kind, _ path: String, isReplaceable: Bool = false, remedy: String
  ) async -> Finding {
    let check = "database \(name)"
    let limit = patience / 2
    let outcome = await Bounded.run(patience, configuration.clock) {
      await Blocking.run { () throws(Never) in DatabaseCheck.run(kind, at: path, within: limit) }
    }
    guard let outcome else { return slow(check, path) }
    let bad: Finding.Verdict = isReplaceable ? .warning : .failed
    switch outcome {
    case .missing: return Finding(check, "none yet")
    case .whole(let schema, let bytes, let isChecked):
      let size = "\(path), \(ByteCount.display(bytes)), schema \(schema)"
      return Finding(check, isChecked ? "\(size), whole" : "\(size); too large to be checked whole here")
    case .older(let schema, let known):
      return Finding(
        check, kind == .catalogue ? .warning : .ok, "\(path) has schema \(schema), this program \(known)",
        advice: kind == .catalogue ? remedy : "")
    case .newer(let schema, let known):
      return Finding(
        check, bad, "\(path) has schema \(schema), and this program knows \(known)",
        advice: "A newer Runout has written it: use that one.")
    case .damaged(let reason): return Finding(check, bad, "\(path) is damaged: \(reason)", advice: remedy)
    case .unreadable(let reason):
      return Finding(check, bad, "\(path) cannot be read: \(reason)", advice: "Look at its permissions.")
    }
  }

  // MARK: Network

  /// The API, the clock and the token; or that none of these is needed by the source that is on.
  public func network() async -> [Finding] {
    let hasCatalogue = FileSystem.isFile(configuration.paths.catalogue)
    let source = configuration.source ?? LiveServices.usual(configuration, hasCatalogue: hasCatalogue)
    let address = configuration.discogs.apiURL
    let proxies = address.map { ProxyCheck(configuration.proxies, address: $0) }
    guard source == .live else {
      return (proxies?.findings() ?? []) + [
        Finding("network", "not asked: the source is \(source.rawValue); --source live asks Discogs")
      ]
    }
    guard let address, let proxies else {
      return [Finding("network", .failed, "no address", advice: configuration.discogs.refusal ?? "")]
    }
    // Sooner than the request is given up on: a connection that does not come about says where.
    let (transport, shutDown) = LiveParts.transport(configuration, connectTimeout: patience * 4 / 5)
    let reached = await NetworkCheck(configuration, address, transport, patience).run()
    var findings = proxies.findings(after: reached) + reached.findings
    findings.append(await token(isReached: reached.isReached, transport))
    // Bounded like everything: connections that hang are not waited for.
    _ = await Bounded.run(.seconds(1), configuration.clock) { await shutDown() }
    return findings
  }

  private func token(isReached: Bool, _ transport: any HTTPTransport) async -> Finding {
    var asking = configuration
    asking.transport = transport
    let live: LiveServices
    do throws(ClientError) { live = try LiveServices(asking) } catch {
      return Finding("token", .failed, "\(error)")
    }
    let accounts = live.live.accounts
    let found = await Bounded.run(patience * 2, configuration.clock) { () async -> Result<TokenPlace?, ClientError> in
      do throws(ClientError) { return .success(try await accounts.place()) } catch { return .failure(error) }
    }
    let place: TokenPlace
    switch found {
    case nil:
      return Finding(
        "token", .failed, "the place it is kept in does not answer",
        advice: "Unlock the keyring, or look at token_command in the configuration.")
    case .failure(let error)?:
      return Finding("token", .failed, Self.words(error), advice: "runout login stores another one.")
    case .success(nil)?:
      if let withheld = accounts.binding.withheld {
        return Finding(
          "token", .warning, "none for this address: \(withheld.reason)", advice: "\(withheld.command) signs in here.")
      }
      return Finding(
        "token", .warning, "none: no pictures, no search, fewer requests", advice: "runout login signs in.")
    case .success(let known?)?: place = known
    }
    let origin = Self.words(place)
    guard isReached else { return Finding("token", "\(origin); whether it is accepted cannot be asked now") }
    let answer = await Bounded.run(patience, configuration.clock) { () async -> ClientError? in
      do throws(ClientError) {
        _ = try await accounts.whoAmI()
        return nil
      } catch { return error }
    }
    switch answer {
    case nil: return Finding("token", .warning, "\(origin); Discogs did not say in time whether it is accepted")
    case .some(nil): return Finding("token", "\(origin), accepted")
    case .some(.signInRequired?):
      return Finding(
        "token", .failed, "\(origin), refused: it may have been revoked", advice: "runout login stores another one.")
    case .some(let error?): return Finding("token", .warning, "\(origin); \(Self.words(error))")
    }
  }

  private static func words(_ place: TokenPlace) -> String {
    switch place {
    case .secretService: "in the Secret Service"
    case .file(let path): "in \(path)"
    case .variable(let name): "in the variable \(name)"
    case .command: "from token_command"
    }
  }

  /// What a token or its checking failed for.
  private static func words(_ error: ClientError) -> String {
    switch error {
    case .refused(let sentence), .storage(let sentence), .forbidden(let sentence), .notDiscogs(let sentence),
      .proxy(let sentence):
      sentence
    case .rateLimited(let seconds): "Discogs asks for a pause of \(seconds) s"
    case .offline, .timedOut: "Discogs did not answer"
    case .server(let status): "Discogs answered with HTTP \(status)"
    case .unreadable: "Discogs sent an unexpected response"
    case .signInRequired: "it was refused"
    case .notFound, .noSuchUser, .query, .cancelled: "it could not be asked"
    }
  }
}
