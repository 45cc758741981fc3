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
    if !model.panes.order.filters.isEmpty { return style.nothingIs(model.panes.order.filters) }
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
