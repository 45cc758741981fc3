import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

@Observable
public final class WantListModel: ShelfPageModel, Loader {
  public let wants: ShelfListModel<WantListEntry>
  public var shelf: ShelfListModel<WantListEntry> { wants }
  /// The prices of wants that have a limit or were looked up.
  public private(set) var prices: [Wanted: Price] = [:]

  nonisolated public struct Price: Hashable, Sendable {
    public var lowest: Money?
    public var limit: Money?
  }

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    let shelf = context.services.shelf
    wants = ShelfListModel(
      .wantList, context: context, memento: memento, isSame: { $0.wanted == $1.wanted }, count: shelf.wantCount,
      load: shelf.wants)
    loadPrices()
  }

  public var route: Route { .wantList }

  public func hear(_ event: Event) {
    if event.isOfTheShelf { loadPrices() }
    panes.hear(event)
  }

  private func loadPrices() {
    // The list is of use without prices.
    load(orLog: "Could not read the prices of wants") {
      try await $0.market.wants()
    } then: { model, known in
      let pairs = known.map { ($0.want.wanted, Price(lowest: $0.seen?.lowest, limit: $0.limit)) }
      let prices = Dictionary(pairs) { first, _ in first }
      if prices != model.prices { model.prices = prices }
    }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .randomPick else { return wants.perform(command, argument) }
    pick()
    return .done
  }

  /// Opens a random want of those listed, and says why this one.
  private func pick() {
    let request = CollectionRequest(parts.shown, wants.rows.order)
    load(orReport: PageWords.pickWantFailed) {
      try await $0.reports.pickWant(request)
    } then: { model, pick in
      guard let pick else { return model.context.say(PageWords.noWantToPick) }
      guard model.context.isInFront else { return }
      model.context.follow(.entity(pick.want.wanted.reference))
      model.context.notify(.confirmation, ShelfWording.picked(pick))
    }
  }
}
