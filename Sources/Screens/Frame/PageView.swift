import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// A page's model; its conformance is beside the page's drawing.
@MainActor protocol DrawablePage: AnyObject {
  func drawing(_ style: PageStyle) -> any DrawnPage
}

/// A page as the frame sees it: the drawing of its model, with the hints that depend on its panes.
struct PageView {
  private let page: any DrawnPage
  private let panes: Panes
  private let store: AppStore
  /// The number of marked rows; 0 while the list does not have the keys.
  let marked: Int

  init(_ page: any PageModel, style: PageStyle) {
    panes = page.panes
    store = style.store
    marked = panes.focused === panes.main ? panes.list?.markedCount ?? 0 : 0
    // A test draws every route.
    guard let page = page as? any DrawablePage else { preconditionFailure("\(type(of: page)) has no drawing") }
    self.page = page.drawing(style)
  }

  var title: String { page.title }
  var facts: [String] { page.facts.filter { !$0.isEmpty } }
  /// The keys worth showing, the most useful first; where rows are marked, those that act on them.
  var hints: [Command] {
    guard marked > 0 else { return page.hints.filter { !store.isElsewhere($0) } }
    let compare: [Command] = canCompare ? [.compare] : []
    return page.hints.filter(Self.ofMarked.contains) + compare + [.cancel, .copyName]
  }
  /// The hints' words that differ from the command table's.
  var words: [HintWord] {
    if marked > 0 { return [HintWord(.copyName, ScreenWords.copy), HintWord(.cancel, ScreenWords.deselect)] }
    let wall = panes.list?.isWall == true ? [HintWord(.toggleWall, ScreenWords.list)] : []
    let leaving = panes.isInfoFocused || panes.isSideFocused ? [HintWord(.back, ScreenWords.list)] : []
    // The first word for a command wins.
    return page.words + wall + leaving + (panes.nextPlace.map { [HintWord(.nextPane, word(for: $0))] } ?? [])
  }
  var position: String { page.position }
  var inputError: String? { page.inputError }
  var progress: String? { page.progress }
  var prompt: SearchPromptLine? { page.prompt }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    page.draw(in: rect, hasFocus: hasFocus, on: &canvas)
  }

  /// The commands that act on all marked rows at once.
  private static let ofMarked: Set<Command> = [
    .edit, .moveToFolder, .remove, .gotIt, .toggleWant, .addToCollection,
  ]

  private var canCompare: Bool {
    Comparison.room.contains(marked) && panes.subjects.allSatisfy { $0.reference.kind == .release }
  }

  /// The name of the pane that the key for the next one leads to.
  private func word(for place: Panes.Place) -> String {
    switch place {
    case .main: ScreenWords.list
    case .side: ScreenWords.groups
    case .info, .cover: panes.info?.isPreview == false ? ScreenWords.about : ScreenWords.preview
    }
  }
}

/// A page: fills its part of the canvas from its model.
protocol DrawnPage {
  /// The name in the trail.
  var title: String { get }
  /// Facts at the right of the title, the most important last: type, sort, counts.
  var facts: [String] { get }
  /// The keys worth showing, the most useful first.
  var hints: [Command] { get }
  /// The hints' words that differ from the command table's.
  var words: [HintWord] { get }
  /// The text at the right of the footer: `row 1 of 1,284`.
  var position: String { get }
  /// The error of the page's own prompt, for screens too low to show it in place.
  var inputError: String? { get }
  /// A running task that can be cancelled, for the footer.
  var progress: String? { get }
  /// A prompt in place of the trail.
  var prompt: SearchPromptLine? { get }
  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas)
}

extension DrawnPage {
  var words: [HintWord] { [] }
  var inputError: String? { nil }
  var progress: String? { nil }
  var prompt: SearchPromptLine? { nil }
}

/// The theme, store and kept parts that every page draws with.
struct PageStyle {
  let theme: Theme
  let store: AppStore
  let parts: DrawnParts

  /// Whether the current source has an ability.
  func can(_ ability: Source.Abilities) -> Bool { store.source.source.can(ability) }

  func list<Row>(_ empty: [String], hasFocus: Bool) -> ListDrawing<Row> {
    ListDrawing(
      theme: theme, emptyText: empty, retryKey: store.key(.refreshView), hasFocus: hasFocus,
      isOneOfSeveral: store.page.panes.isDivided,
      held: store.network.heldSeconds, signInKey: store.key(.signIn))
  }

  /// Draws a list of the catalogue; rows that have not changed are copied from the last frame.
  func draw(
    _ list: ListDrawing<CatalogueRow>, _ model: ListModel<CatalogueRow>, _ marks: [EntityReference: ShelfMarks],
    _ columns: CatalogueColumns, in rect: Rect, on canvas: inout Canvas
  ) {
    parts.rows.begin(columns, on: canvas)
    list.draw(model, columns.layout, in: rect, on: &canvas) { index, row, place, canvas in
      let marks = marks[row.reference]
      parts.rows.lay(row, marks, index: index, in: place, on: &canvas) { canvas in
        columns.draw(row, marks: marks, in: place, theme: theme, on: &canvas)
      }
    }
  }

  func help(for error: ClientError) -> String {
    Wording.help(for: error, retryKey: store.key(.refreshView), signInKey: store.key(.signIn))
  }

  func age(_ freshness: Freshness?) -> String { Wording.age(freshness, now: store.now) }

  /// Divides a page into list and info pane and draws the line between them; both are `rect` if only one is shown.
  func split(_ panes: Panes, hasFocus: Bool, in rect: Rect, on canvas: inout Canvas) -> (list: Rect, info: Rect) {
    guard panes.split.infoColumns > 0, panes.isInfoVisible else { return (rect, rect) }
    var list = rect
    let info = list.takeRight(panes.split.infoColumns)
    let gap = list.takeRight(SplitLayout.gap)
    canvas.addRegion(gap, Hit.divider)
    divider(
      at: Point(column: gap.column + 1, row: rect.row), rows: rect.rows, isFocused: hasFocus && panes.isInfoFocused,
      on: &canvas)
    return (list, info)
  }

  /// Draws the line at the left of a pane; heavy while that pane has the keys.
  func divider(at point: Point, rows: Int, isFocused: Bool, on canvas: inout Canvas) {
    canvas.fill(
      Rect(column: point.column, row: point.row, columns: 1, rows: rows),
      with: isFocused ? canvas.glyphs.heavyVertical : canvas.glyphs.vertical,
      style: isFocused ? theme.frame : theme.rule)
  }

  /// The part of an area that text is laid out for; the column after it is for the scroll marks.
  func textArea(_ rect: Rect) -> Rect {
    var area = rect
    area.columns = SplitLayout.pageTextColumns(rect.columns)
    return area
  }

  func info(
    _ pane: InfoPane, in rect: Rect, place: Panes.Place = .info, hasFocus: Bool, on canvas: inout Canvas
  ) {
    guard pane.view.lines.isEmpty else {
      return DocumentDrawing(theme: theme, hasFocus: hasFocus, pictures: parts.pictures, place: place)
        .draw(pane.view, in: area(of: pane, in: rect), on: &canvas)
    }
    canvas.addRegion(rect, Hit.pane(place))
    var area = area(of: pane, in: rect)
    if hasFocus { canvas.cursor = area.origin }
    let known = DocumentDrawing(theme: theme, hasFocus: false).draw(pane.knownLines, in: area, on: &canvas)
    _ = area.takeTop(known)
    if let failure = pane.failure {
      draw(failure, in: area, on: &canvas)
    } else if pane.isLoading, area.rows > 0 {
      canvas.write(ScreenWords.loading, in: area, style: theme.quiet)
    }
  }

  /// Writes the error in place of a text, with the key that helps.
  func draw(_ failure: ClientError, in area: Rect, on canvas: inout Canvas) {
    let sentence = Wording.sentence(
      failure, in: store.source.source, then: help(for: failure), held: store.network.heldSeconds)
    for (line, text) in TextWidth.wrap(sentence, columns: area.columns).enumerated() where line < area.rows {
      canvas.write(text, in: area.line(line), style: theme.error)
    }
  }

  private func area(of pane: InfoPane, in rect: Rect) -> Rect {
    Rect(column: rect.column, row: rect.row, columns: min(pane.columns, rect.columns), rows: rect.rows)
  }

  func progress<Row>(_ model: ListModel<Row>) -> String? {
    guard model.isSeeking else { return model.list.isOverdue ? Wording.rowsFromBefore : nil }
    let what = model.finder?.isUnderWay == true ? ScreenWords.finding(model.finder?.text ?? "") : ScreenWords.goingThere
    return ScreenWords.scanned(what, rows: model.list.rows.count, stop: store.key(.cancel))
  }

  /// The empty text of a filtered list.
  func nothingIs(_ filters: ListFilters) -> [String] {
    [ScreenWords.noMatch(Wording.values(filters)), ScreenWords.showsAll(key: store.key(.cancel))]
  }

  /// Draws arrows in the last column of `rect` where the text continues above or below.
  func scrollMarks(top: Int, lines: Int, in rect: Rect, on canvas: inout Canvas) {
    guard lines > rect.rows, rect.rows > 1 else { return }
    let column = rect.endColumn - 1
    if top + rect.rows < lines {
      canvas.write(
        String(Character(canvas.glyphs.down)), at: Point(column: column, row: rect.endRow - 1), style: theme.quiet)
    }
    if top > 0 {
      canvas.write(String(Character(canvas.glyphs.up)), at: Point(column: column, row: rect.row), style: theme.quiet)
    }
  }

  /// The keys of a text with links.
  var textHints: [Command] { [.nextLink, .open, .back, .find, .copyURL, .commandLine, .openHelp] }

  /// The keys of a page whose record does not exist.
  var missingHints: [Command] { [.back, .openPasted, .newSearch, .commandLine, .openHelp] }

  /// The keys that put the selected row on the shelf; empty unless it is a release.
  func shelfHints(_ list: PagedList<CatalogueRow>) -> [Command] {
    list.selected?.reference.kind == .release ? [.toggleWant, .addToCollection] : []
  }

  /// The keys of a list with an info pane beside it.
  ///
  /// - Parameter first: the commands more useful here than opening a row.
  func hints<Row>(
    _ list: PagedList<Row>, _ panes: Panes, first: [Command] = [], also: [Command] = []
  ) -> [Command] {
    if panes.isInfoFocused { return textHints }
    let all: [Command] =
      first + [.open, .newSearch, .narrow] + also
      // A wall has no info pane.
      + (panes.list?.isWall == true ? [] : [panes.split.isWide ? .nextPane : .toggleInfo])
      + [
        // Sorted by year already, the way back is the useful one.
        panes.order.sort.field == .year ? .sortByRelevance : .sortByYear, .openSearchHistory, .copyURL, .commandLine,
        .openHelp,
      ]
    guard list.isEmpty else { return all }
    return all.filter { (first + [.newSearch, .openSearchHistory, .commandLine, .openHelp]).contains($0) }
  }

  func position(_ view: DocumentView) -> String {
    guard view.lines.count > view.height else { return "" }
    return ScreenWords.line(view.cursor + 1, of: view.lines.count)
  }
}
