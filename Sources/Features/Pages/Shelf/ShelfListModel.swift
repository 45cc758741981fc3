import Clients
import RunoutModel
import Wording

/// A list of the shelf, with its parts at one side and the preview at the other.
public final class ShelfListModel<Row: ShelfRow> {
  public let rows: ListModel<Row>
  public let preview: InfoPane
  public let panes: Panes
  public let parts: ShelfPartsModel
  public let columns: ShelfColumnChoice
  public let marks: ShelfRowMarks

  let context: PageContext
  let scope: TaskScope

  /// - Parameter source: makes the source of a part; nil for the whole list.
  init(
    _ list: ShelfList, context: PageContext, memento: PageMemento, source: @escaping (ShelfPart?) -> ListSource<Row>
  ) {
    self.context = context
    let scope = TaskScope(context.tasks)
    self.scope = scope
    let groups = ShelfPartsModel(list, context: context, scope: scope, memento: memento)
    parts = groups
    columns = ShelfColumnChoice(list, context: context, scope: scope)
    let marks = ShelfRowMarks(list, context: context, scope: scope)
    self.marks = marks
    rows = ListModel(Self.sortable(source(memento.part)), context: context, scope: scope, memento: memento.list)
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(rows, info: preview, side: parts, parts: [marks], context: context, scope: scope)
    marks.rows = { [weak rows = self.rows] from in
      guard let all = rows?.list.rows, from < all.count else { return [] }
      return all[from...].map(\.facts)
    }
    rows.onPage = { [weak marks] before in marks?.load(from: before) }
    parts.onShow = { [weak self] in self?.rows.reload(Self.sortable(source($0))) }
    parts.onEnter = { [weak self] in self?.panes.move(to: $0 ? .side : .main) }
    rows.loadMoreIfNeeded()
    parts.load()
    columns.load()
  }

  private static func sortable(_ source: ListSource<Row>) -> ListSource<Row> {
    var source = source
    source.sorts = Set(SortOrder.Field.allCases).subtracting([.price])
    source.followsShelf = true
    return source
  }

  var memento: PageMemento {
    var memento = panes.memento
    memento.part = parts.shown
    memento.grouping = parts.grouping
    return memento
  }

  public var arePartsFocused: Bool { panes.isSideFocused }
  /// Whether the parts are on the screen: from 130 columns on, unless there are none or a wall takes the room; on
  /// narrower screens only while they have the keys.
  public var arePartsVisible: Bool {
    arePartsFocused || (panes.split.columns >= 130 && !parts.all.isEmpty && !rows.isWall)
  }

  /// Narrows the whole list to a query.
  func show(_ query: String) {
    panes.move(to: .main)
    parts.showAll()
    rows.narrow(query)
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .nextType, .previousType:
      guard arePartsFocused else { return .refused(PageWords.groupsHere) }
    default: break
    }
    return panes.perform(command, argument)
  }
}
