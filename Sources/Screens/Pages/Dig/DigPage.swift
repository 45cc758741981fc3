import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension DigModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { DigPage(model: self, style: style) }
}

/// The results of a dig: a list with a preview of the selected row.
struct DigPage: DrawnPage {
  let model: DigModel
  let style: PageStyle

  var title: String {
    switch model.subject {
    case .gaps(let owner): DigWords.gaps(name(owner))
    case .path(let start, let end): DigWords.path(name(.artist(start)), name(.artist(end)))
    case .company(let owner): DigWords.company(name(owner))
    case .alike(let id): DigWords.alike(name(.release(id)))
    case .years(let owner, let years): DigWords.years(name(owner), years.lowerBound, years.upperBound)
    case .cameOut(let month, let day): DigWords.onThisDay(day, month)
    }
  }

  private func name(_ reference: EntityReference) -> String {
    model.heading.names[reference] ?? "\(reference.kind.rawValue) \(reference.number)"
  }

  var progress: String? { style.progress(model.list.rows) }
  var hints: [Command] {
    let hints = style.hints(model.list.rows.list, model.panes, also: style.shelfHints(model.list.rows.list))
    return hints.filter { $0 != .sortByYear || model.list.rows.sorts.contains(.year) }
  }

  var facts: [String] {
    let sort = model.list.rows.order.sort
    let sorted = sort == .relevance ? [] : [ScreenWords.sorted(by: Wording.sort(sort))]
    guard let count = model.heading.count else { return sorted }
    let cut = count.isCut && count.rows > 0 ? [DigWords.bestKnown(count.all)] : []
    switch model.subject {
    case .gaps(let owner):
      return sorted + [DigWords.missing(count.rows, of: count.all, arePressings: owner.kind == .master)]
    case .path: return count.rows > 1 ? [DigWords.steps(count.rows / 2)] : []
    case .company: return cut
    case .alike: return sorted + [DigWords.found(count.rows, among: count.all)]
    case .years: return sorted + [DigWords.found(count.rows, among: count.all)]
    case .cameOut: return sorted + [DigWords.amongYours(count.all)]
    }
  }

  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.list.rows.list)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let areas = style.split(model.panes, hasFocus: hasFocus, in: rect, on: &canvas)
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
    case .gaps(.label), .years(.label, _): .labelReleases
    case .gaps(.master), .years(.master, _): .versions
    case .gaps, .years: .works
    case .path, .company: .dug
    case .alike, .cameOut: .dugRecords
    }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    let count = model.heading.count
    switch model.subject {
    case .gaps: return [count?.all == 0 ? DigWords.noRecordsHere : DigWords.nothingMissing]
    case .path(let start, let end):
      let none = DigWords.noPath(name(.artist(start)), name(.artist(end)))
      return [count?.isCut == true ? DigWords.pathGivenUp(after: count?.all ?? 0) : none]
    case .company: return [DigWords.noCompany]
    case .alike: return [DigWords.nothingAlike]
    case .years: return [DigWords.noRecordsHere]
    case .cameOut: return [DigWords.nothingOnThisDay]
    }
  }
}
