import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension BrowseModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { BrowsePage(model: self, style: style) }
}

/// A master or label: its list of releases, with its info beside.
struct BrowsePage: DrawnPage {
  let model: BrowseModel
  let style: PageStyle

  var title: String {
    let reference = model.owner.reference
    return model.info.name ?? "\(reference.kind.rawValue.capitalizedFirst) \(reference.number)"
  }

  var progress: String? { style.progress(model.list.rows) }
  var hints: [Command] {
    if model.info.isMissing { return style.missingHints }
    if model.panes.cover != nil { return style.textHints }
    return style.hints(
      model.list.rows.list, model.panes,
      also: style.shelfHints(model.list.rows.list) + (isMaster ? [.mark, .openMaster] : [])
        + (model.panes.canBeFiltered ? [.filter] : []))
  }

  var words: [HintWord] {
    isMaster ? [HintWord(.openMaster, ScreenWords.about), HintWord(.mark, ScreenWords.pickToCompare)] : []
  }

  var facts: [String] {
    if model.info.isMissing { return [] }
    let rows = model.list.rows
    var parts: [String] = []
    if isMaster, case .master(let master)? = model.info.loaded?.content { parts += Self.facts(of: master) }
    if rows.order.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(rows.order.sort))) }
    let freshness =
      (model.panes.isInfoFocused ? model.panes.info : model.panes.cover as? InfoPane)?.freshness
      ?? rows.freshness
    parts.append(style.age(freshness))
    parts.append(
      columnKind == .versions
        ? Wording.count(rows.list.total, "version", "versions")
        : Wording.count(rows.list.total, "release", ScreenWords.releases))
    parts += Wording.hindrance(freshness)
    return parts
  }

  var position: String {
    guard let text = model.panes.focused as? TextPane else { return Wording.position(model.list.rows.list) }
    return style.position(text.view)
  }

  /// `Jazz`, `1959`: facts that all versions share.
  private static func facts(of master: Master) -> [String] {
    [master.genres.joined(separator: ", "), master.year.map(String.init) ?? ""]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if model.info.isMissing { return style.info(model.info, in: rect, hasFocus: hasFocus, on: &canvas) }
    if let cover = model.panes.cover as? InfoPane {
      return style.info(cover, in: style.textArea(rect), place: .cover, hasFocus: hasFocus, on: &canvas)
    }
    let areas = style.split(model.panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if model.panes.isListVisible {
      let columns = style.parts.rows.columns(columnKind, in: areas.list)
      let marks = model.list.shelfMarks
      let list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      style.draw(list, model.list.rows, marks, columns, in: areas.list, on: &canvas)
    }
    if let info = model.panes.info, model.panes.isInfoVisible {
      style.info(info, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

  private var isMaster: Bool { columnKind == .versions }

  private var columnKind: CatalogueColumns.Kind {
    switch model.owner {
    case .master: .versions
    case .label: .labelReleases
    }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    if !model.panes.order.filters.isEmpty { return style.nothingIs(model.panes.order.filters) }
    return switch model.owner {
    case .master: [ScreenWords.noVersions]
    case .label: [ScreenWords.noReleasesOnLabel, ScreenWords.aboutLabel(key: style.store.key(.toggleInfo))]
    }
  }
}

extension String {
  nonisolated var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  nonisolated var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
