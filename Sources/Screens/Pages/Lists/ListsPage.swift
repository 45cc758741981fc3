import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension ListsModel: DrawablePage { typealias Drawing = ListsPage }

struct ListsPage: ListPage {
  let model: ListsModel
  let style: PageStyle

  var list: ListModel<UserList> { model.rows }
  var title: String { model.user.map { ScreenWords.listsOf($0) } ?? FieldWords.lists }
  var facts: [String] { [sorted, Wording.count(wholeCount, "list", "lists")] }

  var hints: [Command] {
    list.list.isEmpty
      ? [.newSearch, .commandLine, .openHelp]
      : [.open, .narrow, .sort(by: .title), .copyURL, .openInBrowser, .commandLine, .openHelp]
  }

  private enum Fact { case name, about, entries, changed, access }

  /// - Parameter name: the columns that the longest name of the first rows needs.
  private static func columns(name: Int) -> [ListColumn<Fact>] {
    [
      .init(.name, ColumnWords.list, share: 1, need: name, sorts: .title),
      .init(.about, ColumnWords.about, share: 2, from: 90),
      .init(.entries, ColumnWords.entries, 7, from: 40, alignment: .trailing),
      .init(.changed, ColumnWords.changed, 10, from: 50, sorts: .added), .init(.access, "", 8, from: 60),
    ]
  }

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (quiet, drawing) = (style.theme.quiet, style.list(emptyText, hasFocus: hasFocus))
    let names = list.list.rows.prefix(50).map { TextWidth.columns($0.name, glyphs: canvas.glyphs) }
    let columns = ColumnLayout(Self.columns(name: max(8, names.max() ?? 0)), in: rect)
    drawing.draw(list, columns, in: rect, on: &canvas) { row, cell, canvas in
      switch cell.fact {
      case .name: canvas.write(row.name, in: cell)
      case .about: canvas.write(TextMarkup(parsing: row.description).numbering().plain, in: cell, style: quiet)
      case .entries: if let entries = row.entries { canvas.write(Wording.number(entries.count), in: cell) }
      case .changed:
        canvas.write(String((row.changed.isEmpty ? row.added : row.changed).prefix(10)), in: cell, style: quiet)
      case .access: if row.isPublic == false { canvas.write(FieldWords.isPrivate, in: cell, style: quiet) }
      }
    }
  }

  var noRows: [String] {
    if let user = model.user { return [ScreenWords.noLists(user)] }
    return style.can(.sync)
      ? [ScreenWords.youHaveNoLists, ScreenWords.syncForLists]
      : [ScreenWords.listsNeedSignIn, ScreenWords.loginForLists]
  }
}
