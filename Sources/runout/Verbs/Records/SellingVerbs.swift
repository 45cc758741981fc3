import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Wording

/// The options of every verb that sells. Each says what it will do, and asks.
struct SellingOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.") var dryRun = false
  @Flag(name: .shortAndLong, help: "Do it without being asked.") var yes = false

  /// Says a step and does it, once it is agreed to.
  @MainActor func carryOut(_ sentence: String, _ facts: String = "", _ step: () async throws -> String) async throws {
    if !facts.isEmpty { Output.sentence(facts) }
    if dryRun { return Output.sentence(SellingWords.would(sentence)) }
    if !yes {
      guard Output.isTerminal else { throw Failure(SellingWords.needsYes, .usage) }
      guard try Input.agrees(SellingWords.agree(sentence)) else { return Output.sentence(SellingWords.notDone) }
    }
    Output.sentence(try await step())
  }

  @MainActor func live() throws -> (wiring: Wiring, services: LiveServices) {
    let wiring = try Wiring(common)
    return (wiring, try wiring.discogsServices(for: SellingWords.what))
  }
}

struct ListingsVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "listings", abstract: "Sell copies on Discogs: list, price, publish and remove them.",
    subcommands: [List.self, Add.self, Price.self, Publish.self, Withdraw.self, Remove.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "List your inventory, the latest first.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "Only listings in this status: For Sale, Draft, Sold, Expired, …") var status = ""

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.discogsServices(for: SellingWords.what).services
      let listings = try await wiring.ask { try await services.selling.listings(status) }
      Table(
        listings, listingColumns(\.self, statusDrop: nil),
        json: { listing in
          listing.jsonObject.showing([
            "status": listing.status, "comments": listing.comments, "location": listing.location,
            "external_id": listing.externalID, "allow_offers": listing.allowsOffers, "posted": listing.posted,
          ])
        }
      ).write(as: list)
    }
  }

  struct Add: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "List a copy for sale, with its grades.",
      discussion: """
        Says the fee, what is left after it, the lowest price now and Discogs' suggestion for the grade, and asks. A copy \
        that is among your latest listings is not listed again, also where the answer to an earlier try was lost.
        """)

    @OptionGroup var options: SellingOptions
    @Option(help: ArgumentHelp("The price, such as 25 or “25 EUR”.", valueName: "amount")) var price: String
    @Option(help: ArgumentHelp("In place of the copy's media grade.", valueName: "grade")) var media: String?
    @Option(help: ArgumentHelp("In place of the copy's sleeve grade.", valueName: "grade")) var sleeve: String?
    @Option(help: "For buyers to read.") var comments: String?
    @Option(help: "A note on its place, which only you see.") var location: String?
    @Flag(help: "As a draft, which no one can buy yet.") var draft = false
    @Argument(help: ArgumentHelp("A copy: r123, or the number of a copy.", valueName: "copy")) var copy: String

    @MainActor func run() async throws {
      let typed = try PriceLimit(typedPrice: price)
      let grades = (
        media: try CollectionVerb.Edit.grade(media ?? "", of: Condition.grades, "--media"),
        sleeve: try CollectionVerb.Edit.grade(sleeve ?? "", of: Condition.sleeveGrades, "--sleeve")
      )
      let names = try ShelfArguments.copies([copy])
      let (wiring, live) = try options.live()
      try await wiring.ask {
        let copy = try await live.copy(named: names[0].value)
        guard !grades.media.isEmpty || !copy.mediaCondition.isEmpty else {
          throw Failure(SellingWords.needsGrade, .usage)
        }
        let services = live.services
        let terms = try await SaleTerms(typed, for: copy, condition: grades.media, sleeve: grades.sleeve, services)
        var offer = terms.draft(status: draft ? "Draft" : "For Sale")
        (offer.comments, offer.location) = (comments, location)
        let sentence = SellingWords.list(copy.facts.name, terms.grades, terms.price.displayName, asDraft: draft)
        try await options.carryOut(sentence, terms.sentence) { [offer] in
          let id = try await services.selling.offer(offer)
          return SellingWords.listed(id.number, asDraft: draft)
        }
      }
    }
  }

  struct Price: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Change the price of a listing; all else stays as it is on Discogs.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ArgumentHelp("The listing's number.", valueName: "listing")) var listing: Int
    @Argument(help: ArgumentHelp("The new price, in your currency.", valueName: "amount")) var price: String

    @MainActor func run() async throws {
      let typed = try PriceLimit(typedPrice: price)
      try await ListingsVerb.change(listing, options, ListingChange(price: typed.amount)) { old in
        guard let before = old.originalPrice ?? old.price else { throw Failure(SourceWords.listingWithoutPrice) }
        guard typed.currency == nil || typed.currency == before.currency else {
          throw Failure(SellingWords.otherCurrency(before.currency.code), .usage)
        }
        return SellingWords.price(
          listing, old.name, from: before.displayName, to: Money(typed.amount, before.currency).displayName)
      }
    }
  }

  struct Publish: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Put a draft up for sale.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ArgumentHelp("The listing's number.", valueName: "listing")) var listing: Int

    @MainActor func run() async throws {
      try await ListingsVerb.change(listing, options, ListingChange(status: "For Sale")) {
        SellingWords.publish(listing, $0.name, ($0.originalPrice ?? $0.price)?.displayName ?? "")
      }
    }
  }

  struct Withdraw: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Make a draft of what is for sale.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ArgumentHelp("The listing's number.", valueName: "listing")) var listing: Int

    @MainActor func run() async throws {
      try await ListingsVerb.change(listing, options, ListingChange(status: "Draft")) {
        SellingWords.withdraw(listing, $0.name)
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Delete a listing.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ArgumentHelp("The listing's number.", valueName: "listing")) var listing: Int

    @MainActor func run() async throws {
      let (wiring, live) = try options.live()
      let (selling, id) = (live.services.selling, Listing.ID(listing))
      try await wiring.ask {
        let sentence = SellingWords.remove(listing, try await selling.listing(id).name)
        try await options.carryOut(sentence) {
          try await selling.remove(id)
          return SellingWords.done(sentence)
        }
      }
    }
  }

  @MainActor fileprivate static func change(
    _ number: Int, _ options: SellingOptions, _ change: ListingChange, _ sentence: (Listing) throws -> String
  ) async throws {
    let (wiring, live) = try options.live()
    let (selling, id) = (live.services.selling, Listing.ID(number))
    try await wiring.ask {
      let old = try await selling.listing(id)
      let sentence = try sentence(old)
      try await options.carryOut(sentence) {
        try await selling.change(id, change)
        return SellingWords.done(sentence)
      }
    }
  }
}

struct OrdersVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "Show what you sold on Discogs, and answer buyers.",
    subcommands: [List.self, Show.self, Status.self, Message.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "List your orders, the latest first.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "Only orders in this status: New Order, Payment Received, Shipped, …") var status = ""

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.discogsServices(for: SellingWords.what).services
      let orders = try await wiring.ask { try await services.selling.orders(status) }
      Table(
        orders,
        [
          .text("order") { $0.id.text }, .text("created", drop: 1) { String($0.created.prefix(10)) },
          .text("status") { $0.status }, .text("buyer") { $0.buyer?.user.name },
          .number("items", drop: 2) { $0.items.count }, .number("total") { $0.total?.amount.description },
          .text("currency") { $0.total?.currency.code },
        ]
      ).write(as: list)
    }
  }

  struct Show: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Show an order's copies, then its messages.",
      discussion: "Addresses stay on Discogs: Runout shows and keeps none.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: ArgumentHelp("The order's number.", valueName: "order")) var order: String

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.discogsServices(for: SellingWords.what).services
      let id = Order.ID(order)
      let (found, messages) = try await wiring.ask {
        (try await services.selling.order(id), try await services.selling.messages(id))
      }
      var lines = [
        "\(found.id.text)  \(found.status)  \(found.buyer?.user.name ?? "")  \(found.total?.displayName ?? "")"
      ]
      lines += found.items.map { "  \($0.description)  \($0.price?.displayName ?? "")" }
      lines += messages.map { "  \($0.author?.name ?? ""): \($0.message)" }
      Table(
        [found], [.text("order") { $0.id.text }],
        json: { order in
          JSONObject(showing: [
            "order": order.id.text, "status": order.status, "next_status": order.nextStatuses,
            "buyer": order.buyer?.user.name, "total": order.total?.amount.description,
            "currency": order.total?.currency.code, "fee": order.fee?.amount.description,
            "shipping": order.shipping?.amount.description, "items": order.items.map(\.description),
            "messages": messages.map { "\($0.author?.name ?? ""): \($0.message)" },
          ])
        }
      ).write(as: list, plain: lines)
    }
  }

  struct Status: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Change the status of an order to one that Discogs allows next.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ArgumentHelp("The order's number.", valueName: "order")) var order: String
    @Argument(help: "The status, such as Shipped.") var status: String

    @MainActor func run() async throws {
      let (wiring, live) = try options.live()
      let (selling, id) = (live.services.selling, Order.ID(order))
      try await wiring.ask {
        let now = try await selling.order(id)
        let next = now.nextStatuses.first { $0.lowercased() == status.lowercased() }
        guard let next else { throw Failure(SellingWords.notNext(status, now.nextStatuses), .usage) }
        let sentence = SellingWords.status(order, now.status, next)
        try await options.carryOut(sentence) {
          try await selling.write(id, nil, next)
          return SellingWords.done(sentence)
        }
      }
    }
  }

  struct Message: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Write to the buyer of an order.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ArgumentHelp("The order's number.", valueName: "order")) var order: String
    @Argument(help: ArgumentHelp("The message.", valueName: "text")) var text: [String]

    @MainActor func run() async throws {
      let message = try text.words()
      let (wiring, live) = try options.live()
      let (selling, id) = (live.services.selling, Order.ID(order))
      try await wiring.ask {
        let buyer = try await selling.order(id).buyer?.user.name ?? ""
        let sentence = SellingWords.message(order, to: buyer, message)
        try await options.carryOut(sentence) {
          try await selling.write(id, message, nil)
          return SellingWords.done(sentence)
        }
      }
    }
  }
}

extension Listing {
  fileprivate nonisolated var name: String {
    EntityReference.release(item.release).name(artist: item.artist, title: item.title)
  }
}

extension PriceLimit {
  fileprivate nonisolated init(typedPrice text: String) throws {
    guard let price = PriceLimit(parsing: text), price.amount > 0 else {
      throw Failure(VerbWords.notAnAmount(text, known: Currency.knownCodes), .usage)
    }
    self = price
  }
}
