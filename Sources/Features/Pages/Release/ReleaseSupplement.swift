public import Clients
import DiscogsModel
import Wording

/// A part of a page that loads beside the rest and fails on its own.
nonisolated public enum PagePart<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The source has none.
  case absent
  case loading
  case loaded(Value)
  case failed(ClientError)

  public var value: Value? { if case .loaded(let value) = self { value } else { nil } }
  public var hasFailed: Bool { if case .failed = self { true } else { false } }

  /// A value that is there stays, until the new one is here.
  mutating func begin() { if value == nil { self = .loading } }
  mutating func fail(_ error: ClientError) { if value == nil, !Task.isCancelled { self = .failed(error) } }
}

/// The figures that only Discogs has of a release: haves, wants, ratings and prices.
nonisolated public struct ReleaseSupplement: Hashable, Sendable {
  public var figures = PagePart<CommunityFigures>.absent
  public var market = PagePart<MarketFigures>.absent
  /// The user's own rating, 1 to 5, shown before it is sent; nil for none.
  public var own: Int?
  public var showsPrices = false

  /// - Parameter isOwned: whether the user owns copies, which show ratings of their own.
  func write(to builder: inout DocumentBuilder, isOwned: Bool) {
    writeFigures(to: &builder, isOwned: isOwned)
    writeMarket(to: &builder)
  }

  private func writeFigures(to builder: inout DocumentBuilder, isOwned: Bool) {
    switch figures {
    case .absent: break
    case .loading: builder.fact(FieldWords.community, [Span(FieldWords.loading, .quiet)])
    case .failed(let error): builder.fact(FieldWords.community, [Span(error.sentence, .quiet)])
    case .loaded(let figures):
      let demand = figures.demand.map { RecordWords.demand($0.withTwoDecimals) } ?? ""
      if let have = figures.have, let want = figures.want {
        builder.fact(
          FieldWords.community, [Span(RecordWords.figures(have: have.grouped, want: want.grouped, demand: demand))])
      }
      let average = figures.average.map { RecordWords.average($0.withTwoDecimals) } ?? RecordWords.notRatedYet
      let votes = figures.ratings > 0 ? RecordWords.votes(figures.ratings) : ""
      builder.fact(FieldWords.rating, [Span(average + votes)] + (isOwned ? [] : ownRating))
    }
  }

  private var ownRating: [Span] { own.map { [Span(" · "), Span(RecordWords.yours($0), .strong)] } ?? [] }

  private func writeMarket(to builder: inout DocumentBuilder) {
    switch market {
    case .absent: break
    case .loading: builder.fact(FieldWords.market, [Span(FieldWords.loading, .quiet)])
    case .failed(let error): builder.fact(FieldWords.market, [Span(error.sentence, .quiet)])
    case .loaded(let market) where market.isBlocked:
      builder.fact(FieldWords.market, [Span(RecordWords.notForSaleOnDiscogs)])
    case .loaded(let market):
      let offers =
        market.forSale > 0
        ? RecordWords.forSale(market.forSale, lowest: market.lowest?.displayName) : RecordWords.noneForSale
      let course = market.history.count > 1 ? " " + Sparkline.prices(market.history) : ""
      builder.fact(
        FieldWords.market, [Span(offers, market.forSale > 0 ? .price : .plain), Span(course, .quiet)])
      guard showsPrices else { return }
      guard let suggestions = market.suggestions else {
        return builder.fact(FieldWords.prices, [Span(FieldWords.loading, .quiet)])
      }
      let none = suggestions.isEmpty ? RecordWords.noSuggestionsForYourAccount : ""
      builder.fact(FieldWords.prices, [Span(none, .quiet)])
      let longest = suggestions.map { builder.width(of: $0.condition) }.max() ?? 0
      for (number, suggestion) in suggestions.enumerated() {
        let gap = String(repeating: " ", count: longest + 2 - builder.width(of: suggestion.condition))
        let price = suggestion.price.displayName
        // On a narrow screen the edge is near enough.
        let isNarrow = builder.columns < 60
        builder.paragraph(
          [Span(suggestion.condition)] + (isNarrow ? [] : [Span(gap), Span(price, .price)]),
          lead: number == 0 ? FieldWords.prices : "", leadColumns: 11, trailing: isNarrow ? price : "")
      }
    }
  }
}
