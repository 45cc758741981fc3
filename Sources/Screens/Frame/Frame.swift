public import Features
public import Terminal
import Wording

/// Draws the whole screen from the store, without changing it. Regions of the canvas carry the ``Hit`` of a click.
public struct Frame {
  let store: AppStore
  let theme: Theme
  let parts: DrawnParts

  public init(_ store: AppStore, theme: Theme = Theme()) {
    self.store = store
    self.theme = theme
    parts = DrawnParts(store.pictures)
  }

  public func compose(size: Size, glyphs: Glyphs, pictures: PictureMode = .none) -> Canvas {
    var canvas = Canvas(size: size, glyphs: glyphs)
    canvas.pictureMode = pictures
    canvas.base = theme.base
    let layout = store.layout
    if layout.isTooSmall {
      drawTooSmall(on: &canvas)
      return canvas
    }
    drawHeader(layout, on: &canvas)
    let view = PageView(store.page, style: style)
    drawTitle(view, layout, on: &canvas)
    let body = Rect(column: 0, row: layout.bodyTop, columns: layout.columns, rows: layout.bodyRows)
    view.page.draw(in: body, hasFocus: store.overlays.allSatisfy { $0 is LetterModel }, on: &canvas)
    for case let overlay as any DrawnOverlay in store.overlays {
      canvas.addRegion(body, Hit.outside)
      overlay.draw(in: body, style: style, on: &canvas)
    }
    if let alert = store.notifications.alert { drawAlert(alert, layout, on: &canvas) }
    if let banner = store.banner { drawBanner(banner, layout, on: &canvas) }
    drawFooter(view, layout, on: &canvas)
    if let chord = store.overlays.chord ?? store.overlays.first(LetterModel.self)?.chord {
      chord.draw(above: layout.alertRow, theme: theme, on: &canvas)
    }
    return canvas
  }

  var style: PageStyle { PageStyle(theme: theme, store: store, parts: parts) }

  private func drawTooSmall(on canvas: inout Canvas) {
    let lines = TextWidth.wrap(ScreenWords.tooSmall, columns: max(1, canvas.size.columns), glyphs: canvas.glyphs)
    for (row, line) in lines.prefix(canvas.size.rows).enumerated() {
      canvas.write(line, at: Point(column: 0, row: row), truncation: .clip)
    }
  }
}
