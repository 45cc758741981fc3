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

  /// Says what it will do to each listing and does it in turn, once all of it is agreed to.
  @MainActor fileprivate func carryOut(_ steps: [ListingsVerb.Step]) async throws {
    if steps.count == 1 {
      return try await carryOut(steps[0].sentence) {
        try await steps[0].take()
        return SellingWords.done(steps[0].sentence)
      }
    }
    for step in steps { Output.sentence(step.sentence) }
    try await carryOut(SellingWords.steps(steps.count)) {
      for step in steps {
        try await step.take()
        Output.sentence(SellingWords.done(step.sentence))
      }
      return SellingWords.changed(steps.count, of: steps.count)
    }
  }

  @MainActor func live() throws -> (wiring: Wiring, services: LiveServices) {
    let wiring = try Wiring(common)
    return (wiring, try wiring.discogsServices(for: SellingWords.listingsAndOrders))
  }
}

struct ListingsVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "listings", abstract: "Sell copies on Discogs: list, price, publish and remove them.",
    subcommands: [List.self, Add.self, Price.self, Publish.self, Withdraw.self, Remove.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List your inventory, the latest first.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "Only listings in this status: For Sale, Draft, Sold, Expired, …") var status = ""

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.discogsServices(for: SellingWords.listingsAndOrders).services
      let status = (["All"] + MarketOffer.statuses).spelling(of: status)
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
      commandName: "add", abstract: "List a copy for sale, with its grades.",
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
      commandName: "price", abstract: "Change the price of listings; all else stays as it is on Discogs.",
      discussion: """
        Numbers of listings come first, the price last: `runout listings price 123 124 -10%` makes each a tenth cheaper.
        """)

    @OptionGroup var options: SellingOptions
    @Argument(
      parsing: .allUnrecognized,
      help: ArgumentHelp("Listings, then 20, “20 EUR”, -10% or +5%.", valueName: "listing> … <price"))
    var words: [String]

    @MainActor func run() async throws {
      guard words.count > 1, let price = words.last else { throw Failure(SellingWords.listingsThenPrice, .usage) }
      guard let change = PriceChange(price) else { throw Failure(SellingWords.notAPrice(price), .usage) }
      let listings = try words.dropLast().map { word in
        guard let number = Int(word) else { throw Failure(SellingWords.notAListing(word), .usage) }
        return number
      }
      try await ListingsVerb.change(listings, options) { old in
        guard let before = old.asked else { throw Failure(SourceWords.listingWithoutPrice) }
        guard let new = change.price(from: before) else {
          throw Failure(SellingWords.otherCurrency(before.currency.code), .usage)
        }
        let sentence = SellingWords.price(old.id.number, old.name, from: before.displayName, to: new.displayName)
        return (sentence, ListingChange(price: new.amount))
      }
    }
  }

  struct Publish: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "publish", abstract: "Put drafts up for sale.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ListingsVerb.numbers) var listings: [Int]

    @MainActor func run() async throws {
      try await ListingsVerb.change(listings, options) { old in
        let price = old.asked?.displayName ?? ""
        return (SellingWords.publish(old.id.number, old.name, price), ListingChange(status: "For Sale"))
      }
    }
  }

  struct Withdraw: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "withdraw", abstract: "Make drafts of what is for sale.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ListingsVerb.numbers) var listings: [Int]

    @MainActor func run() async throws {
      try await ListingsVerb.change(listings, options) { old in
        (SellingWords.withdraw(old.id.number, old.name), ListingChange(status: "Draft"))
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(commandName: "remove", abstract: "Delete listings.")

    @OptionGroup var options: SellingOptions
    @Argument(help: ListingsVerb.numbers) var listings: [Int]

    @MainActor func run() async throws {
      try await ListingsVerb.carryOut(listings, options) { old, selling in
        Step(sentence: SellingWords.remove(old.id.number, old.name)) { try await selling.remove(old.id) }
      }
    }
  }

  fileprivate static let numbers = ArgumentHelp("The listings' numbers.", valueName: "listing")

  /// A change of one listing, with the sentence that says it.
  fileprivate struct Step {
    let sentence: String
    let take: () async throws -> Void
  }

  @MainActor private static func change(
    _ numbers: [Int], _ options: SellingOptions, _ change: (Listing) throws -> (sentence: String, ListingChange)
  ) async throws {
    try await carryOut(numbers, options) { old, selling in
      let (sentence, change) = try change(old)
      guard old.allows(change) else { throw Failure(SellingWords.fixed(old.id.number, old.status)) }
      return Step(sentence: sentence) { try await selling.change(old.id, change) }
    }
  }

  /// Reads every listing before the first is changed.
  @MainActor private static func carryOut(
    _ numbers: [Int], _ options: SellingOptions, _ step: (Listing, SellingClient) throws -> Step
  ) async throws {
    let (wiring, live) = try options.live()
    let selling = live.services.selling
    try await wiring.ask {
      var steps: [Step] = []
      var met: Set<Int> = []
      for number in numbers where met.insert(number).inserted {
        steps.append(try step(try await selling.listing(Listing.ID(number)), selling))
      }
      try await options.carryOut(steps)
    }
  }
}

struct OrdersVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "Show what you sold on Discogs, and answer buyers.",
    subcommands: [List.self, Show.self, Status.self, Message.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List your orders, the latest first.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "Only orders in this status: New Order, Payment Received, Shipped, …") var status = ""

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.discogsServices(for: SellingWords.listingsAndOrders).services
      let others = ["All", "Merged", "Order Changed", "Cancelled", "Cancelled (Refund Received)"]
      let status = (Order.statuses + others).spelling(of: status)
      let orders = try await wiring.ask { try await services.selling.orders(status) }
      if orders.isEmpty, !status.isEmpty { Output.errorLine(SellingWords.noOrders(in: status)) }
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
      commandName: "show", abstract: "Show an order's copies, then its messages.",
      discussion: "Addresses stay on Discogs: Runout shows and keeps none.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: ArgumentHelp("The order's number.", valueName: "order")) var order: String

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.discogsServices(for: SellingWords.listingsAndOrders).services
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
      commandName: "status", abstract: "Change the status of an order to one that Discogs allows next.")

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
    nonisolated static let configuration = CommandConfiguration(
      commandName: "message", abstract: "Write to the buyer of an order.")

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

extension PriceLimit {
  fileprivate nonisolated init(typedPrice text: String) throws {
    guard let price = PriceLimit(parsing: text), price.amount > 0 else {
      throw Failure(SellingWords.notAPrice(text, known: Currency.knownCodes), .usage)
    }
    self = price
  }
}

extension [String] {
  /// One of them as it is spelt here, whatever the case it was typed in; another text as it is.
  fileprivate nonisolated func spelling(of text: String) -> String {
    first { $0.lowercased() == text.lowercased() } ?? text
  }
}
