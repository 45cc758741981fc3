import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// A page's model that names the drawing that shows it; its conformance is beside the drawing.
@MainActor protocol DrawablePage: PageModel {
  associatedtype Drawing: DrawnPage where Drawing.Model == Self
}

extension DrawablePage {
  fileprivate func drawing(_ style: PageStyle) -> any DrawnPage { Drawing(model: self, style: style) }
}

/// A page as the frame sees it: the drawing of its model, with the hints that depend on its panes.
struct PageView {
  let page: any DrawnPage
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

  var facts: [String] { page.facts.filter { !$0.isEmpty } }
  /// The keys worth showing, the most useful first; where rows are marked, those that act on them.
  var hints: [Command] {
    guard marked > 0 else { return page.hints.filter { !store.isElsewhere($0) } }
    return page.hints.filter(Self.ofMarked.contains) + (canCompare ? [.compare] : []) + [.cancel, .copyName]
  }
  /// The hints' words that differ from the command table's.
  var words: [HintWord] {
    if marked > 0 { return [HintWord(.copyName, ScreenWords.copy), HintWord(.cancel, ScreenWords.deselect)] }
    let wall = panes.list?.isWall == true ? [HintWord(.toggleWall, ScreenWords.list)] : []
    let leaving = panes.isInfoFocused || panes.isSideFocused ? [HintWord(.back, ScreenWords.list)] : []
    // The first word for a command wins.
    return page.words + wall + leaving + (panes.nextPlace.map { [HintWord(.nextPane, word(for: $0))] } ?? [])
  }

  /// The commands that act on all marked rows at once.
  private static let ofMarked: Set<Command> = [.edit, .moveToFolder, .remove, .gotIt, .toggleWant, .addToCollection]

  private var canCompare: Bool {
    Comparison.room.contains(panes.subjects.count { $0.reference.kind == .release })
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
@MainActor protocol DrawnPage {
  associatedtype Model: PageModel
  var model: Model { get }
  var style: PageStyle { get }
  init(model: Model, style: PageStyle)

  /// The name in the trail.
  var title: String { get }
  /// Facts at the right of the title, the most important last: type, sort, counts. Empty ones are left out.
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
  /// Draws what the page says in place of its own name; returns whether it does.
  func drawHeading(in line: Rect, on canvas: inout Canvas) -> Bool
  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas)
}

extension DrawnPage {
  var facts: [String] { [] }
  /// The keys of a text with links.
  var hints: [Command] { style.textHints }
  var words: [HintWord] { [] }
  var position: String { style.position(inText: model.panes) ?? "" }
  var inputError: String? { nil }
  var progress: String? { nil }
  var prompt: SearchPromptLine? { nil }
  func drawHeading(in line: Rect, on canvas: inout Canvas) -> Bool { false }
}

/// The theme, store and kept parts that every page draws with.
struct PageStyle {
  let theme: Theme
  let store: AppStore
  let parts: DrawnParts

  /// Whether the current source has an ability.
  func can(_ ability: Source.Abilities) -> Bool { store.source.source.can(ability) }

  func list(_ empty: @escaping @autoclosure () -> [String], hasFocus: Bool) -> ListDrawing {
    ListDrawing(
      theme: theme, emptyText: empty, hasFocus: hasFocus, help: help,
      held: store.network.heldSeconds)
  }

  func help(for error: ClientError) -> String {
    Wording.help(for: error, retryKey: store.key(.refreshView), signInKey: store.key(.signIn))
  }

  func age(_ freshness: Freshness?) -> String { Wording.age(freshness, now: store.now) }

  /// Divides a page into list and info pane and draws the line between them; both are `rect` if only one is shown.
  func split(_ panes: Panes, hasFocus: Bool, in rect: Rect, on canvas: inout Canvas) -> (list: Rect, info: Rect) {
    guard panes.isInfoVisible else { return (rect, rect) }
    let (list, info) = divide(rect, panes.split, isFocused: hasFocus && panes.isInfoFocused, on: &canvas)
    guard let info else { return (rect, rect) }
    var gap = rect.dropLeft(list.columns)
    gap.columns = SplitLayout.gap
    canvas.addRegion(gap, Hit.divider)
    return (list, info)
  }

  /// Divides a page by a line; without a right part where the layout has none.
  ///
  /// - Parameter isFocused: whether the right part has the keys, which makes the line heavy.
  func divide(
    _ rect: Rect, _ layout: SplitLayout, isFocused: Bool = false, on canvas: inout Canvas
  ) -> (list: Rect, info: Rect?) {
    guard layout.infoColumns > 0 else { return (rect, nil) }
    var list = rect
    let info = list.takeRight(layout.infoColumns)
    let gap = list.takeRight(SplitLayout.gap)
    canvas.fill(
      Rect(column: gap.column + 1, row: rect.row, columns: 1, rows: rect.rows),
      with: isFocused ? canvas.glyphs.heavyVertical : canvas.glyphs.vertical,
      style: isFocused ? theme.frame : theme.rule)
    return (list, info)
  }

  /// The part of an area that text is laid out for; the column after it is for the scroll marks.
  func textArea(_ rect: Rect) -> Rect {
    var area = rect.dropLeft(SplitLayout.margin)
    area.columns = SplitLayout.pageTextColumns(rect.columns)
    return area
  }

  func info(_ pane: InfoPane, in rect: Rect, place: Panes.Place = .info, hasFocus: Bool, on canvas: inout Canvas) {
    // One that is beside others has the room of their gap at its left.
    var area = rect.columns > pane.columns + SplitLayout.scrollMarks ? rect.dropLeft(SplitLayout.margin) : rect
    area.columns = min(pane.columns, area.columns)
    guard pane.view.lines.isEmpty else {
      return DocumentDrawing(
        theme: theme, hasFocus: hasFocus, pictures: parts.pictures, place: place, scrollMarks: SplitLayout.scrollMarks
      )
      .draw(pane.view, in: area, on: &canvas)
    }
    canvas.addRegion(rect, Hit.pane(place))
    if hasFocus { canvas.cursor = area.origin }
    area.takeTop(DocumentDrawing(theme: theme, hasFocus: false).draw(pane.knownLines, in: area, on: &canvas))
    if pane.failure != nil || pane.isLoading, area.rows > 0 { draw(pane.failure, in: area, on: &canvas) }
  }

  /// Writes the error in place of a text, with the key that helps; without one, that the text is loading.
  func draw(_ failure: ClientError?, in area: Rect, on canvas: inout Canvas) {
    if let failure {
      let sentence = Wording.sentence(
        failure, in: store.source.source, then: help(for: failure), held: store.network.heldSeconds)
      canvas.writeLines(sentence, in: area, style: theme.error)
    } else {
      canvas.write(ScreenWords.loading, in: area, style: theme.quiet)
    }
  }

  func progress<Row>(_ model: ListModel<Row>) -> String? {
    guard model.isSeeking else { return model.list.isOverdue ? ScreenWords.rowsFromBefore : nil }
    let what = model.finder?.isUnderWay == true ? ScreenWords.finding(model.finder?.text ?? "") : ScreenWords.goingThere
    return ScreenWords.scanned(what, rows: model.list.rows.count, stop: store.key(.cancel))
  }

  /// The text of a list without rows: what narrows or filters it to nothing, or else `noRows`.
  func emptyText<Row>(of list: ListModel<Row>, else noRows: @autoclosure () -> [String]) -> [String] {
    let order = list.order
    if !order.narrowing.isEmpty { return nothingIs(order.narrowing) }
    return order.filters.isEmpty ? noRows() : nothingIs(Wording.values(order.filters))
  }

  /// The way out of a list that is narrowed or filtered to nothing.
  func nothingIs(_ what: String) -> [String] {
    [ScreenWords.noMatch(what), ScreenWords.showsAll(key: store.key(.cancel))]
  }

  func scrollMarks(top: Int, lines: Int, in rect: Rect, on canvas: inout Canvas) {
    canvas.drawScrollMarks(top: top, lines: lines, in: rect, at: rect.endColumn - 1, style: theme.quiet)
  }

  /// The keys of a text with links.
  var textHints: [Command] { [.nextLink, .open, .back, .find, .copyURL, .commandLine, .openHelp] }

  /// The keys of a page whose record does not exist.
  var missingHints: [Command] { [.back, .openPasted, .newSearch, .commandLine, .openHelp] }

  /// The line of the text that has the keys, where it is longer than the screen; nil while a list has them.
  func position(inText panes: Panes) -> String? { (panes.focused as? TextPane).map { position($0.view) } }

  private func position(_ view: DocumentView) -> String {
    view.lines.count > view.height ? ScreenWords.line(view.cursor + 1, of: view.lines.count) : ""
  }
}
