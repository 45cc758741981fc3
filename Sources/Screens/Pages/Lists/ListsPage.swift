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
    guard let selected = list.list.selected, let entries = selected.entries, !entries.isEmpty else {
      return drawRows(in: rect, hasFocus: hasFocus, on: &canvas)
    }
    let parts = style.divide(rect, SplitLayout(columns: rect.columns, wantsInfo: true), on: &canvas)
    drawRows(in: parts.list, hasFocus: hasFocus, on: &canvas)
    if let info = parts.info { draw(selected, entries, in: info, on: &canvas) }
  }

  /// Draws what the selected list holds.
  private func draw(_ list: UserList, _ entries: [UserList.Entry], in rect: Rect, on canvas: inout Canvas) {
    let quiet = style.theme.quiet
    func plain(_ text: String) -> String { TextMarkup(parsing: text).numbering().plain }
    var area = rect
    canvas.write(list.name, in: area.takeTop(1), style: style.theme.strong)
    if !list.description.isEmpty, area.rows > 0 {
      canvas.write(plain(list.description), in: area.takeTop(1), style: quiet)
    }
    area.takeTop(1)
    for entry in entries {
      guard area.rows > 0 else { return }
      canvas.write(entry.title, in: area.takeTop(1), style: style.theme.text)
      guard !entry.comment.isEmpty, area.rows > 0 else { continue }
      canvas.write(plain(entry.comment), in: area.takeTop(1).dropLeft(2), style: quiet)
    }
  }

  private func drawRows(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
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
