import Clients
import DiscogsModel
import RunoutModel

/// A page over a list of the user's shelf: Collection or Want list.
public protocol ShelfPageModel: PageModel {
  associatedtype Row: ShelfRow

  var shelf: ShelfListModel<Row> { get }
}

extension ShelfPageModel {
  public var panes: Panes { shelf.panes }
  public var parts: ShelfPartsModel { shelf.parts }
  public var columns: ShelfColumnChoice { shelf.columns }
  public var memento: PageMemento { shelf.memento }

  /// The names of the user's own fields that the rows shown have, as filters write them.
  var ownFields: Set<String> {
    Set(shelf.rows.list.rows.lazy.flatMap(\.fields).map { ShelfQuery.nameOfOwnField($0.name) })
  }

  /// A query that finds the shown rows again.
  var query: String { parts.query(narrowedTo: shelf.rows.order.narrowing) }
}
