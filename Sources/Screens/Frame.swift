import Clients
import DiscogsModel
public import Features
public import Terminal

/// Draws the whole screen from the store, and changes nothing of it.
public struct Frame {
  let store: AppStore
  let theme: Theme
  let parts = DrawnParts()

  public init(_ store: AppStore, theme: Theme = Theme()) {
    self.store = store
    self.theme = theme
  }

  public func compose(size: Size, glyphs: Glyphs) -> Canvas {
    var canvas = Canvas(size: size, glyphs: glyphs)
    let layout = store.layout
    guard !layout.isTooSmall else {
      drawTooSmall(on: &canvas)
      return canvas
    }
    drawHeader(on: &canvas)
    let view = PageView(store.page, store: store, theme: theme, parts: parts)
    drawTitle(view, layout, on: &canvas)
    let body = Rect(column: 0, row: layout.bodyTop, columns: layout.columns, rows: layout.bodyRows)
    let covered = store.history != nil
    view.draw(in: body, hasFocus: !covered && store.prompt == nil, on: &canvas)
    if let history = store.history {
      HistoryPopup(model: history, now: store.now, theme: theme).draw(in: body, on: &canvas)
    }
    if let alert = store.notifications.alert { drawAlert(alert, layout, on: &canvas) }
    if let banner = store.banner { drawBanner(banner, layout, on: &canvas) }
    drawFooter(view, layout, on: &canvas)
    if let chord = store.chord { ChordPopup(chord: chord, theme: theme).draw(above: layout.alertRow, on: &canvas) }
    return canvas
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let lines = TextWidth.wrap(
      "Too small: 40×8 at least. Nothing is lost.", columns: max(1, canvas.size.columns), glyphs: canvas.glyphs)
    for (row, line) in lines.prefix(canvas.size.rows).enumerated() {
      canvas.write(line, at: Point(column: 0, row: row), truncation: .clip)
    }
  }

  // MARK: Header

  private func drawHeader(on canvas: inout Canvas) {
    let line = Rect(column: 0, row: store.layout.headerRow, columns: canvas.size.columns, rows: 1)
    let content = HeaderContent(root: store.navigator.root, source: store.source)
    parts.header.lay(content, in: line, on: &canvas) { canvas in drawHeader(content, row: line.row, on: &canvas) }
    if store.layout.hasRules {
      canvas.horizontalLine(at: Point(column: 0, row: line.row + 1), columns: line.columns, style: theme.rule)
    }
  }

  private func drawHeader(_ content: HeaderContent, row: Int, on canvas: inout Canvas) {
    let width = canvas.size.columns
    let help = "  \(store.key(.openHelp))"
    var used = canvas.write("Runout", at: Point(column: 0, row: row), style: theme.strong) + 2
    let roots = RootPage.allCases
    let isRoomy = width >= 72
    for root in roots {
      let text = isRoomy ? "\(root.rawValue) \(root.title)" : "\(root.rawValue)"
      let style = root == content.root ? theme.accent.bold.underlined : theme.quiet
      used += canvas.write(text, at: Point(column: used, row: row), style: style) + 2
      if !isRoomy, root == content.root {
        used += canvas.write(root.title, at: Point(column: used - 1, row: row), style: theme.accent.bold) + 1
      }
    }
    let room = width - used
    let statuses = Wording.source(content.source)
    let status = statuses.first { TextWidth.columns($0 + help, glyphs: canvas.glyphs) <= room } ?? statuses.last ?? ""
    canvas.write(
      status + help, at: Point(column: used, row: row), style: theme.quiet, columns: max(0, room), truncation: .clip,
      alignment: .trailing)
  }
}
