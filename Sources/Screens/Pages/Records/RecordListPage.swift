import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension RecordListModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { RecordListPage(model: self, style: style) }
}

/// The rows of a list, or of another user's shelf.
struct RecordListPage: DrawnPage {
  let model: RecordListModel
  let style: PageStyle

  var title: String {
    switch model.subject {
    case .entries(let id): model.title?.name ?? TitleWords.list("\(id)")
    case .collection(let user): ScreenWords.collectionOf(user)
    case .wants(let user): ScreenWords.wantsOf(user)
    }
  }

  var progress: String? { style.progress(model.list.rows) }
  var hints: [Command] {
    style.hints(model.list.rows.list, model.panes, also: style.shelfHints(model.list.rows.list))
  }

  var facts: [String] {
    let rows = model.list.rows
    var parts: [String] = []
    if let owner = model.title?.owner { parts.append(ScreenWords.by(owner)) }
    if rows.order.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(rows.order.sort))) }
    parts.append(style.age(rows.freshness))
    parts.append(Wording.count(rows.list.total, "record", "records"))
    return parts + Wording.hindrance(rows.freshness)
  }

  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.list.rows.list)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let areas = style.split(model.panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if model.panes.isListVisible {
      let columns = style.parts.rows.columns(isList ? .entries : .shelf, in: areas.list)
      let list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      style.draw(list, model.list.rows, model.list.shelfMarks, columns, in: areas.list, on: &canvas)
    }
    if model.panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

  private var isList: Bool { if case .entries = model.subject { true } else { false } }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    return switch model.subject {
    case .entries: [ScreenWords.listEmpty]
    case .collection(let user): [ScreenWords.hasNoCollection(user)]
    case .wants(let user): [ScreenWords.wantsNothing(user)]
    }
  }
}
