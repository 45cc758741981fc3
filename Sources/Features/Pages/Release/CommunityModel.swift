import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Loads a release's community and market figures, beside its record, and sends the user's rating.
final class CommunityModel: PageContent {
  private(set) var supplement = ReleaseSupplement() {
    didSet { if supplement != oldValue { onChange(supplement) } }
  }

  private let id: Release.ID
  private let context: PageContext
  private let scope: TaskScope
  private let onChange: (ReleaseSupplement) -> Void
  /// The rating that the server has.
  private var saved: Int?
  /// The latest rating under way: each waits for the one before, so that the last one typed stays.
  private var rating: Task<Void, Never>?
  private var ratingsUnderWay = 0
  /// Counts reloads: an answer for the account before one is dropped.
  private var round = 0
  /// The age of each part when last checked.
  private var known: [Shown: Freshness] = [:]

  init(_ id: Release.ID, context: PageContext, scope: TaskScope, onChange: @escaping (ReleaseSupplement) -> Void) {
    self.id = id
    self.context = context
    self.scope = scope
    self.onChange = onChange
    supplement.showsPrices = context.showsPrices
    load()
  }

  func load() {
    if context.can(.people) { loadFigures() }
    if context.can(.market) { loadMarket() }
  }

  /// Reloads from scratch: what is shown may be another account's.
  func reload() {
    round += 1
    known = [:]
    saved = nil
    var empty = ReleaseSupplement()
    empty.showsPrices = supplement.showsPrices
    supplement = empty
    load()
  }

  private func loadFigures() {
    if supplement.figures.value == nil { supplement.figures = .loading }
    let (community, id, round) = (context.services.community, id, round)
    scope.run { [weak self] in
      do throws(ClientError) {
        let figures = try await community.figures(id)
        guard let self, round == self.round else { return }
        take(figures)
      } catch {
        guard let self, round == self.round, !Task.isCancelled, self.supplement.figures.value == nil else { return }
        self.supplement.figures = .failed(error)
      }
    }
  }

  private func take(_ figures: CommunityFigures?) {
    supplement.figures = figures.map(PagePart.loaded) ?? .absent
    guard ratingsUnderWay == 0 else { return }
    saved = figures?.own
    supplement.own = saved
  }

  private func loadMarket() {
    if supplement.market.value == nil { supplement.market = .loading }
    let (community, id, withPrices, round) = (context.services.community, id, supplement.showsPrices, round)
    scope.run { [weak self] in
      do throws(ClientError) {
        let market = try await community.market(id, withPrices)
        guard let self, withPrices == supplement.showsPrices, round == self.round else { return }
        supplement.market = market.map(PagePart.loaded) ?? .absent
      } catch {
        guard let self, round == self.round, !Task.isCancelled, self.supplement.market.value == nil else { return }
        self.supplement.market = .failed(error)
      }
    }
  }

  func retry() -> Bool {
    let (figures, market) = (supplement.figures.hasFailed, supplement.market.hasFailed)
    if figures { loadFigures() }
    if market { loadMarket() }
    return figures || market
  }

  func refresh() {
    guard context.can(.refresh) else { return reload() }
    refresh(.community(id)) { $0.loadFigures() }
    refresh(.market(id)) { $0.loadMarket() }
  }

  private func refresh(_ shown: Shown, then load: @escaping (CommunityModel) -> Void) {
    let freshness = context.services.freshness
    scope.run { [weak self] in
      do throws(ClientError) {
        try await freshness.refresh(shown)
        if let self { load(self) }
      } catch {
        self?.context.report(PageWords.figuresFailed, error)
      }
    }
  }

  func hear(_ event: Event) { if case .freshnessChanged(let shown) = event { freshnessChanged(shown) } }

  private func freshnessChanged(_ shown: Shown) {
    guard context.can(.refresh), shown == .community(id) || shown == .market(id) else { return }
    let before = known[shown]
    known[shown] = context.services.freshness.of(shown)
    guard known[shown].isNews(after: before) else { return }
    if shown == .market(id) { loadMarket() } else { loadFigures() }
  }

  func togglePrices() {
    supplement.showsPrices.toggle()
    context.showsPrices = supplement.showsPrices
    // Prices are a request of their own, made only for users who look at them.
    if supplement.showsPrices, context.can(.market), supplement.market.value?.suggestions == nil { loadMarket() }
  }

  // MARK: Rating

  /// Shows the rating at once and sends it; if that fails, the saved one comes back.
  ///
  /// - Parameter stars: 1 to 5; nil clears the rating.
  func rate(_ stars: Int?) {
    supplement.own = stars
    ratingsUnderWay += 1
    let (community, id, before) = (context.services.community, id, rating)
    // Not cancelled with the page: the user may go on at once.
    rating = context.tasks.run { [self] in
      await before?.value
      defer { ratingsUnderWay -= 1 }
      do throws(ClientError) {
        try await community.rate(id, stars)
        saved = stars
        context.notify(.confirmation, stars.map { PageWords.rated($0) } ?? PageWords.ratingCleared)
      } catch {
        if ratingsUnderWay == 1 { supplement.own = saved }
        context.report(PageWords.ratingFailed, error)
      }
    }
  }
}

extension Command {
  /// The stars a rating command gives, 0 to clear; nil for any other command.
  nonisolated var stars: Int? {
    [.rateNone, .rateOne, .rateTwo, .rateThree, .rateFour, .rateFive].firstIndex(of: self)
  }
}
