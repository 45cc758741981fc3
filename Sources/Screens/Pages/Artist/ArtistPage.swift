import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension ArtistModel: DrawablePage { typealias Drawing = ArtistPage }

struct ArtistPage: ListPage {
  let model: ArtistModel
  let style: PageStyle

  var list: ListModel<ArtistRow> { model.list }
  var title: String { model.name ?? "\(EntityKind.artist.rawValue.capitalizedFirst) \(model.artist)" }

  var hints: [Command] {
    if model.profile.isMissing { return style.missingHints }
    let selected = list.list.selected
    let shelf: [Command] = selected?.record?.reference.kind == .release ? [.toggleWant, .addToCollection] : []
    let sections: [Command] = model.section != nil || model.figures.sections.count != 1 ? [.nextType] : []
    return listHints(also: (canUnfold(selected) ? [.unfold] : []) + shelf + sections)
  }

  var words: [HintWord] {
    let next = model.nextSection.map { $0.title.prefix(1).lowercased() + $0.title.dropFirst() }
    return [HintWord(.nextType, ScreenWords.show(next ?? ScreenWords.everything))]
  }

  private func canUnfold(_ line: ArtistRow?) -> Bool {
    switch line {
    case .work(let work): work.master != nil && !list.isWall
    case .version, .moreVersions: true
    case .artist, .caption, nil: false
    }
  }

  var facts: [String] {
    if model.profile.isMissing { return [] }
    let figures = model.figures
    let freshness = model.panes.isInfoFocused ? model.panes.info?.freshness : list.freshness
    var parts = [sorted, style.age(freshness)]
    let counted = DiscographySection.allCases.compactMap { section in
      figures.sections[section].map { section.counted($0) }
    }
    if let section = model.section {
      parts.append(list.list.total.map { section.counted($0.number) } ?? section.title)
    } else if counted.isEmpty {
      parts.append(Wording.count(list.list.total, "release", ScreenWords.releases))
    } else {
      // All counts or none: some of them alone would not show what is left out.
      parts.append(counted.joined(separator: " · "))
      if let owned = figures.owned { parts.append(ArtistWords.youOwn(owned, of: figures.total)) }
    }
    return parts + Wording.hindrance(freshness)
  }

  var position: String {
    if let line = style.position(inText: model.panes) { return line }
    let list = list.list
    guard list.hasFailed || list.isRetrySelected || list.selected?.row != nil else { return "" }
    return Wording.position(list, number: model.number)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if model.profile.isMissing { return style.info(model.profile, in: rect, hasFocus: hasFocus, on: &canvas) }
    drawPanes(in: rect, hasFocus: hasFocus, on: &canvas)
  }

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let columns = columns(in: rect)
    if list.isWall, case .work? = list.list.rows.first {
      return wall(columns, hasFocus: hasFocus).draw(list, in: rect, on: &canvas)
    }
    if let cards = list.cards { return draw(cards, columns, in: rect, hasFocus: hasFocus, on: &canvas) }
    let (marks, drawing) = (model.shelfMarks, style.list(emptyText, hasFocus: hasFocus))
    drawing.draw(list, columns.layout, in: rect, on: &canvas) { _, line, place, canvas in
      switch line {
      case .artist: draw(artistIn: place, on: &canvas)
      case .caption(let section): draw(section, in: place, on: &canvas)
      case .work, .version, .moreVersions:
        columns.draw(line, line.row.flatMap { marks[$0.reference] }, in: place, on: &canvas)
      }
    }
    addFolds(columns, in: rect, on: &canvas)
  }

  private func columns(in rect: Rect) -> ArtistColumns {
    ArtistColumns(in: rect, theme: style.theme, artist: model.name, hasRoles: hasRoles)
  }

  private func wall(_ columns: ArtistColumns, hasFocus: Bool) -> WallDrawing<ArtistRow> {
    let marks = model.shelfMarks
    return WallDrawing(
      style: style, hasFocus: hasFocus, names: columns.names, marks: { $0.row.flatMap { marks[$0.reference] } })
  }

  private func draw(
    _ cards: Cards, _ columns: ArtistColumns, in rect: Rect, hasFocus: Bool, on canvas: inout Canvas
  ) {
    canvas.addRegion(rect, Hit.pane(.main))
    let wall = wall(columns, hasFocus: hasFocus)
    let width = cards.places.map(\.columns).min() ?? 0
    let names = list.list.rows.map(wall.names)
    let isShort = wall.isShort(names, width: width, cards.cover, in: canvas)
    var selected: Rect?
    for (index, (line, place)) in zip(list.list.rows, cards.places).enumerated() {
      let area = Rect(
        column: rect.column + place.column, row: rect.row + place.row, columns: place.columns, rows: place.rows)
      canvas.addRegion(area, Hit.row(index, in: .main))
      let isSelected = index == list.cursor
      switch line {
      case .caption(let section): draw(section, in: area.dropLeft(Wall.margin), on: &canvas)
      case .artist:
        draw(artistIn: area.dropLeft(Wall.margin), career: model.career, on: &canvas)
        guard isSelected else { continue }
        canvas.drawSelection(area, theme: style.theme, hasFocus: hasFocus)
        if hasFocus { canvas.cursor = area.origin }
      case .work, .version, .moreVersions:
        let look = WallDrawing<ArtistRow>.Look(
          isSelected: isSelected, isMarked: list.marked.contains(index), isShort: isShort)
        let card = wall.draw(line, names[index], cards.cover, look, in: area, on: &canvas)
        if isSelected { selected = card }
      }
    }
    if let selected { wall.drawFrame(around: selected, in: rect, on: &canvas) }
  }

  /// Whether there may be works of others: these sections hold them.
  private var hasRoles: Bool {
    let sections = model.figures.sections
    return sections.isEmpty || sections[.appearances] != nil || sections[.releases] != nil
  }

  /// - Parameter career: for when the profile stands beside the works.
  private func draw(
    artistIn place: Rect, career: (years: String?, labels: [String])? = nil, on canvas: inout Canvas
  ) {
    var place = place
    place.takeLeft(canvas.write(title, in: place, style: style.theme.strong) + 2)
    var line = model.panes.isInfoVisible ? "" : model.profileLine
    if line.isEmpty, let career {
      // Whole names, as far as they go.
      for count in (0...career.labels.count).reversed() {
        let parts = [career.years ?? "", career.labels.prefix(count).joined(separator: ", ")]
        line = parts.filter { !$0.isEmpty }.joined(separator: "  ")
        if TextWidth.columns(line, glyphs: canvas.glyphs) <= place.columns { break }
      }
    }
    canvas.write(line.isEmpty ? ArtistWords.profile : line, in: place, style: style.theme.quiet)
  }

  private func draw(_ section: DiscographySection, in place: Rect, on canvas: inout Canvas) {
    let used = canvas.write(section.title, in: place, style: style.theme.caption)
    guard let number = model.figures.sections[section] else { return }
    canvas.write(Wording.number(number), in: place.dropLeft(used + 1), style: style.theme.quiet, truncation: .none)
  }

  /// Adds the region where a click on a number of versions shows them.
  private func addFolds(_ columns: ArtistColumns, in rect: Rect, on canvas: inout Canvas) {
    let list = list.list
    var area = rect.dropLeft(ListMargin.columns)
    area.takeTop(1)
    guard let versions = columns.layout.area(of: .versions, in: area) else { return }
    canvas.addRegion(versions.top(list.rows.count - list.top), Hit.folds(from: list.top, in: .main))
  }

  var noRows: [String] {
    [ScreenWords.noReleasesByArtist, ScreenWords.profileOnPane(key: style.store.key(.toggleInfo))]
  }
}

extension DiscographySection {
  fileprivate var title: String {
    switch self {
    case .albums: ArtistWords.albums
    case .singles: ArtistWords.singles
    case .compilations: ArtistWords.compilations
    case .releases: ArtistWords.releases
    case .appearances: ArtistWords.appearances
    case .unofficial: ArtistWords.unofficial
    }
  }

  /// `3 albums`.
  fileprivate func counted(_ number: Int) -> String {
    switch self {
    case .albums: ArtistWords.albums(number)
    case .singles: ArtistWords.singles(number)
    case .compilations: ArtistWords.compilations(number)
    case .releases: ArtistWords.releases(number)
    case .appearances: ArtistWords.appearances(number)
    case .unofficial: ArtistWords.unofficial(number)
    }
  }
}
