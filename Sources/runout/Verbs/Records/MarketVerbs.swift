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
      abstract: "List the wants you set a limit for, those at your price first.",
      discussion: """
        `runout wantlist limit` sets the most you would pay. With --at-price, exit code 3 means that none is at your \
        price.
        """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @Flag(help: "First check prices older than a day.")
    var check = false

    @Flag(help: "With --check: check every want, limit or not, one request each.")
    var all = false

    @Flag(help: "With --check: check prices again even if less than a day old.")
    var force = false

    @Flag(help: "Only wants at your price.")
    var atPrice = false

    func validate() throws {
      if !check, all || force { throw ValidationError(VerbWords.allNeedsCheck) }
    }

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try check ? wiring.marketServices(for: VerbWords.prices).services : wiring.services()
      let progress = VerbProgress("prices")
      let (report, request) = (progress.report, MarketCheck(includesAll: all, isForced: force))
      let (wants, hindrance) = try await wiring.ask { () async throws -> ([PricedWant], ClientError?) in
        let found = check ? try await services.market.check(request, report).hindrance : nil
        return (try await services.market.wants().filter { !atPrice || $0.isAtPrice }, found)
      }
      if check { progress.end() }
      Output.table(
        header: ["id", "artist", "title", "market", "lowest", "limit", "currency", "copies", "looked_up"],
        rows: wants.map { price in
          [
            price.want.wanted.argument, price.want.artist, price.want.title, MarketWording.state(price),
            price.seen?.lowest?.amount.text ?? "", price.limit?.amount.text ?? "",
            (price.limit ?? price.seen?.lowest)?.currency.code ?? "",
            price.seen.map { String($0.copiesForSale) } ?? "", price.seen.map { UTCTime.text($0.at) } ?? "",
          ]
        },
        rightAligned: [0, 4, 5, 7], names: [1, 2], leastImportant: [8, 7, 0], as: list, json: wants.map(\.json))
      // Report what was found so far; an incomplete check is still a failure.
      if let hindrance { throw Failure(hindrance) }
      if atPrice, wants.isEmpty { throw Failure(VerbWords.nothingAtPrice, .notFound) }
    }
  }

  struct Listings: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "List your Discogs inventory next to your copies.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.marketServices(for: VerbWords.listings).services
      let progress = VerbProgress("pages")
      let listings = try await wiring.ask { try await services.market.ownListings(false, progress.report) }
      progress.end()
      Output.table(
        header: ["listing", "id", "artist", "title", "status", "price", "currency", "media", "sleeve", "copies"],
        rows: listings.map { own in
          own.listing.cells + [own.copies.map { String($0.id) }.joined(separator: " ")]
        },
        rightAligned: [0, 1, 5], names: [2, 3], leastImportant: [0, 1, 9], as: list,
        json: listings.map { own in
          var object = own.listing.jsonObject
          object.add("status", own.listing.status)
          object.add("copies", own.copies.map { String($0.id) })
          return object.text
        })
    }
  }

  struct Seller: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "List which of your wants a seller has.",
      discussion: "Discogs shows a seller's latest 10,000 listings. Exit code 3 if you want none of them.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: "The seller's name.") var name: String

    @MainActor func run() async throws {
      let user = try SellerName.checked(name)
      let wiring = try Wiring(common)
      let services = try wiring.marketServices(for: VerbWords.inventories).services
      let progress = VerbProgress("pages")
      let offers = try await wiring.ask { try await services.market.offers(user, false, progress.report) }
      progress.end()
      Output.table(
        header: [
          "listing", "id", "artist", "title", "status", "price", "currency", "media", "sleeve", "limit", "wanted",
        ],
        rows: offers.map { offer in
          offer.listing.cells + [
            offer.limit?.amount.text ?? "",
            offer.isOtherPressing ? VerbWords.otherPressingWord : VerbWords.thisPressing,
          ]
        },
        rightAligned: [0, 1, 5, 9], names: [2, 3], leastImportant: [4, 0, 1, 9], as: list,
        json: offers.map { offer in
          var object = offer.listing.jsonObject
          object.add("comments", offer.listing.comments)
          object.add("limit", offer.limit?.amount.text ?? "")
          object.add("limit_currency", offer.limit?.currency.code ?? "")
          object.add("at_price", offer.isAtPrice)
          object.add("wanted_release", offer.want.wanted.release?.number)
          object.add("other_pressing", offer.isOtherPressing)
          return object.text
        })
      if offers.isEmpty { throw Failure(VerbWords.nothingWanted(user), .notFound) }
    }
  }

  struct Sellers: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "List, add and remove the sellers on the Market page.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @Option(help: ArgumentHelp("Add a seller.", valueName: "name"))
    var add: String?

    @Option(help: ArgumentHelp("Remove a seller.", valueName: "name"))
    var remove: String?

    @MainActor func run() async throws {
      let (added, removed) = (try add.map(SellerName.checked), try remove.map(SellerName.checked))
      let wiring = try Wiring(common)
      let live = try wiring.liveServices(changesShelf: true)
      let services = live.services
      let sellers = try await wiring.ask {
        if added != nil || removed != nil { try live.checkMayChange(isRehearsal: false) }
        if let added { _ = try await services.market.addSeller(added) }
        if let removed, try await !services.market.removeSeller(removed) {
          throw ClientError.refused(VerbWords.notASeller(removed))
        }
        return try await services.market.sellers()
      }
      Output.table(
        header: ["name", "wanted", "for_sale", "looked_through"],
        rows: sellers.map { seller in
          let isKnown = seller.lookedAt != nil
          return [
            seller.name, isKnown ? String(seller.wanted) : "", isKnown ? String(seller.listings) : "",
            seller.lookedAt.map(UTCTime.text) ?? "",
          ]
        },
        rightAligned: [1, 2], names: [0], leastImportant: [3], as: list,
        json: sellers.map { seller in
          var object = JSONObject()
          object.add("name", seller.name)
          object.add("wanted", seller.lookedAt == nil ? nil : seller.wanted)
          object.add("for_sale", seller.lookedAt == nil ? nil : seller.listings)
          object.add("looked_through", seller.lookedAt.map(UTCTime.text) ?? "")
          return object.text
        })
    }
  }
}

extension WantListVerb {
  struct Limit: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Set or show the most you would pay for a want.",
      discussion: """
        `runout wantlist limit r123 25 EUR` sets it, `runout wantlist limit r123 none` clears it. Without a currency, \
        Runout uses that of your other limits or your account. Limits stay on this machine; for a day, \
        `runout collection undo` undoes them.
        """)

    @OptionGroup var common: CommonOptions
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
        throw Failure(
          VerbWords.notAnAmount(typed, known: Currency.knownCodes), .usage)
      }
      let work = try ShelfEditing(common, writing)
      let services = work.services
      try await work.run(isSent: false) {
        guard try await services.shelf.wantOf(id) != nil else {
          return [ShelfTask(item: release, failure: missing(id))]
        }
        var money: Money?
        if let limit { money = try await services.market.money(limit, id) }
        return [ShelfTask(item: release, edits: [.limitWant(id, money)])]
      }
    }

    private func missing(_ id: Wanted) -> Failure { Failure(VerbWords.notWanted(id.name), .notFound) }

    @MainActor private func show(_ id: Wanted) async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let (want, limit) = try await wiring.ask { () async throws -> (WantListEntry?, Money?) in
        (try await services.shelf.wantOf(id), try await services.market.limit(id))
      }
      guard let want else { throw missing(id) }
      var object = JSONObject()
      object.add("id", id.release?.number)
      if case .master(let master) = id { object.add("master_id", master.number) }
      object.add("limit", limit?.amount.text ?? "")
      object.add("currency", limit?.currency.code ?? "")
      Output.table(
        header: ["id", "limit", "currency"],
        rows: [[id.argument, limit?.amount.text ?? "", limit?.currency.code ?? ""]], as: writing.list,
        json: [object.text], plain: [VerbWords.limit(want.name, limit?.displayName)])
    }
  }
}

/// Shows the progress of a task of many requests, if standard error is a terminal.
private final class VerbProgress {
  private let what: String
  private var isShown = Output.isErrorTerminal

  init(_ what: String) {
    self.what = what
  }

  var report: @Sendable (MarketProgress) -> Void {
    { progress in
      Task { @MainActor in
        guard self.isShown else { return }
        Output.overwrite(VerbWords.progress(progress.done, of: progress.total, self.what))
      }
    }
  }

  /// Removes the line; later reports are dropped.
  func end() {
    if isShown { Output.overwrite("") }
    isShown = false
  }
}

private enum SellerName {
  /// - Throws: `Failure` for an invalid user name.
  static func checked(_ name: String) throws -> String {
    _ = try [name].words()
    do throws(InputError) { return try UserName(name).text } catch { throw Failure(error.description, .usage) }
  }
}

extension DecimalNumber {
  /// In the form for programs: `25`, `12.5`; converted prices are rounded to four places.
  fileprivate nonisolated var text: String { rounded(toPlaces: 4).description }
}

extension PricedWant {
  fileprivate nonisolated var json: String {
    var object = want.jsonObject
    object.add("market", MarketWording.state(self))
    object.add("at_price", isAtPrice)
    object.add("lowest", seen?.lowest?.amount.text ?? "")
    object.add("lowest_currency", seen?.lowest?.currency.code ?? "")
    object.add("limit", limit?.amount.text ?? "")
    object.add("limit_currency", limit?.currency.code ?? "")
    object.add("num_for_sale", seen?.copiesForSale)
    object.add("looked_up", seen.map { UTCTime.text($0.at) } ?? "")
    return object.text
  }
}

extension Listing {
  fileprivate nonisolated var cells: [String] {
    [
      String(id.number), String(item.release.number), item.artist, item.title, status, price?.amount.text ?? "",
      price?.currency.code ?? "", Condition.shortName(condition), Condition.shortName(sleeveCondition),
    ]
  }

  fileprivate nonisolated var jsonObject: JSONObject {
    var object = JSONObject()
    object.add("listing", id.number)
    object.add("id", item.release.number)
    object.add("artist", item.artist)
    object.add("title", item.title)
    object.add("price", price?.amount.text ?? "")
    object.add("currency", price?.currency.code ?? "")
    object.add("media_condition", condition)
    object.add("sleeve_condition", sleeveCondition)
    object.add("uri", address)
    return object
  }
}
