import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension SearchModel: DrawablePage { typealias Drawing = SearchPage }

struct SearchPage: CataloguePage {
  let model: SearchModel
  let style: PageStyle

  var rows: CatalogueListModel { model.results }
  // Rows of one type need no column for it.
  var columns: CatalogueColumns.Kind { model.kind != nil || rows.isOfOneType ? .searchOfOneType : .search }
  var matched: MatchedWords { model.matchedWords }

  var loadingText: String {
    model.shownQuery.isEmpty || model.shownText.isEmpty ? ScreenWords.loading : ScreenWords.searching(model.shownText)
  }

  var prompt: SearchPromptLine? {
    SearchPromptLine(model: model, theme: style.theme, searchKey: style.store.key(.newSearch))
  }

  var title: String {
    let query = model.field.text
    return query.isEmpty ? ScreenWords.search : "“\(TextWidth.cut(query, to: 24, ellipsis: true))”"
  }

  var hints: [Command] {
    let isHindered = list.list.hasFailed || list.freshness?.hindrance != nil
    let fold: [Command] = list.list.canFold ? [.unfold] : []
    return listHints(first: isHindered ? [.refreshView] : [], also: fold + shelfHints + [.filter, .nextType])
  }

  var words: [HintWord] { [HintWord(.nextType, ScreenWords.show(Wording.kind(model.nextKind)))] }

  var facts: [String] {
    let (rows, sort) = (list.list, list.order.sort)
    var parts = [Wording.kind(model.kind), Wording.sort(sort), style.age(list.freshness)]
    if case .loading = rows.status, rows.isStale {
      parts.append(ScreenWords.searching)
    } else if !rows.isEmpty {
      // Results found without a network come without a count.
      parts.append(ScreenWords.found(Wording.total(rows.total ?? wholeCount)))
      // A search ends at a limit, and only the rows within it are sorted.
      if case .atLeast(let most)? = rows.total, sort != .relevance { parts.append(ScreenWords.bestSorted(most)) }
    }
    return parts + Wording.hindrance(list.freshness)
  }

  var inputError: String? { model.queryError?.sentence }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    drawPanes(in: rect, hasFocus: hasFocus && !model.isEditing, on: &canvas)
  }

  var noRows: [String] {
    // The title line shows the error of the query.
    guard model.queryError == nil else { return [] }
    guard !model.shownQuery.isEmpty || model.kind != nil else {
      if !model.searchesWhileTyping {
        return [ScreenWords.searchesDiscogs(key: style.store.key(.newSearch)), ScreenWords.seenAppears]
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
