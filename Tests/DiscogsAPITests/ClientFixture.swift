import DiscogsModel
import Foundation
import Synchronization

@testable import DiscogsAPI

/// A client over a script, with a clock that stands still and a day that can be moved.
struct ClientFixture: Sendable {
  let clock = TestClock()
  let day = Day()
  let transport: ScriptedTransport
  let client: DiscogsClient

  final class Day: Sendable {
    private let seconds = Mutex(1_000_000.0)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func move(by seconds: Double) { self.seconds.withLock { $0 += seconds } }
  }

  init(
    account: Account = Account(.token("sesame"), scope: "me"), _ change: (inout Configuration) -> Void = { _ in },
    script: @escaping ScriptedTransport.Script
  ) {
    self.init(account: { account }, change, transport: ScriptedTransport(script))
  }

  init(
    _ answers: [Result<HTTP.Response, TransportFailure>], account: Account = Account(.token("sesame"), scope: "me"),
    _ change: (inout Configuration) -> Void = { _ in }
  ) {
    self.init(account: { account }, change, transport: ScriptedTransport(answers))
  }

  init(
    account: @escaping @Sendable () async -> Account, _ change: (inout Configuration) -> Void,
    transport: ScriptedTransport
  ) {
    self.transport = transport
    var configuration = Configuration.testing(clock: clock)
    configuration.now = { [day] in day.now }
    change(&configuration)
    client = DiscogsClient(configuration, transport: transport, account: account)
  }

  func endpoint(
    _ path: String = "/releases/1", method: HTTP.Method = .get, query: [QueryItem] = [],
    body: RequestBody? = nil, needs: CredentialNeed = .none, isIdempotent: Bool = true, kind: CacheKind? = .release
  ) -> Endpoint<String> {
    Endpoint(
      "\(method.rawValue) thing", method: method, path: path, query: query, body: body, credentials: needs,
      isIdempotent: isIdempotent, cacheKind: kind
    ) { (response) throws(DecodingFailure) in
      guard !response.body.isEmpty || method != .get else { throw DecodingFailure(field: "", reason: "empty") }
      return Decoded(String(decoding: response.body, as: UTF8.self))
    }
  }

  /// Begins a call that a test wants to watch.
  func begin(
    _ endpoint: Endpoint<String>, policy: FetchPolicy = .networkOnly, lane: Lane = .user, retry: RetryPolicy? = nil
  ) -> Task<Result<String, DiscogsError>, Never> {
    Task {
      do throws(DiscogsError) {
        return .success(try await client.answer(to: endpoint, policy: policy, lane: lane, retry: retry).value)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns when the only request under way is in such a state.
  func until(_ isReached: (RequestState) -> Bool) async {
    for await activities in client.activities where activities.first.map({ isReached($0.state) }) ?? false { return }
  }
}
