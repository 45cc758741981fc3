import NIOHTTP1
import TestSupport
import Testing

struct AccountTests {
  private func someRelease(_ client: Conversation) async throws -> Int {
    try #require(try await client.get("/database/search?type=release").json["results"][0]["id"].int)
  }

  @Test func `identity and profile tell the owner more than others`() async throws {
    let server = try await TestServer.start()
    let owner = Conversation(server)
    #expect(try await owner.get("/oauth/identity").json["username"].string == TestServer.owner)
    let own = try await owner.get("/users/Collector").json
    #expect(own["email"].exists)
    #expect((own["num_collection"].int ?? 0) > 0)
    let others = try await Conversation(server, token: TestServer.guestToken).get("/users/collector").json
    #expect(!others["email"].exists)
    #expect(try await owner.get("/users/nobody").status == 404)
    let edited = try await owner.send(.POST, "/users/collector", json: "{\"location\": \"Lübeck\"}")
    #expect(try edited.json["location"].string == "Lübeck")
    #expect(try await owner.send(.POST, "/users/guest", json: "{\"location\": \"x\"}").status == 403)
  }

  @Test func `folders are made, renamed and deleted, but not the first two nor full ones`() async throws {
    let client = Conversation(try await TestServer.start(stocked: false))
    let folders = "/users/collector/collection/folders"
    let made = try await client.send(.POST, folders, json: "{\"name\": \"Attic\"}")
    #expect(made.status == 201)
    let id = try #require(try made.json["id"].int)
    #expect(try await client.send(.POST, folders, json: "{\"name\": \"Attic\"}").status == 422)
    let renamed = try await client.send(.POST, "\(folders)/\(id)", json: "{\"name\": \"Cellar\"}")
    #expect(try renamed.json["name"].string == "Cellar")
    for protected in [0, 1] { #expect(try await client.send(.DELETE, "\(folders)/\(protected)").status == 403) }
    let release = try await someRelease(client)
    #expect(try await client.send(.POST, "\(folders)/\(id)/releases/\(release)").status == 201)
    #expect(try await client.send(.DELETE, "\(folders)/\(id)").status == 422)
    let names = try await client.get(folders).json["folders"].array.map { $0["name"].string }
    #expect(names == ["All", "Uncategorized", "Cellar"])
  }

  @Test func `a copy is added twice, moved, rated, described and deleted`() async throws {
    let client = Conversation(try await TestServer.start(stocked: false))
    let folders = "/users/collector/collection/folders"
    let release = try await someRelease(client)
    let target = try #require(try await client.send(.POST, folders, json: "{\"name\": \"Attic\"}").json["id"].int)
    let first = try #require(
      try await client.send(.POST, "\(folders)/1/releases/\(release)").json["instance_id"].int)
    let second = try #require(
      try await client.send(.POST, "\(folders)/1/releases/\(release)").json["instance_id"].int)
    #expect(first != second && first > Int(Int32.max) - 100)
    #expect(try await client.send(.POST, "\(folders)/99/releases/\(release)").status == 404)

    let copy = "\(folders)/1/releases/\(release)/instances/\(first)"
    let moved = try await client.send(.POST, copy, json: "{\"rating\": 3, \"folder_id\": \(target)}")
    #expect(moved.status == 204)
    #expect(try await client.send(.POST, copy, json: "{\"rating\": 4}").status == 404)
    let there = "\(folders)/\(target)/releases/\(release)/instances/\(first)"
    #expect(try await client.send(.POST, "\(there)/fields/1", json: "{\"value\": \"Mint (M)\"}").status == 204)
    #expect(try await client.send(.POST, "\(there)/fields/1", json: "{\"value\": \"Shiny\"}").status == 422)
    #expect(try await client.send(.POST, "\(there)/fields/3?value=first+press").status == 204)

    let row = try await client.get("\(folders)/\(target)/releases").json["releases"][0]
    #expect(row["instance_id"].int == first)
    #expect(row["rating"].int == 3)
    #expect(row["notes"].array.map { $0["value"].string } == ["Mint (M)", "first press"])
    #expect(row["basic_information"].keys.isSuperset(of: ["id", "title", "year", "master_id", "master_url", "styles"]))
    let byRelease = try await client.get("/users/collector/collection/releases/\(release)").json["releases"].array
    #expect(Set(byRelease.map { $0["instance_id"].int }) == [first, second])

    #expect(try await client.send(.DELETE, there).status == 204)
    let gone = try await client.send(.DELETE, there)
    #expect(gone.status == 404)
    #expect(
      try gone.json["message"].string
        == "The requested collection item does not exist in this user\\s collection.")
  }

  @Test func `others see folder 0 without folders and private fields, and may change nothing`() async throws {
    let server = try await TestServer.start()
    let guest = Conversation(server, token: TestServer.guestToken)
    let folders = "/users/collector/collection/folders"
    #expect(try await guest.get(folders).json["folders"].array.map { $0["id"].int } == [0])
    let rows = try await guest.get("\(folders)/0/releases?per_page=100").json["releases"].array
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { !$0["folder_id"].exists })
    #expect(rows.allSatisfy { row in row["notes"].array.allSatisfy { ($0["field_id"].int ?? 9) <= 2 } })
    #expect(try await guest.get("\(folders)/1/releases").status == 403)
    #expect(try await guest.get("/users/collector/collection/value").status == 403)
    #expect(try await guest.send(.POST, folders, json: "{\"name\": \"Mine\"}").status == 403)
    #expect(try await Conversation(server, token: nil).send(.POST, folders, json: "{}").status == 401)
  }

  @Test func `a collection is sorted and paged`() async throws {
    let client = Conversation(try await TestServer.start())
    let path = "/users/collector/collection/folders/0/releases"
    let all = try await client.get("\(path)?per_page=100&sort=year&sort_order=desc").json
    let years = all["releases"].array.compactMap { $0["basic_information"]["year"].int }
    #expect(years == years.sorted(by: >))
    let third = try await client.get("\(path)?per_page=1&page=3&sort=year&sort_order=desc").json
    #expect(third["releases"][0]["instance_id"].int == all["releases"][2]["instance_id"].int)
    let past = try await client.get("\(path)?per_page=100&page=50")
    #expect(past.status == 404)
  }

  @Test func `a want is put on, changed and taken off`() async throws {
    let server = try await TestServer.start(stocked: false)
    let client = Conversation(server)
    let release = try await someRelease(client)
    let want = "/users/collector/wants/\(release)"
    #expect(try await client.send(.POST, want, json: "{\"rating\": 2}").status == 404)
    let put = try await client.send(.PUT, want, json: "{\"notes\": \"any\", \"rating\": 2}")
    #expect(put.status == 201)
    #expect(try put.json["notes"].string == "any")
    #expect(try await client.send(.PUT, want).status == 201)
    let edited = try await client.send(.POST, "\(want)?notes=mint+only")
    #expect(try edited.json["notes"].string == "mint only")
    #expect(try edited.json["rating"].int == 2)
    let shown = try await Conversation(server, token: nil).get("/users/collector/wants").json["wants"]
    #expect(shown.array.count == 1)
    #expect(!shown[0]["notes"].exists)
    let row = try await client.get("/database/search?type=release").json["results"][0]
    #expect(row["user_data"]["in_wantlist"].bool == true)
    #expect(try await client.send(.DELETE, want).status == 204)
    #expect(try await client.send(.DELETE, want).status == 404)
  }

  @Test func `lists, inventory and the market are there, as far as there is anything`() async throws {
    let client = Conversation(try await TestServer.start())
    let list = try await client.get("/users/collector/lists").json["lists"][0]
    let items = try await client.get("/lists/\(list["id"].int ?? 0)").json["items"].array
    #expect(!items.isEmpty && items.allSatisfy { $0["type"].string == "release" })
    #expect(try await client.get("/users/collector/inventory").json["listings"].exists)
    #expect(try await client.get("/users/collector/inventory?status=Lost").status == 422)
    let release = try await someRelease(client)
    #expect(try await client.get("/marketplace/stats/\(release)?curr_abbr=EUR").json["lowest_price"].isNull)
    #expect(try await client.get("/marketplace/stats/\(release)?curr_abbr=XXX").status == 422)
    #expect(try await client.get("/marketplace/price_suggestions/\(release)").json.keys.isEmpty)
    #expect(try await client.get("/users/collector/submissions").json["submissions"].exists)
    #expect(try await client.get("/users/collector/collection/value").json["minimum"].string == "$0.00")
  }

  @Test func `signing in out of band ends with a token that is its user's`() async throws {
    let server = try await TestServer.start()
    var client = Conversation(server, token: nil)
    func signed(_ secret: String, _ others: String) -> (String, String) {
      (
        "Authorization",
        "OAuth oauth_consumer_key=\"app\", oauth_nonce=\"n\", oauth_timestamp=\"1\", "
          + "oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"s3cret%26\(secret)\"\(others)"
      )
    }
    let request = try await client.get("/oauth/request_token", [signed("", ", oauth_callback=\"oob\"")])
    let asked = form(request.text)
    #expect(asked["oauth_callback_confirmed"] == "true")
    let token = try #require(asked["oauth_token"])
    let secret = try #require(asked["oauth_token_secret"])
    client.agent = "Mozilla/5.0"
    let page = try await client.get("/oauth/authorize?oauth_token=\(token)&token=\(TestServer.token)")
    let code = try #require(page.text.firstMatch(of: /verifier">([A-Za-z]+)</)?.1)
    client.agent = "RunoutTests/1.0"
    let bad = try await client.send(
      .POST, "/oauth/access_token",
      headers: [signed("wrong", ", oauth_token=\"\(token)\", oauth_verifier=\"\(code)\"")])
    #expect(bad.status == 401)
    #expect(bad.text == "Invalid signature.")
    let access = try await client.send(
      .POST, "/oauth/access_token",
      headers: [signed(secret, ", oauth_token=\"\(token)\", oauth_verifier=\"\(code)\"")])
    let granted = form(access.text)
    let identity = try await client.get(
      "/oauth/identity",
      [signed(granted["oauth_token_secret"] ?? "", ", oauth_token=\"\(granted["oauth_token"] ?? "")\"")])
    #expect(try identity.json["username"].string == TestServer.owner)
    let forged = try await client.get(
      "/oauth/identity", [signed("forged", ", oauth_token=\"\(granted["oauth_token"] ?? "")\"")])
    #expect(forged.status == 401)
  }

  private func form(_ text: String) -> [String: String] {
    Dictionary(
      text.split(separator: "&").map { pair in
        let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
        return (halves[0], halves.count > 1 ? halves[1] : "")
      }
    ) { $1 }
  }
}
