import Features
import Terminal
import Wording

extension PictureModel: DrawnOverlay {
  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    canvas.fill(rect)
    canvas.addRegion(rect, Hit.overlayRow(0))
    var area = rect
    var caption = area.takeTop(1)
    if subjects.count > 1 {
      let place = PictureWords.place(shown + 1, of: subjects.count)
      canvas.write(place, in: caption.takeRight(place.count), style: style.theme.quiet)
    }
    caption.takeLeft(canvas.write(title, in: caption, style: style.theme.strong) + 2)
    if subject.url.isEmpty { canvas.write(PictureWords.drawn, in: caption, style: style.theme.quiet) }
    area.takeTop(1)
    style.parts.pictures.draw(
      subject, .large, in: area.size, rows: 0..<area.rows, at: area.origin, alignment: .middle, on: &canvas)
    canvas.cursor = rect.origin
  }

  func word(for command: Command) -> String? { command == .cancel ? ScreenWords.close : nil }

  var hints: [Command] { (subjects.count > 1 ? [.moveLeft, .moveRight] : []) + [.cancel] }
}
