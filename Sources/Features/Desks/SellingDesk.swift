import Clients
public import DiscogsModel
public import RunoutModel
import Wording

/// Sells copies on Discogs, changes listings, and answers buyers. Each step says what it will do, and asks.
final class SellingDesk: Desk {
  let stage: Stage

  init(_ stage: Stage) { self.stage = stage }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .sell, .reprice, .setStatus, .reply: break
    case .remove where market?.part == .listings: break
    default: return .passed
    }
    if let refusal { return refusal }
    guard context.can(.sync) else { return .refused(SourceWords.sellingNeedsLive) }
    switch command {
    case .sell:
      guard case .money(let price?)? = argument else { return .unfinished() }
      return sell(for: price)
    case .remove: return askToRemove()
    case .reprice: return argument?.text.map(reprice) ?? .unfinished()
    case .reply: return argument?.text.map(reply) ?? .unfinished()
    default: return argument?.text.map(setStatus) ?? .unfinished()
    }
  }

  private var market: MarketModel? { page as? MarketModel }

  // MARK: A copy

  private func sell(for price: PriceLimit) -> Outcome {
    guard case .copy(let copy)? = page.panes.shelfItems.first else { return .refused(SellingWords.pickACopy) }
    guard !copy.mediaCondition.isEmpty else { return .refused(SellingWords.gradeFirst) }
    let preparation = preparations.begin()
    attempt(orSay: SellingWords.failed) { desk in
      defer { preparation.end(.failed) }
      let terms = try await SaleTerms(price, for: copy, desk.services)
      guard preparation.isOpen else { return }
      desk.askToSell(copy, terms)
      preparation.end(.ready)
    }
    return .done
  }

  private func askToSell(_ copy: CollectionCopy, _ terms: SaleTerms) {
    stage.ask(
      SellingWords.caption, about: copy.facts.name,
      [
        Question.Fact(SellingWords.price, terms.price.displayName),
        Question.Fact(SellingWords.fee, terms.fee.displayName),
        Question.Fact(SellingWords.left, terms.left?.displayName ?? ""),
        Question.Fact(SellingWords.lowest, terms.lowest?.displayName ?? ""),
        Question.Fact(SellingWords.suggested, terms.suggested?.displayName ?? ""),
        Question.Fact(SellingWords.grades, terms.grades),
      ],
      advice: SellingWords.advice, takesEnter: false
    ) { [weak self] in
      self?.attempt(orSay: SellingWords.failed) { desk in
        let id = try await desk.services.selling.offer(terms.draft())
        desk.notify(.confirmation, SellingWords.listed(id.number, asDraft: false))
      }
    }
  }

  // MARK: Listings

  private func reprice(_ text: String) -> Outcome {
    guard let change = PriceChange(text) else { return .refused(SellingWords.notAPrice(text)) }
    guard let listings = market?.chosenListings, !listings.isEmpty else { return .refused(SellingWords.pickAListing) }
    var changes: [(listing: Listing, change: ListingChange)] = []
    var facts: [Question.Fact] = []
    for listing in listings {
      guard let old = listing.asked else { return .refused(SourceWords.listingWithoutPrice) }
      guard let new = change.price(from: old) else { return .refused(SellingWords.otherCurrency(old.currency.code)) }
      changes.append((listing, ListingChange(price: new.amount)))
      facts.append(Question.Fact(SellingWords.change(old.displayName, new.displayName), listing.name))
    }
    ask(SellingWords.repriceCaption, changes, facts)
    return .done
  }

  private func setStatus(_ text: String) -> Outcome {
    if let order = market?.chosenOrder { return setStatus(text, of: order) }
    guard let listings = market?.chosenListings, !listings.isEmpty else { return .refused(SellingWords.pickForStatus) }
    guard let status = Self.statuses.first(where: { $0.lowercased() == text.lowercased() }) else {
      return .refused(SellingWords.notAStatus(text, Self.statuses))
    }
    ask(
      SellingWords.statusCaption, listings.map { ($0, ListingChange(status: status)) },
      listings.map { Question.Fact(SellingWords.change($0.status, status), $0.name) })
    return .done
  }

  /// The states that a seller gives a listing.
  private static let statuses = ["For Sale", "Draft"]

  private func ask(
    _ caption: String, _ changes: [(listing: Listing, change: ListingChange)], _ facts: [Question.Fact]
  ) {
    stage.ask(
      caption, about: SellingWords.listings(changes.count), facts, advice: SellingWords.atOnce, takesEnter: false
    ) { [weak self] in
      self?.work(through: changes) { desk, change in
        try await desk.services.selling.change(change.listing.id, change.change)
      }
    }
  }

  private func askToRemove() -> Outcome {
    let listings = market?.chosenListings ?? []
    guard !listings.isEmpty else { return .refused(SellingWords.pickAListing) }
    stage.ask(
      SellingWords.removeCaption, about: SellingWords.listings(listings.count),
      listings.map { Question.Fact($0.asked?.displayName ?? $0.status, $0.name) }, advice: SellingWords.copiesStay,
      takesEnter: false
    ) { [weak self] in
      self?.work(through: listings) { try await $0.services.selling.remove($1.id) }
    }
    return .done
  }

  /// Takes a step for each listing in turn, and says how many were taken before an error.
  private func work<Item: Sendable>(through items: [Item], _ step: @escaping (SellingDesk, Item) async throws -> Void) {
    let market = market
    attempt(orSay: SellingWords.changeFailed) { desk in
      var done = 0
      defer {
        if done > 0 { desk.notify(.confirmation, SellingWords.changed(done, of: items.count)) }
        market?.listings.unmark()
        market?.listings.refresh()
      }
      for item in items {
        try await step(desk, item)
        done += 1
      }
    }
  }

  // MARK: Orders

  private func setStatus(_ text: String, of order: Order) -> Outcome {
    guard let next = order.nextStatuses.first(where: { $0.lowercased() == text.lowercased() }) else {
      return .refused(SellingWords.notNext(text, order.nextStatuses))
    }
    ask(
      SellingWords.statusCaption, about: order,
      Question.Fact(ColumnWords.status, SellingWords.change(order.status, next)),
      nil, next)
    return .done
  }

  private func reply(_ text: String) -> Outcome {
    guard let order = market?.chosenOrder else { return .refused(SellingWords.pickAnOrder) }
    ask(SellingWords.replyCaption, about: order, Question.Fact(SellingWords.text, text), text, nil)
    return .done
  }

  private func ask(
    _ caption: String, about order: Order, _ fact: Question.Fact, _ message: String?, _ status: String?
  ) {
    let market = market
    stage.ask(
      caption, about: order.id.text, [Question.Fact(ColumnWords.buyer, order.buyer?.user.name ?? ""), fact],
      advice: SellingWords.buyerSees, takesEnter: false
    ) { [weak self] in
      self?.attempt(orSay: SellingWords.writeFailed) { desk in
        try await desk.services.selling.write(order.id, message, status)
        desk.notify(.confirmation, SellingWords.written(order.id.text))
        market?.orders.refresh()
        market?.openOrder?.reload()
      }
    }
  }
}

/// A price typed for listings that have one.
nonisolated public enum PriceChange: Hashable, Sendable {
  case amount(PriceLimit)
  /// So much more, or less, of the present price.
  case percent(Double)

  /// - Parameter text: `20`, `20 EUR`, `-10%`, `+5 %`.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      let number = text.dropLast().filter { !$0.isWhitespace }
      guard let percent = Double(number), percent.isFinite, percent > -100, percent <= 1_000, percent != 0,
        number.hasPrefix("-") || number.hasPrefix("+")
      else { return nil }
      self = .percent(percent)
    } else {
      guard let price = PriceLimit(parsing: text), price.amount > 0 else { return nil }
      self = .amount(price)
    }
  }

  /// The new price; nil where it was typed in another currency.
  public func price(from old: Money) -> Money? {
    switch self {
    case .amount(let price):
      return price.currency == nil || price.currency == old.currency ? Money(price.amount, old.currency) : nil
    case .percent(let percent):
      return Money(cents: (old.amount.doubleValue * (100 + percent)).rounded(), old.currency)
    }
  }
}
