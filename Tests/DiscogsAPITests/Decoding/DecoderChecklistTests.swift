import DiscogsModel
import Testing

@testable import DiscogsAPI

/// What breaks a naive decoder, one by one.
struct DecoderChecklistTests {
  // MARK: Absent, null and empty

  @Test func `a release needs no more than its number and its title`() throws {
    let bare = try Endpoint.release(1).read(#"{"id": 1, "title": ""}"#)
    #expect(bare.value == Release(id: 1, title: "", live: LiveFacts()))
    #expect(bare.problems.isEmpty)
  }

  @Test func `other things too need no more than what names them`() throws {
    #expect(try Endpoint.master(1).read(#"{"id":1,"title":"x"}"#).value.keyRelease == nil)
    #expect(try Endpoint.artist(1).read(#"{"id":1,"name":"x"}"#).value.profile == "")
    #expect(try Endpoint.label(1).read(#"{"id":1,"name":"x"}"#).value.parent == nil)
    #expect(try Endpoint.profile(of: "x").read(#"{"id":1,"username":"x"}"#).value.currency == nil)
    #expect(try Endpoint.listing(1).read(#"{"id":1,"release":{"id":2}}"#).value.price == nil)
    #expect(try Endpoint.order(Order.ID("1-1")).read(#"{"id":"1-1"}"#).value.items.isEmpty)
    #expect(try Endpoint.wants(of: "x").read(#"{"wants":[{"id":5}]}"#).value.rows.map(\.release.id) == [5])
    #expect(
      try Endpoint.versions(of: 1).read(#"{"versions":[{"id":5,"title":"x"}]}"#).value.rows[0].community == nil)
    #expect(
      try Endpoint.collection(of: "x").read(#"{"releases":[{"id":5,"instance_id":6}]}"#).value.rows[0].folder == nil)
  }

  @Test(arguments: [
    "lowest_price", "master_url", "master_id", "num_for_sale", "videos", "styles", "community", "images", "notes",
    "estimated_weight", "year", "tracklist", "artists",
  ])
  func `null is the same as absent`(key: String) throws {
    let read = try Endpoint.release(1).read(#"{"id": 1, "title": "x", "\#(key)": null}"#)
    #expect(read.value == Release(id: 1, title: "x", live: LiveFacts()))
    #expect(read.problems.isEmpty)
  }

  @Test func `an empty object is nothing where an object is expected`() throws {
    let listing = try Endpoint.listing(1).read(
      #"{"id":1,"release":{"id":2},"shipping_price":{},"original_shipping_price":{},"price":{},"seller":{}}"#)
    #expect(listing.value.shippingPrice == nil && listing.value.seller == nil && listing.problems.isEmpty)
    #expect(try Endpoint.order(Order.ID("1-1")).read(#"{"id":"1-1","tracking":{}}"#).value.tracking == nil)
    let versions = try Endpoint.versions(of: 1).read(
      #"{"versions":[],"pagination":{"urls":{}},"filters":{"applied":{},"available":{"format":{}}}}"#)
    #expect(versions.value.facets.map(\.values) == [[]] && !versions.value.hasNext && versions.problems.isEmpty)
  }

  @Test func `zero means none for masters, artists and years`() throws {
    let release = try Endpoint.release(1).read(
      #"{"id":1,"title":"x","master_id":0,"year":0,"artists":[{"id":0,"name":"y"}]}"#
    ).value
    #expect(release.master == nil && release.year == nil && release.artists[0].id == nil)
  }

  @Test func `addresses may be empty`() throws {
    let release = try Endpoint.release(1).read(
      #"{"id":1,"title":"x","thumb":"","images":[{"type":"primary","uri":"","resource_url":"","uri150":""}]}"#
    ).value
    #expect(release.images == [Discogs.Image(kind: "primary", url: "", thumbnailURL: "", width: 0, height: 0)])
  }

  @Test(arguments: ["", " ", "\\t"]) func `a user without a name is none`(name: String) throws {
    let user = #"{"id":1,"username":"\#(name)"}"#
    #expect(throws: DecodingFailure(field: "username", reason: "it is missing")) {
      try Endpoint.identity.read(user)
    }
    #expect(throws: DecodingFailure.self) { try Endpoint.profile(of: "x").read(user) }
    let listing = try Endpoint.listing(1).read(#"{"id":1,"release":{"id":2},"seller":\#(user)}"#)
    #expect(listing.value.seller == nil && listing.problems.map(\.field) == ["seller.username"])
  }

  // MARK: Types

  @Test func `one key may have two types`() throws {
    let search = Endpoint.search(SearchCriteria("x"))
    for year in ["1994", "\"1994\"", "1994.0"] {
      let row = try search.read(#"{"results":[{"id":1,"type":"master","title":"x","year":\#(year)}]}"#).value.rows[0]
      #expect(row.row.year == 1994)
    }
    for label in ["\"Fjord\"", "[\"Fjord\"]"] {
      let row = try search.read(#"{"results":[{"id":1,"type":"master","title":"x","label":\#(label)}]}"#).value.rows[0]
      #expect(row.labels == ["Fjord"])
    }
    for id in ["7", "\"7\""] { #expect(try Endpoint.release(7).read(#"{"id":\#(id),"title":""}"#).value.id == 7) }
    #expect(try Endpoint.order(Order.ID("7")).read(#"{"id":7}"#).value.id == Order.ID("7"))
    for rating in ["99.4", "\"99.4\""] {
      let listing = try Endpoint.listing(1).read(
        #"{"id":1,"release":{"id":2},"seller":{"username":"x","stats":{"rating":\#(rating)}}}"#)
      #expect(listing.value.seller?.rating == DecimalNumber("99.4"))
    }
  }

  @Test func `whole numbers and fractions stand in for each other`() throws {
    let release = try Endpoint.release(1).read(
      #"{"id":1.0,"title":"x","lowest_price":120,"estimated_weight":85.0,"formats":[{"name":"CD","qty":2}]}"#)
    #expect(
      release.problems.isEmpty && release.value.live?.lowestPrice == 120 && release.value.live?.estimatedWeight == 85)
    #expect(release.value.formats[0].quantity == "2")
    let profile = try Endpoint.profile(of: "x").read(#"{"id":1,"username":"x","rank":0,"rating_avg":4}"#).value
    #expect(profile.rank == 0 && profile.averageRating == 4)
  }

  @Test func `numbers may be larger than 32 bits and quantities larger than anything`() throws {
    let quantity = String(repeating: "9", count: 52)
    let release = try Endpoint.release(1).read(
      #"{"id":4294967299,"title":"x","formats":[{"name":"File","qty":"\#(quantity)"}],"num_for_sale":\#(quantity)}"#)
    #expect(release.value.id == 4_294_967_299 && release.value.formats[0].quantity == quantity)
    #expect(release.value.live?.copiesForSale == nil && release.problems.map(\.field) == ["num_for_sale"])
  }

  @Test func `text that is not JSON is an error, not a crash`() {
    for body in ["", " ", "<html></html>", "oauth_token=a", "listing_id,artist\r\n", "{", #"{"id":1"#, "nul", "\u{0}"] {
      #expect(throws: DecodingFailure.self, "\(body)") { try Endpoint.release(1).read(body) }
    }
    #expect(throws: DecodingFailure(field: "", reason: "expected an object, found a list")) {
      try Endpoint.search(SearchCriteria("x")).read("[]")
    }
  }

  @Test func `a change that was answered with success never fails for what its answer lacks`() throws {
    for body in ["", "<html></html>", "{}", "[]", #"{"id":"#] {
      let decoded = try Endpoint.want(1, of: "x").read(body)
      #expect(decoded.value == nil && decoded.problems.count == 1)
      #expect(try Endpoint.removeWant(1, of: "x").read(body).problems.isEmpty)
      #expect(try Endpoint.startExport.read(body).value == nil)
    }
  }

  @Test func `texts keep their characters`() throws {
    let release = try Endpoint.release(1).read(
      #"{"id":1,"title":"a\r\nb\rc \u200e\ud83d\ude00 e\u0301 坂本 \/ \"q\" \\ \ud800 \u0000","notes":"é"}"#)
    #expect(release.value.title == "a\r\nb\rc \u{200E}😀 e\u{301} 坂本 / \"q\" \\ \u{FFFD} \u{0}")
    #expect(release.value.notes == "é")
  }

  @Test(arguments: ["plaintext", "html"])
  func `a text in another dialect comes beside the raw one or replaces it`(dialect: String) throws {
    let beside = try Endpoint.artist(1).read(#"{"id":1,"name":"x","profile":"[a=Y]","profile_\#(dialect)":"Y"}"#).value
    #expect(beside.profile == "[a=Y]" && beside.live?.plainText == (dialect == "plaintext" ? "Y" : ""))
    let instead = try Endpoint.artist(1).read(#"{"id":1,"name":"x","profile_\#(dialect)":"Y"}"#).value
    #expect(instead.profile == "Y" && instead.live?.additional == [:])
  }

  // MARK: Among good ones

  @Test func `a malformed row is reported and its neighbours live`() throws {
    let found = try Endpoint.search(SearchCriteria("x")).read(
      #"""
      {"results": [{"id": 1, "type": "release", "title": "A - B"}, {"id": 2, "type": "release"}, "oops", null, 5, [],
        {"id": -1, "type": "release", "title": "x"}, {"id": 3, "type": "user", "title": "x"},
        {"id": 4, "type": "label", "title": ["x"]}, {"id": 5, "type": "label", "title": "L", "thumb": {"a": 1}}]}
      """#)
    #expect(found.value.rows.map(\.row.reference.number) == [1, 5])
    #expect(
      found.problems.map(\.field) == [
        "results[1].title", "results[2]", "results[3]", "results[4]", "results[5]", "results[6].id", "results[7].type",
        "results[8].title", "results[9].thumb",
      ])
    #expect(found.problems[7].reason == "expected a text, found a list")
  }

  @Test func `a malformed part of a release is reported and the release lives`() throws {
    let release = try Endpoint.release(1).read(
      #"""
      {"id": 1, "title": "x", "country": {"a": 1}, "styles": ["Dub", {"b": 2}, "Jazz"], "artists": [{"id": 5}, {"name": "y"}],
       "tracklist": [{"title": "A", "sub_tracks": [7, {"title": "B", "extraartists": ["z"]}]}, "C"],
       "images": {"no": "list"}, "videos": [{"title": "no address"}], "lowest_price": "much", "community": [1]}
      """#)
    #expect(release.value.styles == ["Dub", "Jazz"] && release.value.artists.map(\.name) == ["y"])
    #expect(release.value.tracklist.map(\.kind) == [.index] && release.value.tracklist[0].parts.map(\.title) == ["B"])
    #expect(
      Set(release.problems.map(\.field)) == [
        "country", "styles[1]", "artists[0].name", "tracklist[0].sub_tracks[0]",
        "tracklist[0].sub_tracks[1].extraartists[0]", "tracklist[1]", "images", "videos[0].uri", "lowest_price",
        "community",
      ])
  }

  @Test func `a failure repeats no text of a response`() throws {
    let read = try Endpoint.orders().read(#"{"orders":[{"id":"1-1","total":"secret street 5"},"secret"]}"#)
    #expect(read.problems.count == 2 && read.problems.allSatisfy { !"\($0)".contains("secret") })
  }

  @Test func `the reports of a hostile answer have an end`() throws {
    let rows = Array(repeating: "7", count: 5000).joined(separator: ",")
    #expect(try Endpoint.search(SearchCriteria("x")).read("{\"results\":[\(rows)]}").problems.count == 100)
  }

  @Test func `a missing list is not an empty list`() {
    #expect(throws: DecodingFailure(field: "results", reason: "it is missing")) {
      try Endpoint.search(SearchCriteria("x")).read(#"{"message":"x"}"#)
    }
  }

  // MARK: What is unknown

  @Test func `unknown fields are kept`() throws {
    let release = try Endpoint.release(1).read(
      #"{"id":1,"title":"x","mood":{"a": [1, "b c\" d", null]},"is_hidden":true,"n":1.50,"s":"\u00e9"}"#
    ).value
    #expect(
      release.live?.additional
        == ["mood": #"{"a":[1,"b c\" d",null]}"#, "is_hidden": "true", "n": "1.50", "s": #""\u00e9""#])
  }

  @Test func `versions without facets tell them from the filters`() throws {
    let facets = try Endpoint.versions(of: 1).read(
      #"{"versions":[],"filters":{"applied":{"format":["LP"]},"available":{"format":{"CD":2,"LP":4,"DVD":2}}}}"#
    ).value.facets
    #expect(facets.map(\.title) == ["Format"] && facets[0].applied == ["LP"])
    #expect(facets[0].values.map(\.title) == ["LP", "CD", "DVD"])
  }
}
