import Catalogue
import Clients
import DiscogsAPI
import DiscogsTransport
import Foundation
import LiveClients
import Platform
import RunoutModel
import Synchronization

/// A home for one test: resources, data, cache and state below a directory that is removed with it.
final class LiveScratch: Sendable {
  let directory: String
  let logFile: LogFile
  private let opened = Mutex<[LiveServices]>([])

  init() throws {
    directory = NSTemporaryDirectory() + "runout-live-" + UUID().uuidString
    logFile = LogFile(path: directory + "/state/runout.log") { 1_772_366_400 }
    try FileManager.default.createDirectory(atPath: file("resources/Demo"), withIntermediateDirectories: true)
    try write(Dumps.releases([1, 2, 3]), to: "resources/Demo/releases.xml")
    try write(Dumps.masters([1]), to: "resources/Demo/masters.xml")
    try write(Dumps.collection([1]), to: "resources/Demo/collection.csv")
    try write(Dumps.wantList([3]), to: "resources/Demo/wantlist.csv")
  }

  /// What a test does not close keeps its files open.
  deinit {
    let (opened, directory) = (opened.withLock { $0 }, directory)
    Task {
      for services in opened { await services.close() }
      try? FileManager.default.removeItem(atPath: directory)
    }
  }

  func file(_ name: String) -> String { directory + "/" + name }

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  func paths(cache: String? = nil) throws -> Paths {
    try Paths(
      environment: ["HOME": directory],
      overrides: Paths.Overrides(
        dataDirectory: file("data"), cacheDirectory: cache ?? file("cache"), stateDirectory: file("state")))
  }

  /// Imports these releases, each `n` by `Artist n` with master `n / 10` where that is not 0.
  func importCatalogue(_ releases: [Int], replacingKinds: Bool = false) throws {
    try FileSystem.makeDirectory(file("data"))
    try write(Dumps.releases(releases), to: "dump.xml")
    _ = try CatalogueImporter.import(
      files: [file("dump.xml")], into: paths().catalogue, now: 1_772_366_400, replacingKinds: replacingKinds)
  }

  func live(_ source: Source? = nil, _ change: (inout LiveConfiguration) throws -> Void = { _ in }) throws
    -> LiveServices
  {
    var configuration = try configuration(source)
    try change(&configuration)
    let services = try LiveServices(configuration)
    opened.withLock { $0.append(services) }
    return services
  }

  func configuration(_ source: Source? = nil) throws -> LiveConfiguration {
    let resources = file("resources")
    return LiveConfiguration(
      paths: try paths(), resources: { resources }, environment: ["PATH": "/usr/bin:/bin", "TMPDIR": directory],
      source: source,
      discogs: DiscogsSettings(
        userAgent: UserAgent(name: "Runout-tests", version: "0")),
      network: { AsyncHTTPTransport(connectTimeout: $0, proxies: $1) }, logFile: logFile, now: { 1_772_366_400 })
  }

  func logged() throws -> [String] { try logFile.latest(1_000).map(\.message) }
}

/// Small dumps and exports.
enum Dumps {
  static func releases(_ numbers: [Int]) -> String {
    "<releases>\n"
      + numbers.map { number in
        """
        <release id="\(number)" status="Accepted"><artists><artist><id>\(number)</id><name>Artist \(number)</name>\
        </artist></artists><title>Title \(number)</title><labels><label name="Label" catno="L \(number)" id="1"/>\
        </labels><formats><format name="Vinyl" qty="1"><descriptions><description>LP</description></descriptions>\
        </format></formats><country>US</country><released>1959</released><data_quality>Correct</data_quality>\
        \(master(number) == 0 ? "" : "<master_id is_main_release=\"false\">\(master(number))</master_id>")\
        <tracklist><track><position>A1</position><title>Track</title></track></tracklist></release>

        """
      }.joined() + "</releases>\n"
  }

  /// 1 to 3 are pressings of master 1, then ten at a time.
  static func master(_ release: Int) -> Int { release <= 3 ? 1 : release / 10 }

  static func masters(_ numbers: [Int]) -> String {
    "<masters>\n"
      + numbers.map { number in
        """
        <master id="\(number)"><main_release>\(number)</main_release><artists><artist><id>\(number)</id>\
        <name>Artist \(number)</name></artist></artists><genres><genre>Jazz</genre></genres><year>1959</year>\
        <title>Title \(number)</title><data_quality>Correct</data_quality></master>

        """
      }.joined() + "</masters>\n"
  }

  static func collection(_ releases: [Int]) -> String {
    "Artist,Title,release_id,CollectionFolder,Date Added\n"
      + releases.map { "Artist \($0) (2),Title \($0),\($0),Folder,2020-11-12 12:24:52\n" }.joined()
  }

  static func wantList(_ releases: [Int]) -> String {
    "Artist,Title,release_id,Notes\n" + releases.map { "Artist \($0),Title \($0),\($0),\n" }.joined()
  }
}

/// A clock that stands still until it is moved on.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var next = 0
    var asleep: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          if Task.isCancelled {
            continuation.resume(throwing: CancellationError())
            return []
          }
          state.sleepers[number] = (deadline, continuation)
          defer { state.asleep = [] }
          return state.asleep
        }
        for waiter in waiting { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody sleeps, and then moves on.
  func advance(by duration: Duration) async {
    await untilAsleep()
    let due = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.until <= now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  func untilAsleep() async {
    await withCheckedContinuation { continuation in
      let isAsleep = state.withLock { state -> Bool in
        if !state.sleepers.isEmpty { return true }
        state.asleep.append(continuation)
        return false
      }
      if isAsleep { continuation.resume() }
    }
  }
}
