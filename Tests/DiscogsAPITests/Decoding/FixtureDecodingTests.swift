import DiscogsModel
import Testing

@testable import DiscogsAPI

struct FixtureDecodingTests {
  // MARK: Database

  @Test func `a release comes with all that is known of it`() throws {
    let release = try Fixture.read("get-release-200", as: .release(900_100))
    #expect(release.id == 900_100)
    #expect(release.artists.displayName == "M. Lindqvist & Kvartetten")
    #expect(release.artists.map(\.id) == [9001, 9002])
    #expect(release.labels.map(\.displayCatalogueNumber) == ["FJ 12", nil])
    #expect(release.labels[0].roleNumber == nil)
    #expect(release.companies.map(\.role) == ["Pressed By", "Recorded At"])
    #expect(release.companies[0].roleNumber == 17)
    #expect(release.series.map(\.catalogueNumber) == ["4"])
    #expect(release.formats.map(\.displayName) == ["2×Vinyl, LP, Album, Stereo, Red, 180g", "All Media"])
    #expect(release.genres == ["Jazz", "Folk, World, & Country"])
    #expect(release.released == "1978-06-00" && release.year == 1978)
    #expect(release.master == 9201)
    #expect(release.notes.hasPrefix("Recorded in one night.\r\n"))
    #expect(release.tracklist.map(\.kind) == [.heading, .track, .index])
    #expect(release.tracklist[2].parts.map(\.position) == ["B1.a", "B1.b"])
    #expect(release.tracklist[1].credits[0].role == "Written-By, Producer [Additional, Strings]")
    #expect(release.tracklist.playtime == Playtime(total: .seconds(225 + 240 + 390), unknownTracks: 0))
    #expect(release.credits == [ArtistCredit(id: nil, name: "Okänd", role: "Liner Notes", tracks: "A1 to B1")])
    #expect(release.identifiers.map(\.description) == ["Text", ""])
    #expect(release.videos[0].description == "" && release.videos[0].duration == .seconds(245))
    #expect(release.images.map(\.kind) == ["secondary", "primary"])
    let live = try #require(release.live)
    #expect(live.community == CommunityCounts(have: 321, want: 45))
    #expect(live.rating == CommunityRating(count: 17, average: 4.29))
    #expect(live.submitter?.name == "_.arkiv" && live.contributors.map(\.name) == ["_.arkiv", "siv-8"])
    #expect(live.lowestPrice?.description == "12.5" && live.copiesForSale == 3)
    #expect(live.estimatedWeight == 460 && live.carriers == 2 && live.isBlockedFromSale == false)
    #expect(live.additional == ["is_offensive": "false"])
  }

  @Test func `ratings and figures of a release`() throws {
    #expect(
      try Fixture.read("get-release-rating-200", as: .communityRating(of: 1))
        == CommunityRating(count: 17, average: 4.29))
    #expect(
      try Fixture.read("get-release-user-rating-200", as: .rating(of: 1, by: "siv-8"))
        == OwnRating(release: 900_100, userName: "siv-8", stars: nil))
    #expect(try Fixture.read("put-release-user-rating-201", as: .rate(1, by: "siv-8", stars: 4))?.stars == 4)
    #expect(try Fixture.read("get-release-stats-200", as: .stats(of: 1)) == ReleaseStats(isOffensive: false))
    #expect(
      try Endpoint.stats(of: 1).read(#"{"num_have": 5, "num_want": 0}"#).value.community
        == CommunityCounts(have: 5, want: 0))
  }

  @Test func `a master and its versions`() throws {
    let master = try Fixture.read("get-master-200", as: .master(9201))
    #expect(master.keyRelease == 900_100 && master.live?.mostRecentRelease == 900_102)
    #expect(master.live?.lowestPrice == nil && master.live?.copiesForSale == 7)
    #expect(master.styles == [] && master.tracklist.count == 2 && master.live?.additional == [:])
    let versions = try Fixture.read("get-master-versions-200", as: .versions(of: 9201))
    #expect(versions.hasNext && versions.pages == 2 && versions.total == 3)
    #expect(versions.rows.map(\.row.format) == ["LP, Album", "CD, Album, RE"])
    #expect(versions.rows.map(\.row.year) == [1978, nil] && versions.rows[1].released == "")
    #expect(versions.rows.map(\.own) == [CommunityCounts(have: 1, want: 0), nil])
    #expect(versions.rows[0].row.master == 9201)
    #expect(versions.facets.map(\.id) == ["format", "label", "released"])
    #expect(versions.facets[0].values.map(\.value) == ["LP", "Test Pressing"])
    #expect(versions.facets[1].values.map(\.value) == ["Fjord & Son, Inc."])
    #expect(versions.facets.map(\.applied) == [["Vinyl"], [], []])
    #expect(versions.facets.map(\.allowsSeveral) == [true, true, false])
  }

  @Test func `an artist, a label and their releases`() throws {
    let artist = try Fixture.read("get-artist-200", as: .artist(9002))
    #expect(artist.members.map(\.displayName) == ["Marta Lindqvist", "Bo Ek"])
    #expect(artist.members.map(\.isActive) == [true, false])
    #expect(artist.groups.isEmpty && artist.aliases.map(\.id) == [9006])
    let ofArtist = try Fixture.read("get-artist-releases-200", as: .releases(by: 9002))
    #expect(ofArtist.rows.map(\.row.reference) == [.master(9201), .release(9201)])
    #expect(ofArtist.rows.map(\.row.year) == [1978, nil] && ofArtist.rows[1].trackInfo == "Piano on ...")
    let label = try Fixture.read("get-label-200", as: .label(9101))
    #expect(label.contact == "1 Street\r\nTown" && label.parent?.id == 9100 && label.profile == "")
    let ofLabel = try Fixture.read("get-label-releases-200", as: .releases(on: 9101))
    #expect(ofLabel.rows.map(\.row.catalogueNumber) == ["FJ 12", "– FJ 13", "none"])
    #expect(ofLabel.rows.map(\.row.year) == [1978, 1978, nil])
  }

  @Test func `a search finds all four kinds`() throws {
    let found = try Fixture.read("get-search-200", as: .search(SearchCriteria("x")))
    #expect(found.total == 11_924 && found.pages == 200 && found.hasNext)
    #expect(found.rows.map(\.row.reference) == [.artist(9002), .label(9101), .master(9201), .release(900_103)])
    let master = found.rows[2]
    #expect(master.row.artist == "Marta Lindqvist (2) & Kvartetten" && master.row.title == "Nattvakt - Live")
    #expect(master.row.label == "Fjord" && master.row.year == 1978 && master.row.master == nil)
    #expect(master.community == CommunityCounts(have: 321, want: 45) && master.isInCollection == true)
    let release = found.rows[3]
    #expect(release.row.year == nil && release.row.master == nil && release.row.format == "CD, Comp")
    #expect(release.coverURL == "" && release.barcodes == ["7391234500024", "IFPI L123"])
    #expect(found.rows.allSatisfy { $0.additional.isEmpty })
  }

  // MARK: Users and their things

  @Test func `an identity and a profile`() throws {
    #expect(
      try Fixture.read("get-identity-200", as: .identity) == Identity(id: 77, name: "siv-8", application: "Runout"))
    let profile = try Fixture.read("get-user-200", as: .profile(of: "siv-8"))
    #expect(profile.collectionSize == nil && profile.wantListSize == 3 && profile.currency == Currency("SEK"))
    #expect(profile.rank == 12 && profile.asBuyer == UserProfile.TradeRating(percent: 100, stars: 5, count: 12))
    #expect(profile.additional == [:])
    let own = try Fixture.read("post-user-200", as: .change(ProfileChange(location: "Umeå"), of: "siv-8"))
    #expect(own?.email == "siv@example.org" && own?.unreadMessages == 2 && own?.location == "Umeå")
  }

  @Test func `submissions and contributions`() throws {
    let submissions = try Fixture.read("get-submissions-200", as: .submissions(by: "siv-8")).rows[0]
    #expect(submissions.releases.map(\.title) == ["Nattvakt"] && submissions.releases[0].tracklist.isEmpty)
    #expect(
      submissions.artists[0].members == [
        NamedArtist(id: nil, name: "Marta Lindqvist (2)"), NamedArtist(id: nil, name: "Bo Ek"),
      ])
    #expect(submissions.artists[0].aliases == [NamedArtist(id: nil, name: "Kvintetten")])
    #expect(submissions.labels[0].contact == "1 Street")
    let empty = try Fixture.read("get-submissions-empty-200", as: .submissions(by: "siv-8"))
    #expect(empty.rows == [Submissions()] && empty.total == 0)
    #expect(try Fixture.read("get-contributions-200", as: .contributions(by: "siv-8")).rows.count == 1)
  }

  @Test func `a collection with its folders and fields`() throws {
    let folders = try Fixture.read("get-folders-200", as: .folders(of: "siv-8"))
    #expect(folders.map(\.id) == [0, 812_802, 1] && folders.map(\.copies) == [41, 1, 40])
    #expect(try Fixture.read("get-folder-200", as: .folder(1, of: "x")).id == CollectionInstance.Folder.uncategorised)
    #expect(try Fixture.read("post-folder-201", as: .makeFolder(named: "Jazz", of: "x"))?.id == 812_803)
    let copies = try Fixture.read("get-collection-200", as: .collection(of: "siv-8"))
    #expect(copies.rows.map(\.id) == [2_043_252_337, 2_043_252_999] && copies.hasNext)
    #expect(copies.rows.map(\.folder) == [812_802, nil] && copies.rows.map(\.rating) == [4, nil])
    #expect(copies.rows[0].notes.map(\.value) == ["Very Good Plus (VG+)", "gift"] && copies.rows[1].notes.isEmpty)
    #expect(copies.rows.map(\.release.master) == [9201, nil] && copies.rows.map(\.release.year) == [1978, nil])
    #expect(copies.rows[0].release.artists.displayName == "Marta Lindqvist")
    #expect(try Fixture.read("post-collection-instance-201", as: .add(900_100, of: "x")) == 2_043_253_001)
    let fields = try Fixture.read("get-fields-200", as: .fields(of: "x"))
    #expect(fields.map(\.name) == ["Media Condition", "Notes"] && fields[0].options.count == 2 && fields[1].lines == 3)
    #expect(try Fixture.read("get-collection-value-200", as: .collectionValue(of: "x")).median == "€1,178.10")
    for none in [#"{"minimum": null, "median": null, "maximum": null}"#, "{}"] {
      #expect(try Endpoint.collectionValue(of: "x").read(none).value.median.isEmpty)
    }
  }

  @Test func `wants and lists`() throws {
    let wants = try Fixture.read("get-wants-200", as: .wants(of: "x"))
    #expect(wants.rows.map(\.release.id) == [900_101] && wants.rows[0].notes == "first pressing only")
    #expect(wants.rows[0].rating == nil && !wants.hasNext)
    #expect(try Fixture.read("put-want-201", as: .want(900_101, of: "x"))?.release.id == 900_101)
    let lists = try Fixture.read("get-lists-200", as: .lists(of: "x"))
    #expect(lists.rows.map(\.name) == ["Regniga kvällar"] && lists.rows[0].entries == nil)
    for name in ["get-list-200", "get-list-documented-200"] {
      let list = try Fixture.read(name, as: .list(101))
      #expect(list.id == 101 && list.added == "2021-02-03T04:05:06-08:00" && list.webURL.hasSuffix("/101"))
      #expect(list.changed == "2023-07-08T09:10:11-07:00" && list.additional == [:])
      #expect(list.entries?.map(\.reference) == [.release(900_100), .label(9101)])
    }
  }

  // MARK: Marketplace

  @Test func `listings of others and of one's own`() throws {
    let listing = try #require(try Fixture.read("get-inventory-200", as: .inventory(of: "x")).rows.first)
    #expect(listing.id == 2_925_441_427 && listing.item.release == 900_100)
    #expect(listing.price?.displayName == "$89.34" && listing.originalPrice?.displayName == "€82.00")
    #expect(listing.shippingPrice == nil && listing.originalShippingPrice == nil)
    #expect(listing.seller?.rating?.description == "99.4" && listing.seller?.stars == 5)
    #expect(
      listing.additional == [
        "original_price.curr_id": "3", "original_price.formatted": "\"€82.00\"",
        "original_price.converted":
          #"{"curr_abbr":"USD","curr_id":1,"formatted":"$89.34","value":89.34117647058824}"#,
        "seller.uid": "77", "seller.url": "\"https://api.discogs.com/users/siv-8\"",
      ])
    let own = try Fixture.read("get-listing-200", as: .listing(2_925_441_427))
    #expect(own.weight == 460 && own.carriers == nil && own.location == "attic" && own.quantity == 1)
    #expect(
      try Fixture.read("post-listing-201", as: .makeListing(ListingDraft(release: 1, condition: "", price: 1)))
        == 2_925_441_428)
  }

  @Test func `orders and their messages`() throws {
    let order = try Fixture.read("get-order-200", as: .order(Order.ID("77-1254")))
    #expect(order.id == Order.ID("77-1254") && order.total?.displayName == "SEK\u{A0}120.00")
    #expect(order.tracking == nil && order.buyerFee == nil && order.shippingMethod == "Standard")
    #expect(order.taxes.map(\.name) == ["Moms"] && order.buyer?.email == "bo@example.org")
    #expect(order.items.map(\.release) == [900_100])
    #expect(order.additional.keys.sorted() == ["feedback", "tax[0].name", "tax[0].status"])
    #expect(try Fixture.read("get-orders-200", as: .orders()).rows == [order])
    let shipped = try Fixture.read("post-order-200", as: .change(order: order.id, to: .status("Shipped")))
    #expect(shipped?.tracking == Order.Tracking(number: "RR1SE", carrier: "Other", url: "https://example.org/RR1SE"))
    let messages = try Fixture.read("get-messages-200", as: .messages(of: order.id)).rows
    #expect(messages.map(\.kind) == ["refund_sent", "shipping", "status", "message"])
    #expect(messages.map(\.author?.name) == [nil, nil, "siv-8", "bo.ek"])
    #expect(messages[0].refund == 5 && messages[1].newAmount == 5 && messages[1].originalAmount == 0)
    #expect(messages[2].statusNumber == 5 && messages.allSatisfy { $0.order == order.id })
    #expect(try Fixture.read("post-message-201", as: .write("On its way", about: order.id))?.message == "On its way")
  }

  @Test func `prices`() throws {
    #expect(try Fixture.read("get-fee-200", as: .fee(for: 10)).displayName == "$0.42")
    let prices = try Fixture.read("get-price-suggestions-200", as: .priceSuggestions(for: 1))
    #expect(prices.suggestions.map(\.condition) == ["Mint (M)", "Very Good Plus (VG+)", "Poor (P)"])
    #expect(prices[Condition.veryGoodPlus]?.displayName == "SEK\u{A0}120.50" && prices["Fair (F)"] == nil)
    #expect(try Fixture.read("get-price-suggestions-none-200", as: .priceSuggestions(for: 1)) == PriceSuggestions())
    let stats = try Fixture.read("get-marketplace-stats-200", as: .marketplaceStats(of: 1))
    #expect(stats.lowestPrice?.displayName == "$12.50" && stats.copiesForSale == 3 && stats.isBlockedFromSale == false)
    #expect(try Fixture.read("get-marketplace-stats-none-200", as: .marketplaceStats(of: 1)) == MarketplaceStats())
  }

  @Test func `inventory files`() throws {
    #expect(try Fixture.read("post-export-200", as: .startExport) == 599_633)
    let export = try Fixture.read("get-export-200", as: .export(599_632))
    #expect(export.status == "success" && export.finished == "2018-09-27T12:59:02")
    let date = LastModified("Thu, 27 Sep 2018 19:59:02 GMT")
    #expect(try Fixture.read("get-export-200", as: .export(599_632, since: nil)) == .changed(export, date))
    #expect(date != nil)
    let exports = try Fixture.read("get-exports-200", as: .exports())
    #expect(exports.rows.map(\.finished) == ["", "2018-09-27T12:59:02"] && exports.total == 2)
    let upload = try Fixture.read("get-upload-200", as: .upload(InventoryTransfer.ID(119_615)))
    #expect(upload.kind == "change" && upload.results.hasPrefix("<p>"))
    let file = try Fixture.read("get-export-download-200", as: .download(599_632))
    #expect(file.name == "siv-8-inventory-20180927-1259.csv")
    #expect(String(decoding: file.bytes, as: UTF8.self).hasSuffix("Nattvakt\r\n"))
  }

  @Test(arguments: [
    ("attachment; filename=\"a b.csv\"", "a b.csv"), ("attachment; filename=../../etc/passwd", "passwd"),
    ("attachment; filename=..", ""), ("attachment; FileName = \"x;y.csv\"", "x"), ("attachment", ""), ("", ""),
  ])
  func `a downloaded file is named by the site but never placed by it`(header: String, name: String) throws {
    let response = HTTP.Response(status: 200, headers: ["Content-Disposition": header])
    #expect(try Endpoint.download(1).read(response).value.name == name)
  }
}
