import Clients
import DiscogsAPI
import Foundation
import LiveClients
import Logging
import Platform
import RunoutModel
import Synchronization

/// Discogs by a script: answers by path, can be taken off the network, and remembers what it was asked.
final class ScriptedDiscogs: Sendable {
  static let token = "ThisTokenIsSecretAndHasFortyLettersInIt1"

  private struct State {
    var answers: [String: HTTP.Response] = [:]
    var failure: TransportFailure?
    var now: Double = 1_772_366_400
  }

  private final class Held: Sendable {
    let state = Mutex(State())
  }

  private let held = Held()
  let transport: ScriptedTransport

  init() {
    let held = held
    transport = ScriptedTransport { request throws(TransportFailure) in
      let path = request.url.replacing("https://api.discogs.com", with: "")
      return try held.state.withLock { state throws(TransportFailure) in
        if let failure = state.failure { throw failure }
        let bare = String(path.prefix { $0 != "?" })
        return state.answers[path] ?? state.answers[bare]
          ?? .json(#"{"message": "The requested resource was not found."}"#, status: 404)
      }
    }
  }

  /// - Parameter path: with its query, or without it for any query.
  func answer(_ path: String, _ json: String, status: Int = 200) {
    answer(path, .json(json, status: status))
  }

  func answer(_ path: String, _ response: HTTP.Response) {
    held.state.withLock { $0.answers[path] = response }
  }

  func identity(_ name: String = "digger") {
    answer("/oauth/identity", #"{"id": 7, "username": "\#(name)", "consumer_name": "Runout"}"#)
  }

  /// What every request fails with from now on; nil for answers again.
  var failure: TransportFailure? {
    get { held.state.withLock { $0.failure } }
    set { held.state.withLock { $0.failure = newValue } }
  }

  func goOffline() { failure = .unreachable("no route", mayHaveArrived: false) }

  /// Seconds since 1970.
  var now: Double {
    get { held.state.withLock { $0.now } }
    set { held.state.withLock { $0.now = newValue } }
  }

  var requests: [HTTP.Request] { transport.requests }

  /// Path and query of each request so far.
  var paths: [String] { requests.map { $0.url.replacing("https://api.discogs.com", with: "") } }
}

extension LiveScratch {
  /// The live source over a script; waits take no time.
  func live(
    _ discogs: ScriptedDiscogs, token: String? = nil, _ change: (inout LiveConfiguration) throws -> Void = { _ in }
  ) throws -> LiveServices {
    try live(.live) { configuration in
      let transport = discogs.transport
      configuration.network = { _, _ in transport }
      configuration.clock = HastyClock()
      // By a clock that never waits, retries while offline would never end.
      configuration.discogs.reconnectPause = nil
      configuration.now = { discogs.now }
      configuration.logLevel = .trace
      if let token { configuration.environment["DISCOGS_TOKEN"] = token }
      try change(&configuration)
    }
  }

  /// The log as it is on the disk.
  func log() throws -> String {
    guard FileSystem.isFile(logFile.path) else { return "" }
    return String(decoding: try FileSystem.read(logFile.path), as: UTF8.self)
  }
}

/// A clock on which every wait is over at once.
final class HastyClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex(Instant(offset: .zero))

  var now: Instant { state.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { $0 = max($0, deadline) }
  }
}
