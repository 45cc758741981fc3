import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// The columns of the collection and the want list: the user's choice, or the usual ones for the width.
struct ShelfColumns {
  enum Fact: Equatable {
    case column(ShelfColumn)
    /// A field of the user's own, by its name as filters write it.
    case own(String)
    /// The artist, where it has a column of its own beside the title.
    case artist
    /// The signs for owned and wanted, always last.
    case marks
  }

  let layout: ColumnLayout<Fact>

  /// - Parameters:
  ///   - chosen: the user's choice, to which the name is added where it is missing.
  ///   - sort: the field that the list is sorted by. Date, label and number have their column from 50 columns on.
  ///   - hasPrices: whether there are prices of wants or limits.
  init(
    of list: ShelfList, in area: Rect, chosen: ColumnChoice, sort: SortOrder.Field = .relevance, hasPrices: Bool = false
  ) {
    let name = ShelfColumn.name.rawValue
    var columns =
      chosen.names.isEmpty
      ? (list == .collection ? Self.ofCollection : hasPrices ? Self.ofPricedWants : Self.ofWants)
      : (chosen.names.contains(name) ? chosen.names : [name] + chosen.names).map { name in
        ShelfColumn(rawValue: name).map { Self.column($0) } ?? Self.column(ofField: name)
      }
    if chosen.names.isEmpty { Self.show(sort, among: &columns, room: area.columns - ListMargin.columns) }
    // "Any pressing" stands among the formats of wants.
    if list == .wantList, let format = columns.firstIndex(where: { $0.fact == .column(.format) }) {
      columns[format].columns = 12
    }
    for index in columns.indices {
      guard let width = chosen.widths[columns[index].fact.name] else { continue }
      // The name gives way to the others where it would take all there is.
      if columns[index].share > 0, width > area.columns - 16 { continue }
      (columns[index].columns, columns[index].share) = (width, 0)
    }
    let least = columns.contains { $0.share > 0 } ? 16 : 0
    // All of the collection are owned: only wants are marked.
    let marks = ListColumn(Fact.marks, "", list == .collection ? 2 : 3)
    let whole = ColumnLayout(columns + [marks], in: area, least: least)
    let room = whole.area(of: .column(.name), in: area)?.columns ?? 0
    guard room >= Self.leastForBoth, let number = columns.firstIndex(where: { $0.fact == .column(.name) }),
      columns[number].share > 0
    else {
      layout = whole
      return
    }
    (columns[number].caption, columns[number].share, columns[number].sorts) = (FieldWords.title, 5, [.title])
    columns.insert(
      ListColumn(.artist, FieldWords.artist, share: 3, need: Self.mostForArtist, sorts: .artist), at: number)
    layout = ColumnLayout(columns + [marks], in: area, least: least)
  }

  /// From so many columns on artist and title have one each.
  private static let leastForBoth = 49
  /// Few artists need more, and most titles do.
  private static let mostForArtist = 24

  private static let ofCollection = [
    column(.name), column(.year), column(.format, from: 60), column(.label, from: 124), column(.condition, from: 72),
    stars(from: 50), column(.rating, from: widthForStars), column(.added, from: widthForStars),
    column(.folder, from: 100),
  ]

  private static let ofWants = [
    column(.name), column(.year), column(.format, from: 60), column(.label, from: 101), stars(from: 50),
    column(.rating, from: widthForStars), column(.added, from: widthForStars),
  ]

  private static let ofPricedWants = [
    column(.name), column(.year), column(.format, from: 66), column(.label, from: 121), column(.rating, from: 90),
    column(.added, from: 104), column(.lowest, from: 50), column(.limit, from: 50),
  ]

  /// From here on a rating has its five stars. Below, names need the room more: a digit and a star.
  private static let widthForStars = 84

  /// Shows the column of a sort where it would not be, in place of one that can be spared.
  private static func show(_ sort: SortOrder.Field, among columns: inout [ListColumn<Fact>], room: Int) {
    guard room >= 50, [.added, .label, .catalogueNumber].contains(sort) else { return }
    if !columns.contains(where: { $0.sorts.contains(sort) }) { columns.append(column(.catalogueNumber)) }
    for index in columns.indices where columns[index].sorts.contains(sort) { columns[index].rooms = 0..<Int.max }
    if room < widthForStars { columns.removeAll { [.column(.condition), .column(.limit)].contains($0.fact) } }
  }

  private static func stars(from: Int) -> ListColumn<Fact> {
    ListColumn(.column(.rating), "★", 2, from: from, below: widthForStars, sorts: .rating)
  }

  private static func column(ofField name: String) -> ListColumn<Fact> {
    ListColumn(.own(name), name.prefix(1).uppercased() + name.dropFirst(), 12)
  }

  private static func column(_ fact: ShelfColumn, from: Int = 0) -> ListColumn<Fact> {
    let (caption, columns, sorts): (String, Int, [SortOrder.Field]) =
      switch fact {
      case .name: (ColumnWords.name, 0, [.artist, .title])
      case .year: (FieldWords.year, 5, [.year])
      case .format: (FieldWords.format, 7, [.format])
      case .label: (ColumnWords.label, 24, [.label])
      case .catalogueNumber: (FieldWords.number, 14, [.catalogueNumber])
      case .condition: (ColumnWords.grades, 8, [])
      case .media: (FieldWords.media, 5, [])
      case .sleeve: (FieldWords.sleeve, 6, [])
      case .rating: (FieldWords.rated, 5, [.rating])
      case .added: (ColumnWords.added, 10, [.added])
      case .folder: (FieldWords.folder, 14, [])
      case .lowest: (ColumnWords.lowest, 9, [])
      case .limit: (FieldWords.limit, 9, [])
      case .notes: (FieldWords.notes, 20, [])
      }
    var column = ListColumn(Fact.column(fact), caption, columns, share: fact == .name ? 1 : 0, from: from)
    column.sorts = sorts
    if [.lowest, .limit].contains(fact) { column.alignment = .trailing }
    return column
  }

  /// Adds the ends of the columns to the row of captions, where they can be dragged.
  func addEnds(_ choice: ColumnChoice, in list: Rect, on canvas: inout Canvas) {
    var row = Rect(column: list.column, row: list.row, columns: list.columns, rows: 1)
    row.takeLeft(ListMargin.columns)
    layout.draw(in: row, on: &canvas) { cell, canvas in
      // With a column of the artist's beside it, the title has what both leave.
      if cell.fact == .column(.name), layout.area(of: .artist, in: row) != nil { return }
      guard let number = choice.number(of: cell.fact.name) else { return }
      let end = Rect(column: cell.area.endColumn, row: row.row, columns: 1, rows: 1)
      canvas.addRegion(end, Hit.columnEnd(number, from: cell.area.column))
    }
  }

  /// - Parameters:
  ///   - last: the row above, whose artist is not said again; nil to say it.
  ///   - text: the text of a column that differs between the two lists.
  func draw<Row: ShelfRow>(
    _ row: Row, after last: Row?, marks: ShelfMarks?, in rect: Rect, theme: Theme, on canvas: inout Canvas,
    text: (ShelfColumn) -> String
  ) {
    // A number stands once.
    let hasNumber = layout.area(of: .column(.catalogueNumber), in: rect) != nil
    let names = row.subject.names
    let isArtistRepeated = last.map { !names.artist.isEmpty && $0.subject.names.artist == names.artist } ?? false
    layout.draw(in: rect, on: &canvas) { cell, canvas in
      switch cell.fact {
      case .own(let name):
        let value = row.fields.first { ShelfQuery.nameOfOwnField($0.name) == name }?.value
        if let value { canvas.write(value.onOneLine, in: cell) }
      case .artist: if !isArtistRepeated { canvas.write(names.artist, in: cell, style: theme.quiet) }
      case .column(.name):
        writeName(row, isArtistRepeated: isArtistRepeated, in: cell.area, theme: theme, on: &canvas)
      case .column(.year): if let year = row.year { canvas.write(String(year), in: cell) }
      case .column(.format): canvas.writeFormat(Wording.format(row.format), in: cell, theme: theme)
      case .column(.label):
        canvas.writeLabel(row.label, hasNumber ? "" : row.catalogueNumber, in: cell.area, theme: theme)
      case .column(.catalogueNumber): canvas.write(row.catalogueNumber, in: cell, style: theme.quiet)
      case .column(.rating):
        guard let rating = row.rating, rating > 0 else { break }
        let star = Character(canvas.glyphs.star)
        let stars = cell.area.columns < 5 ? "\(rating)\(star)" : String(repeating: star, count: rating)
        canvas.write(stars, in: cell, style: theme.rating)
      case .column(let column) where [.condition, .media, .sleeve].contains(column):
        canvas.writeGrades(text(column), in: cell, theme: theme)
      case .column(let column):
        canvas.write(text(column), in: cell, style: [.lowest, .limit].contains(column) ? theme.price : theme.quiet)
      case .marks: if let marks { canvas.writeMarks(marks, in: cell.area, theme: theme) }
      }
    }
  }

  /// `Artist – Title`, or the title; for a wanted master also that any pressing will do, where all of that fits.
  private func writeName<Row: ShelfRow>(
    _ row: Row, isArtistRepeated: Bool, in area: Rect, theme: Theme, on canvas: inout Canvas
  ) {
    var area = area
    if row.refusal != nil { writeRefusal(in: &area, theme: theme, on: &canvas) }
    var names = row.subject.names
    if layout.area(of: .artist, in: area) != nil {
      names.artist = ""
      // What is cut would run into the year.
      if TextWidth.columns(names.title, glyphs: canvas.glyphs) > area.columns { area.takeRight(1) }
    }
    let room = canvas.writeName(
      names, in: area, theme: theme, titleStyle: names.artist.isEmpty ? theme.text : theme.strong,
      isArtistRepeated: isArtistRepeated)
    guard row.facts.wanted.isAnyPressing else { return }
    let hasFormat = layout.area(of: .column(.format), in: area) != nil
    let pressings = [hasFormat ? "" : RecordWords.anyPressing, row.facts.versions.map(RecordWords.versions) ?? ""]
    let text = pressings.filter { !$0.isEmpty }.joined(separator: " \(canvas.glyphs.separator) ")
    if !text.isEmpty { canvas.write("  \(text)", in: room, style: theme.quiet, truncation: .none) }
  }

  /// Writes at the end of a name that Discogs refused it, and the command that shows why: whatever the columns, a row
  /// that is not on Discogs must not look like those that are.
  private func writeRefusal(in area: inout Rect, theme: Theme, on canvas: inout Canvas) {
    let whole = " \(RecordWords.refused) \(canvas.glyphs.separator) \(Command.whyRefused)"
    let text = area.columns >= 24 ? whole : " \(RecordWords.refused)"
    canvas.write(text, in: area.takeRight(TextWidth.columns(text, glyphs: canvas.glyphs)), style: theme.error)
  }
}

extension ShelfColumns.Fact {
  /// As ``ColumnChoice`` names it; empty for what no choice has.
  fileprivate var name: String {
    switch self {
    case .column(let column): column.rawValue
    case .own(let name): name
    case .artist, .marks: ""
    }
  }
}

extension CollectionCopy {
  func text(of column: ShelfColumn) -> String {
    switch column {
    case .condition: grades
    case .media: Condition.shortName(mediaCondition)
    case .sleeve: Condition.shortName(sleeveCondition)
    case .added: String(added.prefix(10))
    case .folder: folder
    case .notes: (fields.first { !$0.value.isEmpty }?.value ?? "").onOneLine
    case .name, .year, .format, .label, .catalogueNumber, .rating, .lowest, .limit: ""
    }
  }
}

extension WantListEntry {
  func text(of column: ShelfColumn, _ price: WantListModel.Price?) -> String {
    switch column {
    case .added: String(added.prefix(10))
    case .notes: notes.onOneLine
    case .lowest: price?.lowest?.displayName ?? ""
    case .limit: price?.limit?.displayName ?? ""
    case .name, .year, .format, .label, .catalogueNumber, .rating, .condition, .media, .sleeve, .folder: ""
    }
  }
}

extension String { var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") } }
