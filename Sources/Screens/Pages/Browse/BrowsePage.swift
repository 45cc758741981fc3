import DiscogsModel
import Features
import Terminal
import Wording

extension BrowseModel: DrawablePage { typealias Drawing = BrowsePage }

struct BrowsePage: CataloguePage {
  let model: BrowseModel
  let style: PageStyle

  var rows: CatalogueListModel { model.list }

  var title: String { model.info.name ?? "\(model.owner.kind.rawValue.capitalizedFirst) \(model.owner.number)" }

  var hints: [Command] {
    if model.info.isMissing { return style.missingHints }
    if model.panes.cover != nil { return style.textHints }
    return listHints(
      also: shelfHints + (isMaster ? [.mark, .openMaster] : [.openLabel]) + (model.panes.canBeFiltered ? [.filter] : [])
    )
  }

  var words: [HintWord] {
    isMaster
      ? [HintWord(.openMaster, ScreenWords.about), HintWord(.mark, ScreenWords.pickToCompare)]
      : [HintWord(.openLabel, ScreenWords.about)]
  }

  var facts: [String] {
    if model.info.isMissing { return [] }
    // Facts that all versions share: `Jazz`, `1959`.
    var parts: [String] = []
    if isMaster, case .master(let master)? = model.info.loaded?.content {
      parts = [master.genres.joined(separator: ", "), master.year.map(String.init) ?? ""]
    }
    let text = model.panes.isInfoFocused ? model.panes.info : model.panes.cover as? InfoPane
    let freshness = text?.freshness ?? list.freshness
    let (one, many) = isMaster ? ("version", "versions") : ("release", ScreenWords.releases)
    return parts + [sorted, style.age(freshness), Wording.count(list.list.total, one, many)]
      + Wording.hindrance(freshness)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if model.info.isMissing { return style.info(model.info, in: rect, hasFocus: hasFocus, on: &canvas) }
    if let cover = model.panes.cover as? InfoPane {
      return style.info(cover, in: style.textArea(rect), place: .cover, hasFocus: hasFocus, on: &canvas)
    }
    drawPanes(in: rect, hasFocus: hasFocus, on: &canvas)
  }

  private var isMaster: Bool { model.owner.kind == .master }

  var columns: CatalogueColumns.Kind { isMaster ? .versions : .labelReleases }

  var noRows: [String] {
    isMaster
      ? [ScreenWords.noVersions]
      : [ScreenWords.noReleasesOnLabel, ScreenWords.aboutLabel(key: style.store.key(.openLabel))]
  }
}

extension String {
  nonisolated var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  nonisolated var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
