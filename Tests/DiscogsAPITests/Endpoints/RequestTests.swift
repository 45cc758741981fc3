import DiscogsModel
import Testing

@testable import DiscogsAPI

struct RequestTests {
  private static let page = PageRequest(2, rows: 50)
  private static let place = InstancePlace(userName: "siv-8", folder: 812_802, release: 10, instance: 2_043_252_337)

  // MARK: Database

  @Test func `database calls are written to the byte`() {
    let filters = VersionFilters(
      formats: ["LP", "Test Pressing"], labels: ["Roadblock Music, Inc."], countries: ["UK & Europe"], released: "1993")
    var commas = filters
    commas.severalValues = .commaSeparated
    let calls: [(String, String)] = [
      (Endpoint.release(249_504).wire, "GET /releases/249504"),
      (Endpoint.release(249_504, currency: Currency("eur")).wire, "GET /releases/249504?curr_abbr=EUR"),
      (Endpoint.rating(of: 1, by: "_.name").wire, "GET /releases/1/rating/_.name"),
      (Endpoint.rate(1, by: "a b", stars: 5).wire, #"PUT /releases/1/rating/a%20b {"rating":5}"#),
      (Endpoint.removeRating(of: 1, by: "x").wire, "DELETE /releases/1/rating/x"),
      (Endpoint.communityRating(of: 1).wire, "GET /releases/1/rating"),
      (Endpoint.stats(of: 1).wire, "GET /releases/1/stats"),
      (Endpoint.master(1000).wire, "GET /masters/1000"),
      (Endpoint.versions(of: 1000).wire, "GET /masters/1000/versions?page=1&per_page=100"),
      (
        Endpoint.versions(
          of: 1, filters: filters, sorting: Sorting(by: .catalogueNumber, isDescending: true), page: Self.page
        ).wire,
        "GET /masters/1/versions?format=LP&format=Test%20Pressing&label=Roadblock%20Music%2C%20Inc."
          + "&country=UK%20%26%20Europe&released=1993&sort=catno&sort_order=desc&page=2&per_page=50"
      ),
      (
        Endpoint.versions(of: 1, filters: commas, page: Self.page).wire,
        "GET /masters/1/versions?format=LP%2CTest%20Pressing&label=Roadblock%20Music%2C%20Inc."
          + "&country=UK%20%26%20Europe&released=1993&page=2&per_page=50"
      ),
      (Endpoint.artist(108_713).wire, "GET /artists/108713"),
      (
        Endpoint.releases(by: 3, sorting: Sorting(by: .year, isDescending: false), page: Self.page).wire,
        "GET /artists/3/releases?sort=year&sort_order=asc&page=2&per_page=50"
      ),
      (Endpoint.label(1).wire, "GET /labels/1"),
      (
        Endpoint.releases(on: 1, sorting: Sorting(by: .title)).wire,
        "GET /labels/1/releases?sort=title&page=1&per_page=100"
      ),
    ]
    for (actual, expected) in calls { #expect(actual == expected) }
  }

  @Test func `a search sends only its criteria`() {
    #expect(Endpoint.search("x").wire == Endpoint.search(SearchCriteria("x")).wire)
    #expect(Endpoint.search(SearchCriteria("x")).wire == "GET /database/search?q=x&page=1&per_page=100")
    var criteria = SearchCriteria("Café del Mar & more+", kind: .release)
    criteria.title = "t"
    criteria.releaseTitle = "rt"
    criteria.credit = "c"
    criteria.artist = "Mötley Crüe"
    criteria.variation = "v"
    criteria.label = "l"
    criteria.genre = "Folk, World, & Country"
    criteria.style = "s"
    criteria.country = "UK"
    criteria.years = 1990...1999
    criteria.format = "LP"
    criteria.catalogueNumber = "FJ 12"
    criteria.barcode = "7391"
    criteria.track = "%"
    criteria.submitter = "a~b"
    criteria.contributor = "d"
    criteria.sorting = Sorting(by: .trending, isDescending: true)
    #expect(
      Endpoint.search(criteria, page: Self.page).wire
        == "GET /database/search?q=Caf%C3%A9%20del%20Mar%20%26%20more%2B&type=release&title=t&release_title=rt&credit=c"
        + "&artist=M%C3%B6tley%20Cr%C3%BCe&anv=v&label=l&genre=Folk%2C%20World%2C%20%26%20Country&style=s&country=UK"
        + "&year=1990-1999&format=LP&catno=FJ%2012&barcode=7391&track=%25&submitter=a~b&contributor=d&sort=hot"
        + "&sort_order=desc&page=2&per_page=50")
    criteria = SearchCriteria()
    #expect(criteria.isEmpty)
    criteria.kind = .label
    #expect(criteria.isEmpty)
    criteria.years = 1994...1994
    #expect(!criteria.isEmpty)
    #expect(Endpoint.search(criteria).wire == "GET /database/search?type=label&year=1994&page=1&per_page=100")
  }

  // MARK: Users and their things

  @Test func `calls about users are written to the byte`() {
    let change = ProfileChange(realName: "Siv \"S\"", homePage: "", currency: Currency("sek"))
    let calls: [(String, String)] = [
      (Endpoint.identity.wire, "GET /oauth/identity"),
      (Endpoint.profile(of: "Å/b?c#d%").wire, "GET /users/%C3%85%2Fb%3Fc%23d%25"),
      (Endpoint.profile(of: "..").wire, "GET /users/%2E%2E"), (Endpoint.profile(of: ".").wire, "GET /users/%2E"),
      (Endpoint.profile(of: "..a").wire, "GET /users/..a"),
      (Endpoint.folders(of: "..").wire, "GET /users/%2E%2E/collection/folders"),
      (
        Endpoint.change(change, of: "siv-8").wire,
        #"POST /users/siv-8 {"name":"Siv \"S\"","home_page":"","curr_abbr":"SEK"}"#
      ),
      (Endpoint.submissions(by: "x", page: Self.page).wire, "GET /users/x/submissions?page=2&per_page=50"),
      (
        Endpoint.contributions(by: "x", sorting: Sorting(by: .added), page: Self.page).wire,
        "GET /users/x/contributions?sort=added&page=2&per_page=50"
      ),
      (Endpoint.lists(of: "x").wire, "GET /users/x/lists?page=1&per_page=100"),
      (Endpoint.list(101).wire, "GET /lists/101"),
      (
        Endpoint.wants(of: "x", sorting: Sorting(by: .label, isDescending: false)).wire,
        "GET /users/x/wants?sort=label&sort_order=asc&page=1&per_page=100"
      ),
      (Endpoint.want(10, of: "x").wire, "PUT /users/x/wants/10"),
      (
        Endpoint.want(10, notes: "né\n", rating: 0, of: "x").wire,
        #"PUT /users/x/wants/10 {"notes":"né\n","rating":0}"#
      ),
      (Endpoint.changeWant(10, notes: "", of: "x").wire, #"POST /users/x/wants/10 {"notes":""}"#),
      (Endpoint.removeWant(10, of: "x").wire, "DELETE /users/x/wants/10"),
    ]
    for (actual, expected) in calls { #expect(actual == expected) }
  }

  @Test func `calls about a collection are written to the byte`() {
    let instance = "/users/siv-8/collection/folders/812802/releases/10/instances/2043252337"
    let calls: [(String, String)] = [
      (Endpoint.folders(of: "x").wire, "GET /users/x/collection/folders"),
      (Endpoint.folder(1, of: "x").wire, "GET /users/x/collection/folders/1"),
      (Endpoint.makeFolder(named: "12\"", of: "x").wire, #"POST /users/x/collection/folders {"name":"12\""}"#),
      (Endpoint.rename(folder: 5, to: "Jazz", of: "x").wire, #"POST /users/x/collection/folders/5 {"name":"Jazz"}"#),
      (Endpoint.delete(folder: 5, of: "x").wire, "DELETE /users/x/collection/folders/5"),
      (Endpoint.collection(of: "x").wire, "GET /users/x/collection/folders/0/releases?page=1&per_page=100"),
      (
        Endpoint.collection(of: "x", folder: 5, sorting: Sorting(by: .added, isDescending: true), page: Self.page).wire,
        "GET /users/x/collection/folders/5/releases?sort=added&sort_order=desc&page=2&per_page=50"
      ),
      (Endpoint.copies(of: 10, inCollectionOf: "x").wire, "GET /users/x/collection/releases/10?page=1&per_page=100"),
      (Endpoint.add(10, of: "x").wire, "POST /users/x/collection/folders/1/releases/10"),
      (Endpoint.change(Self.place, rating: 4).wire, "POST \(instance) {\"rating\":4}"),
      (Endpoint.change(Self.place, moveTo: 1).wire, "POST \(instance) {\"folder_id\":1}"),
      (Endpoint.change(Self.place, rating: 0, moveTo: 1).wire, "POST \(instance) {\"rating\":0,\"folder_id\":1}"),
      (Endpoint.remove(Self.place).wire, "DELETE \(instance)"),
      (
        Endpoint.setField(1, to: "Mint (M)", of: Self.place).wire,
        "POST \(instance)/fields/1 {\"value\":\"Mint (M)\"}"
      ),
      (Endpoint.setField(3, to: "", of: Self.place).wire, "POST \(instance)/fields/3 {\"value\":\"\"}"),
      (Endpoint.setField(3, to: "a b", of: Self.place, form: .query).wire, "POST \(instance)/fields/3?value=a%20b"),
      (Endpoint.fields(of: "x").wire, "GET /users/x/collection/fields"),
      (Endpoint.collectionValue(of: "x").wire, "GET /users/x/collection/value"),
    ]
    for (actual, expected) in calls { #expect(actual == expected) }
  }

  // MARK: Marketplace

  @Test func `calls about the marketplace are written to the byte`() {
    var draft = ListingDraft(release: 10, condition: "Mint (M)", price: DecimalNumber(significand: 1250, scale: 2))
    let short = #"{"release_id":10,"condition":"Mint (M)","price":12.5,"status":"For Sale"}"#
    let bare = draft
    draft.sleeveCondition = "Generic"
    draft.comments = ""
    draft.allowsOffers = true
    draft.externalID = "x"
    draft.location = "attic"
    draft.weight = .automatic
    draft.carriers = .exactly(2)
    let long =
      #"{"release_id":10,"condition":"Mint (M)","sleeve_condition":"Generic","price":12.5,"comments":"","#
      + #""allow_offers":true,"status":"For Sale","external_id":"x","location":"attic","weight":"auto","format_quantity":2}"#
    let filter = OrderFilter(
      status: "New Order", createdAfter: "2024-01-01T00:00:00Z", createdBefore: "2025-01-01T00:00:00Z",
      isArchived: false)
    let order = Order.ID("77-1254")
    let calls: [(String, String)] = [
      (Endpoint.inventory(of: "x").wire, "GET /users/x/inventory?page=1&per_page=100"),
      (
        Endpoint.inventory(of: "x", status: "For Sale", sorting: Sorting(by: .price, isDescending: false)).wire,
        "GET /users/x/inventory?status=For%20Sale&sort=price&sort_order=asc&page=1&per_page=100"
      ),
      (Endpoint.listing(2_925_441_427).wire, "GET /marketplace/listings/2925441427"),
      (Endpoint.makeListing(bare).wire, "POST /marketplace/listings \(short)"),
      (Endpoint.change(listing: 5, to: draft).wire, "POST /marketplace/listings/5 \(long)"),
      (Endpoint.delete(listing: 5).wire, "DELETE /marketplace/listings/5"),
      (
        Endpoint.orders(filter, sorting: Sorting(by: .lastActivity, isDescending: true), page: Self.page).wire,
        "GET /marketplace/orders?status=New%20Order&created_after=2024-01-01T00%3A00%3A00Z"
          + "&created_before=2025-01-01T00%3A00%3A00Z&archived=false&sort=last_activity&sort_order=desc"
          + "&page=2&per_page=50"
      ),
      (Endpoint.order(order).wire, "GET /marketplace/orders/77-1254"),
      (
        Endpoint.change(order: order, to: .status("Shipped")).wire,
        #"POST /marketplace/orders/77-1254 {"status":"Shipped"}"#
      ),
      (Endpoint.change(order: order, to: .shipping(5)).wire, #"POST /marketplace/orders/77-1254 {"shipping":5}"#),
      (
        Endpoint.change(order: order, to: .tracking(Order.Tracking(number: "RR1SE", carrier: "DHL"))).wire,
        #"POST /marketplace/orders/77-1254 {"tracking":{"number":"RR1SE","carrier":"DHL"}}"#
      ),
      (Endpoint.messages(of: order).wire, "GET /marketplace/orders/77-1254/messages?page=1&per_page=100"),
      (
        Endpoint.write("Hi", status: "Shipped", about: order).wire,
        #"POST /marketplace/orders/77-1254/messages {"message":"Hi","status":"Shipped"}"#
      ),
      (Endpoint.fee(for: 10).wire, "GET /marketplace/fee/10.00"),
      (Endpoint.fee(for: 10, currency: Currency("eur")).wire, "GET /marketplace/fee/10.00/EUR"),
      (Endpoint.priceSuggestions(for: 1).wire, "GET /marketplace/price_suggestions/1"),
      (Endpoint.marketplaceStats(of: 1, currency: Currency("jpy")).wire, "GET /marketplace/stats/1?curr_abbr=JPY"),
    ]
    for (actual, expected) in calls { #expect(actual == expected) }
  }

  @Test func `calls about inventory files are written to the byte`() {
    let calls: [(String, String)] = [
      (Endpoint.startExport.wire, "POST /inventory/export"),
      (Endpoint.exports().wire, "GET /inventory/export?page=1&per_page=100"),
      (Endpoint.export(5).wire, "GET /inventory/export/5"),
      (Endpoint.export(5, since: nil).wire, "GET /inventory/export/5"),
      (Endpoint.download(5).wire, "GET /inventory/export/5/download"),
      (
        Endpoint.upload(Array("listing_id\r\n5".utf8), to: .delete).wire,
        "POST /inventory/upload/delete upload: inventory.csv (text/csv) listing_id\r\n5"
      ),
      (Endpoint.uploads(page: Self.page).wire, "GET /inventory/upload?page=2&per_page=50"),
      (Endpoint.upload(InventoryTransfer.ID(5)).wire, "GET /inventory/upload/5"),
      (Endpoint.upload(5, since: nil).wire, "GET /inventory/upload/5"),
    ]
    for (actual, expected) in calls { #expect(actual == expected) }
  }

  // MARK: What the client is told

  @Test func `calls that add or tell something are never sent twice by themselves`() {
    #expect(Endpoint.add(10, of: "x").manner == "once user -")
    #expect(Endpoint.makeFolder(named: "a", of: "x").manner == "once user -")
    #expect(Endpoint.change(order: "1-1", to: .shipping(5)).manner == "once user -")
    #expect(Endpoint.write("Hi", about: Order.ID("1-1")).manner == "once user -")
    #expect(Endpoint.startExport.manner == "once user -")
    #expect(Endpoint.upload([], to: .add).manner == "once user -")
    #expect(Endpoint.want(10, of: "x").manner == "again user -")
    #expect(Endpoint.remove(Self.place).manner == "again user -")
    #expect(Endpoint.rate(1, by: "x", stars: 3).manner == "again user -")
  }

  @Test func `reading needs credentials only where the site does`() {
    #expect(Endpoint.release(1).manner == "again none release")
    #expect(Endpoint.search(SearchCriteria("x")).manner == "again any search")
    #expect(Endpoint.identity.manner == "again user -")
    #expect(Endpoint.collection(of: "x").manner == "again none collection")
    #expect(Endpoint.collectionValue(of: "x").manner == "again user collection")
    #expect(Endpoint.orders().manner == "again user -")
    #expect(Endpoint.priceSuggestions(for: 1).manner == "again user priceSuggestions")
    #expect(Endpoint.marketplaceStats(of: 1).manner == "again none marketplaceStats")
  }
}
