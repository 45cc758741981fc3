import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

struct ArtistColumns {
  enum Fact {
    case year, name
    /// The label of the artist's own works, the artist's role on works of others.
    case origin
    /// The number of a master's versions, or the format of a release.
    case versions
    case marks
  }

  let layout: ColumnLayout<Fact>
  let theme: Theme
  /// The page's artist, whose name the rows leave out.
  let artist: String?

  /// - Parameter hasRoles: whether there are works of others.
  init(in list: Rect, theme: Theme, artist: String?, hasRoles: Bool) {
    layout = ColumnLayout(Self.columns(hasRoles ? ColumnWords.labelOrRole : FieldWords.label), in: list)
    (self.theme, self.artist) = (theme, artist)
  }

  private static func columns(_ origin: String) -> [ListColumn<Fact>] {
    [
      .init(.year, FieldWords.year, 4, sorts: .year), .init(.name, FieldWords.title, share: 1, sorts: .title),
      .init(.origin, origin, 16, from: 60, below: 90), .init(.origin, origin, 26, from: 90),
      .init(.versions, ColumnWords.versions, 12, from: 46, below: 72),
      .init(.versions, ColumnWords.versions, 16, from: 72), .init(.marks, "", 3),
    ]
  }

  /// The indentation of versions below their master, and the gap after their year, in columns.
  private static let step = 2

  func draw(_ line: ArtistRow, _ marks: ShelfMarks?, in rect: Rect, on canvas: inout Canvas) {
    layout.draw(in: rect, on: &canvas) { cell, canvas in
      switch line {
      case .work(let work): draw(work, marks, in: cell, on: &canvas)
      case .version(let row, _): draw(version: row, marks, in: cell, on: &canvas)
      case .moreVersions(_, let count):
        guard cell.fact == .name else { return }
        let words = count.map { ScreenWords.andMore($0) } ?? ArtistWords.moreVersions
        canvas.write(words, in: Self.indented(cell.area), style: theme.link)
      case .artist, .caption: break
      }
    }
  }

  private func draw(_ work: ArtistRow.Work, _ marks: ShelfMarks?, in cell: ColumnCell<Fact>, on canvas: inout Canvas) {
    let row = work.row
    switch cell.fact {
    case .year: if let year = row.year { canvas.write(String(year), in: cell, style: theme.quiet) }
    case .name:
      var subject = Subject(row)
      if row.artist == artist { subject.artist = "" }
      canvas.writeName(subject.names, in: cell.area, theme: theme)
    case .origin: canvas.write(isAppearance(work) ? Self.role(row.role) : row.label, in: cell, style: theme.quiet)
    case .versions: canvas.write(versions(row), in: cell, style: theme.quiet)
    case .marks: if let marks { canvas.writeMarks(marks, in: cell.area, theme: theme) }
    }
  }

  private func draw(version row: CatalogueRow, _ marks: ShelfMarks?, in cell: ColumnCell<Fact>, on canvas: inout Canvas)
  {
    switch cell.fact {
    case .year, .versions: break
    case .name:
      var area = Self.indented(cell.area)
      let year = area.takeLeft(min(4, area.columns))
      canvas.write(row.year.map(String.init) ?? "", in: year, style: theme.quiet)
      area = Self.indented(area)
      if !row.country.isEmpty {
        let most = max(4, area.columns / 2)
        area.takeLeft(canvas.write(row.country, at: area.origin, style: theme.text, columns: most))
        area.takeLeft(canvas.write(" \(canvas.glyphs.separator) ", in: area, style: theme.quiet))
      }
      canvas.write(row.format, in: area, style: theme.text)
    case .origin:
      // The master's row above names the label; in a narrow column the number says more.
      let label = cell.area.columns < 24 && !row.catalogueNumber.isEmpty ? "" : row.label
      canvas.writeLabel(label, row.catalogueNumber, in: cell.area, theme: theme)
    case .marks: if let marks { canvas.writeMarks(marks, in: cell.area, theme: theme) }
    }
  }

  /// Whether the work is by another artist. The section `releases` holds both kinds, told apart by the artist's role.
  private func isAppearance(_ work: ArtistRow.Work) -> Bool {
    work.section == .appearances || work.section == .releases && !["", "Main"].contains(work.row.role)
  }

  /// The lines that name a work's cover: year and label, or the artist where that is another, and the title.
  func names(_ line: ArtistRow) -> WallNames {
    guard case .work(let work) = line else { return WallNames(first: "", title: "") }
    let subject = Subject(work.row)
    guard !isAppearance(work) else { return WallNames(subject.names) }
    let year = work.row.year.map(String.init) ?? ""
    // Of masters Discogs gives no label.
    let origin = work.row.label.isEmpty ? versions(work.row) : work.row.label
    return WallNames(first: year.isEmpty ? origin : year, second: year.isEmpty ? "" : origin, title: subject.title)
  }

  private func versions(_ row: CatalogueRow) -> String {
    guard case .master = row.reference, let count = row.count, count > 1 else { return row.format }
    return RecordWords.versions(count)
  }

  private static func role(_ role: String) -> String {
    switch role {
    case "Track", "TrackAppearance": ArtistWords.onATrack
    case "Appearance", "Main": ""
    default: role
    }
  }

  private static func indented(_ area: Rect) -> Rect { area.dropLeft(step) }
}
