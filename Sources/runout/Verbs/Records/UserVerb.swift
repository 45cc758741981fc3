import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Screens
import Terminal
import Wording

struct UserVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Show a Discogs user's profile, collection or want list.",
    discussion: """
      With --collection or --wants it lists what they own or want: `runout user NAME --wants --yours owned` is what you \
      have and they want, `--collection --yours wanted` what they have and you want.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Flag(help: "List their collection.") var collection = false
  @Flag(help: "List their want list.") var wants = false
  @Option(help: "Of these, only what is yours: owned, wanted, or missing for neither.") var yours: ShelfComparison?
  @Argument(help: "The user's name.") var name: String

  @MainActor func run() async throws {
    let user = try UserName(typed: name)
    let wiring = try Wiring(common)
    let services = try wiring.discogsServices(for: VerbWords.users).services
    if collection || wants { return try await write(user.text, wiring, services) }
    let json = list.json
    let profile = try await wiring.ask {
      guard let profile = try await services.community.profile(user.text) else {
        throw ClientError.noSuchUser(user.text)
      }
      return profile
    }
    wiring.reportAge(of: .user(user.text), from: services)
    if json { return Output.line(profile.json) }
    for (name, value) in profile.facts where !value.isEmpty { Output.sentence(TextWidth.pad(name, to: 16) + value) }
    let text = TextMarkup(parsing: profile.profile).numbering().plain
    if !text.isEmpty {
      Output.line("")
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) { Output.sentence(String(line)) }
    }
  }
}

extension UserVerb {
  func validate() throws {
    if collection, wants { throw ValidationError(VerbWords.oneShelf) }
    guard !collection, !wants else { return }
    if yours != nil { throw ValidationError(VerbWords.yoursOfWhat) }
    if list.csv { throw ValidationError(VerbWords.csvOfShelf) }
  }

  @MainActor private func write(_ user: String, _ wiring: Wiring, _ services: Services) async throws {
    var request = BrowseRequest(collection ? .collection(of: user) : .wants(of: user))
    if let yours { request.filters = ListFilters([ShelfComparison.facet: [yours.rawValue]]) }
    let rows = try await wiring.ask { [request] in
      try await RowReader.read(.max) { try await services.catalogue.browse(request, $0, $1) }
    }
    Table(
      rows,
      [
        .number("id") { $0.reference.number }, .name("artist") { $0.artist }, .name("title") { $0.title },
        .text("year", drop: 1) { $0.year }, .text("format", drop: 2) { $0.format },
        .text("label", drop: 3) { $0.label },
      ],
      json: { $0.shown }
    ).write(as: list)
    if rows.isEmpty { throw Failure(VerbWords.noneOfThese, .notFound) }
  }
}

extension UserName {
  /// - Throws: `Failure` for an invalid user name.
  @MainActor init(typed name: String) throws {
    let word = try [name].words()
    self = try Failure.explaining(.usage) { try UserName(word) }
  }
}

extension UserProfile {
  /// Names and values for people; a value that Discogs does not show is empty.
  fileprivate var facts: [(String, String)] {
    func count(_ number: Int?, _ hidden: String) -> String { number.map { Wording.number($0) } ?? hidden }
    // For these, zero can also mean that Discogs does not show the number.
    func known(_ number: Int) -> String { number > 0 ? Wording.number(number) : "" }
    func trade(_ rating: TradeRating) -> String {
      rating.count == 0 ? "" : VerbWords.trade(stars: "\(rating.stars)", ratings: rating.count)
    }
    return [
      (FieldWords.userName, userName), (FieldWords.name, realName), (FieldWords.location, location),
      (FieldWords.homePage, homePage), (FieldWords.registered, String(registered.prefix(10))),
      (FieldWords.collection, count(collectionSize, FieldWords.isPrivate)),
      (FieldWords.wantList, count(wantListSize, FieldWords.isPrivate)), (FieldWords.lists, known(lists)),
      (FieldWords.forSale, known(copiesForSale)), (FieldWords.contributed, known(releasesContributed)),
      (FieldWords.rated, known(releasesRated)), (RecordWords.asSeller, trade(asSeller)),
      (RecordWords.asBuyer, trade(asBuyer)), (FieldWords.page, webURL),
    ]
  }

  /// The public profile, without the owner's private data.
  fileprivate var json: String {
    JSONObject(showing: [
      "id": id.number, "username": userName, "name": realName, "home_page": homePage, "location": location,
      "profile": profile, "registered": registered, "curr_abbr": currency?.code, "num_collection": collectionSize,
      "num_wantlist": wantListSize, "num_lists": lists, "num_for_sale": copiesForSale,
      "releases_contributed": releasesContributed, "releases_rated": releasesRated,
      "seller_num_ratings": asSeller.count, "buyer_num_ratings": asBuyer.count, "uri": webURL,
    ]).text
  }
}
