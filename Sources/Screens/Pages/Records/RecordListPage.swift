import Features
import Terminal
import Wording

extension RecordListModel: DrawablePage { typealias Drawing = RecordListPage }

struct RecordListPage: CataloguePage {
  let model: RecordListModel
  let style: PageStyle

  var rows: CatalogueListModel { model.list }

  var title: String {
    switch model.subject {
    case .entries(let id): model.title?.name ?? TitleWords.list("\(id)")
    case .collection(let user): ScreenWords.collectionOf(user)
    case .wants(let user): ScreenWords.wantsOf(user)
    }
  }

  var facts: [String] {
    let count = Wording.count(list.list.total, "record", "records")
    return [model.title?.owner.map(ScreenWords.by) ?? "", sorted, style.age(list.freshness), count]
      + Wording.hindrance(list.freshness)
  }

  var columns: CatalogueColumns.Kind { if case .entries = model.subject { .entries } else { .shelf } }

  var noRows: [String] {
    switch model.subject {
    case .entries: [ScreenWords.listEmpty]
    case .collection(let user): [ScreenWords.hasNoCollection(user)]
    case .wants(let user): [ScreenWords.wantsNothing(user)]
    }
  }
}
