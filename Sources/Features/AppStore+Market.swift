public import Clients
import DiscogsModel

/// Prices of wants, and the sellers that are looked at.
extension AppStore {
  /// What keys mean on the Market page only.
  func performOnMarket(_ command: Command) -> Bool {
    switch command {
    case .setLimit: ask(forArgumentOf: "limit")
    case .addSeller: ask(forArgumentOf: "seller")
    case .refreshView, .refresh:
      guard case .market(let model) = page, model.part == .wants, !model.wants.list.hasFailed else { return false }
      if command == .refresh, model.panes.isInfoFocused { return false }
      checkPrices()
    case .remove:
      guard case .market(let model) = page, let seller = model.selectedSeller else { return false }
      askToRemove(seller)
    default: return false
    }
    return true
  }

  /// Whether a command means something on other pages only: the market alone has prices to sort by.
  public func isElsewhere(_ command: Command) -> Bool {
    guard SortOrder(command)?.field == .price else { return false }
    return switch page {
    case .market, .seller: false
    default: true
    }
  }

  private func ask(forArgumentOf word: String) {
    openCommandLine()
    insert("\(word) ")
  }

  // MARK: Limits

  /// Sets the most that what is selected may cost.
  ///
  /// - Parameter limit: nil takes the limit away.
  func setLimit(_ limit: PriceLimit?) {
    let items = page.model.shelfItems.compactMap { item in item.facts.map { (item.name, $0.release) } }
    guard !items.isEmpty else {
      notice = "Choose a want first: a limit is the most that one may cost"
      return
    }
    let market = context.services.market
    inTurn { store in
      var limits: [Money?] = []
      do throws(ClientError) {
        for (_, release) in items {
          // Without a currency each has that of its limit before.
          if let limit { limits.append(try await market.money(limit, release)) } else { limits.append(nil) }
        }
      } catch {
        return store.report("No limit was set", error)
      }
      let said = MarketWording.limit(limits)
      var batch = ShelfBatch(one: said) { "\(said) for \($0.grouped) wants" }
      for ((name, release), limit) in zip(items, limits) { batch.add(name, .limitWant(release, limit)) }
      store.make(batch)
    }
  }

  // MARK: Prices

  /// Asks for the prices of all wants that have a limit.
  func checkPrices() {
    guard context.isLive else {
      notice = "Only Discogs itself knows prices: :source live"
      return
    }
    guard priceCheck == nil else {
      notice = Self.lookingUpAlready
      return
    }
    notice = Self.lookingUp
    runPriceCheck(isForced: true)
  }

  /// Asks for the prices that nobody has asked for within a day, without being told to.
  func checkPricesByItself() {
    guard context.isLive, priceCheck == nil else { return }
    runPriceCheck(isForced: false)
  }

  private func runPriceCheck(isForced: Bool) {
    let market = context.services.market
    let board = ProgressBoard { [weak self] progress in
      if self?.priceCheck != nil { self?.priceProgress = progress }
    }
    priceCheck = tasks.run { [weak self] in
      do throws(ClientError) {
        let news = try await market.check(MarketCheck(isForced: isForced), board.report)
        self?.endPriceCheck()
        self?.take(news, isAsked: isForced)
      } catch {
        self?.endPriceCheck()
        // What nobody has asked for fails in silence: the header says how it stands with the network.
        guard isForced else {
          if error != .cancelled {
            self?.context.services.log.write(.warning, "The prices were not looked up", ["error": "\(error)"])
          }
          return
        }
        self?.report("The prices were not looked up", error)
      }
    }
  }

  private func endPriceCheck() {
    priceCheck = nil
    priceProgress = nil
    if notice == Self.lookingUp || notice == Self.lookingUpAlready { notice = nil }
  }

  private static let lookingUp = "Looking the prices up…"
  private static let lookingUpAlready = "The prices are being looked up already"

  /// Gives the look-up of prices up; what came so far stays.
  func stopPriceCheck() -> Bool {
    guard let priceCheck else { return false }
    priceCheck.cancel()
    endPriceCheck()
    return true
  }

  private func take(_ news: MarketNews, isAsked: Bool) {
    if news.asked > 0 || !news.news.isEmpty { shelfChanged() }
    if let hindrance = news.hindrance {
      if isAsked {
        report("Not all prices were looked up", hindrance)
      } else {
        context.services.log.write(.warning, "Not all prices were looked up", ["error": "\(hindrance)"])
      }
    }
    if !news.news.isEmpty { notify(.high, MarketWording.news(news.news, place: key(.openMarket))) }
    guard isAsked, news.hindrance == nil else { return }
    if news.asked == 0 {
      notice = "No want has a limit yet: \(key(.setLimit)) 25 on a want sets one"
    } else {
      notify(
        .confirmation,
        "Looked up \(ShelfWording.counted(news.asked, "price")): \(MarketWording.atPrice(news.atPrice.count))")
    }
  }

  // MARK: Sellers

  func addSeller(_ name: String) {
    let market = context.services.market
    inTurn { store in
      do throws(ClientError) {
        let known = try await market.addSeller(name)
        store.notify(.confirmation, "\(known) is among your sellers; \(store.key(.openMarket)) shows them")
        if case .market(let model) = store.page { model.show(.sellers) }
        store.shelfChanged()
        store.layOut()
      } catch {
        store.report("The seller was not added", error)
      }
    }
  }

  private func askToRemove(_ seller: FollowedSeller) {
    ask(
      "Remove this seller?", about: seller.name,
      [Question.Fact("Offered", seller.lookedAt == nil ? "" : ShelfWording.counted(seller.wanted, "want"))],
      advice: "\(key(.addSeller)) \(seller.name) brings it back"
    ) { store in
      let market = store.context.services.market
      store.inTurn { store in
        do throws(ClientError) {
          _ = try await market.removeSeller(seller.name)
          store.notify(.confirmation, "\(seller.name) is no longer among your sellers")
          store.shelfChanged()
        } catch {
          store.report("The seller was not removed", error)
        }
      }
    }
  }
}

/// The sentences about prices.
nonisolated public enum MarketWording {
  /// What limits set together say: `Limit €25.00`.
  static func limit(_ limits: [Money?]) -> String {
    let amounts = limits.compactMap(\.?.displayName).uniqued()
    return amounts.isEmpty ? "Limit removed" : "Limit \(amounts.joined(separator: " or "))"
  }

  /// What is said of wants that have come down to the user's price.
  static func news(_ wants: [PricedWant], place: String) -> String {
    guard let first = wants.first else { return "" }
    if wants.count == 1 {
      return "Now at your price: \(first.want.name) from \(price(first)); \(place) lists it"
    }
    let named = wants.prefix(3).map { "\($0.want.name) from \(price($0))" }.joined(separator: ", ")
    return "\(wants.count.grouped) wants are at your price now: \(named)\(wants.count > 3 ? ", …" : ""); "
      + "\(place) lists them"
  }

  static func atPrice(_ number: Int) -> String {
    number == 0 ? "none is at your price" : number == 1 ? "1 is at your price" : "\(number.grouped) are at your price"
  }

  private static func price(_ want: PricedWant) -> String { want.seen?.lowest?.displayName ?? "" }

  /// How a want stands on the market, in two or three words.
  public static func state(_ want: PricedWant) -> String {
    guard let seen = want.seen else { return "not looked up" }
    if want.isAtPrice { return "at your price" }
    return seen.copiesForSale > 0 ? "for sale" : "none for sale"
  }
}
