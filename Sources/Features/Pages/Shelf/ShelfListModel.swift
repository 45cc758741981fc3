import Clients
public import Observation
import RunoutModel
import Wording

/// A list of the shelf, with its parts at one side and the preview at the other.
@Observable
public final class ShelfListModel<Row: ShelfRow>: Loader {
  public let rows: ListModel<Row>
  public let panes: Panes
  public let parts: ShelfPartsModel
  public let columns: ShelfColumnChoice
  public let marks: RowMarks
  /// The filter that may have been meant where this one finds nothing; empty for none.
  public private(set) var nearest = ""
  @ObservationIgnored let context: PageContext
  @ObservationIgnored private var looking: Task<Void, Never>?
  /// Whether artists are filed as their names begin, but for an article.
  @ObservationIgnored private var filesAsWritten = true
  /// The filter of the rows that came last; nil before any.
  @ObservationIgnored private var shownFilter: String?

  init(
    _ list: ShelfList, context: PageContext, memento: PageMemento, isSame: @escaping @Sendable (Row, Row) -> Bool,
    count: @escaping @Sendable (CollectionRequest) async throws -> Int,
    load: @escaping @Sendable (CollectionRequest, PageCursor?, Int) async throws -> Page<Row>
  ) {
    self.context = context
    func source(_ part: ShelfPart?) -> ListSource<Row> {
      ListSource(
        load: { try await load(CollectionRequest(part, $0), $1, $2) },
        count: { .exactly(try await count(CollectionRequest(part, $0))) }, text: \.searchText, isSame: isSame,
        sorts: Set(SortOrder.Field.allCases).subtracting([.price]), followsShelf: true,
        knowsEnd: true)
    }
    parts = ShelfPartsModel(list, context: context, memento: memento)
    columns = ShelfColumnChoice(list, context: context)
    rows = ListModel(source(memento.part), context: context, memento: memento.list)
    marks = RowMarks(of: rows) { try await $0.marksWithin(list, $1.map(\.facts)) }
    panes = Panes(rows, hasPreview: true, side: parts, parts: [marks], context: context)
    divide()
    // Who has chosen columns wants to see them, and wants have prices in theirs.
    columns.onChange = { [weak self] in
      guard let self else { return }
      rows.startsAsWall = list == .collection && columns.choice.names.isEmpty
    }
    rows.onPage = { [weak self] in
      if $0 == 0 { self?.firstRowsCame() }
      self?.marks.load(from: $0)
      self?.lookForNearest()
    }
    parts.onShow = { [weak self] in self?.rows.reload(source($0)) }
    parts.onAppearance = { [panes] in panes.layOutAgain() }
    parts.onEnter = { [weak self] in self?.panes.move(to: $0 ? .side : .main) }
    parts.load()
    // A wall and a list stand at other rows.
    columns.load { [rows] in rows.loadMoreIfNeeded() }
  }

  /// Whether the rows of each letter stand apart, as behind the dividers of a shop.
  public var isDivided: Bool { rows.list.partsSingles }

  /// Divides the rows in the order of artists, unless their letters are those of last names or of articles.
  private func divide() {
    let divides = filesAsWritten && [.relevance, .artist].contains(rows.order.sort.field)
    guard divides != isDivided else { return }
    if divides { rows.list.divide { $0.letter == $1.letter } } else { rows.list.divide(nil) }
  }

  /// Asks how artists are filed, as the rows may have come by other rules than those before; but not for each letter of
  /// a filter.
  private func firstRowsCame() {
    divide()
    let filter = rows.order.narrowing
    defer { shownFilter = filter }
    guard shownFilter == nil || shownFilter == filter else { return }
    load(orLog: "Could not read how the shelf is filed") {
      try await $0.filing.options()
    } then: { shelf, options in
      shelf.filesAsWritten = options == FilingOptions()
      shelf.divide()
    }
  }

  var memento: PageMemento {
    var memento = panes.memento
    memento.part = parts.shown
    memento.grouping = parts.grouping
    return memento
  }

  public var arePartsFocused: Bool { panes.isSideFocused }
  public var arePartsVisible: Bool { panes.isSideVisible }

  func show(_ query: String) {
    panes.move(to: .main)
    parts.showAll()
    rows.narrow(query)
  }

  /// Looks for what may have been meant where the filter finds nothing. The page says all the same that it does.
  private func lookForNearest() {
    looking?.cancel()
    if !nearest.isEmpty { nearest = "" }
    let (list, filter) = (parts.list, rows.order.narrowing)
    guard rows.list.isEmpty, !filter.isEmpty else { return }
    let request = CollectionRequest(parts.shown, rows.order)
    looking = load(orLog: "Could not look for near names") {
      try await $0.shelf.nearest(list, request)
    } then: {
      if $0.rows.order.narrowing == filter, $0.rows.list.isEmpty { $0.nearest = $1 }
    }
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if command == .open, rows.list.isEmpty, !nearest.isEmpty, !arePartsFocused {
      rows.narrow(nearest)
      return .done
    }
    if [.nextType, .previousType].contains(command), !arePartsFocused { return .refused(PageWords.groupsHere) }
    return panes.perform(command, argument)
  }
}

nonisolated extension ShelfRow {
  /// The letter that the artist is filed under: `B` of `The Beatles`; `#` where the name begins with none, or with one of
  /// a script other than Latin, Greek, Cyrillic and Armenian.
  public var letter: Character {
    let artist = subject.artist
    // Articles have three letters at most.
    let isPlain = !artist.isEmpty && artist.utf8.prefix(4).allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
    let name = isPlain ? artist : ShelfOrder.key(artist: artist)
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic, first.value < 0x590 else { return "#" }
    return first.properties.uppercaseMapping.first ?? "#"
  }
}
