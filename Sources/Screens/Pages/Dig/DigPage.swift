import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension DigModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { DigPage(model: self, style: style) }
}

/// What was dug out: a list with the preview of its selected row.
struct DigPage: DrawnPage {
  let model: DigModel
  let style: PageStyle

  var title: String {
    switch model.subject {
    case .gaps(let owner): DigWords.gaps(name(owner))
    }
  }

  private func name(_ reference: EntityReference) -> String {
    model.heading.names[reference] ?? "\(reference.kind.rawValue) \(reference.number)"
  }

  var progress: String? { style.progress(model.list.rows) }
  var hints: [Command] {
    style.hints(model.list.rows.list, model.panes, also: style.shelfHints(model.list.rows.list))
  }

  var facts: [String] {
    let sort = model.list.rows.order.sort
    let sorted = sort == .relevance ? [] : [ScreenWords.sorted(by: Wording.sort(sort))]
    guard let count = model.heading.count else { return sorted }
    switch model.subject {
    case .gaps: return sorted + [DigWords.missing(count.rows, of: count.all)]
    }
  }

  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.list.rows.list)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let areas = style.split(model.panes.split, isInfoVisible: model.panes.isInfoVisible, in: rect, on: &canvas)
    if model.panes.isListVisible {
      let columns = style.parts.rows.columns(columnKind, in: areas.list)
      let list: ListDrawing<CatalogueRow> = style.list(emptyText, hasFocus: hasFocus && !model.panes.isInfoFocused)
      style.draw(list, model.list.rows, model.list.shelfMarks, columns, in: areas.list, on: &canvas)
    }
    if model.panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && model.panes.isInfoFocused, on: &canvas)
    }
  }

  private var columnKind: CatalogueColumns.Kind {
    switch model.subject {
    case .gaps(.label): .labelReleases
    case .gaps(.master): .versions
    case .gaps: .works
    }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    switch model.subject {
    case .gaps: return [model.heading.count?.all == 0 ? DigWords.noRecordsHere : DigWords.nothingMissing]
    }
  }
}
