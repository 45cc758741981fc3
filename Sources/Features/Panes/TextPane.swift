import Clients
import DiscogsModel
public import Observation
import Wording

/// A text that is read line by line, with links to follow.
@Observable
public class TextPane: FindablePane {
  public internal(set) var view = DocumentView()

  @ObservationIgnored let context: PageContext
  @ObservationIgnored public let finder: Finder?
  @ObservationIgnored public private(set) var columns = 79
  var mostColumns: Int { SplitLayout.readableColumns }
  /// The columns after the text, the last of them for the scroll marks.
  var scrollMarks: Int { 1 }
  /// The place to take once the text is there.
  @ObservationIgnored private var pending: (line: Int, top: Int)?

  init(_ context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    finder = Finder(context)
    pending = (memento.line, memento.top)
    finder?.pane = self
  }

  public var isText: Bool { true }
  public var isReady: Bool { true }
  public var isMissing: Bool { false }
  public var subjects: [Subject] { [] }
  public var shelfItems: [ShelfItem] { [] }
  public func text(toCopy command: Command) -> String? { nil }
  public func hear(_ event: Event) {}
  public func retry() -> Bool { false }
  public func reload() {}
  public func refresh() { reload() }

  /// The web address of the selected link; nil for links to this program's own pages.
  public var selectedURL: String? { if case .url(let url)? = view.selectedLink { url } else { nil } }

  /// Lays the text out for ``columns``. Subclasses override it.
  ///
  /// - Parameter isSameWidth: whether a line that is still there stays selected.
  func layOut(isSameWidth: Bool) {}

  /// Restores the place that the text was left at, the first time it is there.
  func restore() {
    // One that was left nowhere begins below a picture.
    if let pending, pending != (0, 0) { view.restore(cursor: pending.line, top: pending.top) }
    pending = nil
  }

  public func note(in memento: inout PageMemento) { (memento.line, memento.top) = (view.cursor, view.top) }

  public func resize(columns: Int, rows: Int) {
    let isSameWidth = columns == self.columns
    guard !isSameWidth || rows != view.height else { return }
    self.columns = columns
    view.resize(height: rows)
    layOut(isSameWidth: isSameWidth)
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .open else { return view.handle(command) ? .done : .passed }
    guard let link = view.selectedLink else { return .refused(PageWords.noLinkHere) }
    // A release or master may be linked by any words, such as “all versions”.
    if case .entity(let reference) = link, reference.kind == .artist || reference.kind == .label {
      context.note(Subject(reference: reference, title: view.selectedLinkText))
    }
    context.follow(link)
    return .done
  }

  public var cursor: Int { view.cursor }
  public func select(row: Int) { view.move(to: row) }
  func select(link: Int, line: Int) { view.move(to: line, link: link) }

  public var rowsToFind: FoundRows { FoundRows(count: view.lines.count) { [lines = view.lines] in lines[$0].text } }

  func stepLink(forwards: Bool) -> Bool { forwards ? view.nextLink() : view.previousLink() }

  public func scroll(by lines: Int) { view.scroll(by: lines) }
}
