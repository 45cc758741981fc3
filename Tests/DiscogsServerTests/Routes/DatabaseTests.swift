import DiscogsModel
import NIOHTTP1
import TestSupport
import Testing

struct DatabaseTests {
  @Test func `a search gives rows in the form of the API, and links to its neighbours`() async throws {
    let server = try await TestServer.start()
    let client = Conversation(server)
    let reply = try await client.get("/database/search?q=love&per_page=2&page=2")
    #expect(reply.status == 200)
    let json = try reply.json
    #expect(json["pagination"]["page"].int == 2)
    #expect(json["pagination"]["urls"].keys == ["first", "prev", "next", "last"])
    #expect(json["results"].array.count == 2)
    let next = "<\(server.url)/database/search?q=love&per_page=2&page=3>; rel=\"next\""
    #expect(reply.headers["Link"].first?.contains(next) == true)
  }

  @Test func `the pages of a search are all of it, each row once`() async throws {
    let client = Conversation(try await TestServer.start())
    var seen: [String] = []
    var page = 1
    while true {
      let json = try await client.get("/database/search?q=the&per_page=7&page=\(page)").json
      seen += json["results"].array.map { "\($0["type"].string ?? "")\($0["id"].int ?? 0)" }
      guard json["pagination"]["urls"]["next"].exists else {
        #expect(json["pagination"]["pages"].int == page)
        #expect(json["pagination"]["items"].int == seen.count)
        break
      }
      page += 1
    }
    #expect(page > 2)
    #expect(Set(seen).count == seen.count)
  }

  @Test func `search rows of each type have the members Discogs gives them`() async throws {
    let client = Conversation(try await TestServer.start())
    let common: Set = [
      "id", "type", "title", "uri", "resource_url", "thumb", "cover_image", "user_data", "master_id", "master_url",
    ]
    let record = common.union(["country", "format", "label", "genre", "style", "barcode", "catno", "community"])
    for (type, members) in [
      ("artist", common), ("label", common), ("master", record),
      ("release", record.union(["format_quantity", "formats"])),
    ] {
      let row = try await client.get("/database/search?type=\(type)&per_page=1").json["results"][0]
      #expect(row["type"].string == type)
      #expect(row.keys.subtracting(["year"]) == members)
      if row["year"].exists { #expect(row["year"].string != nil) }
    }
  }

  @Test func `each search parameter narrows what is found`() async throws {
    let client = Conversation(try await TestServer.start())
    func count(_ query: String) async throws -> Int {
      try await client.get("/database/search?type=release&\(query)").json["pagination"]["items"].int ?? -1
    }
    let all = try await count("")
    for query in [
      "artist=coltrane", "release_title=love", "title=John+Coltrane+-+A+Love+Supreme", "label=impulse", "genre=Jazz",
      "style=Modal", "country=US", "year=1965", "year=1960-1969", "format=LP", "catno=A-77", "anv=coltrane",
      "credit=Rudy+Van+Gelder",
    ] {
      let found = try await count(query)
      #expect(found > 0 && found < all, "\(query) finds \(found) of \(all)")
    }
    #expect(try await count("submitter=somebody") == 0)
    #expect(try await count("year=soon") == 0)
  }

  @Test func `without credentials nothing is searched`() async throws {
    let reply = try await Conversation(try await TestServer.start(), token: nil).get("/database/search?q=love")
    #expect(reply.status == 401)
    #expect(try reply.json["message"].string == "You must authenticate to access this resource.")
    #expect(reply.headers["WWW-Authenticate"].first?.hasPrefix("OAuth") == true)
  }

  @Test func `pages and sizes out of range are moved into it, and past the end is no page`() async throws {
    let client = Conversation(try await TestServer.start())
    let clamped = try await client.get("/database/search?q=love&page=0&per_page=1000").json["pagination"]
    #expect(clamped["page"].int == 1)
    #expect(clamped["per_page"].int == 100)
    #expect(clamped["urls"].keys.isEmpty)
    let past = try await client.get("/database/search?q=love&page=4&per_page=100")
    #expect(past.status == 404)
    #expect(try past.json["message"].string == "Page 4 is outside of valid range [1, 1].")
    let none = try await client.get("/database/search?q=zzzzqqqq").json["pagination"]
    #expect(none["pages"].int == 1)
    #expect(none["items"].int == 0)
  }

  @Test func `a release has everything that is always there`() async throws {
    let server = try await TestServer.start()
    let client = Conversation(server)
    let id = try await client.get("/database/search?type=release&q=love+supreme").json["results"][0]["id"].int ?? 0
    let json = try await client.get("/releases/\(id)").json
    let always: Set = [
      "id", "title", "resource_url", "uri", "status", "data_quality", "year", "artists", "artists_sort", "labels",
      "series", "companies", "formats", "format_quantity", "community", "num_for_sale", "lowest_price", "genres",
      "identifiers", "tracklist", "thumb",
    ]
    #expect(always.subtracting(json.keys).isEmpty)
    #expect(json["lowest_price"].isNull)
    #expect(json["resource_url"].string == "\(server.url)/releases/\(id)")
    #expect(json["artists"][0].keys.isSuperset(of: ["name", "anv", "join", "role", "tracks", "id", "resource_url"]))
    #expect(json["tracklist"][0]["type_"].string == "track")
  }

  @Test func `a missing record answers in Discogs' words`() async throws {
    let client = Conversation(try await TestServer.start())
    for (path, message) in [
      ("/releases/1", "Release not found."), ("/masters/1", "Master Release not found."),
      ("/artists/1", "Artist not found."), ("/labels/1", "Label not found."),
      ("/nowhere", "The requested resource was not found."), ("/releases/abc", "Release not found."),
    ] {
      let reply = try await client.get(path)
      #expect(reply.status == 404)
      #expect(try reply.json["message"].string == message)
    }
    let verb = try await client.send(.DELETE, "/releases/1")
    #expect(verb.status == 405)
    #expect(try verb.json["message"].string != nil)
  }

  @Test func `a master's versions are filtered, sorted and counted`() async throws {
    let client = Conversation(try await TestServer.start())
    let masters = try await client.get("/database/search?type=master&per_page=100").json["results"].array
    var checked = false
    for master in masters {
      let id = master["id"].int ?? 0
      let all = try await client.get("/masters/\(id)/versions?per_page=100").json
      guard
        let (country, count) = all["filters"]["available"]["country"].keys
          .map({ ($0, all["filters"]["available"]["country"][$0].int ?? 0) })
          .first(where: { $0.1 < all["versions"].array.count })
      else { continue }
      let path = "/masters/\(id)/versions?country=\(country.replacing(" ", with: "%20").replacing("&", with: "%26"))"
      let some = try await client.get(path + "&sort=released&sort_order=desc").json
      #expect(some["pagination"]["items"].int == count)
      #expect(some["versions"].array.allSatisfy { $0["country"].string == country })
      #expect(some["filters"]["applied"]["country"][0].string == country)
      #expect(some["filter_facets"].array.map { $0["id"].string } == ["format", "label", "country", "released"])
      let dates = some["versions"].array.compactMap { $0["released"].string }
      #expect(dates == dates.sorted(by: >))
      checked = true
      break
    }
    #expect(checked)
    #expect(try await client.get("/masters/1/versions").json["pagination"]["items"].int == 0)
  }

  @Test func `an artist's releases have masters in the place of their versions, over pages`() async throws {
    let client = Conversation(try await TestServer.start())
    let artist =
      try await client.get("/database/search?type=artist&q=coltrane").json["results"][0]["id"].int ?? 0
    let all = try await client.get("/artists/\(artist)/releases?per_page=100&sort=year").json
    let rows = all["releases"].array
    #expect(rows.contains { $0["type"].string == "master" && $0["main_release"].int != nil })
    #expect(rows.allSatisfy { $0.keys.isSuperset(of: ["id", "title", "artist", "role", "resource_url", "thumb"]) })
    let years = rows.compactMap { $0["year"].int }
    #expect(years == years.sorted())
    let second = try await client.get("/artists/\(artist)/releases?per_page=1&page=2&sort=year").json
    #expect(second["releases"][0]["id"].int == rows[1]["id"].int)
  }

  @Test func `an artist's releases say the role, what is by the artist first`() async throws {
    let client = Conversation(try await TestServer.start())
    let artist =
      try await client.get("/database/search?type=artist&q=coltrane").json["results"][0]["id"].int ?? 0
    let rows = try await client.get("/artists/\(artist)/releases?per_page=100").json["releases"].array
    let roles = rows.compactMap { $0["role"].string }
    #expect(roles.count == rows.count && roles.first == "Main")
    #expect(roles.contains { $0 != "Main" }, "he played in other people's bands")
    #expect(Array(roles.drop { $0 == "Main" }).allSatisfy { $0 != "Main" })
    let own = rows.filter { $0["role"].string == "Main" }.compactMap { $0["year"].int }
    #expect(own == own.sorted())
    let appearance = rows.first { $0["type"].string == "master" && $0["role"].string != "Main" }
    #expect(appearance?["main_release"].int != nil, "a master stands for its versions there, too")
  }

  @Test func `a label's releases have numbers and years`() async throws {
    let client = Conversation(try await TestServer.start())
    let label = try await client.get("/database/search?type=label&q=impulse").json["results"][0]["id"].int ?? 0
    let rows = try await client.get("/labels/\(label)/releases").json["releases"].array
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.keys.isSuperset(of: ["id", "catno", "format", "status", "year", "stats"]) })
  }

  @Test func `a rating is set, counted and taken back`() async throws {
    let server = try await TestServer.start(stocked: false)
    let client = Conversation(server)
    let id = try await client.get("/database/search?type=release").json["results"][0]["id"].int ?? 0
    let path = "/releases/\(id)/rating"
    #expect(try await client.get("\(path)/collector").json["rating"].int == 0)
    #expect(try await client.send(.PUT, "\(path)/collector", json: "{\"rating\": 4}").status == 201)
    #expect(try await client.send(.PUT, "\(path)/COLLECTOR", json: "{\"rating\": 5}").status == 200)
    let community = try await client.get(path).json["rating"]
    #expect(community["count"].int == 1)
    #expect(community["average"].double == 5)
    let wrong = try await client.send(.PUT, "\(path)/collector", json: "{\"rating\": 9}")
    #expect(wrong.status == 422)
    #expect(try wrong.json["detail"][0]["loc"].array.map { $0.string } == ["body", "rating"])
    #expect(try await client.send(.PUT, "\(path)/guest", json: "{\"rating\": 4}").status == 403)
    #expect(try await client.send(.DELETE, "\(path)/collector").status == 204)
    #expect(try await client.get(path).json["rating"]["count"].int == 0)
  }
}
