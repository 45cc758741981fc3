import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension CollectionModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { CollectionPage(model: self, style: style) }
}

struct CollectionPage: DrawnPage {
  let model: CollectionModel
  let style: PageStyle

  var title: String { TitleWords.collection }

  var progress: String? { style.progress(model.copies.rows) }
  var hints: [Command] { style.hints(model.copies, also: [.edit, .moveToFolder, .remove]) }
  var words: [HintWord] { style.words(model.copies) }
  var position: String { style.position(model.copies) }

  var facts: [String] {
    let rows = model.copies.rows
    return [model.parts.shown.map(Wording.part) ?? ScreenWords.allFolders] + style.facts(rows)
      + [Wording.count(rows.list.total, "copy", "copies")]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.draw(model.copies, in: rect, hasFocus: hasFocus, empty: emptyText, on: &canvas) { $0.text(of: $1) }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    switch model.parts.shown {
    case .folder(let folder)?: return [ScreenWords.folderEmpty(folder.name)]
    case .crate(let crate, _)?: return [ScreenWords.noCopyInCrate(crate.name, crate.query), style.changesFilter]
    case .group?, nil: break
    }
    return [
      ScreenWords.collectionEmpty,
      style.can(.sync)
        ? ScreenWords.syncFetches
        : ScreenWords.collectionImport,
    ]
  }
}
