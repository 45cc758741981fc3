import DiscogsAPI
import Foundation
import Synchronization
import Testing

/// Somebody else who uses the account at exactly the wrong moment, and an account that tells lies.
final class Elsewhere: Sendable {
  private struct Moment {
    var path: String
    var page: Int
    var change: @Sendable () async throws -> Void
  }

  /// What an answer says, as far as it can be changed.
  struct Lie {
    private var object: [String: Any]

    fileprivate init?(_ body: [UInt8]) throws {
      guard let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else { return nil }
      self.object = object
    }

    fileprivate var body: [UInt8] {
      get throws { Array(try JSONSerialization.data(withJSONObject: object)) }
    }

    /// How many rows the list has.
    var total: Int {
      get { (object["pagination"] as? [String: Any])?["items"] as? Int ?? 0 }
      set {
        guard var pagination = object["pagination"] as? [String: Any] else { return }
        pagination["items"] = newValue
        object["pagination"] = pagination
      }
    }

    var folders: [(name: String, count: Int)] {
      get { rows("folders").map { ($0["name"] as? String ?? "", $0["count"] as? Int ?? 0) } }
      set {
        object["folders"] = zip(rows("folders"), newValue).map { row, folder in
          row.merging(["count": folder.count]) { $1 }
        }
      }
    }

    /// Leaves a copy out, and does not count it. Of a list of a release only where it is in it.
    mutating func hide(_ instance: Int) {
      let rows = rows("releases")
      let left = rows.filter { $0["instance_id"] as? Int != instance }
      let isWhole = rows.count == total
      object["releases"] = left
      if left.count < rows.count || !isWhole { total -= 1 }
    }

    private func rows(_ name: String) -> [[String: Any]] { object[name] as? [[String: Any]] ?? [] }
  }

  private struct Story {
    var paths: [String]
    var change: @Sendable (inout Lie) -> Void
  }

  private let moments = Mutex<[Moment]>([])
  private let stories = Mutex<[Story]>([])

  /// Does this right before a page is asked for the next time.
  ///
  /// - Parameter path: the end of it.
  func next(_ path: String, page: Int, _ change: @escaping @Sendable () async throws -> Void) {
    moments.withLock { $0.append(Moment(path: path, page: page, change: change)) }
  }

  /// Changes what is answered from now on.
  ///
  /// - Parameter paths: ends of them, or what is in them where it ends with a slash.
  func lie(about paths: [String], _ change: @escaping @Sendable (inout Lie) -> Void) {
    stories.withLock { $0.append(Story(paths: paths, change: change)) }
  }

  func beHonest() { stories.withLock { $0 = [] } }

  func before(_ transport: any HTTPTransport) -> any HTTPTransport { Between(transport: transport, elsewhere: self) }

  private func moment(for url: String) -> Moment? {
    let parts = url.split(separator: "?")
    return moments.withLock { moments in
      let due = moments.firstIndex { moment in
        parts.count == 2 && parts[0].hasSuffix(moment.path)
          && parts[1].split(separator: "&").contains("page=\(moment.page)")
      }
      return due.map { moments.remove(at: $0) }
    }
  }

  private func told(_ body: [UInt8], for url: String) throws -> [UInt8] {
    let path = url.prefix { $0 != "?" }
    let due = stories.withLock { stories in
      stories.filter { story in
        story.paths.contains { $0.hasSuffix("/") ? path.contains($0) : path.hasSuffix($0) }
      }
    }
    guard !due.isEmpty, var lie = try Lie(body) else { return body }
    for story in due { story.change(&lie) }
    return try lie.body
  }

  private struct Between: HTTPTransport {
    let transport: any HTTPTransport
    let elsewhere: Elsewhere

    func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
      do { try await elsewhere.moment(for: request.url)?.change() } catch {
        Issue.record("Nothing was changed elsewhere: \(error)")
      }
      var response = try await transport.send(request)
      guard response.status == 200, request.method == .get else { return response }
      do {
        response.body = try elsewhere.told(response.body, for: request.url)
      } catch {
        Issue.record("Nothing was changed of the answer to \(request.url): \(error)")
      }
      return response
    }
  }
}
