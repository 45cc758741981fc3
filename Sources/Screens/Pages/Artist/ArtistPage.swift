import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension ArtistModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { ArtistPage(model: self, style: style) }
}

/// An artist: the works by section, and beside them the profile or the selected record.
struct ArtistPage: DrawnPage {
  let model: ArtistModel
  let style: PageStyle

  var title: String { model.name ?? "\(EntityKind.artist.rawValue.capitalizedFirst) \(model.artist)" }

  var progress: String? { style.progress(model.list) }

  var hints: [Command] {
    if model.profile.isMissing { return style.missingHints }
    let selected = model.list.list.selected
    let shelf: [Command] = selected?.record?.reference.kind == .release ? [.toggleWant, .addToCollection] : []
    let covers: [Command] = style.store.pictures.isOn ? [.toggleWall] : []
    return style.hints(
      model.list.list, model.panes, also: (canUnfold(selected) ? [.unfold] : []) + shelf + [.nextType] + covers)
  }

  var words: [HintWord] {
    let next = model.nextSection.map { $0.title.prefix(1).lowercased() + $0.title.dropFirst() }
    return [HintWord(.nextType, ScreenWords.show(next ?? ScreenWords.everything))]
  }

  private func canUnfold(_ line: ArtistRow?) -> Bool {
    switch line {
    case .work(let work): work.master != nil && !model.list.isWall
    case .version, .moreVersions: true
    case .artist, .caption, nil: false
    }
  }

  var facts: [String] {
    if model.profile.isMissing { return [] }
    let (list, figures) = (model.list, model.figures)
    var parts: [String] = []
    if list.order.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(list.order.sort))) }
    let freshness = model.panes.isInfoFocused ? model.panes.info?.freshness : list.freshness
    parts.append(style.age(freshness))
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
    if model.panes.isInfoFocused { return model.panes.info.map { style.position($0.view) } ?? "" }
    let list = model.list.list
    guard list.hasFailed || list.isRetrySelected || list.selected?.row != nil else { return "" }
    return Wording.position(list, number: model.number)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if model.profile.isMissing { return style.info(model.profile, in: rect, hasFocus: hasFocus, on: &canvas) }
    let panes = model.panes
    if model.list.isWall, case .work? = model.list.list.rows.first {
      return WallDrawing(style: style, hasFocus: hasFocus).draw(model.list, in: rect, on: &canvas)
    }
    let areas = style.split(panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if panes.isListVisible { drawList(in: areas.list, hasFocus: hasFocus && !panes.isInfoFocused, on: &canvas) }
    if panes.isInfoVisible, let info = panes.info {
      style.info(info, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  private func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let columns = ArtistColumns(in: rect, theme: style.theme, artist: model.name)
    let list: ListDrawing<ArtistRow> = style.list(emptyText, hasFocus: hasFocus)
    let marks = model.shelfMarks
    list.draw(model.list, columns.layout, in: rect, on: &canvas) { _, line, place, canvas in
      switch line {
      case .artist: draw(artistIn: place, on: &canvas)
      case .caption(let section): draw(section, in: place, on: &canvas)
      case .work, .version, .moreVersions:
        columns.draw(line, line.row.flatMap { marks[$0.reference] }, in: place, on: &canvas)
      }
    }
    addFolds(columns, in: rect, on: &canvas)
  }

  /// Draws the profile on one line, or the name where there is none.
  private func draw(artistIn place: Rect, on canvas: inout Canvas) {
    let line = model.profileLine
    canvas.write(line.isEmpty ? title : line, in: place, style: line.isEmpty ? style.theme.text : style.theme.quiet)
  }

  /// Draws a section's caption a column left of the rows below it.
  private func draw(_ section: DiscographySection, in place: Rect, on canvas: inout Canvas) {
    let start = Point(column: place.column - 1, row: place.row)
    let used = canvas.write(section.title, at: start, style: style.theme.caption, columns: place.columns + 1)
    guard let number = model.figures.sections[section] else { return }
    var rest = place
    _ = rest.takeLeft(used)
    canvas.write(Wording.number(number), in: rest, style: style.theme.quiet, truncation: .none)
  }

  /// Adds the region where a click on a number of versions shows them.
  private func addFolds(_ columns: ArtistColumns, in rect: Rect, on canvas: inout Canvas) {
    let list = model.list.list
    var area = rect
    _ = area.takeTop(1)
    _ = area.takeLeft(ListMargin.columns)
    guard let versions = columns.versionsArea(in: area, on: &canvas) else { return }
    canvas.addRegion(versions.top(list.rows.count - list.top), Hit.folds(from: list.top, in: .main))
  }

  private var emptyText: [String] {
    let order = model.panes.order
    if !order.narrowing.isEmpty {
      return [ScreenWords.noMatch(order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel))]
    }
    return [ScreenWords.noReleasesByArtist, ScreenWords.profileOnPane(key: style.store.key(.toggleInfo))]
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
