import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension BrowseModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { BrowsePage(model: self, style: style) }
}

/// A master or label: its list, and what is known of it beside.
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
    return style.hints(
      model.list.rows.list, model.panes,
      also: style.shelfHints(model.list.rows.list)
        + (model.panes.canBeFiltered ? [.filter] : []))
  }

  var facts: [String] {
    if model.info.isMissing { return [] }
    let rows = model.list.rows
    var parts: [String] = []
    if rows.order.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(rows.order.sort))) }
    if !rows.order.narrowing.isEmpty { parts.append(ScreenWords.filtered(rows.order.narrowing)) }
    parts.append(Wording.filters(rows.order.filters))
    let freshness = model.panes.isInfoFocused ? model.info.freshness : rows.freshness
    parts.append(style.age(freshness))
    parts.append(
      columnKind == .versions
        ? Wording.count(rows.list.total, "version", "versions")
        : Wording.count(rows.list.total, "release", ScreenWords.releases))
    parts += Wording.hindrance(freshness)
    return parts
  }

  var position: String {
    model.panes.isInfoFocused ? style.position(model.info.view) : Wording.position(model.list.rows.list)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if model.info.isMissing { return style.info(model.info, in: rect, hasFocus: hasFocus, on: &canvas) }
    let areas = style.split(model.panes.split, isInfoVisible: model.panes.isInfoVisible, in: rect, on: &canvas)
    if model.panes.isListVisible {
      let columns = style.parts.rows.columns(columnKind, in: areas.list)
      let marks = model.list.shelfMarks
      let list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      style.draw(list, model.list.rows, marks, columns, in: areas.list, on: &canvas)
    }
    if model.panes.isInfoVisible {
      style.info(model.info, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

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
