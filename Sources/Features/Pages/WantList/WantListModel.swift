import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The want list, with its parts.
@Observable
public final class WantListModel: ShelfPageModel {
  public let wants: ShelfListModel<WantListEntry>
  public var shelf: ShelfListModel<WantListEntry> { wants }
  /// The prices of wants that have a limit or were looked up.
  public private(set) var prices: [Wanted: Price] = [:]

  nonisolated public struct Price: Hashable, Sendable {
    public var lowest: Money?
    public var limit: Money?
  }

  private var context: PageContext { wants.context }

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    let shelf = context.services.shelf
    wants = ShelfListModel(.wantList, context: context, memento: memento) { part in
      ListSource(
        load: { order, after, limit throws(ClientError) in
          try await shelf.wants(CollectionRequest(part, order), after, limit)
        },
        count: { order throws(ClientError) in .exactly(try await shelf.wantCount(CollectionRequest(part, order))) },
        text: \.searchText, isSame: { $0.wanted == $1.wanted })
    }
    loadPrices()
  }

  public var route: Route { .wantList }

  public func hear(_ event: Event) {
    if [.shelfChanged, .shelfTakenBack].contains(event) { loadPrices() }
    panes.hear(event)
  }

  private func loadPrices() {
    let market = context.services.market
    wants.scope.run { [weak self] in
      do throws(ClientError) {
        let known = try await market.wants()
        let prices = Dictionary(
          known.map { ($0.want.wanted, Price(lowest: $0.seen?.lowest, limit: $0.limit)) },
          uniquingKeysWith: { first, _ in first })
        guard let self, prices != self.prices else { return }
        self.prices = prices
      } catch {
        guard error != .cancelled else { return }
        // The list is of use without prices.
        self?.context.services.log.write(.warning, "Could not read the prices of wants", ["error": "\(error)"])
      }
    }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .randomPick: pick()
    default: return wants.perform(command, argument)
    }
    return .done
  }

  /// Opens a random want of those listed, and says why this one.
  private func pick() {
    let (reports, request) = (context.services.reports, CollectionRequest(parts.shown, wants.rows.order))
    wants.scope.run { [weak self] in
      do throws(ClientError) {
        guard let pick = try await reports.pickWant(request) else {
          self?.context.say(PageWords.noWantToPick)
          return
        }
        guard let self, context.isInFront else { return }
        context.follow(.entity(pick.want.wanted.reference))
        context.notify(.confirmation, ShelfWording.picked(pick))
      } catch {
        self?.context.report(PageWords.pickWantFailed, error)
      }
    }
  }
}
