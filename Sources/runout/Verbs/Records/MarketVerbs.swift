import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import Platform
import RunoutModel
import Screens
import Wording

struct MarketVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "market", abstract: "Compare your wants and copies with what is for sale.",
    subcommands: [Wants.self, Listings.self, Seller.self, Sellers.self], defaultSubcommand: Wants.self)

  struct Wants: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "wants", abstract: "List the wants you set a limit for, those at your price first.",
      discussion: """
        `runout wantlist limit` sets the most you would pay. With --at-price, exit code 3 means that none is at your \
        price.
        """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Flag(help: "First check prices older than a day.") var check = false
    @Flag(help: "With --check: check every want, limit or not, one request each.") var all = false
    @Flag(help: "With --check: check prices again even if less than a day old.") var force = false
    @Flag(help: "Only wants at your price.") var atPrice = false

    func validate() throws { if !check, all || force { throw ValidationError(VerbWords.allNeedsCheck) } }

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try check ? wiring.marketServices(for: VerbWords.prices).services : wiring.services()
      let request = MarketCheck(includesAll: all, isForced: force)
      let (wants, hindrance) = try await wiring.ask(showing: "prices") { report in
        let found = check ? try await services.market.check(request, report).hindrance : nil
        return (try await services.market.wants().filter { !atPrice || $0.isAtPrice }, found)
      }
      Table(
        wants,
        [
          .number("id", drop: 3) { $0.want.wanted.argument }, .name("artist") { $0.want.artist },
          .name("title") { $0.want.title }, .text("market") { MarketWording.state($0) },
          .number("lowest") { $0.seen?.lowest?.amount.text }, .number("limit") { $0.limit?.amount.text },
          .text("currency") { ($0.limit ?? $0.seen?.lowest)?.currency.code },
          .number("copies", drop: 2) { $0.seen?.copiesForSale },
          .text("looked_up", drop: 1) { $0.seen.map { UTCTime.text($0.at) } },
        ],
        json: { price in
          price.want.jsonObject.showing([
            "market": MarketWording.state(price), "at_price": price.isAtPrice,
            "lowest": price.seen?.lowest?.amount.text, "lowest_currency": price.seen?.lowest?.currency.code,
            "limit": price.limit?.amount.text, "limit_currency": price.limit?.currency.code,
            "num_for_sale": price.seen?.copiesForSale, "looked_up": price.seen.map { UTCTime.text($0.at) },
          ])
        }
      ).write(as: list)
      // Report what was found so far; an incomplete check is still a failure.
      if let hindrance { throw Failure(hindrance) }
      if atPrice, wants.isEmpty { throw Failure(VerbWords.nothingAtPrice, .notFound) }
    }
  }

  struct Listings: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "listings", abstract: "List your Discogs inventory next to your copies.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.marketServices(for: VerbWords.listings).services
      let listings = try await wiring.ask(showing: "pages") { try await services.market.ownListings(false, $0) }
      func copies(_ own: OwnListing) -> [String] { own.copies.map { String($0.id) } }
      Table(
        listings,
        listingColumns(\.listing, statusDrop: nil) + [.text("copies", drop: 4) { copies($0).joined(separator: " ") }],
        json: { $0.listing.jsonObject.showing(["status": $0.listing.status, "copies": copies($0)]) }
      ).write(as: list)
    }
  }

  struct Seller: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "seller", abstract: "List which of your wants a seller has.",
      discussion: "Discogs shows a seller's latest 10,000 listings. Exit code 3 if you want none of them.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: "The seller's name.") var name: String

    @MainActor func run() async throws {
      let user = try UserName(typed: name).text
      let wiring = try Wiring(common)
      let services = try wiring.marketServices(for: VerbWords.inventories).services
      let offers = try await wiring.ask(showing: "pages") { try await services.market.offers(user, false, $0) }
      Table(
        offers,
        listingColumns(\.listing, statusDrop: 1) + [
          .number("limit", drop: 4) { $0.limit?.amount.text },
          .text("wanted") { $0.isOtherPressing ? VerbWords.otherPressingWord : VerbWords.thisPressing },
        ],
        json: { offer in
          offer.listing.jsonObject.showing([
            "comments": offer.listing.comments, "limit": offer.limit?.amount.text,
            "limit_currency": offer.limit?.currency.code, "at_price": offer.isAtPrice,
            "wanted_release": offer.want.wanted.release?.number, "other_pressing": offer.isOtherPressing,
          ])
        }
      ).write(as: list)
      if offers.isEmpty { throw Failure(VerbWords.nothingWanted(user), .notFound) }
    }
  }

  struct Sellers: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "sellers", abstract: "List, add and remove the sellers on the Market page.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: ArgumentHelp("Add a seller.", valueName: "name")) var add: String?
    @Option(help: ArgumentHelp("Remove a seller.", valueName: "name")) var remove: String?

    @MainActor func run() async throws {
      let (added, removed) = try (add.map { try UserName(typed: $0).text }, remove.map { try UserName(typed: $0).text })
      let wiring = try Wiring(common)
      let live = try wiring.liveServices { $0.changesShelf = true }
      let services = live.services
      let sellers = try await wiring.ask {
        if added != nil || removed != nil { try live.editor.checkMayChange(isRehearsal: false) }
        if let added { _ = try await services.market.addSeller(added) }
        if let removed, try await !services.market.removeSeller(removed) {
          throw ClientError.refused(VerbWords.notASeller(removed))
        }
        return try await services.market.sellers()
      }
      Table(
        sellers,
        [
          .name("name") { $0.name }, .number("wanted") { $0.lookedAt == nil ? nil : $0.wanted },
          .number("for_sale") { $0.lookedAt == nil ? nil : $0.listings },
          .text("looked_through", drop: 1) { $0.lookedAt.map(UTCTime.text) },
        ]
      ).write(as: list)
    }
  }
}

extension WantListVerb {
  struct Limit: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "limit", abstract: "Set or show the most you would pay for a want.",
      discussion: """
        `runout wantlist limit r123 25 EUR` sets it, `runout wantlist limit r123 none` clears it. Without a currency, \
        Runout uses that of your other limits or your account. Limits stay on this machine; for a day, \
        `runout collection undo` undoes them.
        """)

    @OptionGroup var writing: WritingOptions
    @Argument(
      help: ArgumentHelp("The want: an id such as 123, r123 or m45 for any pressing, or its URL.", valueName: "id"))
    var release: String
    @Argument(help: ArgumentHelp("An amount such as 25, “25 EUR” or €25, or none.", valueName: "amount"))
    var amount: [String] = []

    @MainActor func run() async throws {
      let id = try ShelfArguments.wanted(release)
      let typed = amount.joined(separator: " ")
      if typed.isEmpty { return try await show(id) }
      let limit = PriceLimit(parsing: typed)
      guard limit != nil || typed == "none" else {
        throw Failure(VerbWords.notAnAmount(typed, known: Currency.knownCodes), .usage)
      }
      let work = try ShelfEditing(writing)
      let services = work.services
      try await work.run(isSent: false) {
        try await work.tasks(onWants: [.init(item: release, value: id)]) { _ in
          var money: Money?
          if let limit { money = try await services.market.money(limit, id) }
          return [.limitWant(id, money)]
        }
      }
    }

    @MainActor private func show(_ id: Wanted) async throws {
      let (want, limit) = try await Wiring(writing.common).ask { live in
        (try await live.services.shelf.wantOf(id), try await live.services.market.limit(id))
      }
      guard let want else { throw Failure(notWanted: id) }
      Table(
        [limit],
        [
          .text("id") { _ in id.argument }, .text("limit") { $0?.amount.text }, .text("currency") { $0?.currency.code },
        ],
        json: { limit in
          JSONObject(showing: [
            "id": id.release?.number, "master_id": id.master?.number, "limit": limit?.amount.text,
            "currency": limit?.currency.code,
          ])
        }
      ).write(as: writing.list, plain: [VerbWords.limit(want.name, limit?.displayName)])
    }
  }
}

extension DecimalNumber {
  /// In the form for programs: `25`, `12.5`; converted prices are rounded to four places.
  fileprivate nonisolated var text: String { rounded(toPlaces: 4).description }
}

func listingColumns<Row>(
  _ listing: @escaping (Row) -> Listing, statusDrop: Int?
) -> [Table<Row>.Column] {
  [
    .number("listing", drop: 2) { listing($0).id.number }, .number("id", drop: 3) { listing($0).item.release.number },
    .name("artist") { listing($0).item.artist }, .name("title") { listing($0).item.title },
    .text("status", drop: statusDrop) { listing($0).status }, .number("price") { listing($0).price?.amount.text },
    .text("currency") { listing($0).price?.currency.code },
    .text("media") { Condition.shortName(listing($0).condition) },
    .text("sleeve") { Condition.shortName(listing($0).sleeveCondition) },
  ]
}

extension Listing {
  nonisolated var jsonObject: JSONObject {
    JSONObject(showing: [
      "listing": id.number, "id": item.release.number, "artist": item.artist, "title": item.title,
      "price": price?.amount.text, "currency": price?.currency.code, "media_condition": condition,
      "sleeve_condition": sleeveCondition, "uri": address,
    ])
  }
}
