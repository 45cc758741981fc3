import Features
import RunoutModel
import Wording

extension WantListModel: DrawablePage { typealias Drawing = WantListPage }

struct WantListPage: ShelfPage {
  let model: WantListModel
  let style: PageStyle

  var title: String { FieldWords.wantList }
  var rowHints: [Command] { [.gotIt, .edit, .remove] }
  var hasPrices: Bool { !model.prices.isEmpty }

  var facts: [String] {
    let (part, order) = partAndOrder
    return [part ?? "", order, Wording.count(list.list.total, "want", "wants")]
  }

  var text: (WantListEntry, ShelfColumn) -> String {
    let prices = model.prices
    return { $0.text(of: $1, prices[$0.wanted]) }
  }

  var noRows: [String] {
    if case .crate(let crate, _)? = model.parts.shown {
      return [ScreenWords.noWantInCrate(crate.name, crate.query), changesFilter]
    }
    return [ScreenWords.wantListEmpty, style.can(.sync) ? ScreenWords.syncFetches : ScreenWords.wantListImport]
  }
}
