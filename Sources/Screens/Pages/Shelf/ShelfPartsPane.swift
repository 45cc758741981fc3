import Features
import RunoutModel
import Terminal
import Wording

/// The pane with the folders, crates or groups of the collection or want list.
struct ShelfPartsPane {
  /// Its width beside the list.

  let model: ShelfPartsModel
  let isFocused: Bool
  let style: PageStyle

  var hints: [Command] {
    switch model.selected {
    case .folder(let folder)?: [.makeFolder] + (folder.isProtected ? [] : [.edit, .remove])
    case .crate?: [.edit, .remove]
    case .group?: []
    case nil: model.list == .collection && model.grouping == nil ? [.makeFolder] : []
    }
  }

  private var caption: String {
    model.grouping.map(GroupWording.caption) ?? (model.list == .collection ? ColumnWords.folders : ColumnWords.crates)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.pane(.side))
    canvas.write(
      caption, at: Point(column: rect.column + ListMargin.columns, row: rect.row),
      style: hasFocus && isFocused ? style.theme.caption : style.theme.quiet)
    let height = rect.rows - 1
    let count = model.all.count + 1
    let top = max(0, min(model.cursor - height + 1, count - height))
    for line in 0..<max(0, min(height, count - top)) {
      draw(row: line + top, in: rect.line(line + 1), hasFocus: hasFocus && isFocused, on: &canvas)
    }
    if model.all.isEmpty, model.grouping == nil, model.total != nil { drawAdvice(in: rect, on: &canvas) }
  }

  private func draw(row: Int, in place: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    canvas.addRegion(place, Hit.row(row, in: .side))
    var area = place.dropLeft(ListMargin.columns)
    let part = row == 0 ? nil : model.all[row - 1]
    let copies = (row == 0 ? model.total : part?.copies).map(Wording.number) ?? "–"
    canvas.write(copies, in: area.takeRight(TextWidth.columns(copies)), style: style.theme.quiet)
    area.takeRight(1)
    // The `#` tells a crate from a folder of the same name.
    if case .crate? = part { canvas.write("#", in: area.takeLeft(1), style: style.theme.accent) }
    canvas.write(
      part.map(Wording.part) ?? FieldWords.all, in: area,
      style: part?.name.isEmpty == true ? style.theme.quiet : style.theme.text)
    guard row == model.cursor else { return }
    canvas.drawSelection(place, theme: style.theme, hasFocus: hasFocus)
    if hasFocus { canvas.cursor = place.origin }
  }

  /// Draws how to divide the list, while the pane has nothing but “All”.
  private func drawAdvice(in rect: Rect, on canvas: inout Canvas) {
    var area = rect.dropLeft(2)
    area.takeTop(3)
    canvas.writeLines(ScreenWords.divides(key: style.store.key(.nextType)), in: area, style: style.theme.quiet)
  }
}
