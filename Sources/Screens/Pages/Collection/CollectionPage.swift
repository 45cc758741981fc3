import Clients
import DiscogsModel
import Features
import Terminal

extension CollectionModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { CollectionPage(model: self, style: style) }
}

struct CollectionPage: DrawnPage {
  let model: CollectionModel
  let style: PageStyle

  var title: String { "Collection" }

  var progress: String? { style.progress(model.copies.rows) }
  var hints: [Command] { style.hints(model.copies, also: [.edit, .moveToFolder, .remove]) }
  var position: String { style.position(model.copies) }

  var facts: [String] {
    let rows = model.copies.rows
    return [model.parts.shown.map(Wording.part) ?? "all folders"] + style.facts(rows)
      + [Wording.count(rows.list.total, "copy", "copies")]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.draw(model.copies, in: rect, hasFocus: hasFocus, empty: emptyText, on: &canvas) { $0.text(of: $1) }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        "No copy has all of “\(model.panes.order.narrowing)”.", "\(style.store.key(.cancel)) shows them all again.",
      ]
    }
    switch model.parts.shown {
    case .folder(let folder)?: return ["The folder “\(folder.name)” is empty."]
    case .crate(let crate, _)?: return ["No copy is in the crate “\(crate.name)”: \(crate.query)", style.changesFilter]
    case .group?, nil: break
    }
    return [
      "Your collection is empty.",
      style.store.source.source == .live
        ? ":sync fetches it from Discogs."
        : "“runout collection import FILE.csv” reads the file that Discogs exports.",
    ]
  }
}
