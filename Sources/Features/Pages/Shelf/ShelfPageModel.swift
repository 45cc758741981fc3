import Clients
import DiscogsModel

/// A page over a list of the user's shelf: what Collection and Want list do alike.
public protocol ShelfPageModel: PageModel {
  associatedtype Row: ShelfRow

  /// The list with its parts and its preview.
  var shelf: ShelfListModel<Row> { get }
}

extension ShelfPageModel {
  public var parts: ShelfPartsModel { shelf.parts }
  public var columns: ShelfColumnChoice { shelf.columns }

  /// What is shown now, as a query that finds it again.
  var query: String { parts.query(narrowedTo: narrowing) }

  public var memento: PageMemento { shelf.memento }
  public var subjects: [Subject] { shelf.rows.markedOrSelected.map(\.subject) }
  public var shelfItems: [ShelfItem] { parts.isFocused ? [] : shelf.rows.markedOrSelected.map(\.item) }
  public func unmark() { shelf.rows.unmark() }
  public var isText: Bool { shelf.isText }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged: shelf.shelfChanged()
    case .shelfFiled: shelf.shelfFiled()
    case .folderRenamed(let old, let new): if parts.list == .collection { parts.follow(folder: old, to: new) }
    default: break
    }
  }

  public func handle(_ command: Command) -> Bool { shelf.handle(command) }
  public func disabledReason(_ command: Command) -> String? { shelf.disabledReason(command) }
  public var narrowing: String { shelf.rows.order.narrowing }
  public func narrow(_ text: String) { shelf.rows.narrow(text) }
  public func find(_ text: String) { shelf.find(text) }
  public func leavePane() -> Bool { shelf.leavePane() }
  public func cancel() -> Bool { shelf.cancel() }
  public func close() { shelf.scope.close() }
  public func go(toRow row: Int) { shelf.go(toRow: row) }
  public func retry() -> Bool { shelf.retry() }
  public func reload() { shelf.reload() }
  public func resize(columns: Int, rows: Int) { shelf.resize(columns: columns, rows: rows) }
}
