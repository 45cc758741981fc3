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
    /// Results of all types, with a column for the type.
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
    self.matched = matched
    room = list.columns
    var columns = Self.columns(kind, needs)
    if hasDates, list.columns >= 60 {
      for index in columns.indices where columns[index].fact == .year { columns[index] = Self.date }
    }
    layout = ColumnLayout(columns, in: list)
  }

  private static func columns(_ kind: Kind, _ needs: Needs) -> [ListColumn<Fact>] {
    switch kind {
    case .search: [type] + columns(.searchOfOneType, needs)
    // Label and number tell two equal rows apart, the format where there is room for all.
    case .searchOfOneType:
      [
        .init(.name, ColumnWords.name, share: 7, need: needs.name, sorts: .artist, .title), year, country(from: 106),
        .init(.format, FieldWords.format, share: 3, need: needs.format, from: 60, sorts: .format),
        .init(.label, ColumnWords.label, share: 4, need: needs.label, from: 46, sorts: .label), marks,
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
  private static let year = ListColumn(Fact.year, FieldWords.year, 4, sorts: .year)
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

  /// - Parameter room: the width of the list, in columns.
  static func needs(of rows: ArraySlice<CatalogueRow>, room: Int, glyphs: Glyphs) -> Needs {
    guard !rows.isEmpty else { return Needs() }
    func widths(_ text: (CatalogueRow) -> String) -> [Int] {
      rows.map { TextWidth.columns(text($0), glyphs: glyphs) }.filter { $0 > 0 }.sorted()
    }
    func most(_ widths: [Int]) -> Int { widths.isEmpty ? 0 : widths[(widths.count - 1) * 9 / 10] }
    let labels = widths { row in
      guard showsLabel(of: row, room: room) else { return "" }
      return [row.label, row.catalogueNumber].filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
    }
    return Needs(
      name: most(widths { Subject($0).name }), format: most(widths(\.format)), label: most(labels),
      reason: widths(\.role).last ?? 0)
  }

  /// A master's label is its key release's and tells no rows apart: it stands only where there is room for all.
  private static func showsLabel(of row: CatalogueRow, room: Int) -> Bool {
    room >= 86 || row.reference.kind != .master
  }

  /// - Parameter last: the row above; nil for the first.
  func draw(
    _ row: CatalogueRow, after last: CatalogueRow?, marks: ShelfMarks?, in rect: Rect, theme: Theme,
    on canvas: inout Canvas
  ) {
    layout.draw(in: rect, on: &canvas) { cell, canvas in
      switch cell.fact {
      case .type: canvas.writeType(row.reference.kind, in: cell, theme: theme)
      case .name: writeName(row, after: last, in: cell.area, theme: theme, on: &canvas)
      case .year:
        if cell.area.columns >= 10, !row.released.isEmpty {
          canvas.write(row.released, in: cell)
        } else if let year = row.year {
          canvas.write(String(year), in: cell)
        }
      case .country: canvas.write(row.country, in: cell, style: theme.quiet)
      case .format: canvas.writeFormat(row.format, in: cell)
      case .label where Self.showsLabel(of: row, room: room):
        canvas.writeLabel(row.label, row.catalogueNumber, in: cell.area, theme: theme, matched: matched)
      case .label:
        if let count = row.count, count > 0 { canvas.write(RecordWords.versions(count), in: cell, style: theme.quiet) }
      case .catalogueNumber: canvas.write(row.catalogueNumber, in: cell, style: theme.quiet)
      case .role: canvas.write(row.role, in: cell, style: theme.quiet)
      case .marks: if let marks { canvas.writeMarks(marks, in: cell.area, theme: theme) }
      }
    }
  }

  /// Writes `Artist – Title  10 versions`, or a name alone; the count only where all of it fits.
  private func writeName(
    _ row: CatalogueRow, after last: CatalogueRow?, in area: Rect, theme: Theme, on canvas: inout Canvas
  ) {
    let style =
      switch row.reference.kind {
      case .artist, .label: theme.strong
      case .master, .release: theme.text
      }
    let room = canvas.writeName(
      Subject(row).names, in: area, theme: theme, titleStyle: style, matched: matched,
      isArtistRepeated: !row.artist.isEmpty && last?.artist == row.artist)
    guard kind != .labelReleases, let count = row.count, count > 0 else { return }
    let isMaster = row.reference.kind == .master
    // They stand in the place of a master's label where that is left out.
    if isMaster, !Self.showsLabel(of: row, room: self.room), layout.area(of: .label, in: area) != nil { return }
    let words = isMaster ? RecordWords.versions(count) : RecordWords.releases(count)
    canvas.write("  \(words)", in: room, style: theme.quiet, truncation: .none)
  }
}
