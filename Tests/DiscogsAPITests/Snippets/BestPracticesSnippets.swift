import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation
import Testing

struct BestPracticesSnippets {
  private let client = snippetClient(as: snippetAccount) { request in
    .json(#"{"id": \#(request.url.split(separator: "/").last ?? "0"), "title": "First"}"#)
  }

  @Test func `cached pages appear at once and refresh in the background`() async throws {
    var shown: [String] = []
    // snippet: revalidate
    for await result in client.answers(to: .release(249504)) {
      switch result {
      case .success(let answer): shown.append(answer.value.title)  // once, or twice if the first was old
      case .failure(let error): shown.append(error.sentence)
      }
    }
    // end
    #expect(shown == ["First"])
  }

  @Test func `each policy asks cache and network in its own way`() async throws {
    // snippet: policies
    let quick = try await client.answer(to: .release(1), policy: .cacheFirst)  // however old, at once
    let usual = try await client.answer(to: .release(1), policy: .freshCacheFirst)  // every call that names none
    let newest = try await client.answer(to: .release(1), policy: .refresh)  // if the network fails: what is kept
    let offline = try await client.answer(to: .release(1), policy: .cacheOnly)  // or DiscogsError.notCached
    // end
    #expect([quick, usual, newest, offline].map(\.value.title) == Array(repeating: "First", count: 4))
    #expect(quick.origin == .network && newest.origin == .network)
    #expect(usual.origin != .network && offline.origin != .network)
  }

  @Test func `offline the last known page stands in, and says so`() async throws {
    let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
    var configuration = Configuration(userAgent: agent, now: { Date(timeIntervalSince1970: 1_000_000) })
    configuration.retry = .none
    let transport = ScriptedTransport([.success(.json(#"{"id": 1, "title": "First"}"#))])
    var line = ""
    // snippet: layered
    let disk: any ResponseCache = MemoryResponseCache(maximumCount: 10_000)  // yours: five functions
    let cache = LayeredResponseCache(MemoryResponseCache(maximumCount: 200), over: disk)
    configuration.lifetimes[.release] = .seconds(7 * 24 * 3600)
    let client = DiscogsClient(configuration, transport: transport, cache: cache)
    // end
    _ = try await client.release(1)
    // snippet: offline
    let answer = try await client.answer(to: .release(1), policy: .refresh)
    if case .cache(let storedAt, _, let error?) = answer.origin {
      line = "\(error.sentence) Shown as of \(storedAt.ISO8601Format())."
    }
    // end
    #expect(line.hasPrefix("Cannot reach Discogs") && line.hasSuffix("as of 1970-01-12T13:46:40Z."))
    #expect(client.networkState == .offline)
  }

  @Test func `many things are a batch`() async throws {
    let ids: [Release.ID] = [1, 2, 2, 3]
    let told = Recorder<Int>()
    // snippet: batch
    let behind = client.service(lane: .background, retry: .patient)
    let batch = await behind.batch(of: ids, progress: { told.append($0.done) }) { .release($0) }
    let titles = batch.answers.mapValues(\.value.title)
    let isWhole = batch.failures.isEmpty && batch.unasked.isEmpty
    // end
    #expect(titles.count == 3 && isWhole && told.values == [1, 2, 3])
  }

  @Test func `a page that closes cancels its requests`() async {
    // snippet: cancel
    let page = Task { try await client.release(249504) }
    page.cancel()  // no matter whether it waits for its turn, for the network or for a retry
    // end
    if case .failure(let error) = await page.result { #expect(error as? DiscogsError == .cancelled) }
  }

  @Test func `the README searches`() async throws {
    // snippet: readme
    let token = Secret(ProcessInfo.processInfo.environment["DISCOGS_TOKEN"] ?? "")
    let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
    let discogs = DiscogsClient(Configuration(userAgent: agent), transport: AsyncHTTPTransport()) {
      Account(.token(token), scope: "me")
    }

    func titles(matching text: String, in discogs: DiscogsClient) async throws(DiscogsError) -> [String] {
      var titles: [String] = []
      // Page by page, within the limits.
      for try await master in discogs.pages({ .search(SearchCriteria(text, kind: .master), page: $0) }).each {
        titles.append(master.title)
      }
      return titles
    }
    // end
    #expect(discogs.networkState == .online)
    let page = HTTP.Response.json(#"{"results": [{"id": 1, "type": "master", "title": "Edda Sund - Harbour Lights"}]}"#)
    let found = try await titles(matching: "x", in: snippetClient(["/search": page], as: snippetAccount))
    #expect(found == ["Harbour Lights"])
  }
}
