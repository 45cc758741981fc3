import Clients
import DiscogsModel

/// A page over a list of the user's shelf: what Collection and Want list do alike.
public protocol ShelfPageModel: PageModel {
  associatedtype Row: ShelfRow

  /// The list with its parts and its preview.
  var shelf: ShelfListModel<Row> { get }
}

extension ShelfPageModel {
  public var panes: Panes { shelf.panes }
  public var parts: ShelfPartsModel { shelf.parts }
  public var columns: ShelfColumnChoice { shelf.columns }
  public var memento: PageMemento { shelf.memento }

  /// What is shown now, as a query that finds it again.
  var query: String { parts.query(narrowedTo: shelf.rows.order.narrowing) }
}
