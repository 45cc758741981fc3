import DiscogsAPI
import Foundation
import Synchronization

/// A Discogs account in memory that lies and loses answers the way the real one does, by a script.
///
/// Each request takes the next fault of the script; behind its end everything goes well. The account never says twice in
/// a row, of one address, that something is missing: an account that always lies cannot be told from an empty one.
final class FickleAccount: HTTPTransport {
  static let user = "digger"

  /// What goes wrong with one request.
  enum Fault: String, CaseIterable, Hashable, Sendable {
    case none
    /// No connection: certain that nothing arrived.
    case offline
    /// The connection breaks before the request arrives. The program cannot know.
    case lostRequest
    /// The request is carried out, and its answer lost.
    case lostAnswer
    /// 502, and nothing is done.
    case badGateway
    /// 502, and all the same it is carried out.
    case badGatewayAfter
    /// 404 for something that is there.
    case missing
    /// A list without rows.
    case empty
    /// 403 for a change: final.
    case refused
  }

  struct Copy: Hashable, Sendable {
    var instance: Int
    var release: Int
    var folder: Int
    var rating = 0
    var note = ""
  }

  struct Want: Hashable, Sendable {
    var notes = ""
    var rating = 0
  }

  struct State: Sendable {
    /// In the order in which they were added.
    var copies: [Copy] = []
    var wants: [Int: Want] = [:]
    var folders = [1: "Uncategorized"]
    /// How many copies of a release were ever added.
    var additions: [Int: Int] = [:]
    /// Instances and folders are numbered from here.
    var nextNumber = 1001

    mutating func takeNumber() -> Int {
      defer { nextNumber += 1 }
      return nextNumber
    }

    mutating func add(_ release: Int, to folder: Int) -> Int {
      let number = takeNumber()
      copies.append(Copy(instance: number, release: release, folder: folder))
      additions[release, default: 0] += 1
      return number
    }
  }

  private struct Inner {
    var state = State()
    var script: ArraySlice<Fault> = []
    var isDead = false
    /// The addresses that were last answered with a lie.
    var lied: Set<String> = []
    var hasRefused = false
    var log: [String] = []
  }

  private let inner = Mutex(Inner())

  /// What the account has, free of faults.
  var state: State {
    get { inner.withLock { $0.state } }
    set { inner.withLock { $0.state = newValue } }
  }

  /// Whether a change was ever refused.
  var hasRefused: Bool { inner.withLock { $0.hasRefused } }

  /// Each request with what became of it, for telling what went wrong.
  var log: [String] { inner.withLock { $0.log } }

  func note(_ line: String) { inner.withLock { $0.log.append(line) } }

  /// What goes wrong with the next requests.
  func follow(_ script: [Fault]) { inner.withLock { $0.script = script[...] } }

  /// The program that asks is dead: nothing of what it still sends arrives.
  func fallSilent() { inner.withLock { $0.isDead = true } }

  func wake() { inner.withLock { ($0.isDead, $0.script) = (false, []) } }

  func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
    try inner.withLock { inner throws(TransportFailure) in
      guard !inner.isDead else { throw .cancelled }
      let call = FickleCall(request)
      let address = "\(request.method.rawValue) \(call.path.joined(separator: "/"))"
      let fault = inner.script.popFirst().flatMap { call.suffers($0, lied: inner.lied.contains(address)) } ?? .none
      inner.log.append("\(address) \(call.texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) \(fault)")
      switch fault {
      case .offline: throw .unreachable("no route", mayHaveArrived: false)
      case .lostRequest: throw .unreachable("reset", mayHaveArrived: true)
      case .badGateway: return .json(#"{"message": "Bad gateway"}"#, status: 502)
      case .lostAnswer:
        _ = call.answer(&inner.state)
        throw .unreachable("reset", mayHaveArrived: true)
      case .badGatewayAfter:
        _ = call.answer(&inner.state)
        return .json(#"{"message": "Bad gateway"}"#, status: 502)
      case .missing:
        inner.lied.insert(address)
        return .json(#"{"message": "The requested resource was not found."}"#, status: 404)
      case .empty:
        inner.lied.insert(address)
        return call.nothing
      case .refused:
        inner.hasRefused = true
        return .json(#"{"message": "You don't have permission to access this resource."}"#, status: 403)
      case .none:
        inner.lied.remove(address)
        var answer = call.answer(&inner.state)
        // So much that nothing ever has to wait its turn.
        for (name, count) in [("", "60000"), ("-Used", "1"), ("-Remaining", "59999")] {
          answer.headers["X-Discogs-Ratelimit\(name)"] = count
        }
        return answer
      }
    }
  }
}
