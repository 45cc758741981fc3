public import Clients
import DiscogsModel
public import Observation

/// The want list.
@Observable
public final class WantListModel: PageModel {
  public let wants: ShelfListModel<WantListEntry>

  @ObservationIgnored private let scope: TaskScope

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    scope = TaskScope(context.tasks)
    let shelf = context.services.shelf
    wants = ShelfListModel(
      ListSource(
        load: { order, after, limit throws(ClientError) in
          try await shelf.wants(CollectionRequest(sort: order.sort, narrowing: order.narrowing), after, limit)
        },
        count: { order throws(ClientError) in
          .exactly(try await shelf.wantCount(CollectionRequest(sort: order.sort, narrowing: order.narrowing)))
        },
        text: \.searchText, isSame: { $0.release == $1.release }),
      context: context, scope: scope, memento: memento.list)
  }

  public var route: Route { .wantList }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = wants.rows.memento
    return memento
  }

  public var subjects: [Subject] { wants.rows.markedOrSelected.map(\.subject) }

  public var shelfItems: [ShelfItem] { wants.rows.markedOrSelected.map(ShelfItem.want) }
  public func unmark() { wants.rows.unmark() }
  public func shelfChanged() { wants.shelfChanged() }
  public func shelfFiled() { wants.rows.follow() }

  public func handle(_ command: Command) -> Bool { wants.handle(command) }
  public func disabledReason(_ command: Command) -> String? { wants.disabledReason(command) }

  public var narrowing: String { wants.rows.order.narrowing }
  public func narrow(_ text: String) { wants.rows.narrow(text) }
  public func find(_ text: String) { wants.find(text) }
  public func leavePane() -> Bool { wants.panes.leaveInfo() }
  public func cancel() -> Bool { wants.cancel() }
  public func close() { scope.close() }
  public func go(toRow row: Int) { wants.go(toRow: row) }
  public func retry() -> Bool { wants.retry() }
  public func reload() { wants.reload() }
  public func resize(columns: Int, rows: Int) { wants.resize(columns: columns, rows: rows) }
}
