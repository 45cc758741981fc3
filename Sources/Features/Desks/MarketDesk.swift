public import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// Prices of wants, and the sellers that are followed.
@Observable
public final class MarketDesk: Desk {
  /// The progress of the price check; nil when there is none.
  public private(set) var progress: MarketProgress?
  let stage: Stage

  @ObservationIgnored private let shelf: ShelfWork
  @ObservationIgnored private var check: Task<Void, Never>?

  init(_ stage: Stage, shelf: ShelfWork) {
    (self.stage, self.shelf) = (stage, shelf)
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .setLimit:
      if let refusal { return refusal }
      guard case .money(let limit)? = argument else { return .unfinished() }
      setLimit(limit)
    case .addSeller:
      if let refusal { return refusal }
      guard let name = argument?.text else { return .unfinished() }
      addSeller(name)
    default: return .passed
    }
    return .done
  }

  func close() { _ = stopPriceCheck() }

  // MARK: Limits

  /// Sets the price limit of the selected records.
  ///
  /// - Parameter limit: nil clears it.
  private func setLimit(_ limit: PriceLimit?) {
    let items = page.panes.shelfItems.compactMap { item in item.wantFacts.map { (item.name, $0.wanted) } }
    guard !items.isEmpty else { return say(MarketWords.pickAWant) }
    shelf.inTurn(orSay: MarketWords.limitFailed) { shelf in
      var limits: [Money?] = []
      for (_, wanted) in items {
        // Without a currency, each keeps that of its limit before.
        if let limit { limits.append(try await shelf.services.market.money(limit, wanted)) } else { limits.append(nil) }
      }
      let said = MarketWording.limit(limits)
      var batch = ShelfBatch(one: said) { MarketWords.limits(said, wants: $0) }
      for ((name, wanted), limit) in zip(items, limits) { batch.add(name, [.limitWant(wanted, limit)]) }
      shelf.make(batch)
    }
  }

  // MARK: Prices

  /// Asks for the prices of all wants that have a limit.
  func checkPrices() {
    guard stage.context.can(.market) else { return say(SourceWords.pricesNeedLive) }
    guard check == nil else { return say(MarketWords.checkingAlready) }
    notice = MarketWords.checking
    runPriceCheck(isForced: true)
  }

  /// Asks for prices that are older than a day, after an automatic sync.
  func checkPricesAutomatically() {
    guard stage.context.can([.market, .refresh]), check == nil else { return }
    runPriceCheck(isForced: false)
  }

  private func runPriceCheck(isForced: Bool) {
    let board = ProgressBoard { [weak self] progress in
      if self?.check != nil { self?.progress = progress }
    }
    check = attempt(orSay: MarketWords.checkFailed) { desk in
      do {
        let news = try await desk.services.market.check(MarketCheck(isForced: isForced), board.report)
        desk.endPriceCheck()
        await desk.shelf.look()
        desk.take(news, isAsked: isForced)
      } catch {
        desk.endPriceCheck()
        if isForced { throw error }
        // A check that the user did not ask for fails in silence: the header shows the state of the network.
        guard ClientError(error) != .cancelled else { return }
        desk.services.log.write(.warning, MarketWords.checkFailed, ["error": "\(error)"])
      }
    }
  }

  private func endPriceCheck() {
    check = nil
    progress = nil
    if notice == MarketWords.checking || notice == MarketWords.checkingAlready { notice = nil }
  }

  /// Stops the price check; the results so far stay.
  private func stopPriceCheck() -> Bool {
    guard let check else { return false }
    check.cancel()
    endPriceCheck()
    return true
  }

  /// Stops the price check for Esc on its page.
  func interruptPriceCheck() -> Bool {
    guard stopPriceCheck() else { return false }
    notice = MarketWords.stopped
    return true
  }

  private func take(_ news: MarketNews, isAsked: Bool) {
    if let hindrance = news.hindrance {
      if isAsked {
        report(MarketWords.checkIncomplete, hindrance)
      } else {
        services.log.write(.warning, MarketWords.checkIncomplete, ["error": "\(hindrance)"])
      }
    }
    if !news.news.isEmpty { notify(.high, MarketWording.news(news.news, place: key(.openMarket))) }
    guard isAsked, news.hindrance == nil else { return }
    if news.asked == 0 {
      notice = MarketWords.noLimits(key: key(.setLimit))
    } else {
      notify(.confirmation, MarketWords.checked(news.asked, atPrice: news.atPrice.count))
    }
  }

  // MARK: Sellers

  private func addSeller(_ name: String) {
    shelf.inTurn(orSay: MarketWords.addFailed) { shelf in
      let known = try await shelf.services.market.addSeller(name)
      shelf.notify(.confirmation, MarketWords.added(known, key: shelf.key(.openMarket)))
      shelf.stage.broadcast(.sellersChanged)
      shelf.stage.layOut()
    }
  }

  func askToRemove(_ seller: FollowedSeller) {
    if isRefused() { return }
    stage.ask(
      MarketWords.removeThis, about: seller.name,
      [Question.Fact(ColumnWords.yourWants, seller.lookedAt == nil ? "" : ShelfWords.wants(seller.wanted))],
      advice: MarketWords.bringsBack(seller.name, command: key(.addSeller))
    ) { [shelf] in
      shelf.inTurn(orSay: MarketWords.removeFailed) { shelf in
        _ = try await shelf.services.market.removeSeller(seller.name)
        shelf.notify(.confirmation, MarketWords.removed(seller.name))
      }
    }
  }
}
