public import Clients
public import DiscogsModel
public import RunoutModel

/// Something that a page loads and shows.
public protocol PageContent: AnyObject {
  /// Handles a change behind the page.
  func hear(_ event: Event)
  /// Asks again for what failed; false when nothing did.
  func retry() -> Bool
  /// Loads everything again; the old rows may be another source's. Nothing for what follows the rows of a list.
  func reload()
  /// Asks the network again; the old content stays until then.
  func refresh()
}

extension PageContent {
  public func hear(_ event: Event) {}
  public func retry() -> Bool { false }
  public func reload() {}
  public func refresh() { reload() }
}

/// A part of a page that can have the keys: a list, a text, the parts of the shelf.
public protocol Pane: PageContent, Responder {
  /// Itself if it is a list. A cast would find out again at each start, among all conformances of the program.
  var asList: (any ListPane)? { get }
  /// Whether it is text with links rather than rows.
  var isText: Bool { get }
  /// Whether left and right move in it, too.
  var isGrid: Bool { get }
  /// Whether there is something to show: the first rows, a record, or an error.
  var isReady: Bool { get }
  /// Whether the record it was to show does not exist.
  var isMissing: Bool { get }
  /// The marked or selected records, to open, copy or bookmark.
  var subjects: [Subject] { get }
  /// The marked or selected copies and wants, or records that could become them.
  var shelfItems: [ShelfItem] { get }
  /// The selected address, such as a video's; nil where none is.
  var selectedURL: String? { get }
  /// The number of the selected row or line, from 0.
  var cursor: Int { get }
  /// Selects a row or line by its number, from 0, or the nearest there is.
  func select(row: Int)
  /// Scrolls, with the focus or without; negative upwards.
  func scroll(by lines: Int)
  /// Searches the pane; nil where there is nothing to find.
  var finder: Finder? { get }
  /// The text that a copy command copies; nil to copy ``subjects`` instead.
  func text(toCopy command: Command) -> String?
  /// Clears the marks, once their command is done.
  func unmark()
  /// Undoes one thing, such as marks or narrowing; false when there was nothing to undo.
  func cancel() -> Bool
  func resize(columns: Int, rows: Int)
  /// Saves the state that restores it.
  func note(in memento: inout PageMemento)
}

extension Pane {
  public var asList: (any ListPane)? { nil }
  public var isText: Bool { false }
  public var isGrid: Bool { false }
  public var isReady: Bool { true }
  public var isMissing: Bool { false }
  public var subjects: [Subject] { [] }
  public var shelfItems: [ShelfItem] { [] }
  public var selectedURL: String? { nil }
  public var finder: Finder? { nil }
  public func text(toCopy command: Command) -> String? { nil }
  public func unmark() {}
  public func cancel() -> Bool { false }
  public func note(in memento: inout PageMemento) {}
}

/// A pane whose rows can be sorted, narrowed and filtered.
public protocol ListPane: Pane {
  var order: ListOrder { get }
  /// The fields that rows can be sorted by.
  var sorts: Set<SortOrder.Field> { get }
  /// Whether narrowing costs no request, so that it can follow every letter.
  var narrowsWhileTyping: Bool { get }
  /// The facets that rows can be filtered by; nil for none.
  var facets: FacetSource? { get }
  /// Whether the records are shown as a wall of covers.
  var isWall: Bool { get set }
  /// Whether there are covers for a wall.
  var hasPictures: Bool { get }
  /// Whether it is a wall that is not usual, from which there is a way back to rows.
  var canLeaveWall: Bool { get }
  /// Returns false where ``canLeaveWall`` is.
  func leaveWall() -> Bool
  func layOut()
  func narrow(_ text: String)
  /// Shows which loaded rows narrowing would leave, without asking for others.
  func peek(at text: String) -> Bool
  func filter(_ filters: ListFilters)
  /// The row that the preview is about; nil where none is selected.
  var selectedRow: (any PaneRow)? { get }
  /// The record of ``selectedRow``.
  var selectedReference: EntityReference? { get }
  var markedCount: Int { get }
  /// Called when another row is selected or the rows change.
  var onSelection: (() -> Void)? { get set }
}

/// A row of a list, with what commands need to know of it.
nonisolated public protocol PaneRow: Hashable, Sendable {
  /// The page that Enter opens; nil for none.
  var destination: LinkTarget? { get }
  /// The record it is about; nil for none.
  var record: Subject? { get }
  /// The reference of ``record``.
  var recordReference: EntityReference? { get }
  /// The copy, want or record that shelf commands work on.
  var shelfItem: ShelfItem? { get }
  /// The subject of its picture; nil for rows without one.
  var picture: PictureSubject? { get }
  /// The facts to show until its record is loaded.
  var recordFacts: RowFacts? { get }
  /// Whether it stands for the page's own record rather than for one of the list.
  var isOfThePage: Bool { get }
  /// Its web page, for rows that are not records.
  var webAddress: String? { get }
  /// The text that a copy command copies; nil to copy from its record.
  func text(toCopy command: Command) -> String?
}

extension PaneRow {
  nonisolated public var destination: LinkTarget? { nil }
  nonisolated public var record: Subject? { nil }
  nonisolated public var recordReference: EntityReference? { record?.reference }
  nonisolated public var shelfItem: ShelfItem? { nil }
  nonisolated public var picture: PictureSubject? { nil }
  nonisolated public var recordFacts: RowFacts? { nil }
  nonisolated public var isOfThePage: Bool { false }
  nonisolated public var webAddress: String? { nil }
  nonisolated public func text(toCopy command: Command) -> String? { nil }
}

extension ListPane {
  public var asList: (any ListPane)? { self }
}
