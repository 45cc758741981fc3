import DiscogsAPI
import DiscogsModel
import Foundation
import Testing

struct RateLimitingSnippets {
  private let client = snippetClient(as: snippetAccount) { _ in
    .json(
      #"{"id": 1, "title": "First"}"#,
      headers: ["X-Discogs-Ratelimit": "60", "X-Discogs-Ratelimit-Used": "3", "X-Discogs-Ratelimit-Remaining": "57"])
  }

  @Test func `the caller that waits decides which lane a request takes`() async throws {
    // snippet: lanes
    let shown = try await client.release(249504)  // a user waits: first in the queue
    let behind = client.service(lane: .background, retry: .patient)
    let later = try await behind.release(249505)  // evenly, and never the last of the budget
    // end
    #expect(shown.value.title == later.value.title)
  }

  @Test func `the rest of the budget can be shown, and counts down`() async throws {
    _ = try await client.release(1)
    // snippet: budget
    let budget = client.budget
    let status =
      if let wait = budget.resumesIn {
        "waiting \(wait.components.seconds) s"
      } else {
        "\(budget.remaining) of \(budget.size) requests left"
      }
    // end
    #expect(status == "57 of 60 requests left")
  }

  @Test func `every change of the budget is reported`() async throws {
    _ = try await client.release(1)
    var status = ""
    // snippet: budgets
    for await budget in client.budgets {
      status = budget.isPaused ? "Discogs asked for quiet" : "\(budget.remaining) left"
      if isHidden { break }
    }
    // end
    #expect(status == "57 left")
  }

  @Test func `one call says what it is doing`() async throws {
    let lines = Recorder<String>()
    // snippet: progress
    let answer = try await client.answer(to: .release(249504), policy: .refresh) { state in
      switch state {
      case .waiting(let resumesIn?): lines.append("waits its turn, \(resumesIn) at most")
      case .waiting: lines.append("waits its turn")
      case .sending: lines.append("asks")
      case .retrying(let attempt, let resumesIn, let error):
        lines.append("\(error.sentence) Attempt \(attempt) in \(resumesIn).")
      }
    }
    // end
    #expect(answer.origin == .network && lines.values.last == "asks")
  }

  @Test func `limits are values`() {
    let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
    // snippet: limits
    var configuration = Configuration(userAgent: agent, now: { Date.now })
    configuration.limits.backgroundReserve = 20  // of each minute's requests, for the user
    configuration.limits.backgroundSpacing = .seconds(2)
    configuration.breaker = CircuitBreaker.Settings(threshold: 3, rest: .seconds(60))
    // end
    #expect(configuration.limits.window == .seconds(60))
  }

  private let isHidden = true
}
