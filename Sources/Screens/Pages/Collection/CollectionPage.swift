import Features
import RunoutModel
import Wording

extension CollectionModel: DrawablePage { typealias Drawing = CollectionPage }

struct CollectionPage: ShelfPage {
  let model: CollectionModel
  let style: PageStyle

  var title: String { FieldWords.collection }
  var rowHints: [Command] { [.edit, .moveToFolder, .remove] }

  var facts: [String] {
    let (part, order) = partAndOrder
    return [part ?? ScreenWords.allFolders, order, Wording.count(list.list.total, "copy", "copies")]
  }

  var text: (CollectionCopy, ShelfColumn) -> String { { $0.text(of: $1) } }

  var noRows: [String] {
    switch model.parts.shown {
    case .folder(let folder)?: [ScreenWords.folderEmpty(folder.name)]
    case .crate(let crate, _)?: [ScreenWords.noCopyInCrate(crate.name, crate.query), changesFilter]
    case .group?, nil:
      [ScreenWords.collectionEmpty, style.can(.sync) ? ScreenWords.syncFetches : ScreenWords.collectionImport]
    }
  }
}
