import Clients
import DiscogsModel
import Features
import Terminal

/// The columns of a list of catalogue rows, as many as the width has room for.
struct CatalogueColumns: Equatable {
  /// What tells the rows of a list apart.
  enum Kind {
    /// Everything: type, artist and title.
    case search
    /// One master's pressings: artist and title are the same, date, country, format and number tell them apart.
    case versions
    /// One artist's records.
    case discography
    /// One label's records, by catalogue number.
    case labelReleases
    /// What is in a user's list: of any type, with what its maker says of it.
    case entries
    /// Another user's shelf: releases only.
    case shelf
  }

  private enum Fact {
    case type, name, year, country, format, label, catalogueNumber, role, badge
  }

  private struct Column: Equatable {
    var fact: Fact
    var width: Int
  }

  private let kind: Kind
  private let width: Int
  private let columns: [Column]

  /// - Parameter width: of the list, with the two columns of its margin.
  init(_ kind: Kind, width: Int) {
    self.kind = kind
    self.width = width
    let room = width - 2
    var columns: [(fact: Fact, width: Int)]
    switch kind {
    case .search:
      columns = [(.name, 0), (.year, 4)]
      if room >= 46 { columns.insert((.type, 7), at: 0) }
      if room >= 88 { columns.append((.country, 8)) }
      if room >= 66 { columns.append((.format, 15)) }
      if room >= 104 { columns.append((.label, 28)) }
    case .versions:
      columns = [(.year, 4), (.format, room >= 60 ? (room - 24) * 2 / 5 : 0)]
      if room >= 36 { columns.insert((.country, 8), at: 1) }
      if room >= 60 { columns.append((.label, 0)) }
    case .discography:
      columns = [(.name, 0), (.year, 4)]
      if room >= 50 { columns.append((.format, 15)) }
      if room >= 72 { columns.append((.label, 24)) }
      if room >= 100 { columns += [(.country, 8), (.role, 12)] }
    case .labelReleases:
      columns = [(.catalogueNumber, room >= 60 ? 14 : 10), (.name, 0), (.year, 4)]
      if room >= 64 { columns.append((.format, 15)) }
      if room >= 88 { columns.append((.country, 8)) }
    case .entries:
      columns = [(.name, 0)]
      if room >= 46 { columns.insert((.type, 7), at: 0) }
      if room >= 66 { columns.append((.role, (room - 14) * 2 / 5)) }
    case .shelf:
      columns = [(.name, 0), (.year, 4)]
      if room >= 60 { columns.append((.format, 15)) }
      if room >= 88 { columns.append((.label, 28)) }
    }
    if room >= 50 { columns.append((.badge, 5)) }
    // The column without a width of its own takes what is left.
    let used = columns.map(\.width).reduce(0, +) + columns.count - 1
    self.columns = columns.map { Column(fact: $0.fact, width: $0.width == 0 ? max(8, room - used) : $0.width) }
  }

  var captions: [ListColumn] {
    columns.map { ListColumn(caption: caption($0.fact), columns: $0.width) }
  }

  private func caption(_ fact: Fact) -> String {
    switch fact {
    case .type: "Type"
    case .name: kind == .discography ? "Title" : "Artist – Title"
    case .year: "Year"
    case .country: "Country"
    case .format: "Format"
    case .label: "Label · Cat#"
    case .catalogueNumber: "Cat#"
    case .role: kind == .entries ? "Comment" : "Role"
    case .badge: ""
    }
  }

  func draw(_ row: CatalogueRow, badge: ShelfBadge?, in rect: Rect, theme: Theme, on canvas: inout Canvas) {
    var point = rect.origin
    for column in columns {
      let width = column.width
      switch column.fact {
      case .type: canvas.write(row.reference.kind.rawValue, at: point, style: theme.quiet, columns: width)
      case .name: writeName(row, at: point, columns: width, theme: theme, on: &canvas)
      case .year: if let year = row.year { canvas.write(String(year), at: point, columns: width) }
      case .country: canvas.write(row.country, at: point, style: theme.quiet, columns: width)
      case .format: canvas.write(row.format, at: point, columns: width)
      case .label: writeLabel(row, at: point, columns: width, theme: theme, on: &canvas)
      case .catalogueNumber: canvas.write(row.catalogueNumber, at: point, style: theme.quiet, columns: width)
      case .role: canvas.write(row.role, at: point, style: theme.quiet, columns: width)
      case .badge: if let badge { canvas.write(badge.rawValue, at: point, style: theme.badge, columns: width) }
      }
      point.column += width + 1
    }
  }

  /// `Artist – Title  10 versions`, or a name alone; the count only where all of it fits.
  private func writeName(_ row: CatalogueRow, at point: Point, columns: Int, theme: Theme, on canvas: inout Canvas) {
    var place = Rect(column: point.column, row: point.row, columns: columns, rows: 1)
    func write(_ text: String, _ style: CellStyle, _ truncation: Canvas.Truncation = .ellipsis) {
      _ = place.takeLeft(canvas.write(text, in: place, style: style, truncation: truncation))
    }
    if !row.artist.isEmpty, kind != .discography {
      write(row.artist, theme.text)
      write(" – ", theme.quiet, .clip)
    }
    let isName = row.reference.kind == .artist || row.reference.kind == .label
    write(row.title, isName ? theme.strong : theme.text)
    if let count = row.count, count > 0, kind != .labelReleases {
      write("  \(CatalogueColumns.counted(count, row.reference.kind))", theme.quiet, .none)
    }
  }

  private static func counted(_ count: Int, _ kind: EntityKind) -> String {
    let noun = kind == .master ? "version" : "release"
    return "\(Wording.number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `Columbia · CL 1355`: the number is never cut before the name is.
  private func writeLabel(_ row: CatalogueRow, at point: Point, columns: Int, theme: Theme, on canvas: inout Canvas) {
    let number = row.catalogueNumber
    guard !row.label.isEmpty, !number.isEmpty else {
      canvas.write(row.label + number, at: point, style: theme.quiet, columns: columns)
      return
    }
    let separator = " \(canvas.glyphs.separator) "
    let tail = TextWidth.columns(separator + number, glyphs: canvas.glyphs)
    let used = canvas.write(row.label, at: point, style: theme.quiet, columns: max(columns / 3, columns - tail))
    canvas.write(
      separator + number, at: Point(column: point.column + used, row: point.row), style: theme.quiet,
      columns: columns - used)
  }
}
