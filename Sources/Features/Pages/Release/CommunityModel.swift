import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Loads a release's community and market figures, beside its record, and sends the user's rating.
final class CommunityModel: PageContent, Loader {
  private(set) var supplement = ReleaseSupplement() {
    didSet { if supplement != oldValue { onChange(supplement) } }
  }

  private let id: Release.ID
  let context: PageContext
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

  init(_ id: Release.ID, context: PageContext, onChange: @escaping (ReleaseSupplement) -> Void) {
    (self.id, self.context, self.onChange) = (id, context, onChange)
    supplement.showsPrices = context.shared.showsPrices
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
    supplement = ReleaseSupplement(showsPrices: supplement.showsPrices)
    load()
  }

  private func loadFigures() {
    supplement.figures.begin()
    load { [id] in
      try await $0.community.figures(id)
    } then: { [round] model, figures in
      guard round == model.round else { return }
      model.supplement.figures = figures.map(PagePart.loaded) ?? .absent
      guard model.ratingsUnderWay == 0 else { return }
      model.saved = figures?.own
      model.supplement.own = model.saved
    } else: { [round] in
      if round == $0.round { $0.supplement.figures.fail($1) }
    }
  }

  private func loadMarket() {
    supplement.market.begin()
    let withPrices = supplement.showsPrices
    load { [id] in
      try await $0.community.market(id, withPrices)
    } then: { [round] model, market in
      guard withPrices == model.supplement.showsPrices, round == model.round else { return }
      model.supplement.market = market.map(PagePart.loaded) ?? .absent
    } else: { [round] in
      if round == $0.round { $0.supplement.market.fail($1) }
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
    for shown in [Shown.community(id), .market(id)] {
      load(orReport: PageWords.figuresFailed) {
        try await $0.freshness.refresh(shown)
      } then: { model, _ in
        model.load(shown)
      }
    }
  }

  private func load(_ shown: Shown) { if shown == .market(id) { loadMarket() } else { loadFigures() } }

  func hear(_ event: Event) {
    guard case .freshnessChanged(let shown) = event, context.can(.refresh),
      shown == .community(id) || shown == .market(id)
    else { return }
    let before = known[shown]
    known[shown] = context.services.freshness.of(shown)
    if known[shown].isNews(after: before) { load(shown) }
  }

  func togglePrices() {
    supplement.showsPrices.toggle()
    context.shared.showsPrices = supplement.showsPrices
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
      do {
        try await community.rate(id, stars)
        saved = stars
        context.notify(.confirmation, stars.map { PageWords.rated($0) } ?? PageWords.ratingCleared)
      } catch {
        if ratingsUnderWay == 1 { supplement.own = saved }
        context.report(PageWords.ratingFailed, ClientError(error))
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
