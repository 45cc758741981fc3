public import Clients
public import RunoutModel

/// Something that a page loads and shows.
public protocol PageContent: AnyObject {
  /// Takes in what has changed behind the page.
  func hear(_ event: Event)
  /// Asks again for what failed; false when nothing did.
  func retry() -> Bool
  /// Loads everything again: with another source the old rows mean nothing.
  func reload()
  /// Asks the network again; what is there stays until the newer is.
  func refresh()
}

extension PageContent {
  public func hear(_ event: Event) {}
  public func retry() -> Bool { false }
  public func refresh() { reload() }
}

/// A part of a page that can have the keys: a list, a text, the parts of the shelf.
public protocol Pane: PageContent, Responder {
  /// Whether it is text with links rather than rows.
  var isText: Bool { get }
  /// Whether one moves sideways in it, too.
  var isGrid: Bool { get }
  /// Whether there is something to show: the first rows, a record, or why there is none.
  var isReady: Bool { get }
  /// Whether what it was to show does not exist.
  var isMissing: Bool { get }
  /// What is marked or selected, to open, copy or bookmark.
  var subjects: [Subject] { get }
  /// What of the shelf, or for it, is marked or selected.
  var shelfItems: [ShelfItem] { get }
  /// The selected address, such as a video's; nil where none is.
  var selectedURL: String? { get }
  /// The number of the selected row or line, from 0.
  var cursor: Int { get }
  /// Selects a row or a line by its number, from 0, or the nearest there is.
  func select(row: Int)
  /// Scrolls, with the focus or without; negative upwards.
  func scroll(by lines: Int)
  /// What `/` looks through; nil where there is nothing to find.
  var finder: Finder? { get }
  /// What a copy command copies besides ``subjects``; nil for nothing.
  func text(toCopy command: Command) -> String?
  /// Takes the marks away: what they were made for is done.
  func unmark()
  /// Undoes one thing, such as marks or narrowing; false when there was nothing to undo.
  func cancel() -> Bool
  func resize(columns: Int, rows: Int)
  /// Writes down what brings it back as it is.
  func note(in memento: inout PageMemento)
}

extension Pane {
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
  /// What the rows can be sorted by.
  var sorts: Set<SortOrder.Field> { get }
  /// Whether narrowing costs no request, so that it can follow every letter.
  var narrowsWhileTyping: Bool { get }
  /// What the rows can be filtered by; nil where they cannot.
  var facets: FacetSource? { get }
  /// Whether the records stand as a wall of covers.
  var isWall: Bool { get set }
  func narrow(_ text: String)
  /// Shows what narrowing would leave of the rows that are here, without asking for others.
  func peek(at text: String) -> Bool
  func filter(_ filters: ListFilters)
  /// What the preview beside it is about; nil where no row is selected.
  var selectedRow: (any ListRow)? { get }
  /// How many rows are marked.
  var markedCount: Int { get }
  /// Whether a row has been gone to, rather than selected because it is the first.
  var isMoved: Bool { get }
  /// Called when another row is selected or the rows change.
  var onSelection: (() -> Void)? { get set }
}

/// A row of a list, with what commands need to know of it.
nonisolated public protocol ListRow: Hashable, Sendable {
  /// Where Enter leads.
  var destination: LinkTarget? { get }
  /// The record that it is about.
  var record: Subject? { get }
  /// It as what a command of the shelf is about.
  var shelfItem: ShelfItem? { get }
  /// What its picture is of; nil where it is nothing that has one.
  var picture: PictureSubject? { get }
  /// What is known of its record before that is loaded.
  var recordFacts: RowFacts? { get }
  /// Whether it stands for the record that the page is about, rather than for one of the list.
  var isOfThePage: Bool { get }
  /// Its own page on the web, where it is no record's.
  var webAddress: String? { get }
  /// What a copy command copies of it; nil for what goes by its record.
  func text(toCopy command: Command) -> String?
}

extension ListRow {
  nonisolated public var destination: LinkTarget? { nil }
  nonisolated public var record: Subject? { nil }
  nonisolated public var shelfItem: ShelfItem? { nil }
  nonisolated public var picture: PictureSubject? { nil }
  nonisolated public var recordFacts: RowFacts? { nil }
  nonisolated public var isOfThePage: Bool { false }
  nonisolated public var webAddress: String? { nil }
  nonisolated public func text(toCopy command: Command) -> String? { nil }
}

extension ListPane {
  public var isGrid: Bool { isWall }
}
