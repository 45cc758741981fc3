import NIOHTTP1
import TestSupport
import Testing

/// Every call that Discogs' documentation knows, and what this server says to it.
struct EndpointTests {
  struct Endpoint: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let status: Int
    var body: String?
    /// Whether it needs a user: others get 401.
    let isPrivate: Bool

    init(_ method: String, _ path: String, _ status: Int, _ body: String? = nil, isPrivate: Bool = false) {
      (self.method, self.path, self.status, self.body) = (method, path, status, body)
      self.isPrivate = isPrivate || method != "GET"
    }

    var testDescription: String { "\(method) \(path)" }
  }

  private static let folders = "/users/collector/collection/folders"

  /// Words with a colon stand for the numbers of things that are there: `:release` and `:instance` for a rated copy in the
  /// folder `:own`, `:folder` for an empty one.
  static let database = [
    Endpoint("GET", "/", 200),
    Endpoint("GET", "/releases/:release", 200),
    Endpoint("GET", "/releases/:release/rating/collector", 200),
    Endpoint("PUT", "/releases/:release/rating/collector", 200, "{\"rating\": 3}"),
    Endpoint("DELETE", "/releases/:release/rating/collector", 204),
    Endpoint("GET", "/releases/:release/rating", 200),
    Endpoint("GET", "/releases/:release/stats", 200),
    Endpoint("GET", "/masters/920000002", 200),
    Endpoint("GET", "/masters/920000002/versions", 200),
    Endpoint("GET", "/artists/900000005", 200),
    Endpoint("GET", "/artists/900000005/releases", 200),
    Endpoint("GET", "/labels/:label", 200),
    Endpoint("GET", "/labels/:label/releases", 200),
    Endpoint("GET", "/database/search?q=love", 200, isPrivate: true),
  ]

  static let users = [
    Endpoint("GET", "/oauth/identity", 200, isPrivate: true),
    Endpoint("GET", "/users/collector", 200),
    Endpoint("POST", "/users/collector", 200, "{\"name\": \"C.\"}"),
    Endpoint("GET", "/users/collector/submissions", 200),
    Endpoint("GET", "/users/collector/contributions", 200),
    Endpoint("GET", folders, 200),
    Endpoint("POST", folders, 201, "{\"name\": \"Loft\"}"),
    Endpoint("GET", "\(folders)/0", 200),
    Endpoint("POST", "\(folders)/:folder", 200, "{\"name\": \"Shed\"}"),
    Endpoint("DELETE", "\(folders)/:folder", 204),
    Endpoint("GET", "\(folders)/0/releases", 200),
    Endpoint("GET", "/users/collector/collection/releases/:release", 200),
    Endpoint("POST", "\(folders)/1/releases/:release", 201),
    Endpoint("POST", "\(folders)/:own/releases/:release/instances/:instance", 204, "{\"rating\": 4}"),
    Endpoint("DELETE", "\(folders)/:own/releases/:release/instances/:instance", 204),
    Endpoint("GET", "/users/collector/collection/fields", 200),
    Endpoint("POST", "\(folders)/:own/releases/:release/instances/:instance/fields/3", 204, "{\"value\": \"x\"}"),
    Endpoint("GET", "/users/collector/collection/value", 200, isPrivate: true),
    Endpoint("GET", "/users/collector/wants", 200),
    Endpoint("PUT", "/users/collector/wants/:release", 201),
    Endpoint("POST", "/users/collector/wants/:wanted", 200, "{\"notes\": \"soon\"}"),
    Endpoint("DELETE", "/users/collector/wants/:wanted", 204),
    Endpoint("GET", "/users/collector/lists", 200),
    Endpoint("GET", "/lists/:list", 200),
  ]

  /// An empty market: what there is none of is not found, what would need one is not implemented.
  static let market = [
    Endpoint("GET", "/users/collector/inventory", 200),
    Endpoint("GET", "/marketplace/listings/2925441427", 404),
    Endpoint("POST", "/marketplace/listings", 422, "{}"),
    Endpoint("POST", "/marketplace/listings/2925441427", 404, "{}"),
    Endpoint("DELETE", "/marketplace/listings/2925441427", 404),
    Endpoint("GET", "/marketplace/orders", 200, isPrivate: true),
    Endpoint("GET", "/marketplace/orders/1-1", 404, isPrivate: true),
    Endpoint("POST", "/marketplace/orders/1-1", 404, "{}"),
    Endpoint("GET", "/marketplace/orders/1-1/messages", 404, isPrivate: true),
    Endpoint("POST", "/marketplace/orders/1-1/messages", 422, "{}"),
    Endpoint("GET", "/marketplace/fee/10.00", 200),
    Endpoint("GET", "/marketplace/fee/10.00/EUR", 200),
    Endpoint("GET", "/marketplace/price_suggestions/:release", 200, isPrivate: true),
    Endpoint("GET", "/marketplace/stats/:release", 200),
    Endpoint("POST", "/inventory/export", 501),
    Endpoint("GET", "/inventory/export", 200, isPrivate: true),
    Endpoint("GET", "/inventory/export/1", 404, isPrivate: true),
    Endpoint("GET", "/inventory/export/1/download", 404, isPrivate: true),
    Endpoint("POST", "/inventory/upload/add", 501),
    Endpoint("POST", "/inventory/upload/change", 501),
    Endpoint("POST", "/inventory/upload/delete", 501),
    Endpoint("GET", "/inventory/upload", 200, isPrivate: true),
    Endpoint("GET", "/inventory/upload/1", 404, isPrivate: true),
  ]

  @Test(arguments: database + users + market)
  func `every call of the API has its answer, and others may not change what is not theirs`(_ endpoint: Endpoint)
    async throws
  {
    let server = try await TestServer.start()
    let client = Conversation(server)
    let path = try await path(endpoint.path, client)
    if endpoint.isPrivate {
      let stranger = try await ask(endpoint, path, Conversation(server, token: nil))
      #expect(stranger.status == 401)
      #expect(try stranger.json["message"].string == "You must authenticate to access this resource.")
      if endpoint.path.contains("/collector") {
        #expect(try await ask(endpoint, path, Conversation(server, token: TestServer.guestToken)).status == 403)
      }
    }
    let reply = try await ask(endpoint, path, client)
    #expect(reply.status == endpoint.status, "\(reply.text)")
    switch reply.status {
    case 204: #expect(reply.text.isEmpty)
    case 400...: #expect(try reply.json["message"].string?.isEmpty == false)
    default: #expect(try !reply.json.keys.isEmpty || endpoint.path.contains("price_suggestions"))
    }
  }

  @Test func `a method that a resource does not know lists those it knows`() async throws {
    let client = Conversation(try await TestServer.start())
    let reply = try await client.send(.DELETE, "/database/search")
    #expect(reply.status == 405)
    #expect(reply.headers["Allow"] == ["GET, HEAD"])
    #expect(try await client.get("/nowhere").json["message"].string == "The requested resource was not found.")
  }

  private func ask(_ endpoint: Endpoint, _ path: String, _ client: Conversation) async throws -> Conversation.Reply {
    try await client.send(HTTPMethod(rawValue: endpoint.method), path, json: endpoint.body)
  }

  /// A path with numbers of things that are there.
  private func path(_ path: String, _ client: Conversation) async throws -> String {
    let copy = try await client.get("\(Self.folders)/0/releases?sort=rating&sort_order=desc").json["releases"][0]
    var numbers = [
      ":release": copy["id"].int, ":instance": copy["instance_id"].int, ":own": copy["folder_id"].int,
    ]
    if path.contains(":folder") {
      numbers[":folder"] = try await client.send(.POST, Self.folders, json: "{\"name\": \"Attic\"}").json["id"].int
    }
    if path.contains(":wanted") {
      numbers[":wanted"] = try await client.get("/users/collector/wants").json["wants"][0]["id"].int
    }
    if path.contains(":list") {
      numbers[":list"] = try await client.get("/users/collector/lists").json["lists"][0]["id"].int
    }
    if path.contains(":label") {
      numbers[":label"] = try await client.get("/database/search?type=label&q=impulse").json["results"][0]["id"].int
    }
    var path = path
    for (name, number) in numbers where path.contains(name) {
      path = path.replacing(name, with: String(try #require(number)))
    }
    return path
  }
}
