import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension ListsModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { ListsPage(model: self, style: style) }
}

/// The lists that a user has made.
struct ListsPage: DrawnPage {
  let model: ListsModel
  let style: PageStyle

  var title: String { model.user.map { ScreenWords.listsOf($0) } ?? TitleWords.lists }
  var progress: String? { style.progress(model.rows) }
  var position: String { Wording.position(model.rows.list) }

  var hints: [Command] {
    model.rows.list.isEmpty
      ? [.newSearch, .commandLine, .openHelp]
      : [.open, .narrow, .find, .sortByTitle, .copyURL, .openInBrowser, .commandLine, .openHelp]
  }

  var facts: [String] {
    var parts: [String] = []
    if model.rows.order.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(model.rows.order.sort))) }
    if !model.panes.order.narrowing.isEmpty { parts.append(ScreenWords.filtered(model.panes.order.narrowing)) }
    parts.append(Wording.count(.exactly(model.rows.list.rows.count), "list", "lists"))
    return parts
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let width = rect.columns - 2
    let entries = width >= 40 ? 7 : 0
    let access = width >= 60 ? 8 : 0
    let changed = width >= 50 ? 10 : 0
    let about = width >= 90 ? (width - 30) / 2 : 0
    let fixed = [entries, access, changed, about].filter { $0 > 0 }
    let name = max(8, width - fixed.reduce(0, +) - fixed.count)
    let captions = [
      ListColumn(caption: "List", columns: name), ListColumn(caption: "About", columns: about),
      ListColumn(caption: "Entries", columns: entries, alignment: .trailing),
      ListColumn(caption: "Changed", columns: changed), ListColumn(caption: "", columns: access),
    ].filter { $0.columns > 0 }
    let list: ListDrawing<UserList> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.rows, captions: captions, in: rect, on: &canvas) { _, row, place, canvas in
      var area = place
      func write(_ text: String, _ columns: Int, _ style: CellStyle, _ alignment: TextAlignment = .leading) {
        guard columns > 0 else { return }
        canvas.write(text, in: area.takeLeft(columns), style: style, alignment: alignment)
        _ = area.takeLeft(1)
      }
      write(row.name, name, style.theme.text)
      write(TextMarkup(parsing: row.description).numbering().plain, about, style.theme.quiet)
      write(row.entries.map { Wording.number($0.count) } ?? "", entries, style.theme.text, .trailing)
      write(String((row.changed.isEmpty ? row.added : row.changed).prefix(10)), changed, style.theme.quiet)
      write(row.isPublic == false ? FieldWords.isPrivate : "", access, style.theme.quiet)
    }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    if let user = model.user { return [ScreenWords.noLists(user)] }
    guard style.store.source.source == .live else {
      return [
        ScreenWords.listsNeedSignIn, ScreenWords.loginForLists,
      ]
    }
    return [ScreenWords.youHaveNoLists, ScreenWords.syncForLists]
  }
}
