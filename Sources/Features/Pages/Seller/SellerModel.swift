public import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// A seller's offers of records that the user wants.
@Observable
public final class SellerModel: PageModel {
  public let name: String
  public let offers: ListModel<WantOffer>
  public let panes: Panes
  /// The progress of reading the inventory; nil while it is not being read.
  public private(set) var progress: MarketProgress?

  public init(_ name: String, context: PageContext, memento: PageMemento = PageMemento()) {
    self.name = name
    let (market, board) = (context.services.market, ProgressBoard())
    let report = board.report
    let source = ListSource<WantOffer>.whole(
      text: \.searchText, isSame: { $0.listing.id == $1.listing.id },
      sorts: Set(SortOrder.Field.allCases).subtracting([.rating]), sortRule: PageWords.offersDoNotSort,
      followsShelf: true, sorted: WantOffer.sorted,
      renew: {
        defer { board.end() }
        _ = try await market.offers(name, true, report)
      }, { try await market.offers(name, false, report) })
    offers = ListModel(source, context: context, memento: memento.list)
    panes = Panes(offers, hasPreview: true, context: context)
    board.onReport = { [weak self] in self?.progress = $0 }
    offers.loadMoreIfNeeded()
  }

  public var route: Route { .seller(name) }
  public var webAddress: String? { MarketModel.inventory(of: name) }
}
