import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// The collection, with its parts; every copy is a row of its own.
public final class CollectionModel: ShelfPageModel {
  public let copies: ShelfListModel<CollectionCopy>
  public var shelf: ShelfListModel<CollectionCopy> { copies }

  private var context: PageContext { copies.context }

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    let shelf = context.services.shelf
    copies = ShelfListModel(.collection, context: context, memento: memento) { part in
      ListSource(
        load: { order, after, limit throws(ClientError) in
          try await shelf.copies(CollectionRequest(part, order), after, limit)
        },
        count: { order throws(ClientError) in .exactly(try await shelf.copyCount(CollectionRequest(part, order))) },
        text: \.searchText, isSame: { $0.id == $1.id })
    }
  }

  public var route: Route { .collection }

  public func show(_ request: ShowRequest) -> Bool {
    guard case .shelf(let query) = request else { return false }
    copies.show(query)
    return true
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .randomPick: pick()
    default: return copies.perform(command, argument)
    }
    return .done
  }

  /// Opens a random copy of those listed, and says why this one.
  private func pick() {
    let (reports, request) = (context.services.reports, CollectionRequest(parts.shown, copies.rows.order))
    let now = context.services.desktop.now()
    copies.scope.run { [weak self] in
      do throws(ClientError) {
        guard let pick = try await reports.pick(request) else {
          self?.context.say(PageWords.noCopyToPick)
          return
        }
        guard let self, context.isInFront else { return }
        context.follow(.entity(.release(pick.copy.release)))
        context.notify(.confirmation, ShelfWording.picked(pick, now: now))
      } catch {
        self?.context.report(PageWords.pickCopyFailed, error)
      }
    }
  }
}
