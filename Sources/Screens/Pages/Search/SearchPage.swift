import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

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
    return query.isEmpty ? ScreenWords.search : "“\(TextWidth.cut(query, to: 24, ellipsis: true))”"
  }

  var progress: String? { style.progress(model.results.rows) }
  var hints: [Command] {
    let rows = model.results.rows
    let isHindered = rows.list.hasFailed || rows.freshness?.hindrance != nil
    return style.hints(
      rows.list, model.panes, first: isHindered ? [.refreshView] : [],
      also: style.shelfHints(rows.list) + [.filter, .nextType])
  }

  var words: [HintWord] { [HintWord(.nextType, ScreenWords.show(Wording.kind(model.nextKind)))] }

  var facts: [String] {
    let rows = model.results.rows
    var parts = [Wording.kind(model.kind), Wording.sort(rows.order.sort)]
    parts.append(style.age(rows.freshness))
    if case .loading = rows.list.status, rows.list.isStale {
      parts.append(ScreenWords.searching)
    } else if !rows.list.isEmpty {
      // Results found without a network come without a count.
      let total = rows.list.total ?? (rows.list.status == .complete ? .exactly(rows.list.rows.count) : nil)
      parts.append(ScreenWords.found(Wording.total(total)))
      // A search ends at a limit, and only the rows within it are sorted.
      if case .atLeast(let most)? = rows.list.total, rows.order.sort != .relevance {
        parts.append(ScreenWords.bestSorted(most))
      }
    }
    parts += Wording.hindrance(rows.freshness)
    return parts
  }

  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.results.rows.list)
  }

  var inputError: String? { model.queryError?.sentence }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let hasFocus = hasFocus && !model.isEditing
    let areas = style.split(model.panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if model.panes.isListVisible {
      // Rows of one type need no column for it.
      let isOfOneType = model.kind != nil || model.results.isOfOneType
      let columns = style.parts.rows.columns(
        isOfOneType ? .searchOfOneType : .search, in: areas.list, matched: model.matchedWords)
      let marks = model.results.shelfMarks
      var list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      list.loadingText = Wording.searching(model.shownQuery.isEmpty ? "" : model.shownText)
      style.draw(list, model.results.rows, marks, columns, in: areas.list, on: &canvas)
    }
    if model.panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

  private var emptyText: [String] {
    let rows = model.results.rows
    if !rows.order.narrowing.isEmpty {
      return [ScreenWords.noMatch(rows.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel))]
    }
    if !model.panes.order.filters.isEmpty { return style.nothingIs(model.panes.order.filters) }
    // The title line shows the error of the query.
    guard model.queryError == nil else { return [] }
    guard !model.shownQuery.isEmpty || model.kind != nil else {
      if !model.searchesWhileTyping {
        return [
          ScreenWords.searchesDiscogs(key: style.store.key(.newSearch)),
          ScreenWords.seenAppears,
        ]
      }
      return [ScreenWords.sourceEmpty, style.can(.browse) ? ScreenWords.importReads : ScreenWords.collectionImport]
    }
    let near = model.nearest.map(\.description)
    var ways = near.isEmpty ? [ScreenWords.fewerWords] : [ScreenWords.didYouMean(near, key: style.store.key(.open))]
    if model.kind != nil {
      ways.append(ScreenWords.onlyType(Wording.kind(model.kind), key: style.store.key(.nextType)))
    }
    let only = style.store.source.only
    if !only.isEmpty { ways.insert(ScreenWords.holdsOnly(only), at: 0) }
    return [ScreenWords.nothingFound(model.field.text.trimmed)] + ways
  }
}
