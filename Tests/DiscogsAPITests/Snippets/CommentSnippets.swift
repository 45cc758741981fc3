import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation
import Testing

// The examples in the comments of the SDK, line by line. They are compiled; those of the guide's articles are run as well.

struct CommentSnippets {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every example in a comment of the SDK compiles`() throws {
    let compiled = try Self.lines(of: URL(filePath: #filePath)).joined(separator: "\n")
    var examples = 0
    for module in ["DiscogsAPI", "DiscogsTransport"] {
      let folder = Self.root.appending(path: "Sources/\(module)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        for example in Self.examples(in: try Self.lines(of: file)) {
          #expect(compiled.contains(example), "\(file.lastPathComponent) has an example that is not in this file")
          examples += 1
        }
      }
    }
    #expect(examples >= 20)
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The blocks that stand four columns in, behind an empty line of a comment.
  private static func examples(in lines: [String]) -> [String] {
    var examples: [[String]] = []
    var before = ""
    for line in lines {
      if line.hasPrefix("///     "), before == "///" || before.hasPrefix("///     ") {
        if before == "///" { examples.append([]) }
        examples[examples.count - 1].append(line.dropFirst(3).trimmingCharacters(in: .whitespaces))
      }
      before = line
    }
    return examples.map { $0.joined(separator: "\n") }
  }

  // MARK: Areas

  private func database(_ discogs: DiscogsClient) async throws {
    let release = try await discogs.release(249_504, currency: Currency("EUR")).value
    print(release.artists.displayName, release.title, release.live?.lowestPrice ?? "none for sale")
    let artist = try await discogs.artist(23_755).value
    for try await work in discogs.pages({ .releases(by: artist.id, page: $0) }).each { print(work.row.title) }
    if let id = release.master {
      let master = try await discogs.master(id).value
      let pressings = try await discogs.versions(of: id, filters: VersionFilters(formats: ["LP"])).value
      print(master.title, pressings.total, "on LP")
    }
    let label = try await discogs.label(1).value
    let latest = try await discogs.releases(on: label.id, sorting: .descending(.year)).value.rows.first
    print(label.displayName, latest?.row.title ?? "no releases")
  }

  private func search(_ discogs: DiscogsClient) async throws {
    var criteria = SearchCriteria("kind of blue", kind: .master)
    criteria.format = "LP"
    let page = try await discogs.search(criteria).value
    print(page.total, "found, the first:", page.rows.first?.row.title ?? "none")
  }

  private func collection(_ discogs: DiscogsClient) async throws {
    let me = try await discogs.identity().value.name
    for try await copy in discogs.pages({ .collection(of: me, page: $0) }).each { print(copy.release.title) }
    let folder = CollectionInstance.Folder.uncategorised
    if let copy = try await discogs.add(249_504, to: folder, of: me).value {
      let place = InstancePlace(userName: me, folder: folder, release: 249_504, instance: copy)
      try await discogs.change(place, rating: 5)
      for field in try await discogs.fields(of: me).value where field.name == "Media Condition" {
        try await discogs.setField(field.id, to: Condition.veryGoodPlus, of: place)
      }
    }
  }

  private func wantList(_ discogs: DiscogsClient) async throws {
    let me = try await discogs.identity().value.name
    _ = try await discogs.want(249_504, notes: "the first pressing", of: me)
    let wants = try await discogs.wants(of: me, sorting: .descending(.added)).value
    print(wants.total, "wants, the latest:", wants.rows.first?.release.title ?? "none")
    try await discogs.removeWant(249_504, of: me)
  }

  private func lists(_ discogs: DiscogsClient) async throws {
    for list in try await discogs.lists(of: "hedda-crate").value.rows {
      let entries = try await discogs.list(list.id).value.entries ?? []
      print(list.name, entries.map(\.title))
    }
  }

  private func marketplace(_ discogs: DiscogsClient) async throws {
    let offers = try await discogs.marketplaceStats(of: 249_504, currency: Currency("EUR")).value
    print(offers.copiesForSale, "from", offers.lowestPrice?.displayName ?? "none")
    let draft = ListingDraft(release: 249_504, condition: Condition.veryGoodPlus, price: 40, status: "Draft")
    if let listing = try await discogs.makeListing(draft).value { print("listed as", listing) }
    for order in try await discogs.orders(OrderFilter(status: "Payment Received")).value.rows {
      _ = try await discogs.write("On its way.", status: "Shipped", about: order.id)
    }
  }

  private func inventory(_ discogs: DiscogsClient, _ file: URL) async throws {
    guard let id = try await discogs.startExport().value else { return }
    // … after a while, and again until the export is finished:
    if try await discogs.export(id).value.status == "success" {
      let csv = try await discogs.download(id).value
      try Data(csv.bytes).write(to: file)
    }
  }

  private func users(_ discogs: DiscogsClient) async throws {
    let me = try await discogs.identity().value.name
    let profile = try await discogs.profile(of: me).value
    print(profile.collectionSize ?? 0, "copies,", profile.wantListSize ?? 0, "wants")
  }

  private func images(_ discogs: DiscogsClient, _ release: Release, _ file: URL) async throws {
    if let image = release.images.first {
      let picture = try await discogs.file(at: image.url, lane: .user)
      try Data(picture.body).write(to: file)
    }
  }

  // MARK: Sign-in

  private func signIn(_ flow: OAuthFlow, _ code: String, _ show: (String) -> Void) async throws -> Credentials {
    let request = try await flow.requestToken()
    show(flow.authoriseURL(request))  // the user consents in a browser, and is shown a code
    let credentials = try await flow.accessToken(request, verifier: code)
    return credentials
  }

  // MARK: The client

  private func client(_ configuration: Configuration, _ token: Secret) async throws {
    let client = DiscogsClient(configuration, transport: AsyncHTTPTransport()) { Account(.token(token), scope: "me") }
    let answer = try await client.answer(to: .release(249504))
    print(answer.value.title)
  }

  private func limits(_ configuration: inout Configuration) {
    configuration.limits.backgroundReserve = 20
    configuration.limits.backgroundSpacing = .seconds(2)
    configuration.retry.attempts = 5
  }

  private func retry() -> RetryPolicy {
    var policy = RetryPolicy.default
    policy.attempts = 5
    return policy
  }

  private func offline(_ client: DiscogsClient) async {
    do {
      let release = try await client.service(policy: .cacheOnly).release(249_504).value
      print(release.title, "without a network")
    } catch DiscogsError.notCached {
      print("never read so far")
    } catch {
      print(error)
    }
  }

  private func caches(
    _ configuration: Configuration, _ transport: any HTTPTransport, _ fileCache: any ResponseCache
  ) -> DiscogsClient {
    let cache = LayeredResponseCache(MemoryResponseCache(), over: fileCache)
    let client = DiscogsClient(configuration, transport: transport, cache: cache)
    return client
  }

  private func batch(_ client: DiscogsClient, _ ids: [Release.ID]) async {
    let batch = await client.service(lane: .background).batch(of: ids) { .release($0) }
    print(batch.answers.count)
  }

  private func pages(_ client: DiscogsClient, _ show: (String) -> Void) async throws {
    for try await result in client.pages({ .search(SearchCriteria("nirvana"), page: $0) }).each {
      show(result.row.title)
    }
  }

  private func ownCall(_ client: DiscogsClient) async throws {
    struct Tips: Decodable, Sendable { var tips: [String] }
    let tips = try await client.answer(to: .reading(Tips.self, at: "/releases/249504/tips")).value
    print(tips.tips)
  }

  // MARK: Transports

  private func interceptor() -> some HTTPTransport {
    let transport = AsyncHTTPTransport().intercepted { (request, next) async throws(TransportFailure) in
      var request = request
      request.headers["X-Request-ID"] = UUID().uuidString
      return try await next.send(request)
    }
    return transport
  }

  private func proxies() -> AsyncHTTPTransport {
    let transport = AsyncHTTPTransport(proxies: ProxyRules(environment: ProcessInfo.processInfo.environment))
    return transport
  }

  private func script() -> ScriptedTransport {
    let transport = ScriptedTransport { request in
      request.url.hasSuffix("/releases/1") ? .json(#"{"id": 1, "title": "First"}"#) : .json("{}", status: 404)
    }
    return transport
  }
}
