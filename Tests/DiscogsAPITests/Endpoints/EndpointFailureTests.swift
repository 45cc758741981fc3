import DiscogsModel
import Testing

@testable import DiscogsAPI

/// Every request that there is, with everything that can come back in place of its answer.
@Suite(.timeLimit(.minutes(1)))
struct EndpointFailureTests {
  struct Request: Sendable, CustomTestStringConvertible {
    /// The declaration that makes it: `Scripts/generate-failures` compares these with the declarations that there are.
    let testDescription: String
    let endpoint: String
    let isReading: Bool
    let send: @Sendable (DiscogsClient) async throws(DiscogsError) -> Void

    init<Value: Sendable>(_ declaration: String, _ endpoint: Endpoint<Value>) {
      testDescription = declaration
      self.endpoint = endpoint.name
      isReading = endpoint.method == .get
      send = { client throws(DiscogsError) in
        _ = try await client.answer(to: endpoint, policy: .networkOnly, retry: RetryPolicy.none)
      }
    }
  }

  private static let place = InstancePlace(userName: "x", folder: 1, release: 10, instance: 3)
  private static let order = Order.ID("77-1254")
  private static let draft = ListingDraft(
    release: 10, condition: "Mint (M)", price: DecimalNumber(significand: 1250, scale: 2))

  static let requests = [
    Request("folders(of:)", .folders(of: "x")),
    Request("folder(_:of:)", .folder(1, of: "x")),
    Request("makeFolder(named:of:)", .makeFolder(named: "Jazz", of: "x")),
    Request("rename(folder:to:of:)", .rename(folder: 5, to: "Jazz", of: "x")),
    Request("collection(of:folder:sorting:page:)", .collection(of: "x")),
    Request("copies(of:inCollectionOf:page:)", .copies(of: 10, inCollectionOf: "x")),
    Request("add(_:to:of:)", .add(10, of: "x")),
    Request("delete(folder:of:)", Endpoint<Void>.delete(folder: 5, of: "x")),
    Request("change(_:rating:moveTo:)", Endpoint<Void>.change(place, rating: 4)),
    Request("remove(_:)", Endpoint<Void>.remove(place)),
    Request("setField(_:to:of:form:)", Endpoint<Void>.setField(3, to: "played", of: place)),
    Request("fields(of:)", .fields(of: "x")),
    Request("collectionValue(of:)", .collectionValue(of: "x")),
    Request("release(_:currency:)", .release(1)),
    Request("rating(of:by:)", .rating(of: 1, by: "x")),
    Request("rate(_:by:stars:)", .rate(1, by: "x", stars: 5)),
    Request("removeRating(of:by:)", Endpoint<Void>.removeRating(of: 1, by: "x")),
    Request("communityRating(of:)", .communityRating(of: 1)),
    Request("stats(of:)", .stats(of: 1)),
    Request("master(_:currency:)", .master(1)),
    Request("artist(_:)", .artist(1)),
    Request("label(_:)", .label(1)),
    Request("versions(of:filters:sorting:page:)", .versions(of: 1)),
    Request("releases(by:sorting:page:)", .releases(by: 1)),
    Request("releases(on:sorting:page:)", .releases(on: 1)),
    Request("startExport", .startExport),
    Request("upload(_:named:to:)", .upload([65, 10], to: .add)),
    Request("exports(page:)", .exports()),
    Request("uploads(page:)", .uploads()),
    Request("export(_:)", .export(5)),
    Request("upload(_:)", .upload(InventoryTransfer.ID(5))),
    Request("export(_:since:)", .export(5, since: nil)),
    Request("upload(_:since:)", .upload(5, since: nil)),
    Request("download(_:)", .download(5)),
    Request("lists(of:page:)", .lists(of: "x")),
    Request("list(_:)", .list(101)),
    Request("inventory(of:status:sorting:page:)", .inventory(of: "x")),
    Request("listing(_:currency:)", .listing(1)),
    Request("makeListing(_:)", .makeListing(draft)),
    Request("change(listing:to:)", Endpoint<Void>.change(listing: 1, to: draft)),
    Request("delete(listing:)", Endpoint<Void>.delete(listing: 1)),
    Request("orders(_:sorting:page:)", .orders()),
    Request("order(_:)", .order(order)),
    Request("change(order:to:)", .change(order: order, to: .status("Shipped"))),
    Request("messages(of:page:)", .messages(of: order)),
    Request("write(_:status:about:)", .write("Sent today", about: order)),
    Request("fee(for:currency:)", .fee(for: 10)),
    Request("priceSuggestions(for:)", .priceSuggestions(for: 1)),
    Request("marketplaceStats(of:currency:)", .marketplaceStats(of: 1)),
    Request("search(_:page:)", .search(SearchCriteria("miles"))),
    Request("identity", .identity),
    Request("profile(of:)", .profile(of: "x")),
    Request("change(_:of:)", .change(ProfileChange(), of: "x")),
    Request("submissions(by:page:)", .submissions(by: "x")),
    Request("contributions(by:sorting:page:)", .contributions(by: "x")),
    Request("wants(of:sorting:page:)", .wants(of: "x")),
    Request("want(_:notes:rating:of:)", .want(10, of: "x")),
    Request("changeWant(_:notes:rating:of:)", .changeWant(10, notes: "", of: "x")),
    Request("removeWant(_:of:)", Endpoint<Void>.removeWant(10, of: "x")),
  ]

  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: Result<HTTP.Response, TransportFailure>
    let code: String

    private static let refusal = #"{"message": "No."}"#
    private static let page = HTTP.Response(
      status: 502, headers: ["Content-Type": "text/html"], body: Array("<html></html>".utf8))

    static let all = [
      Failure(
        testDescription: "no network", answer: .failure(.unreachable("gone", mayHaveArrived: false)), code: "network"),
      Failure(
        testDescription: "a reset", answer: .failure(.unreachable("reset", mayHaveArrived: true)), code: "network"),
      Failure(testDescription: "no answer", answer: .failure(.timedOut), code: "timeout"),
      Failure(testDescription: "401", answer: .success(.json(refusal, status: 401)), code: "unauthorized"),
      Failure(testDescription: "403", answer: .success(.json(refusal, status: 403)), code: "forbidden"),
      Failure(testDescription: "404", answer: .success(.json(refusal, status: 404)), code: "not-found"),
      Failure(testDescription: "422", answer: .success(.json(refusal, status: 422)), code: "validation"),
      Failure(testDescription: "429", answer: .success(.json(refusal, status: 429)), code: "rate-limited"),
      Failure(testDescription: "500", answer: .success(.json(refusal, status: 500)), code: "server-error"),
      Failure(testDescription: "a gateway's page", answer: .success(page), code: "server-error"),
    ]
  }

  // fails: every request | no network, a reset, no answer, 401, 403, 404, 422, 429, 500, a gateway's page
  @Test(arguments: requests, Failure.all)
  func `a failure names its cause and its request, which is sent once`(
    _ request: Request, _ failure: Failure
  ) async {
    let fixture = ClientFixture([failure.answer])
    var told: DiscogsError?
    do throws(DiscogsError) { try await request.send(fixture.client) } catch { told = error }
    #expect(told?.code == failure.code)
    #expect(told?.endpoint == request.endpoint)
    #expect(told?.sentence.isEmpty == false)
    #expect(fixture.transport.requests.count == 1)
  }

  // fails: every request that reads | half a response, an empty one
  // What is downloaded is text of any kind: half of it cannot be told from all.
  @Test(
    arguments: requests.filter { $0.isReading && $0.testDescription != "download(_:)" }, ["{\"id\": 1, \"rele", ""])
  func `a truncated response is an error, never half a value`(_ request: Request, _ body: String)
    async
  {
    let fixture = ClientFixture([.success(.json(body))])
    await #expect(throws: DiscogsError.self) { try await request.send(fixture.client) }
  }
}
