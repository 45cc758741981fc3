import DiscogsModel
import Testing

@testable import DiscogsAPI

struct EndpointTitleTests {
  private static let second = PageRequest(2)

  private func expect(_ titles: KeyValuePairs<String, String>) {
    for (title, meant) in titles { #expect(title == meant) }
  }

  @Test func `records and searches are called by what they are`() {
    var search = SearchCriteria("miles")
    search.kind = .release
    var label = SearchCriteria("")
    label.kind = .label
    expect([
      Endpoint.release(249_504).title: "release 249504",
      Endpoint.rating(of: 1, by: "a b").title: "rating of release 1 by a b",
      Endpoint.rate(1, by: "x", stars: 5).title: "rate release 1",
      Endpoint.removeRating(of: 1, by: "x").title: "clear the rating of release 1",
      Endpoint.communityRating(of: 1).title: "rating of release 1",
      Endpoint.stats(of: 1).title: "figures of release 1",
      Endpoint.master(1000).title: "master 1000",
      Endpoint.versions(of: 5460).title: "versions of master 5460",
      Endpoint.versions(of: 5460, page: Self.second).title: "versions of master 5460, page 2",
      Endpoint.artist(3).title: "artist 3",
      Endpoint.releases(by: 3, page: Self.second).title: "releases of artist 3, page 2",
      Endpoint.label(1).title: "label 1",
      Endpoint.releases(on: 1).title: "releases of label 1",
      Endpoint.search(search, page: PageRequest(3)).title: "search “miles”, page 3",
      Endpoint.search(label).title: "search for any label",
      Endpoint.search(SearchCriteria("")).title: "search for any record",
    ])
  }

  @Test func `requests about a user are titled with the name`() {
    expect([
      Endpoint.identity.title: "signed-in user",
      Endpoint.profile(of: "Å/b?").title: "profile of Å/b?",
      Endpoint.submissions(by: "x", page: Self.second).title: "submissions of x, page 2",
      Endpoint.contributions(by: "x").title: "contributions of x",
      Endpoint.lists(of: "x").title: "lists of x",
      Endpoint.list(101).title: "list 101",
      Endpoint.wants(of: "x", page: Self.second).title: "want list of x, page 2",
      Endpoint.want(10, of: "x").title: "add release 10 to the want list",
      Endpoint.changeWant(10, notes: "", of: "x").title: "edit the want for release 10",
      Endpoint.removeWant(10, of: "x").title: "remove release 10 from the want list",
      Endpoint.inventory(of: "x", page: Self.second).title: "inventory of x, page 2",
    ])
  }

  @Test func `a collection, a folder and a copy differ`() {
    let place = InstancePlace(userName: "x", folder: 1, release: 10, instance: 3)
    expect([
      Endpoint.collection(of: "x", page: Self.second).title: "collection of x, page 2",
      Endpoint.collection(of: "x", folder: 5).title: "folder 5 of x",
      Endpoint.folders(of: "x").title: "folders of x",
      Endpoint.folder(1, of: "x").title: "folder 1 of x",
      Endpoint.makeFolder(named: "Jazz", of: "x").title: "create a folder",
      Endpoint.rename(folder: 5, to: "Jazz", of: "x").title: "rename folder 5",
      Endpoint.delete(folder: 5, of: "x").title: "delete folder 5",
      Endpoint.copies(of: 10, inCollectionOf: "x").title: "copies of release 10",
      Endpoint.add(10, of: "x").title: "add release 10 to the collection",
      Endpoint.change(place, rating: 4).title: "edit a copy of release 10",
      Endpoint.setField(3, to: "", of: place).title: "edit a copy of release 10",
      Endpoint.remove(place).title: "remove a copy of release 10 from the collection",
      Endpoint.fields(of: "x").title: "collection fields of x",
      Endpoint.collectionValue(of: "x").title: "collection value of x",
    ])
  }

  @Test func `the market and the inventory are called by what is done`() {
    let order = Order.ID("77-1254")
    expect([
      Endpoint.listing(5).title: "listing 5",
      Endpoint.delete(listing: 5).title: "delete listing 5",
      Endpoint.orders(page: Self.second).title: "orders, page 2",
      Endpoint.order(order).title: "order 77-1254",
      Endpoint.change(order: order, to: .shipping(5)).title: "edit order 77-1254",
      Endpoint.messages(of: order).title: "messages about order 77-1254",
      Endpoint.fee(for: 10, currency: Currency("eur")).title: "fee for 10.00 EUR",
      Endpoint.priceSuggestions(for: 1).title: "suggested prices for release 1",
      Endpoint.marketplaceStats(of: 1).title: "market figures of release 1",
      Endpoint.startExport.title: "export the inventory",
      Endpoint.exports(page: Self.second).title: "inventory exports, page 2",
      Endpoint.uploads().title: "inventory uploads",
      Endpoint.export(5).title: "inventory export 5",
      Endpoint.download(5).title: "file of inventory export 5",
    ])
  }

  @Test func `a call without words has its name`() {
    let odd = Endpoint<Void>("GET /odd", path: "/odd", isIdempotent: true) { _ in Decoded(()) }
    #expect(odd.title == "GET /odd")
    let file = Endpoint<Void>("GET file", path: "https://i.discogs.com/a/b.jpg", isIdempotent: true) { _ in Decoded(())
    }
    #expect(file.title == "picture from i.discogs.com")
  }
}
