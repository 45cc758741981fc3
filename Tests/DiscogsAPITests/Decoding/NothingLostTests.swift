import DiscogsModel
import Testing

@testable import DiscogsAPI

/// What Discogs says beyond what the library has names for, and where it is to be found.
struct NothingLostTests {
  @Test func `a row of a collection has its cover`() throws {
    let page = try Endpoint.copies(of: 1, inCollectionOf: "x").read(
      #"""
      {"releases": [{"instance_id": 7, "id": 1, "basic_information": {
        "id": 1, "title": "First", "thumb": "https://i.discogs.com/small.jpeg",
        "cover_image": "https://i.discogs.com/large.jpeg", "resource_url": "https://api.discogs.com/releases/1",
        "artists": [{"id": 2, "name": "A", "resource_url": "https://api.discogs.com/artists/2"}]}}]}
      """#)
    let live = try #require(page.value.rows.first?.release.live)
    #expect(live.coverURL == "https://i.discogs.com/large.jpeg")
    #expect(live.thumbnailURL == "https://i.discogs.com/small.jpeg")
    #expect(live.additional == [:] && page.value.rows[0].additional == [:] && page.additional == [:])
  }

  @Test func `credits, labels, series and companies have their pictures`() throws {
    func named(_ name: String) -> String { #"[{"id": 1, "name": "\#(name)", "thumbnail_url": "https://i/\#(name)"}]"# }
    let release = try Endpoint.release(1).read(
      #"""
      {"id": 1, "title": "First", "artists": \#(named("artist")), "extraartists": \#(named("credit")),
       "labels": \#(named("label")), "series": \#(named("series")), "companies": \#(named("company")),
       "tracklist": [{"type_": "track", "title": "T", "artists": \#(named("track"))}]}
      """#
    ).value
    #expect(release.artists[0].thumbnailURL == "https://i/artist")
    #expect(release.credits[0].thumbnailURL == "https://i/credit")
    #expect(release.labels[0].thumbnailURL == "https://i/label")
    #expect(release.series[0].thumbnailURL == "https://i/series")
    #expect(release.companies[0].thumbnailURL == "https://i/company")
    #expect(release.tracklist[0].artists[0].thumbnailURL == "https://i/track")
    #expect(release.live?.additional == [:])
    let artist = try Endpoint.artist(1).read(
      #"""
      {"id": 1, "name": "A", "members": \#(named("member")), "aliases": \#(named("alias")), "groups": \#(named("group"))}
      """#
    ).value
    #expect(artist.members[0].thumbnailURL == "https://i/member" && artist.aliases[0].thumbnailURL == "https://i/alias")
    #expect(artist.groups[0].thumbnailURL == "https://i/group")
    let label = try Endpoint.label(1).read(
      #"""
      {"id": 1, "name": "L", "sublabels": \#(named("sub")), "parent_label": {"id": 3, "name": "P", "thumbnail_url": "p"}}
      """#
    ).value
    #expect(label.sublabels[0].thumbnailURL == "https://i/sub" && label.parent?.thumbnailURL == "p")
  }

  @Test func `an original price keeps its other fields, and so does a seller`() throws {
    let listing = try Endpoint.listing(1).read(
      #"""
      {"id": 1, "release": {"id": 2, "title": "First"}, "price": {"value": 15, "currency": "USD"},
       "original_price": {"curr_abbr": "EUR", "curr_id": 3, "formatted": "€12.00", "value": 12,
         "converted": {"curr_abbr": "USD", "curr_id": 1, "formatted": "$15.00", "value": 15}},
       "seller": {"id": 5, "username": "shop", "is_mp2020_seller": true, "uid": 5}}
      """#
    ).value
    #expect(listing.originalPrice == Money(12, Currency("EUR")))
    #expect(
      listing.additional == [
        "original_price.curr_id": "3", "original_price.formatted": "\"€12.00\"",
        "original_price.converted": #"{"curr_abbr":"USD","curr_id":1,"formatted":"$15.00","value":15}"#,
        "seller.is_mp2020_seller": "true", "seller.uid": "5",
      ])
  }

  @Test func `a tax keeps both its names, and its state`() throws {
    let order = try Endpoint.order(Order.ID("1-1")).read(
      #"""
      {"id": "1-1", "tax": [{"name": "gb_vat", "display_name": "VAT", "status": "collected", "rate": 20},
        {"name": "Duty"}]}
      """#
    ).value
    #expect(order.taxes.map(\.name) == ["VAT", "Duty"])
    #expect(order.additional == ["tax[0].name": "\"gb_vat\"", "tax[0].status": "\"collected\""])
  }

  @Test func `a row shows its label without the homonym number, and has it with`() throws {
    let body = #"""
      {"releases": [{"id": 1, "title": "First", "label": "ONYX Records (2)", "catno": "\u200eON 1"}],
       "versions": [{"id": 1, "title": "First", "label": "ONYX Records (2)"}]}
      """#
    let ofArtist = try Endpoint.releases(by: 1).read(body).value.rows[0]
    #expect(ofArtist.row.label == "ONYX Records" && ofArtist.labelName == "ONYX Records (2)")
    #expect(ofArtist.row.catalogueNumber == "ON 1" && ofArtist.additional == ["catno": #""\u200eON 1""#])
    let ofLabel = try Endpoint.releases(on: 1).read(body).value.rows[0]
    #expect(ofLabel.row.label == "ONYX Records" && ofLabel.labelName == "ONYX Records (2)")
    let version = try Endpoint.versions(of: 1).read(body).value.rows[0]
    #expect(version.row.label == "ONYX Records" && version.labelName == "ONYX Records (2)")
  }

  @Test func `unknown fields are kept by their path, at any depth`() throws {
    let release = try Endpoint.release(1).read(
      #"""
      {"id": 1, "title": "First", "status": "Accepted", "data_quality": "Correct", "released": "1978-06-00", "year": 1979,
       "is_offensive": false, "community": {"have": 1, "status": "Accepted", "data_quality": "Needs Vote", "trend": 3},
       "tracklist": [{"type_": "track", "title": "T"}, {"type_": "medley", "title": "M", "isrc": ["a", "b"],
         "sub_tracks": [{"type_": "track", "title": "P", "artists": [{"name": "A", "pronouns": {"en": "they"}}]}]}],
       "images": [{"uri": "https://i/1", "resource_url": "https://i/1", "blurhash": "x"},
         {"uri": "https://i/2", "resource_url": "https://i/other"}],
       "labels": [{"name": "L", "entity_type": "1", "entity_type_name": "Label"},
         {"name": "I", "entity_type": "2", "entity_type_name": "Imprint"}]}
      """#
    ).value
    #expect(release.tracklist.map(\.kind) == [.track, .index] && release.year == 1978)
    #expect(
      release.live?.additional == [
        "is_offensive": "false", "year": "1979", "community.data_quality": "\"Needs Vote\"", "community.trend": "3",
        "tracklist[1].type_": "\"medley\"", "tracklist[1].isrc": #"["a","b"]"#,
        "tracklist[1].sub_tracks[0].artists[0].pronouns": #"{"en":"they"}"#, "images[0].blurhash": "\"x\"",
        "images[1].resource_url": "\"https://i/other\"", "labels[1].entity_type_name": "\"Imprint\"",
      ])
  }

  @Test func `fields that cannot be read are reported and kept`() throws {
    let page = try Endpoint.releases(on: 1).read(
      #"""
      {"pagination": {"page": 1, "pages": 1, "items": 2, "per_page": 50, "urls": {}, "cursor": "abc"},
       "releases": [{"id": 1, "title": "First", "year": "soon"}, {"title": "no number", "year": 1978}]}
      """#)
    #expect(page.problems.map(\.field) == ["releases[0].year", "releases[1].id"])
    #expect(page.value.rows.count == 1 && page.value.rows[0].additional == ["year": "\"soon\""])
    #expect(
      page.additional == ["pagination.cursor": "\"abc\"", "releases[1]": #"{"title":"no number","year":1978}"#])
  }

  @Test func `fields without a place of their own are kept with the response`() throws {
    let folders = try Endpoint.folders(of: "x").read(
      #"{"folders": [{"id": 0, "name": "All", "count": 3, "colour": "red", "resource_url": "https://api/0"}]}"#)
    #expect(folders.additional == ["folders[0].colour": "\"red\""])
    let prices = try Endpoint.priceSuggestions(for: 1).read(
      #"{"Mint (M)": {"value": 12, "currency": "EUR", "confidence": 0.5}}"#)
    #expect(prices.additional == ["Mint (M).confidence": "0.5"])
    let mapped = try Endpoint.folders(of: "x").map(\.count).read(#"{"folders": [], "total": 4}"#)
    #expect(mapped.value == 0 && mapped.additional == ["total": "4"])
  }

  @Test func `a body full of unknown fields costs no more than its size`() throws {
    let fields = (1...20_000).map { #""f\#($0)":0"# }.joined(separator: ",")
    let long = String(repeating: "n", count: 100_000)
    let body = #"{"id": 1, "title": "T", "tracklist": [{"title": "A", \#(fields)}, {"title": "B", "g": 1}]}"#
    let release = try Endpoint.release(1).read(body).value
    let additional = try #require(release.live?.additional)
    #expect(additional.count < 1_100)
    // The rest is there with the track it is of.
    #expect(additional["tracklist[0]"]?.contains(#""f20000":0"#) == true)
    let prices = try Endpoint.priceSuggestions(for: 1).read(
      #"{"\#(long)": {"value": 12, "currency": "EUR", \#(fields)}}"#)
    #expect(prices.additional.keys.allSatisfy { $0.utf8.count < 100 })
  }
}
