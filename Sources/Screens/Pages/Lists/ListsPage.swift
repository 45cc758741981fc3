import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension ListsModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { ListsPage(model: self, style: style) }
}

/// The lists of a user, or one's own.
struct ListsPage: DrawnPage {
  let model: ListsModel
  let style: PageStyle

  var title: String { model.user.map { ScreenWords.listsOf($0) } ?? TitleWords.lists }
  var progress: String? { style.progress(model.rows) }
  var position: String { Wording.position(model.rows.list) }

  var hints: [Command] {
    model.rows.list.isEmpty
      ? [.newSearch, .commandLine, .openHelp]
      : [.open, .narrow, .sortByTitle, .copyURL, .openInBrowser, .commandLine, .openHelp]
  }

  var facts: [String] {
    var parts: [String] = []
    if model.rows.order.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(model.rows.order.sort))) }
    let list = model.rows.list
    parts.append(Wording.count(list.status == .complete ? .exactly(list.rows.count) : nil, "list", "lists"))
    return parts
  }

  private enum Fact { case name, about, entries, changed, access }

  private static let columns: [ListColumn<Fact>] = [
    .init(.name, ColumnWords.list, share: 1, sorts: .title), .init(.about, ColumnWords.about, share: 1, from: 90),
    .init(.entries, ColumnWords.entries, 7, from: 40, alignment: .trailing),
    .init(.changed, ColumnWords.changed, 10, from: 50, sorts: .added), .init(.access, "", 8, from: 60),
  ]

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let quiet = style.theme.quiet
    let list: ListDrawing<UserList> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.rows, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
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

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    if let user = model.user { return [ScreenWords.noLists(user)] }
    guard style.can(.sync) else {
      return [
        ScreenWords.listsNeedSignIn, ScreenWords.loginForLists,
      ]
    }
    return [ScreenWords.youHaveNoLists, ScreenWords.syncForLists]
  }
}
