internal import Catalogue
internal import DiscogsAPI
internal import DiscogsJSON
import DiscogsModel
internal import Foundation
internal import Fuzzing
internal import RunoutModel

extension FuzzTarget {
  /// An answer of the API, through the client as the program asks it.
  ///
  /// The first line names the call, as the fixtures of the tests are named; then follow status, header fields, an empty
  /// line and the body:
  ///
  ///     get-release
  ///     HTTP/1.1 200 OK
  ///     X-Discogs-Ratelimit: 60
  ///
  ///     {"id": 1, "title": "First"}
  static let json = FuzzTarget("json") { bytes in
    let (name, others) = bytes.firstLine
    let (status, rest) = others.firstLine
    let words = status.split(separator: " ")
    var response = HTTP.Response(status: words.count > 1 ? Int(words[1]).map { min(max($0, 100), 999) } ?? 200 : 200)
    let (fields, body) = rest.fields
    for field in fields { response.headers[field.name] = field.value }
    response.body = Array(body)
    let answer = response
    let call = Call.named(name)
    wait {
      let transport = ScriptedTransport { _ in answer }
      var configuration = Configuration(userAgent: UserAgent(name: "Fuzz", version: "1")) {
        Date(timeIntervalSince1970: 1_794_000_000)
      }
      configuration.retry = .none
      let account = DiscogsAPI.Account(.token("token"), scope: "me")
      await call.ask(DiscogsClient(configuration, transport: transport) { account })
    }
  }
}

/// One call of the API, and what is done with its answer.
struct Call: Sendable {
  var name: String
  var ask: @Sendable (DiscogsClient) async -> Void

  init<Value: Sendable>(
    _ name: String, _ endpoint: Endpoint<Value>, use: @escaping @Sendable (Value) -> Void = { _ in }
  ) {
    self.name = name
    ask = { client in
      do throws(DiscogsError) {
        let answer = try await client.answer(to: endpoint, policy: .networkOnly)
        use(answer.value)
      } catch {
        precondition(!error.code.isEmpty)
      }
      _ = client.budget
    }
  }

  /// The call whose name the text begins with; for any other text one of all.
  static func named(_ text: String) -> Call {
    let known = all.filter { text.hasPrefix($0.name) }.max { $0.name.count < $1.name.count }
    return known ?? all[Int(text.utf8.first ?? 0) % all.count]
  }

  static let all: [Call] = [
    Call("get-release", .release(1), use: show),
    Call("get-release-user-rating", .rating(of: 1, by: "me")),
    Call("put-release-user-rating", .rate(1, by: "me", stars: 4)),
    Call("get-release-rating", .communityRating(of: 1)),
    Call("get-release-stats", .stats(of: 1)),
    Call("get-master", .master(1)) { master in
      _ = (master.shown, master.tracklist.playtime, TextMarkup.plain(master.notes))
    },
    Call("get-artist", .artist(1)) { _ = ($0.shown, TextMarkup.plain($0.profile)) },
    Call("get-label", .label(1)) { _ = ($0.shown, TextMarkup.plain($0.profile)) },
    Call("get-master-versions", .versions(of: 1), use: show),
    Call("get-artist-releases", .releases(by: 1), use: show),
    Call("get-label-releases", .releases(on: 1), use: show),
    Call("get-search", .search(SearchCriteria("x"))) { for row in $0.rows { _ = row.shown } },
    Call("get-identity", .identity), Call("get-user", .profile(of: "me")),
    Call("get-submissions", .submissions(by: "me")), Call("get-contributions", .contributions(by: "me")),
    Call("get-collection", .collection(of: "me")) { for copy in $0.rows { show(copy.release) } },
    Call("get-collection-value", .collectionValue(of: "me")),
    Call("get-folders", .folders(of: "me")), Call("get-folder", .folder(1, of: "me")),
    Call("get-fields", .fields(of: "me")), Call("post-folder", .makeFolder(named: "Jazz", of: "me")),
    Call("post-collection-instance", .add(1, of: "me")),
    Call("get-wants", .wants(of: "me")) { for want in $0.rows { show(want.release) } },
    Call("put-want", .want(1, of: "me")), Call("delete-want", .removeWant(1, of: "me")),
    Call("get-lists", .lists(of: "me")), Call("get-list", .list(1)),
    Call("get-inventory", .inventory(of: "me")) { for listing in $0.rows { _ = listing.price?.displayName } },
    Call("get-listing", .listing(1)),
    Call("post-listing", .makeListing(ListingDraft(release: 1, condition: "Mint (M)", price: 12))),
    Call("get-orders", .orders()), Call("get-order", .order(Order.ID("1-1"))),
    Call("get-messages", .messages(of: Order.ID("1-1"))),
    Call("get-fee", .fee(for: 12)) { _ = $0.displayName },
    Call("get-price-suggestions", .priceSuggestions(for: 1)) { prices in
      for suggestion in prices.suggestions { _ = suggestion.price.displayName }
    },
    Call("get-marketplace-stats", .marketplaceStats(of: 1)) { _ = $0.lowestPrice?.displayName },
    Call("get-exports", .exports()), Call("get-uploads", .uploads()),
    Call("get-export", .export(1)), Call("get-upload", .upload(1)), Call("post-export", .startExport),
    Call("get-export-download", .download(1)),
  ]

  /// What a page shows of a release, and what the cache keeps of it.
  private static func show(_ release: Release) {
    _ = (release.shown, release.tracklist.playtime, release.credits.groupedByRole)
    _ = (release.artists.displayName, release.formats.map(\.displayName), ReleaseDate.display(release.released))
    _ = TextMarkup.plain(release.notes)
    for video in release.videos { _ = video.duration.map(Playtime.format) }
    var bytes: [UInt8] = []
    PackedRecord.encode(release, into: &bytes)
    do throws(PackedRecordError) {
      _ = try PackedRecord.decodeRelease(bytes)
    } catch {
      preconditionFailure("what was packed cannot be unpacked: \(error)")
    }
  }

  private static func show(_ page: Paged<ListedRelease>) {
    for row in page.rows { _ = row.shown }
    for facet in page.facets { _ = (facet.id, facet.values.count) }
  }
}
