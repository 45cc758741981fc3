internal import DiscogsAPI
internal import DiscogsTransport
internal import Foundation
internal import Fuzzing
internal import Synchronization

@testable internal import CatalogueUpdate

extension FuzzTarget {
  /// What a server sends, from its first byte on, through the transport that the program has: a status line, header
  /// fields, a body, and whatever else. Asked for as a whole, as Discogs' API is, and as a stream, as mirrors are; the
  /// numbers in the head are read as an update reads them.
  static let heads = FuzzTarget("heads", isLong: false) { bytes in
    sender.bytes.withLock { $0 = bytes }
    wait {
      let request = HTTP.Request(
        url: "http://127.0.0.1:\(sender.port)/", timeout: .milliseconds(500), maximumBodyBytes: 1 << 20)
      do throws(TransportFailure) {
        let response = try await transport.send(request)
        precondition(response.status >= 100 && response.body.count <= 1 << 20)
      } catch {
        precondition(!"\(error)".isEmpty)
      }
      let received = Mutex(0)
      do throws(TransportFailure) {
        try await transport.stream(request) { head in
          precondition(head.status >= 100)
          _ = (head.headers.version, head.headers.totalSize(of: head.status), head.headers.rangeStart)
          return true
        } take: { bytes in
          received.withLock { received in
            received += bytes.count
            return received < 1 << 20
          }
        }
      } catch {
        precondition(!"\(error)".isEmpty)
      }
    }
  }

  private static let sender = ByteSender()
  /// What a redirect names elsewhere goes to a proxy that is not there: nothing leaves this machine.
  private static let transport = AsyncHTTPTransport(
    proxies: ProxyRules(environment: ["http_proxy": "127.0.0.1:1", "https_proxy": "127.0.0.1:1"]))
}
