public import Clients
import DiscogsModel
public import Observation

/// Prices of wants, and the sellers that are looked at.
@Observable
public final class MarketDesk: Desk {
  /// How far looking prices up has come; nil when none are being looked up.
  public private(set) var progress: MarketProgress?
  let stage: Stage

  @ObservationIgnored private let shelf: ShelfWork
  @ObservationIgnored private let commandLine: CommandLineDesk
  /// Looks prices up.
  @ObservationIgnored private var check: Task<Void, Never>?

  init(_ stage: Stage, shelf: ShelfWork, commandLine: CommandLineDesk) {
    self.stage = stage
    self.shelf = shelf
    self.commandLine = commandLine
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .setLimit:
      guard case .money(let limit)? = argument else { return commandLine.ask(for: command) }
      setLimit(limit)
    case .addSeller:
      guard let name = argument?.text else { return commandLine.ask(for: command) }
      addSeller(name)
    default: return .passed
    }
    return .done
  }

  func close() { _ = stopPriceCheck() }

  // MARK: Limits

  /// Sets the most that what is selected may cost.
  ///
  /// - Parameter limit: nil takes the limit away.
  private func setLimit(_ limit: PriceLimit?) {
    let items = page.panes.shelfItems.compactMap { item in item.facts.map { (item.name, $0.release) } }
    guard !items.isEmpty else {
      notice = "Choose a want first: a limit is the most that one may cost"
      return
    }
    let market = services.market
    shelf.inTurn { [weak self] in
      guard let desk = self else { return }
      var limits: [Money?] = []
      do throws(ClientError) {
        for (_, release) in items {
          // Without a currency each has that of its limit before.
          if let limit { limits.append(try await market.money(limit, release)) } else { limits.append(nil) }
        }
      } catch {
        return desk.report("No limit was set", error)
      }
      let said = MarketWording.limit(limits)
      var batch = ShelfBatch(one: said) { "\(said) for \($0.grouped) wants" }
      for ((name, release), limit) in zip(items, limits) { batch.add(name, .limitWant(release, limit)) }
      desk.shelf.make(batch)
    }
  }

  // MARK: Prices

  /// Asks for the prices of all wants that have a limit.
  func checkPrices() {
    guard stage.context.isLive else {
      notice = "Only Discogs itself knows prices: :source live"
      return
    }
    guard check == nil else {
      notice = Self.lookingUpAlready
      return
    }
    notice = Self.lookingUp
    runPriceCheck(isForced: true)
  }

  /// Asks for the prices that are older than a day, without being asked to.
  func checkPricesByItself() {
    guard stage.context.isLive, check == nil else { return }
    runPriceCheck(isForced: false)
  }

  private func runPriceCheck(isForced: Bool) {
    let market = services.market
    let board = ProgressBoard { [weak self] progress in
      if self?.check != nil { self?.progress = progress }
    }
    check = tasks.run { [weak self] in
      do throws(ClientError) {
        let news = try await market.check(MarketCheck(isForced: isForced), board.report)
        self?.endPriceCheck()
        self?.take(news, isAsked: isForced)
      } catch {
        self?.endPriceCheck()
        // What the user did not ask for fails in silence: the header says how it stands with the network.
        guard isForced else {
          if error != .cancelled {
            self?.services.log.write(.warning, "The prices were not looked up", ["error": "\(error)"])
          }
          return
        }
        self?.report("The prices were not looked up", error)
      }
    }
  }

  private func endPriceCheck() {
    check = nil
    progress = nil
    if notice == Self.lookingUp || notice == Self.lookingUpAlready { notice = nil }
  }

  private static let lookingUp = "Looking the prices up…"
  private static let lookingUpAlready = "The prices are being looked up already"

  /// Gives the look-up of prices up; what came so far stays.
  private func stopPriceCheck() -> Bool {
    guard let check else { return false }
    check.cancel()
    endPriceCheck()
    return true
  }

  /// Esc on the page that shows it.
  func interruptPriceCheck() -> Bool {
    guard stopPriceCheck() else { return false }
    notice = "Price check stopped; results kept"
    return true
  }

  private func take(_ news: MarketNews, isAsked: Bool) {
    if news.asked > 0 || !news.news.isEmpty { stage.broadcast(.shelfChanged) }
    if let hindrance = news.hindrance {
      if isAsked {
        report("Not all prices were looked up", hindrance)
      } else {
        services.log.write(.warning, "Not all prices were looked up", ["error": "\(hindrance)"])
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

  private func addSeller(_ name: String) {
    let market = services.market
    shelf.inTurn { [weak self] in
      guard let desk = self else { return }
      do throws(ClientError) {
        let known = try await market.addSeller(name)
        desk.notify(.confirmation, "\(known) is among your sellers; \(desk.key(.openMarket)) shows them")
        desk.stage.broadcast(.sellersChanged)
        desk.stage.broadcast(.shelfChanged)
        desk.stage.layOut()
      } catch {
        desk.report("The seller was not added", error)
      }
    }
  }

  func askToRemove(_ seller: FollowedSeller) {
    stage.ask(
      "Remove this seller?", about: seller.name,
      [Question.Fact("Offered", seller.lookedAt == nil ? "" : ShelfWording.counted(seller.wanted, "want"))],
      advice: "\(key(.addSeller)) \(seller.name) brings it back"
    ) { [weak self] in
      guard let self else { return }
      let market = services.market
      shelf.inTurn { [weak self] in
        do throws(ClientError) {
          _ = try await market.removeSeller(seller.name)
          self?.notify(.confirmation, "\(seller.name) is no longer among your sellers")
          self?.stage.broadcast(.shelfChanged)
        } catch {
          self?.report("The seller was not removed", error)
        }
      }
    }
  }
}
