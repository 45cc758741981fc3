import Features
import RunoutModel
import Terminal
import Wording

extension ReleaseModel: DrawablePage { typealias Drawing = ReleasePage }

struct ReleasePage: DrawnPage {
  let model: ReleaseModel
  let style: PageStyle

  var title: String { model.info.name ?? TitleWords.release("\(model.id)") }
  var facts: [String] {
    [RecordWords.release("\(model.id)"), style.age(model.info.freshness)] + Wording.hindrance(model.info.freshness)
  }

  var hints: [Command] {
    if model.info.isMissing { return style.missingHints }
    let live: [Command] = style.can(.people) ? [.togglePrices, .openInBrowser] : []
    let ofCopies: [Command] = copies.isEmpty ? [] : isRefused ? [.edit, .remove] : [.edit, .markPlayed]
    let own = model.info.loaded == nil ? [] : ofCopies + [.addToCollection, .toggleWant]
    let cover: [Command] = style.store.pictures.isOn ? [.openPicture] : []
    let master: [Command] = model.info.loaded?.subject.master == nil ? [] : [.openVersions]
    return [.nextLink, .open, .back] + cover + live + own + master + [.find, .copyURL, .commandLine, .openHelp]
  }

  var words: [HintWord] { isRefused ? [HintWord(.remove, ScreenWords.takeBack)] : [] }

  private var copies: [CollectionCopy] { model.info.loaded?.copies ?? [] }
  /// Whether Discogs has refused to add all copies.
  private var isRefused: Bool { !copies.isEmpty && copies.allSatisfy { $0.refusal == .row } }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.info(model.info, in: rect, place: .main, hasFocus: hasFocus, on: &canvas)
  }
}
