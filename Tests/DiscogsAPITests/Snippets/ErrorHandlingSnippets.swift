import DiscogsAPI
import DiscogsModel
import Testing

struct ErrorHandlingSnippets {
  private enum Shown: Equatable {
    case record(String), countdown(Duration?), signIn, nothing, line(String)
  }

  private let gone = HTTP.Response.json(#"{"message": "Release not found."}"#, status: 404)

  @Test func `a switch over what a program can do`() async throws {
    // snippet: switch
    func show(_ id: Release.ID, from client: DiscogsClient) async -> Shown {
      do throws(DiscogsError) {
        return .record(try await client.release(id).value.title)
      } catch {
        switch error {
        case .cancelled: return .nothing
        case .rateLimited(_, let retryAfter): return .countdown(retryAfter)
        case .unauthorized, .missingToken: return .signIn
        default: return .line([error.sentence, error.suggestion].compactMap(\.self).joined(separator: " "))
        }
      }
    }
    // end
    #expect(await show(1, from: snippetClient(["/releases/1": .json(#"{"id":1,"title":"A"}"#)])) == .record("A"))
    #expect(
      await show(2, from: snippetClient(["/releases/2": gone]))
        == .line("Release not found. It may have been merged, deleted or made private."))
    let refusing = snippetClient(as: snippetAccount) { _ in .json("{}", status: 401) }
    #expect(await show(3, from: refusing) == .signIn)
  }

  @Test func `an error in facts, for a log`() async {
    let client = snippetClient(["/releases/2": gone])
    var facts: [String: String] = [:]
    // snippet: facts
    do throws(DiscogsError) {
      _ = try await client.release(2)
    } catch {
      facts["code"] = error.code  // stable: "not-found"
      facts["endpoint"] = error.endpoint  // "GET /releases/{id}", never with a name or token in it
      facts["status"] = error.status.map { "\($0)" }
      facts["again"] = error.canRetry ? "can help" : "is no use"
    }
    // end
    #expect(
      facts == ["code": "not-found", "endpoint": "GET /releases/{id}", "status": "404", "again": "is no use"])
  }

  @Test func `how often to try is a value`() async throws {
    let client = snippetClient(["/releases/1": .json(#"{"id": 1, "title": "First"}"#)])
    // snippet: retry
    var stubborn = RetryPolicy.default
    stubborn.attempts = 5
    stubborn.ceiling = .seconds(20)
    stubborn.reasons = [.network, .timeout]
    let patiently = try await client.answer(to: .release(1), policy: .networkOnly, retry: stubborn)
    let once = try await client.answer(to: .release(1), policy: .networkOnly, retry: RetryPolicy.none)
    // end
    #expect(patiently.value == once.value)
  }

  @Test func `a change whose outcome is not known is not repeated blindly`() async throws {
    let lost = TransportFailure.unreachable("reset", mayHaveArrived: true)
    let client = snippetClient(as: snippetAccount) { (request) throws(TransportFailure) in
      guard request.method == .get else { throw lost }
      return .json(#"{"releases": [{"id": 1, "instance_id": 77, "basic_information": {"id": 1, "title": "A"}}]}"#)
    }
    // snippet: uncertain
    func add(_ release: Release.ID, of userName: String) async throws(DiscogsError) -> CollectionInstance.ID? {
      do throws(DiscogsError) {
        return try await client.add(release, of: userName).value
      } catch {
        guard error.mayHaveBeenCarriedOut else { throw error }
        // Sent, but the outcome is unknown: look before adding a second copy.
        let copies = client.service(policy: .networkOnly)
        return try await copies.copies(of: release, inCollectionOf: userName).value.rows.last?.id
      }
    }
    // end
    #expect(try await add(1, of: "hedda-crate") == 77)
  }
}
