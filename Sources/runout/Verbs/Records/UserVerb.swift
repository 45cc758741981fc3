import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import Screens
import Terminal
import Wording

struct UserVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Show a Discogs user's profile.")

  @OptionGroup var common: CommonOptions
  @Flag(help: "The profile as one JSON object, with the field names of the Discogs API.") var json = false
  @Argument(help: "The user's name.") var name: String

  @MainActor func run() async throws {
    let user = try UserName(typed: name)
    let wiring = try Wiring(common)
    let services = try wiring.discogsServices(for: VerbWords.users).services
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
