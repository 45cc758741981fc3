import Clients
import DiscogsModel
import Features
import Terminal

/// The columns of a list of catalogue rows, as many as the width has room for.
struct CatalogueColumns {
  /// What tells the rows of this list apart.
  enum Kind {
    /// Everything: type, artist and title.
    case search
    /// One master's pressings: the title is always the same, the country and format tell them apart.
    case versions
    /// One artist's records.
    case discography
    /// One label's records, by catalogue number.
    case labelReleases
  }

  let kind: Kind
  private let type: Int
  private let name: Int
  private let year: Int
  private let country: Int
  private let format: Int
  private let label: Int
  private let extra: Int
  private let badge: Int

  init(_ kind: Kind, width: Int) {
    self.kind = kind
    let width = width - 2
    badge = width >= 50 ? 5 : 0
    year = 4
    type = kind == .search && width >= 46 ? 7 : 0
    extra = kind == .discography && width >= 90 ? 12 : kind == .labelReleases && width >= 44 ? 12 : 0
    format = width >= 68 ? (width >= 110 ? 18 : 14) : kind == .versions && width >= 40 ? 12 : 0
    country = kind == .versions && width >= 56 ? 9 : width >= 88 ? 9 : 0
    label = width >= 104 ? 28 : kind == .versions && width >= 60 ? 26 : 0
    let used = [type, year, country, format, label, extra, badge].filter { $0 > 0 }.map { $0 + 1 }.reduce(0, +)
    name = max(8, width - used)
  }

  var captions: [ListColumn] {
    var columns: [ListColumn] = []
    func add(_ caption: String, _ width: Int) {
      if width > 0 { columns.append(ListColumn(caption: caption, columns: width)) }
    }
    add("Type", type)
    if kind == .labelReleases { add("Cat#", extra) }
    add(nameCaption, name)
    add("Year", year)
    add("Country", country)
    add("Format", format)
    add("Label · Cat#", label)
    if kind == .discography { add("Role", extra) }
    add("", badge)
    return columns
  }

  private var nameCaption: String {
    switch kind {
    case .search: "Artist – Title"
    case .versions: "Title"
    case .discography: "Title"
    case .labelReleases: "Artist – Title"
    }
  }

  func draw(_ row: CatalogueRow, badge mark: ShelfBadge?, in rect: Rect, theme: Theme, on canvas: inout Canvas) {
    var column = rect.column
    func write(_ text: String, _ width: Int, _ style: CellStyle) {
      guard width > 0 else { return }
      if !text.isEmpty { canvas.write(text, at: Point(column: column, row: rect.row), style: style, columns: width) }
      column += width + 1
    }
    write(row.reference.kind.rawValue, type, theme.quiet)
    if kind == .labelReleases { write(row.catalogueNumber, extra, theme.quiet) }
    writeName(row, at: Point(column: column, row: rect.row), theme: theme, on: &canvas)
    column += name + 1
    write(row.year.map(String.init) ?? "", year, theme.text)
    write(row.country, country, theme.quiet)
    write(row.format, format, theme.text)
    write(Self.labelText(row), label, theme.quiet)
    if kind == .discography { write(row.role, extra, theme.quiet) }
    if let mark { write(mark.rawValue, badge, theme.badge) }
  }

  private func writeName(_ row: CatalogueRow, at point: Point, theme: Theme, on canvas: inout Canvas) {
    let isName = row.reference.kind == .artist || row.reference.kind == .label
    var count = ""
    if let number = row.count, kind == .search {
      let what =
        row.reference.kind == .master ? (number == 1 ? "version" : "versions") : number == 1 ? "release" : "releases"
      count = "  \(Wording.number(number)) \(what)"
    }
    var used = 0
    if !row.artist.isEmpty, kind == .search || kind == .labelReleases {
      used += canvas.write(row.artist, at: point, columns: name)
      used += canvas.write(
        " – ", at: Point(column: point.column + used, row: point.row), style: theme.quiet, columns: max(0, name - used))
    }
    guard name > used else { return }
    let title = isName ? row.title : row.title
    used += canvas.write(
      title, at: Point(column: point.column + used, row: point.row), style: isName ? theme.strong : theme.text,
      columns: name - used)
    if !count.isEmpty, name > used {
      canvas.write(
        count, at: Point(column: point.column + used, row: point.row), style: theme.quiet, columns: name - used,
        truncation: .none)
    }
  }

  private static func labelText(_ row: CatalogueRow) -> String {
    if row.label.isEmpty { return row.catalogueNumber }
    return row.catalogueNumber.isEmpty ? row.label : "\(row.label) · \(row.catalogueNumber)"
  }
}
