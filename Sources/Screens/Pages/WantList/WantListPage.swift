import Clients
import DiscogsModel
import Features
import Terminal

extension WantListModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { WantListPage(model: self, style: style) }
}

struct WantListPage: DrawnPage {
  let model: WantListModel
  let style: PageStyle

  var title: String { "Want list" }

  var progress: String? { style.progress(model.wants.rows) }
  var hints: [Command] { style.hints(model.wants, also: [.gotIt, .edit, .remove]) }
  var position: String { style.position(model.wants) }

  var facts: [String] {
    let rows = model.wants.rows
    return [model.parts.shown.map(Wording.part) ?? ""] + style.facts(rows)
      + [Wording.count(rows.list.total, "record", "records")]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.draw(model.wants, in: rect, hasFocus: hasFocus, empty: emptyText, on: &canvas) { $0.text(of: $1) }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        "No entry has all of “\(model.panes.order.narrowing)”.", "\(style.store.key(.cancel)) shows them all again.",
      ]
    }
    if case .crate(let crate, _)? = model.parts.shown {
      return ["No want is in the crate “\(crate.name)”: \(crate.query)", style.changesFilter]
    }
    return [
      "Your want list is empty.",
      style.store.source.source == .live
        ? ":sync fetches it from Discogs." : "“runout wantlist import FILE.csv” reads the file that Discogs exports.",
    ]
  }
}
