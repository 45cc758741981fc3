public import Clients
import DiscogsModel
import Wording

/// A part of a page that is loaded beside the rest and fails alone.
nonisolated public enum PagePart<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The source has none.
  case absent
  case loading
  case loaded(Value)
  case failed(ClientError)

  public var value: Value? { if case .loaded(let value) = self { value } else { nil } }
  public var hasFailed: Bool { if case .failed = self { true } else { false } }
}

/// What only Discogs itself knows of a release: what people have, want, think of it and ask for it.
nonisolated public struct ReleaseSupplement: Hashable, Sendable {
  public var figures = PagePart<CommunityFigures>.absent
  public var market = PagePart<MarketFigures>.absent
  /// The user's own rating, 1 to 5, as it will be once it has been sent; nil without one.
  public var own: Int?
  public var showsPrices = false

  public init() {}

  func write(to builder: inout DocumentBuilder) {
    writeFigures(to: &builder)
    writeMarket(to: &builder)
  }

  private func writeFigures(to builder: inout DocumentBuilder) {
    switch figures {
    case .absent: break
    case .loading: builder.fact("Community", [Span("loading…", .quiet)])
    case .failed(let error): builder.fact("Community", [Span(error.sentence, .quiet)])
    case .loaded(let figures):
      let demand = figures.demand.map { " · demand \($0.withTwoDecimals)" } ?? ""
      builder.fact(
        "Community", [Span(RecordWords.figures(have: figures.have.grouped, want: figures.want.grouped, demand: demand))]
      )
      let average = figures.average.map { "\($0.withTwoDecimals) of 5" } ?? RecordWords.notRatedYet
      let votes = figures.ratings > 0 ? " by \(figures.ratings.grouped)" : ""
      builder.fact("Rating", [Span(average + votes)] + ownRating)
    }
  }

  private var ownRating: [Span] { own.map { [Span(" · "), Span(RecordWords.yours($0), .strong)] } ?? [] }

  private func writeMarket(to builder: inout DocumentBuilder) {
    switch market {
    case .absent: break
    case .loading: builder.fact("Market", [Span("loading…", .quiet)])
    case .failed(let error): builder.fact("Market", [Span(error.sentence, .quiet)])
    case .loaded(let market) where market.isBlocked: builder.fact("Market", [Span(RecordWords.notForSaleOnDiscogs)])
    case .loaded(let market):
      let lowest = market.lowest.map { " from \($0.displayName)" } ?? ""
      builder.fact(
        "Market", [Span(market.forSale > 0 ? "\(market.forSale.grouped) for sale\(lowest)" : RecordWords.noneForSale)])
      guard showsPrices else { return }
      guard let suggestions = market.suggestions else { return builder.fact("Prices", [Span("loading…", .quiet)]) }
      builder.fact("Prices", [Span(suggestions.isEmpty ? RecordWords.noSuggestionsForYourAccount : "", .quiet)])
      for (number, suggestion) in suggestions.enumerated() {
        builder.paragraph(
          [Span(suggestion.condition)], lead: number == 0 ? "Prices" : "", leadColumns: 11,
          trailing: suggestion.price.displayName)
      }
    }
  }
}
