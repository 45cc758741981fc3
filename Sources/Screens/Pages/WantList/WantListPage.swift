import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension WantListModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { WantListPage(model: self, style: style) }
}

struct WantListPage: DrawnPage {
  let model: WantListModel
  let style: PageStyle

  var title: String { TitleWords.wantList }

  var progress: String? { style.progress(model.wants.rows) }
  var hints: [Command] { style.hints(model.wants, also: [.gotIt, .edit, .remove]) }
  var words: [HintWord] { style.words(model.wants) }
  var position: String { style.position(model.wants) }

  var facts: [String] {
    let rows = model.wants.rows
    return [model.parts.shown.map(Wording.part) ?? ""] + style.facts(rows)
      + [Wording.count(rows.list.total, "want", "wants")]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let prices = model.prices
    style.draw(
      model.wants, in: rect, hasFocus: hasFocus, hasPrices: !prices.isEmpty, empty: emptyText, on: &canvas
    ) { $0.text(of: $1, prices[$0.wanted]) }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    if case .crate(let crate, _)? = model.parts.shown {
      return [ScreenWords.noWantInCrate(crate.name, crate.query), style.changesFilter]
    }
    return [
      ScreenWords.wantListEmpty,
      style.can(.sync)
        ? ScreenWords.syncFetches : ScreenWords.wantListImport,
    ]
  }
}
