import Clients
import DiscogsAPI
import Foundation
import Logging
import Platform
import RunoutModel
import Synchronization
import UserLibrary

@testable import LiveClients

/// The files of a trial, and the program's lives over them.
final class ProgramFiles: Sendable {
  let directory: String

  init() throws {
    // Memory, where the system has some to write to: nothing here is to outlive the test.
    let place = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory()
    directory = place + "runout-trial-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory + "/data", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: directory + "/cache", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// The files that hold something when the program is dead: the last of SQLite's can be made again.
  private static let lasting = ["data/library.sqlite", "data/library.sqlite-wal", "cache/cache.sqlite"]

  /// What is on the disk now.
  func contents() -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in Self.lasting { contents[name] = FileManager.default.contents(atPath: directory + "/" + name) }
    return contents
  }

  /// Makes the disk what it was.
  func restore(_ contents: [String: Data]) throws {
    for folder in ["data", "cache"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: directory + "/" + folder) {
        try FileManager.default.removeItem(atPath: "\(directory)/\(folder)/\(name)")
      }
    }
    for (name, data) in contents { try data.write(to: URL(fileURLWithPath: directory + "/" + name)) }
  }
}

/// Kills the program at one of its fault points: what is on the disk then is what the next run finds, and nothing that
/// is sent from then on arrives.
final class KillSwitch: Sendable {
  private let files: ProgramFiles
  private let account: FickleAccount
  private let state = Mutex<(left: Int?, found: [String: Data]?)>((nil, nil))

  init(_ files: ProgramFiles, _ account: FickleAccount) {
    self.files = files
    self.account = account
  }

  /// - Parameter count: at which fault point, from 1; nil for never.
  func arm(_ count: Int?) { state.withLock { $0 = (count, nil) } }

  /// What was on the disk when the program was killed; nil while it lives.
  var found: [String: Data]? { state.withLock { $0.found } }

  func pass() {
    state.withLock { state in
      guard let left = state.left else { return }
      state.left = left > 1 ? left - 1 : nil
      guard left == 1 else { return }
      state.found = files.contents()
      account.fallSilent()
      account.note("killed")
    }
  }
}

/// One life of the program: the real shelf, sync and SDK over a scripted account.
struct ProgramRun: Sendable {
  let live: LiveServices
  let sync: ShelfSync
  let library: Library
  private let work = BackgroundWork()

  init(
    _ files: ProgramFiles, _ account: FickleAccount, _ kill: KillSwitch, now: @escaping @Sendable () -> Double
  ) async throws {
    let directory = files.directory
    var configuration = LiveConfiguration(
      paths: try Paths(
        environment: ["HOME": directory],
        overrides: Paths.Overrides(
          dataDirectory: directory + "/data", cacheDirectory: directory + "/cache",
          stateDirectory: directory + "/state")),
      resources: { directory }, environment: ["DISCOGS_TOKEN": ScriptedDiscogs.token], source: .live,
      discogs: DiscogsSettings(userAgent: UserAgent(name: "Runout-tests", version: "0"), reconnectPause: nil),
      network: { _, _ in account }, logFile: LogFile(path: directory + "/state/runout.log", now: now),
      logLevel: .critical,
      now: now, clock: WarpClock(), pollingInterval: .seconds(86_400))
    live = try LiveServices(configuration)
    library = try await live.shelves.shelf()
    // As in `live`, but only what the trial asks for is sent and fetched: nothing wakes by itself.
    configuration.clock = StillClock()
    configuration.waitsForFresh = true
    configuration.faultPoint = { kill.pass() }
    sync = ShelfSync(
      configuration, shelves: live.shelves, discogs: live.live.source, accounts: live.live.accounts, work: work,
      translate: live.translate)
  }

  func close() async {
    await sync.close()
    await work.close()
    await live.close()
  }
}

/// A clock on which nothing comes due before the run ends, but the moment that a second look waits.
final class StillClock: Clock, Sendable {
  typealias Instant = HastyClock.Instant

  let now = Instant(offset: .zero)
  let minimumResolution: Duration = .nanoseconds(1)

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if now.duration(to: deadline) == ReleaseLook.pause { return }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    continuation.finish()
    throw CancellationError()
  }
}
