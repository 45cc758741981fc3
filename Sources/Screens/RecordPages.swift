import Clients
import DiscogsModel
import Features
import Terminal

extension SearchModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { SearchPage(model: self, style: style) }
}

struct SearchPage: DrawnPage {
  let model: SearchModel
  let style: PageStyle

  var prompt: SearchPromptLine? {
    SearchPromptLine(model: model, theme: style.theme, searchKey: style.store.key(.newSearch))
  }

  var title: String {
    let query = model.field.text
    return query.isEmpty ? "Search" : "“\(TextWidth.cut(query, to: 24, ellipsis: true))”"
  }

  var progress: String? { style.progress(model.results.rows) }
  var hints: [Command] {
    style.hints(model.results.rows.list, model.panes, also: [.toggleWant, .addToCollection, .filter, .nextType])
  }

  var facts: [String] {
    let rows = model.results.rows
    var parts = [Wording.kind(model.kind), Wording.sort(rows.order.sort)]
    if !rows.order.narrowing.isEmpty { parts.append("narrowed to “\(rows.order.narrowing)”") }
    parts.append(Wording.filters(rows.order.filters))
    parts.append(style.age(rows.freshness))
    if case .loading = rows.list.status, rows.list.isStale {
      parts.append("searching…")
    } else if !rows.list.isEmpty {
      parts.append("\(Wording.total(rows.list.total)) found")
      // A search ends at so many rows, and it is those that are sorted.
      if case .atLeast(let most)? = rows.list.total, rows.order.sort != .relevance {
        parts.append("the best \(Wording.number(most)) sorted")
      }
    }
    parts += Wording.hindrance(rows.freshness)
    return parts
  }

  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.results.rows.list)
  }

  var inputError: String? { model.queryError?.message }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let hasFocus = hasFocus && !model.isEditing
    let areas = style.split(model.panes.split, isInfoVisible: model.panes.isInfoVisible, in: rect, on: &canvas)
    if model.panes.isListVisible {
      let columns = CatalogueColumns(.search, width: areas.list.columns)
      let badges = model.results.badges
      var list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      list.loadingText = Wording.searching(model.shownQuery.isEmpty ? "" : model.shownText)
      style.draw(list, model.results.rows, badges, columns, in: areas.list, on: &canvas)
    }
    if model.panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

  private var emptyText: [String] {
    let rows = model.results.rows
    if !rows.order.narrowing.isEmpty {
      return ["No row has all of “\(rows.order.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    if !model.filters.isEmpty { return style.nothingIs(model.filters) }
    guard !model.shownQuery.isEmpty || model.kind != nil else {
      if !model.searchesWhileTyping {
        return [
          "\(style.store.key(.newSearch)) searches all of Discogs.",
          "What has been looked at is listed here, the latest first.",
        ]
      }
      return ["This source holds no masters or releases yet.", "“runout import FILE…” reads a Discogs data dump."]
    }
    var ways = ["Fewer or shorter words find more; every word has to occur, the last one may be unfinished."]
    if model.kind != nil {
      ways.append("Only \(Wording.kind(model.kind)) are shown: \(style.store.key(.nextType)) changes that.")
    }
    // While the query as typed is wrong, the rows are those of the last good one.
    let query = model.queryError == nil ? model.field.text : model.shownQuery.description
    return ["Nothing found for “\(query.trimmed)”."] + ways
  }
}

extension ReleaseModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { ReleasePage(model: self, style: style) }
}

struct ReleasePage: DrawnPage {
  let model: ReleaseModel
  let style: PageStyle

  var title: String { model.info.name ?? "Release \(model.id)" }
  var facts: [String] {
    ["release \(model.id)", style.age(model.info.freshness)] + Wording.hindrance(model.info.freshness)
  }
  var position: String { style.position(model.info.view) }

  var hints: [Command] {
    if model.info.isMissing { return style.missingHints }
    let live: [Command] = style.store.source.source == .live ? [.togglePrices, .openInBrowser] : []
    let copies = model.info.loaded?.copies
    let own: [Command] = copies == nil ? [] : (copies == [] ? [] : [.edit]) + [.addToCollection, .toggleWant]
    return [.nextLink, .open, .back] + live + own + [.find, .copyURL, .commandLine, .openHelp]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.info(model.info, in: rect, hasFocus: hasFocus, on: &canvas)
  }
}

extension BrowseModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { BrowsePage(model: self, style: style) }
}

/// A master, artist or label: its list, and what is known of it beside.
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
      also: [.toggleWant, .addToCollection] + (isArtist ? [.nextType] : model.facets == nil ? [] : [.filter]))
  }

  var facts: [String] {
    if model.info.isMissing { return [] }
    let rows = model.list.rows
    var parts: [String] = []
    if isArtist { parts.append(Wording.role(model.role)) }
    if rows.order.sort != .relevance { parts.append("by \(Wording.sort(rows.order.sort))") }
    if !rows.order.narrowing.isEmpty { parts.append("narrowed to “\(rows.order.narrowing)”") }
    parts.append(Wording.filters(rows.order.filters))
    let freshness = model.panes.isInfoFocused ? model.info.freshness : rows.freshness
    parts.append(style.age(freshness))
    parts.append(
      columnKind == .versions
        ? Wording.count(rows.list.total, "version", "versions") : Wording.count(rows.list.total, "release", "releases"))
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
      let columns = CatalogueColumns(columnKind, width: areas.list.columns)
      let badges = model.list.badges
      let list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      style.draw(list, model.list.rows, badges, columns, in: areas.list, on: &canvas)
    }
    if model.panes.isInfoVisible {
      style.info(model.info, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

  private var isArtist: Bool { columnKind == .discography }

  private var columnKind: CatalogueColumns.Kind {
    switch model.owner {
    case .master: .versions
    case .artist: .discography
    case .label: .labelReleases
    }
  }

  private var emptyText: [String] {
    if !model.narrowing.isEmpty {
      return ["No row has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    if !model.filters.isEmpty { return style.nothingIs(model.filters) }
    return switch model.owner {
    case .master: ["No release of this master is in this source."]
    case .artist:
      [
        "No release by this artist is in this source.",
        "The profile is on the info pane: \(style.store.key(.toggleInfo)).",
      ]
    case .label: ["No release on this label is in this source.", "About the label: \(style.store.key(.toggleInfo))."]
    }
  }
}

extension String {
  nonisolated var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  nonisolated var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
