import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// The collection, with its parts; every copy is a row of its own.
public final class CollectionModel: ShelfPageModel, Loader {
  public let copies: ShelfListModel<CollectionCopy>
  public var shelf: ShelfListModel<CollectionCopy> { copies }

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    let shelf = context.services.shelf
    copies = ShelfListModel(
      .collection, context: context, memento: memento, isSame: { $0.id == $1.id }, count: shelf.copyCount,
      load: shelf.copies)
  }

  public var route: Route { .collection }

  public func show(_ request: ShowRequest) -> Bool {
    guard case .shelf(let query) = request else { return false }
    copies.show(query)
    return true
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .randomPick else { return copies.perform(command, argument) }
    pick()
    return .done
  }

  /// Opens a random copy of those listed, and says why this one.
  private func pick() {
    let (request, now) = (CollectionRequest(parts.shown, copies.rows.order), context.services.desktop.now())
    load(orReport: PageWords.pickCopyFailed) {
      try await $0.reports.pick(request)
    } then: { model, pick in
      guard let pick else { return model.context.say(PageWords.noCopyToPick) }
      guard model.context.isInFront else { return }
      model.context.follow(.entity(.release(pick.copy.release)))
      model.context.notify(.confirmation, ShelfWording.picked(pick, now: now))
    }
  }
}
