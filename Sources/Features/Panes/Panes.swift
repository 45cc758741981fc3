import Clients
import DiscogsModel
public import Observation
import Wording

/// The panes of a page: which are on the screen, which has the keys, and the commands that all pages share.
///
/// Wide screens show the panes side by side; on narrow ones the pane with the keys takes the main one's place.
///
///     ┌ side ─┬ main ──────┬ info ──────────────┐
///     │ parts │ list, text │ record or preview  │   cover: over all of them
///     └───────┴────────────┴────────────────────┘
@Observable
public final class Panes {
  /// The place of a pane: the page's own, beside it on either side, or over all of them.
  nonisolated public enum Place: Hashable, Sendable { case main, side, info, cover }

  /// The list or the text that the page is about.
  public var main: any Pane { didSet { if main !== oldValue { mainChanged() } } }
  /// The text beside the list: ``record`` or ``preview``; nil for none.
  public private(set) var info: InfoPane?
  /// The text of the page's own record, where it is not ``main``. With a preview, it is beside the list until a row is
  /// selected, or only ever the cover.
  @ObservationIgnored private let record: InfoPane?
  @ObservationIgnored private let isRecordBeside: Bool
  /// The text of the selected row's record.
  @ObservationIgnored public private(set) lazy var preview = InfoPane(context, isPreview: true) { [weak self] in
    self?.list?.selectedRow?.recordFacts
  }
  @ObservationIgnored private let hasPreview: Bool
  /// The parts of the list, at its other side.
  @ObservationIgnored let side: ShelfPartsModel?
  /// The pane over all others until Esc: a line of the log, or a master's text.
  public private(set) var cover: (any Pane)?
  private(set) var focus = Place.main
  public private(set) var showsInfo = true
  public private(set) var split = SplitLayout(columns: 80, wantsInfo: true)

  @ObservationIgnored let context: PageContext
  /// Content loaded beside the panes, such as marks or a name.
  @ObservationIgnored private let parts: [any PageContent]
  @ObservationIgnored private var rows = 20

  init(
    _ main: any Pane, record: InfoPane? = nil, isRecordBeside: Bool = true, hasPreview: Bool = false,
    side: ShelfPartsModel? = nil, parts: [any PageContent] = [], context: PageContext
  ) {
    (self.main, self.record, self.isRecordBeside, self.hasPreview) = (main, record, isRecordBeside, hasPreview)
    (self.side, self.parts, self.context) = (side, parts, context)
    info = isRecordBeside && record != nil ? record : hasPreview ? preview : nil
    mainChanged()
  }

  public var focused: any Pane { cover ?? pane(at: focus) ?? main }

  /// Returns the pane at a place; nil where there is none.
  func pane(at place: Place) -> (any Pane)? {
    switch place {
    case .main: main
    case .side: side
    case .info: info
    case .cover: cover
    }
  }

  public var list: (any ListPane)? { main.asList }
  /// The order of the list; the default one without a list.
  public var order: ListOrder { list?.order ?? ListOrder() }
  public var canBeFiltered: Bool { list?.facets != nil }

  public var isInfoFocused: Bool { focus == .info && cover == nil }
  public var isSideFocused: Bool { focus == .side && cover == nil }
  public var isInfoVisible: Bool { split.isWide ? showsInfo : isInfoFocused }
  public var isListVisible: Bool { split.isWide || !isInfoFocused }
  /// Whether the parts are on the screen: from 130 columns on, unless there are none; on narrower screens only while they
  /// have the keys.
  public var isSideVisible: Bool { isSideFocused || (split.columns >= 130 && side?.all.isEmpty == false) }

  private func mainChanged() {
    list?.onSelection = { [weak self] in self?.showPreview() }
    if info == nil { focus = .main }
    showPreview()
  }

  // MARK: Commands

  /// Carries out a command in the focused pane; commands that it passes on, such as sorting, go to the main one.
  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .cancel: return cancel() ? .done : .passed
    case .toggleInfo where info != nil && cover == nil:
      toggleInfo()
    case .toggleInfo where leave(): break
    case .toggleWall: return toggleWall()
    case .leaveWall: return list?.leaveWall() == true ? .done : .passed
    case .previewDown: (info ?? main as? TextPane)?.scroll(by: 1)
    case .previewUp: (info ?? main as? TextPane)?.scroll(by: -1)
    case .nextPane, .previousPane:
      guard places.count > 1, cover == nil else { return focused.perform(command, argument) }
      move(to: places.element(command == .nextPane ? 1 : -1, after: focus))
    case .nextLink, .previousLink:
      guard let text = focused as? TextPane else { return .passed }
      if text.stepLink(forwards: command == .nextLink) { break }
      guard text === info else { return .refused(PageWords.noOtherLink) }
      move(to: places.element(command == .nextLink ? 1 : -1, after: focus))
    case .find, .findNext, .findPrevious:
      guard let finder = focused.finder ?? (cover == nil ? main.finder : nil) else { return .passed }
      return finder.perform(command, argument)
    case .goToRow:
      guard let row = argument?.number else { return .passed }
      (isSideFocused ? main : focused).select(row: row - 1)
    default:
      let outcome = focused.perform(command, argument)
      return outcome == .passed && focused !== main && cover == nil ? main.perform(command, argument) : outcome
    }
    return .done
  }

  /// Selects what was clicked, and gives its pane the keys.
  ///
  /// - Returns: whether it is to be opened: a link, or a row that was selected already.
  func click(_ hit: Hit) -> Bool {
    guard let place = hit.place, let pane = pane(at: place), cover == nil || place == .cover else { return false }
    let hasKeys = pane === focused
    if !hasKeys { move(to: place) }
    switch hit {
    case .row(let row, _) where hasKeys && row == pane.cursor: return !pane.isText
    case .row(let row, _), .fold(let row, _): pane.select(row: row)
    case .link(let link, let line, _):
      (pane as? TextPane)?.select(link: link, line: line)
      return pane is TextPane
    default: break
    }
    return false
  }

  /// Clears the narrowing, or the facets where nothing is narrowed.
  func clearFilter() {
    guard let list else { return }
    if list.order.narrowing.isEmpty { list.filter(ListFilters()) } else { list.narrow("") }
  }

  /// Moves the line between the list and the pane beside it, on every page of this run.
  ///
  /// - Parameter column: the screen column of the line; nil for its usual place.
  func moveDivider(to column: Int?) {
    context.shared.infoColumns = column.map { split.columns - $0 - SplitLayout.gapAfterLine }
    layOutAgain()
  }

  private var places: [Place] {
    [.main] + (side == nil ? [] : [.side]) + (info == nil ? [] : [.info])
  }

  /// The place of the next pane; nil with one pane only, or under a cover.
  public var nextPlace: Place? { cover == nil && places.count > 1 ? places.element(1, after: focus) : nil }

  func move(to place: Place) {
    if place == .info, split.isWide, !showsInfo { toggleInfo() }
    let wasSideVisible = isSideVisible
    focus = place
    if isSideVisible != wasSideVisible { layOutAgain() } else { showPreview() }
  }

  /// Closes the cover, or gives the keys back to the list; false when the list has them.
  func leave() -> Bool {
    if cover != nil {
      cover = nil
      return true
    }
    guard focus != .main else { return false }
    move(to: .main)
    return true
  }

  /// Gives the keys to the list, unless a cover has them.
  func returnToList() { if cover == nil { _ = leave() } }

  func put(over pane: any Pane) {
    cover = pane
    layOutAgain()
  }

  private func toggleWall() -> Outcome {
    guard let list, list.hasPictures, cover == nil else { return .refused(PictureWords.noWallHere) }
    guard context.pictures.isOn else { return .refused(PictureWords.noneShown) }
    list.isWall.toggle()
    move(to: .main)
    return .done
  }

  private func toggleInfo() {
    guard split.isWide else { return move(to: isInfoFocused ? .main : .info) }
    showsInfo.toggle()
    if !showsInfo, focus == .info { focus = .main }
    layOutAgain()
  }

  /// Undoes one thing: a cover, the focus beside the list, then what the list undoes.
  func cancel() -> Bool {
    leave() || main.cancel()
  }

  // MARK: Selection

  /// The panes whose selection counts, the nearest first.
  private var speakers: [any Pane] {
    if let cover { return [cover] }
    guard let info, info === record else { return [main] + (record.map { [$0] } ?? []) }
    return isInfoFocused ? [info] : [main, info]
  }

  public var subjects: [Subject] { speakers.lazy.map(\.subjects).first { !$0.isEmpty } ?? [] }
  /// The marked rows, or the page's own record.
  var markedOrOwn: [Subject] {
    if !isInfoFocused, let list, list.markedCount > 0 { return list.subjects }
    return record?.own ?? []
  }
  public var shelfItems: [ShelfItem] {
    isSideFocused ? [] : speakers.lazy.map(\.shelfItems).first { !$0.isEmpty } ?? []
  }
  /// The pictures of the selected record, and its name.
  var pictures: (subjects: [PictureSubject], title: String) {
    let row = isInfoFocused ? nil : list?.selectedRow
    if let text = info ?? main as? InfoPane, let record = text.loaded,
      row == nil || row?.record?.reference == record.subject.reference
    {
      return (record.pictures, record.subject.name)
    }
    return (row?.picture.map { [$0] } ?? [], row?.record?.name ?? "")
  }
  public var selectedURL: String? { (isSideFocused ? main : focused).selectedURL }
  public func text(toCopy command: Command) -> String? { speakers.lazy.compactMap { $0.text(toCopy: command) }.first }
  func unmark() { main.unmark() }

  var memento: PageMemento {
    var memento = PageMemento()
    let panes: [(any Pane)?] = [main, side, info]
    for pane in panes.compactMap({ $0 }) { pane.note(in: &memento) }
    return memento
  }

  // MARK: The preview

  /// Shows the selected row's record beside the list, once the selection has rested.
  func showPreview() {
    if let record, isRecordBeside, hasPreview, let list {
      let due = list.selectedRow?.isOfThePage ?? true ? record : preview
      if info !== due {
        info = due
        due.resize(columns: split.textColumns, rows: rows)
      }
    }
    guard let info, info.isPreview, let list, isInfoVisible else { return }
    info.show(list.selectedReference, after: isInfoFocused ? .zero : context.previewDelay)
  }

  // MARK: Events

  private var all: [any PageContent] {
    let panes: [(any PageContent)?] = [side, record, hasPreview ? preview : nil, main]
    return panes.compactMap { $0 } + parts
  }

  public func hear(_ event: Event) {
    switch event {
    case .catalogueReplaced: reload()
    case .retryDue: _ = retry()
    case .picturesChanged:
      list?.layOut()
      fallthrough
    default: for part in all { part.hear(event) }
    }
  }

  func retry() -> Bool { all.map { $0.retry() }.contains(true) }

  func reload() { for part in all { part.reload() } }

  /// - Parameter isWhole: true for everything on the screen, false for the focused pane.
  func refresh(isWhole: Bool) {
    let owner = isRecordBeside ? nil : record
    if isWhole || isInfoFocused, isInfoVisible || info === record { info?.refresh() }
    if isWhole || !isInfoFocused && (owner == nil || cover !== owner) { main.refresh() }
    if isWhole || cover === owner { owner?.refresh() }
    side?.refresh()
    for part in parts { part.refresh() }
  }

  // MARK: Room

  public func resize(columns: Int, rows: Int) {
    self.rows = rows
    layOut(columns: columns)
  }

  /// Lays out what has other room than before.
  func layOutAgain() { layOut(columns: split.columns) }

  private func layOut(columns: Int) {
    split = SplitLayout(columns: columns, wantsInfo: showsInfo, chosen: context.shared.infoColumns)
    let panes: [(any Pane)?] = [main, side, cover]
    for pane in panes.compactMap({ $0 }) {
      let room = (pane as? TextPane).map { min($0.mostColumns, columns - SplitLayout.margin - $0.scrollMarks) }
      let side = isSideVisible && split.isWide ? SplitLayout.sideColumns + SplitLayout.gapBesideSide : 0
      let whole = pane === list ? (info == nil ? columns : split.listColumns) - side : columns
      pane.resize(columns: room ?? (pane.isText ? SplitLayout.pageTextColumns(columns) : whole), rows: rows)
    }
    info?.resize(columns: split.textColumns, rows: rows)
    showPreview()
  }
}
