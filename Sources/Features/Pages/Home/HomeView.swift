import RunoutModel

/// One line of Home.
nonisolated public struct HomeLine: Hashable, Sendable {
  public enum Tone: Hashable, Sendable {
    case caption, plain, quiet, warning, error
  }

  public var part: HomeModel.Part
  public var tone: Tone
  /// In front, in so many columns.
  public var lead = ""
  public var leadColumns = 0
  public var text: String
  /// At the right edge.
  public var trailing = ""
  /// Where it leads; nil for a line that cannot be selected.
  public var target: LinkTarget?
  var subject: Subject?
  var item: ShelfItem?
}

/// Makes lines of a width.
nonisolated struct HomeBuilder {
  private let columns: Int
  private let measure: TextMeasure
  private var part = HomeModel.Part.shelf
  private(set) var lines: [HomeModel.Part: [HomeLine]] = [:]

  init(columns: Int, measure: TextMeasure) {
    self.columns = columns
    self.measure = measure
  }

  mutating func begin(_ part: HomeModel.Part, _ title: String) {
    self.part = part
    lines[part] = [HomeLine(part: part, tone: .caption, text: title)]
  }

  /// Words that lead nowhere, in as many lines as they need.
  mutating func text(_ text: String, _ tone: HomeLine.Tone) {
    var builder = DocumentBuilder(columns: columns, measure: measure)
    builder.paragraph([Span(text)])
    for line in builder.lines { add(HomeLine(part: part, tone: tone, text: line.spans.map(\.text).joined())) }
  }

  mutating func fact(_ name: String, _ text: String, _ target: LinkTarget) {
    add(HomeLine(part: part, tone: .plain, lead: name, leadColumns: 11, text: text, target: target))
  }

  mutating func row(
    _ text: String, lead: String = "", trailing: String, _ target: LinkTarget, subject: Subject? = nil,
    item: ShelfItem? = nil
  ) {
    add(
      HomeLine(
        part: part, tone: .plain, lead: lead, leadColumns: lead.isEmpty ? 0 : 2, text: text, trailing: trailing,
        target: target, subject: subject, item: item))
  }

  private mutating func add(_ line: HomeLine) { lines[part, default: []].append(line) }
}

/// The lines of Home as they stand on the screen: which is selected, how far they are scrolled.
///
/// A wide screen has two columns, which scroll together; they are walked one after the other.
nonisolated public struct HomeView: Hashable, Sendable {
  /// The lines of each column; nil is an empty one.
  public private(set) var columns: [[HomeLine?]] = [[]]
  public private(set) var top = 0
  public private(set) var height = 1
  /// Whether there is room for two columns.
  public private(set) var isWide = false
  /// The width of a column, the marker in front of its lines left out.
  public private(set) var textColumns = 77
  private var places: [Place] = []
  private var cursor = 0
  /// Until a key has chosen one, the first line is selected, whatever comes in above it.
  private var isChosen = false

  /// Where a line stands that can be selected.
  public struct Place: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// The columns in front of a line, for the marker.
  public static let margin = 2
  /// The columns between two columns of lines.
  public static let gap = 3

  private static let wide: [[HomeModel.Part]] = [
    [.shelf, .additions, .market, .state], [.searches, .bookmarks, .visits],
  ]
  private static let narrow: [[HomeModel.Part]] = [HomeModel.Part.allCases]

  public init() {}

  public var selectedPlace: Place? { places.indices.contains(cursor) ? places[cursor] : nil }
  public var selected: HomeLine? { selectedPlace.flatMap { columns[$0.column][$0.row] } }
  /// The lines that can be selected, in the order in which they are walked.
  var selectable: [HomeLine] { places.compactMap { columns[$0.column][$0.row] } }
  /// The number of the line that stands somewhere, from 0; nil for one that cannot be selected.
  public func number(of place: Place) -> Int? { places.firstIndex(of: place) }
  /// The number of one of a part's lines, counting those that can be selected.
  public func number(of part: HomeModel.Part, line: Int) -> Int? {
    let all = places.indices.filter { columns[places[$0].column][places[$0].row]?.part == part }
    return all.indices.contains(line) ? all[line] : nil
  }
  /// The number of the selected line, from 1, and how many there are that can be.
  public var position: (number: Int, total: Int)? { places.isEmpty ? nil : (cursor + 1, places.count) }
  public var rows: Int { columns.map(\.count).max() ?? 0 }

  /// - Returns: whether lines have to be laid out again, for another width.
  mutating func resize(columns: Int, height: Int) -> Bool {
    let isOtherHeight = self.height != max(1, height)
    self.height = max(1, height)
    let isWide = columns >= 100
    // The last column of the screen is for the marks that say it goes on.
    let text =
      isWide ? min(76, (columns - 1 - Self.gap) / 2 - Self.margin) : SplitLayout.pageTextColumns(columns) - Self.margin
    guard isWide != self.isWide || text != textColumns else {
      if isOtherHeight { reveal() }
      return false
    }
    self.isWide = isWide
    textColumns = text
    return true
  }

  /// Puts other lines in place. The selected one stays selected where it is there still; else its neighbour.
  mutating func show(_ lines: [HomeModel.Part: [HomeLine]]) {
    let (old, isSame) = (selected, places.map { columns[$0.column][$0.row] })
    let number = old.flatMap { old in places.prefix(cursor).count { columns[$0.column][$0.row]?.part == old.part } }
    columns = (isWide ? Self.wide : Self.narrow).map { parts in
      var column: [HomeLine?] = []
      for part in parts {
        if !column.isEmpty { column.append(nil) }
        column += (lines[part] ?? []).map(Optional.some)
      }
      return column
    }
    places = columns.indices.flatMap { column in
      columns[column].indices.filter { columns[column][$0]?.target != nil }.map { Place(column: column, row: $0) }
    }
    cursor = isChosen ? place(like: old, number: number ?? 0) : 0
    // What only changed its words stays where it is on the screen.
    if isSame.count == places.count { clamp() } else { reveal() }
  }

  private func place(like old: HomeLine?, number: Int) -> Int {
    guard let old else { return 0 }
    let same = places.indices.filter { columns[places[$0].column][places[$0].row]?.part == old.part }
    if let place = same.first(where: { columns[places[$0].column][places[$0].row]?.target == old.target }) {
      return place
    }
    guard same.isEmpty else { return same[min(number, same.count - 1)] }
    return max(0, min(cursor, places.count - 1))
  }

  // MARK: Moving

  /// Returns false for a command that moves nothing here.
  mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .halfPageDown: scroll(by: max(1, height / 2))
    case .halfPageUp: scroll(by: -max(1, height / 2))
    case .pageDown: scroll(by: height)
    case .pageUp: scroll(by: -height)
    case .moveToTop: select(number: 0)
    case .moveToBottom: select(number: places.count - 1)
    case .alignMiddle: align(height / 2)
    case .alignTop: align(0)
    case .alignBottom: align(height - 1)
    default: return false
    }
    return true
  }

  mutating func select(number: Int) {
    cursor = number
    isChosen = true
    reveal()
  }

  /// Lines that cannot be selected are not passed over unseen: where there are many, they come into sight first.
  private mutating func move(by step: Int) {
    guard let place = selectedPlace, places.indices.contains(cursor + step) else {
      top += step
      return clamp()
    }
    let (next, old) = (places[cursor + step], top)
    let isElsewhere = next.column != place.column
    let goal = !isElsewhere ? next.row : step > 0 ? columns[place.column].count - 1 : 0
    let reach = isElsewhere ? height : 2 * height
    if goal >= old + reach || goal < old - (reach - height) {
      top += step * max(1, height - 1)
      return clamp()
    }
    select(number: cursor + step)
    guard !isElsewhere else { return }
    top = max(old - height, min(top, old + height))
    clamp()
  }

  /// Goes to the next part that has something to select, and from the last to the first.
  mutating func movePart(by step: Int) {
    let parts = places.map { columns[$0.column][$0.row]?.part }
    guard let here = selected?.part, let first = parts.firstIndex(of: here) else { return }
    let starts = parts.indices.filter { $0 == 0 || parts[$0] != parts[$0 - 1] }
    // While the parts are loading there may be one only, which is not what was asked for.
    guard starts.count > 1 else { return }
    let index = starts.firstIndex(of: first) ?? 0
    select(number: starts[(index + step + starts.count) % starts.count])
    revealPart()
  }

  /// Scrolls so far that the part of the selected line can be seen, from its caption on.
  private mutating func revealPart() {
    guard let place = selectedPlace, let part = selected?.part else { return }
    let rows = columns[place.column].indices.filter { columns[place.column][$0]?.part == part }
    guard let first = rows.first, let last = rows.last else { return }
    top = min(max(top, last - height + 1), first)
    if place.row >= top + height { top = place.row - height + 1 }
    clamp()
  }

  mutating func scroll(by offset: Int) {
    guard let place = selectedPlace else {
      top += offset
      return clamp()
    }
    let row = place.row + offset
    let column = places.indices.filter { places[$0].column == place.column }
    let next =
      offset > 0
      ? column.first { places[$0].row >= row } ?? (place == places[column.last ?? cursor] ? cursor + 1 : column.last)
      : column.last { places[$0].row <= row } ?? (place == places[column.first ?? cursor] ? cursor - 1 : column.first)
    top += offset
    clamp()
    select(number: next ?? cursor)
  }

  private mutating func align(_ row: Int) {
    guard let place = selectedPlace else { return }
    top = place.row - row
    clamp()
  }

  // MARK: Scrolling

  private mutating func clamp() {
    cursor = max(0, min(cursor, places.count - 1))
    top = max(0, min(top, rows - height))
  }

  /// Scrolls so far that the selected line can be seen, and the lines around it that cannot be selected.
  private mutating func reveal() {
    clamp()
    guard let place = selectedPlace else { return }
    let own = places.filter { $0.column == place.column }
    let before = own.last { $0.row < place.row }.map { $0.row + 1 } ?? 0
    let after = own.first { $0.row > place.row }.map { $0.row - 1 } ?? (columns[place.column].count - 1)
    if top > before { top = max(before, place.row - height + 1) }
    if top + height <= after { top = min(after - height + 1, place.row) }
    if place.row < top { top = place.row }
    if place.row >= top + height { top = place.row - height + 1 }
    clamp()
  }
}
