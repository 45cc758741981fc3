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

  private static let columns: [ListColumn<Fact>] = [
    .init(.name, ColumnWords.list, share: 1, sorts: .title), .init(.about, ColumnWords.about, share: 1, from: 90),
    .init(.entries, ColumnWords.entries, 7, from: 40, alignment: .trailing),
    .init(.changed, ColumnWords.changed, 10, from: 50, sorts: .added), .init(.access, "", 8, from: 60),
  ]

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (quiet, drawing) = (style.theme.quiet, style.list(emptyText, hasFocus: hasFocus))
    drawing.draw(list, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
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
