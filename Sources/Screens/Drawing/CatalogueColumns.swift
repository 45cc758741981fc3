import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// The columns of a list of catalogue rows that the width has room for.
struct CatalogueColumns: Equatable {
  /// The kind of list, by the facts that tell its rows apart.
  enum Kind: Equatable {
    /// Results of all types, each artist and label with its type.
    case search
    case searchOfOneType
    /// One master's pressings: artist and title are the same, date, country, format and number tell them apart.
    case versions
    case labelReleases
    /// A user's list: rows of any type, with its author's comments.
    case entries
    /// Another user's shelf: releases only.
    case shelf
    /// Masters and releases missing from a collection.
    case works
    /// Artists and records found by digging, with the reason for each.
    case dug
    case dugRecords(_ caption: String = DigWords.why)
  }

  /// The columns that the first rows of a list need for facts that share the room: what nine in ten do with, of reasons
  /// all.
  struct Needs: Equatable {
    var name = Int.max
    var format = Int.max
    var label = Int.max
    var number = Int.max
    var reason = Int.max
  }

  enum Fact { case type, name, year, country, format, label, catalogueNumber, role, marks }

  let kind: Kind
  let needs: Needs
  /// The width of the list, in columns.
  let room: Int
  let layout: ColumnLayout<Fact>
  /// Whether whole dates stand where there is room, instead of years.
  let hasDates: Bool
  /// The words of the search, to be marked in the rows.
  let matched: MatchedWords

  init(
    _ kind: Kind, in list: Rect, needs: Needs = Needs(), hasDates: Bool = false, matched: MatchedWords = MatchedWords()
  ) {
    (self.kind, self.needs, self.hasDates) = (kind, needs, hasDates)
    (room, self.matched) = (list.columns, matched)
    var columns = Self.columns(kind, needs)
    if hasDates, list.columns >= 60 {
      for index in columns.indices where columns[index].fact == .year { columns[index] = Self.date }
    }
    layout = ColumnLayout(columns, in: list)
  }

  private static func columns(_ kind: Kind, _ needs: Needs) -> [ListColumn<Fact>] {
    switch kind {
    // The number tells two equal rows apart; the format and the label are there where they need not be cut.
    case .search, .searchOfOneType:
      [
        .init(.name, ColumnWords.name, share: 7, need: needs.name, sorts: .artist, .title), year, country(from: 106),
        .init(.format, FieldWords.format, share: 3, need: needs.format, from: 60, sorts: .format),
        .init(.catalogueNumber, FieldWords.number, share: 3, need: max(12, needs.number), from: 46, below: 90),
        .init(.label, ColumnWords.label, share: 4, need: needs.label, from: 90, sorts: .label), marks,
      ]
    case .versions:
      [
        year, country(from: 36), .init(.format, FieldWords.format, share: 3, sorts: .format),
        .init(.label, ColumnWords.label, share: 5, from: 60, sorts: .label), marks,
      ]
    case .labelReleases:
      [
        .init(.catalogueNumber, FieldWords.number, 10, below: 60, sorts: .catalogueNumber),
        .init(.catalogueNumber, FieldWords.number, 14, from: 60, sorts: .catalogueNumber),
        name, year, .init(.format, FieldWords.format, 15, from: 64, sorts: .format), country(from: 88), marks,
      ]
    case .entries:
      [
        type, .init(.name, ColumnWords.name, share: 3, sorts: .artist, .title),
        .init(.role, ColumnWords.comment, share: 2, from: 66), marks,
      ]
    case .shelf: [name, year, format, label(from: 88), marks]
    case .works: [year, name, format, label(from: 88), marks]
    case .dug:
      [type, .init(.name, ColumnWords.name, share: 2, need: needs.name, sorts: .artist, .title), recordYear]
        + [.init(.role, DigWords.why, share: 3, from: 60), marks]
    case .dugRecords(let caption):
      [name, recordYear, .init(.role, caption, share: 1, need: max(4, needs.reason), from: 60), marks]
    }
  }

  private static let type = ListColumn(Fact.type, "", 1)
  private static let name = ListColumn(Fact.name, ColumnWords.name, share: 1, sorts: .artist, .title)
  private static let year = ListColumn(Fact.year, FieldWords.year, 5, sorts: .year)
  private static let date = ListColumn(Fact.year, FieldWords.released, 10, sorts: .year)
  private static let recordYear = ListColumn(Fact.year, FieldWords.year, 4, from: 46)
  private static let format = ListColumn(Fact.format, FieldWords.format, 15, from: 60, sorts: .format)
  private static let marks = ListColumn(Fact.marks, "", 3)

  private static func country(from room: Int) -> ListColumn<Fact> {
    .init(.country, FieldWords.country, 9, from: room)
  }

  private static func label(from room: Int) -> ListColumn<Fact> {
    .init(.label, ColumnWords.label, 28, from: room, sorts: .label)
  }

  static func needs(of rows: ArraySlice<CatalogueRow>, glyphs: Glyphs) -> Needs {
    guard !rows.isEmpty else { return Needs() }
    func widths(_ text: (CatalogueRow) -> String) -> [Int] {
      rows.map { TextWidth.columns(text($0), glyphs: glyphs) }.filter { $0 > 0 }.sorted()
    }
    func most(_ widths: [Int]) -> Int { widths.isEmpty ? 0 : widths[(widths.count - 1) * 9 / 10] }
    let labels = widths { row in
      [row.label, row.catalogueNumber].filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
    }
    return Needs(
      name: most(widths { Subject($0).name }), format: most(widths(\.format)), label: most(labels),
      number: most(widths(\.catalogueNumber)), reason: widths(\.role).last ?? 0)
  }

  /// The words for a master in place of label and number, which are its key release's and tell no rows apart; nil for all
  /// else.
  private func versions(of row: CatalogueRow) -> String? {
    guard isSearch, row.reference.kind == .master else { return nil }
    guard let count = row.count, count > 0 else { return row.reference.kind.rawValue }
    return RecordWords.versions(count)
  }

  private var isSearch: Bool { kind == .search || kind == .searchOfOneType }

  /// - Parameters:
  ///   - last: the row above; nil for the first.
  ///   - next: the row below; nil for the last.
  ///   - isArtistSaid: whether the row above says its artist.
  func draw(
    _ row: CatalogueRow, after last: CatalogueRow?, before next: CatalogueRow?, marks: ShelfMarks?,
    isArtistSaid: Bool = false, in rect: Rect, theme: Theme, on canvas: inout Canvas
  ) {
    // What a master's row says stands out from what tells its pressings apart.
    let isBelow = isSearch && last.map { row.isPressing(of: $0) } == true
    let style = isBelow ? theme.quiet : theme.text
    layout.draw(in: rect, on: &canvas) { cell, canvas in
      switch cell.fact {
      case .type: canvas.writeType(row.reference.kind, in: cell, theme: theme)
      case .name where isBelow:
        let hasMore = next.map { $0.isPressing(of: row) } ?? false
        writePressing(row, after: last, hasMore: hasMore, in: cell.area, theme: theme, on: &canvas)
      case .name:
        // Of a search, an artist or label has nothing in the other columns.
        let area = isSearch && row.isArtistOrLabel ? rect.dropLeft(cell.area.column - rect.column) : cell.area
        writeName(row, after: last, isArtistSaid: isArtistSaid, in: area, theme: theme, on: &canvas)
      case .year:
        if cell.area.columns >= 10, !row.released.isEmpty {
          canvas.write(row.released, in: cell, style: style)
        } else if let year = row.year {
          canvas.write(String(year), in: cell, style: style)
        }
      case .country: canvas.write(row.country, in: cell, style: theme.quiet)
      case .format: canvas.writeFormat(row.format, in: cell, style: style, theme: theme)
      case .label, .catalogueNumber:
        if let versions = versions(of: row) {
          canvas.write(versions, in: cell, style: theme.quiet)
        } else {
          let label = cell.fact == .label ? row.label : ""
          canvas.writeLabel(
            label, row.catalogueNumber, in: cell.area,
            style: isBelow && !label.isEmpty ? styleOfLabel(row, after: last, theme) : theme.quiet, theme: theme,
            matched: matched)
        }
      case .role: canvas.write(row.role, in: cell, style: theme.quiet)
      case .marks:
        guard var marks else { break }
        // That another pressing is owned or wanted, the row above says.
        if isBelow { marks = marks.ofThis }
        canvas.writeMarks(marks, in: cell.area, theme: theme)
      }
    }
    if isSearch, !isBelow, theme.band != .default,
      next.map({ $0.isPressing(of: row) || row.isArtistOrLabel && [$0.artist, $0.label].contains(row.title) }) == true
    {
      canvas.restyle(rect) { $0 = $0.on(theme.band) }
    }
  }

  /// Writes `Artist – Title`, or a name alone with what it is: `Blue Note  label · 7 releases`.
  private func writeName(
    _ row: CatalogueRow, after last: CatalogueRow?, isArtistSaid: Bool, in area: Rect, theme: Theme,
    on canvas: inout Canvas
  ) {
    var names = Subject(row).names
    if isArtistSaid { names.artist = "" }
    let isArtistRepeated = !row.artist.isEmpty && last?.artist == row.artist
    let style =
      switch row.reference.kind {
      case .artist, .label: theme.strong
      case .master: kind == .search ? theme.strong : theme.text
      case .release: theme.text
      }
    let room = canvas.writeName(
      names, in: area, theme: theme, titleStyle: style, matched: matched, isArtistRepeated: isArtistRepeated)
    var facts: [String] = []
    switch row.reference.kind {
    case .artist, .label:
      if kind == .search { facts.append(row.reference.kind.rawValue) }
      if let count = row.count, count > 0 { facts.append(RecordWords.releases(count)) }
    case .master:
      if let count = row.count, count > 0, !isSearch { facts.append(RecordWords.versions(count)) }
    case .release: break
    }
    // As many as there is room for.
    while !facts.isEmpty {
      let words = "  " + facts.joined(separator: " \(canvas.glyphs.separator) ")
      guard canvas.write(words, in: room, style: theme.quiet, truncation: .none) == 0 else { return }
      facts.removeLast()
    }
  }

  /// Draws the line below pressings that stands for the others of their master.
  func drawMore(_ text: String, in area: Rect, theme: Theme, on canvas: inout Canvas) {
    var area = area
    area.takeLeft(drawBranch(hasMore: false, in: area, theme: theme, on: &canvas))
    canvas.write(text, in: area, style: theme.faint)
  }

  /// Draws the line from a master to a pressing, where no band joins them.
  ///
  /// - Returns: the columns that it takes.
  private func drawBranch(hasMore: Bool, in area: Rect, theme: Theme, on canvas: inout Canvas) -> Int {
    if theme.band == .default {
      let line = hasMore ? canvas.glyphs.branch : canvas.glyphs.bottomLeft
      canvas.write("\(line)\(canvas.glyphs.horizontal)", in: area, style: theme.rule)
    }
    return 3
  }

  /// A label that the pressing above has too is said more quietly.
  private func styleOfLabel(_ row: CatalogueRow, after last: CatalogueRow?, _ theme: Theme) -> CellStyle {
    last?.reference.kind == .release && last?.label == row.label ? theme.quiet : theme.text
  }

  /// Whether the row above says a row's artist.
  func repeats(_ row: CatalogueRow, _ last: CatalogueRow?) -> Bool {
    guard isSearch, let last else { return false }
    return !row.artist.isEmpty && row.artist == last.artist
  }

  /// Writes what it does not share with the master or pressing above, `Columbia · US`: below that, or at a line from it.
  ///
  /// - Parameter hasMore: whether another pressing is below it.
  private func writePressing(
    _ row: CatalogueRow, after last: CatalogueRow?, hasMore: Bool, in area: Rect, theme: Theme,
    on canvas: inout Canvas
  ) {
    var area = area
    area.takeLeft(drawBranch(hasMore: hasMore, in: area, theme: theme, on: &canvas))
    let label = layout.area(of: .label, in: area) != nil ? "" : row.label
    let country = layout.area(of: .country, in: area) != nil ? "" : row.country
    area.takeLeft(canvas.write(label, in: area, style: styleOfLabel(row, after: last, theme)))
    // With columns for all that, the title again.
    let saysTitle = last?.title != row.title || label.isEmpty && country.isEmpty
    let others = last.map { row.otherTitles(than: $0) } ?? []
    let rest = !saysTitle ? country : others.isEmpty ? Subject(row).names.title : others.joined(separator: " = ")
    guard !rest.isEmpty else { return }
    let separator = label.isEmpty ? "" : " \(canvas.glyphs.separator) "
    // Half a country's name says nothing, and neither do a few letters of a title.
    let least = TextWidth.columns(separator + rest, glyphs: canvas.glyphs)
    guard area.columns >= (saysTitle ? min(least, 12) : least) else { return }
    area.takeLeft(canvas.write(separator, in: area, style: theme.faint))
    let shown = area.takeLeft(canvas.write(rest, in: area, style: saysTitle ? theme.quiet : theme.faint))
    if saysTitle { canvas.mark(matched.ranges(in: rest, .title), of: rest, in: shown, theme: theme) }
  }
}

extension CatalogueRow {
  fileprivate var isArtistOrLabel: Bool { [.artist, .label].contains(reference.kind) }
}

extension ShelfMarks {
  /// The marks of this very pressing.
  fileprivate var ofThis: ShelfMarks {
    ShelfMarks(owned: owned == .this ? owned : nil, wanted: wanted == .this ? wanted : nil)
  }
}
