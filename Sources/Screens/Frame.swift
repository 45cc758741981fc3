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
    let covered = store.history != nil || store.filterPanel != nil || store.popup != nil
    view.draw(in: body, hasFocus: !covered && store.prompt == nil, on: &canvas)
    if let history = store.history {
      HistoryPopup(model: history, now: store.now, theme: theme).draw(in: body, on: &canvas)
    }
    if let filters = store.filterPanel {
      FilterPopup(model: filters, style: PageStyle(theme: theme, store: store, parts: parts)).draw(
        in: body, on: &canvas)
    }
    if let popup = store.popup { draw(popup, in: body, on: &canvas) }
    if let alert = store.notifications.alert { drawAlert(alert, layout, on: &canvas) }
    if let banner = store.banner { drawBanner(banner, layout, on: &canvas) }
    drawFooter(view, layout, on: &canvas)
    if let chord = store.chord ?? store.letterRequest?.chord {
      ChordPopup(chord: chord, theme: theme).draw(above: layout.alertRow, on: &canvas)
    }
    return canvas
  }

  private func draw(_ popup: Popup, in body: Rect, on canvas: inout Canvas) {
    let style = PageStyle(theme: theme, store: store, parts: parts)
    switch popup {
    case .chooser(let model): ChooserPopup(model: model, style: style).draw(in: body, on: &canvas)
    case .form(let model): FormPopup(model: model, style: style).draw(in: body, on: &canvas)
    case .question(let question): QuestionPopup(question: question, style: style).draw(in: body, on: &canvas)
    case .conflict(let model): ConflictPopup(model: model, style: style).draw(in: body, on: &canvas)
    }
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let lines = TextWidth.wrap(
      "Too small: 40×8 at least. Nothing is lost.", columns: max(1, canvas.size.columns), glyphs: canvas.glyphs)
    for (row, line) in lines.prefix(canvas.size.rows).enumerated() {
      canvas.write(line, at: Point(column: 0, row: row), truncation: .clip)
    }
  }
}
