import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// The want list, with its parts.
public final class WantListModel: ShelfPageModel {
  public let wants: ShelfListModel<WantListEntry>
  public var shelf: ShelfListModel<WantListEntry> { wants }

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
  }

  public var route: Route { .wantList }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .randomPick: pick()
    default: return wants.perform(command, argument)
    }
    return .done
  }

  /// Opens a want of those listed, to look for today, and says why this one.
  private func pick() {
    let (reports, request) = (context.services.reports, CollectionRequest(parts.shown, wants.rows.order))
    wants.scope.run { [weak self] in
      do throws(ClientError) {
        guard let pick = try await reports.pickWant(request) else {
          self?.context.say(PageWords.noWantToPick)
          return
        }
        guard let self, context.isInFront() else { return }
        context.follow(.entity(pick.want.wanted.reference))
        context.notify(.confirmation, ShelfWording.picked(pick))
      } catch {
        self?.context.report(PageWords.pickWantFailed, error)
      }
    }
  }
}
