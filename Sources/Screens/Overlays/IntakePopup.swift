import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// An intake: the grades and the counts, the field, and the pressings or lines below it.
extension IntakeModel: DrawnOverlay {
  var hints: [Command] {
    let choosing: [Command] = isChoosing || !field.isEmpty || list.selected != nil ? [.submit] : []
    let dropping: [Command] = !isChoosing && list.selected != nil ? [.deleteEntry] : []
    return choosing + dropping + (hasJustTaken ? [.undoDelete] : []) + [.cancel]
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: isChoosing ? IntakeWords.take : field.isEmpty ? IntakeWords.again : IntakeWords.look
    case .deleteEntry: IntakeWords.drop
    case .undoDelete: IntakeWords.takeBack
    // What was taken stays.
    case .cancel: taken > 0 && !isChoosing && field.isEmpty ? IntakeWords.done : nil
    default: nil
    }
  }

  private var state: String {
    let grades = [media, sleeve].map { $0.isEmpty ? IntakeWords.ungraded : Condition.shortName($0) }
    let kept = lines.isEmpty ? [] : [IntakeWords.toSettle(lines.count)]
    return ([IntakeWords.media(grades[0]) + ", " + IntakeWords.sleeve(grades[1]), IntakeWords.taken(taken)] + kept)
      .joined(separator: " · ")
  }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let (theme, rows) = (style.theme, max(1, min(list.rows.count, list.height)))
    var area = style.box(IntakeWords.into(folder), about: state, lines: rows + 2, most: 96, in: rect, on: &canvas)
    style.draw(field, hint: IntakeWords.scan, in: area.takeTop(1), on: &canvas)
    let below = area.line(area.rows - 1)
    area.rows -= 1
    let words = isLooking ? IntakeWords.looking : isChoosing ? IntakeWords.howToGrade : said
    canvas.write(words, in: below, style: theme.quiet)
    canvas.addRegion(area.top(rows), Hit.overlayRows(from: list.top))
    for (index, row, place) in list.shown(in: area) {
      draw(row, number: index + 1, in: place, theme: theme, on: &canvas)
      if index == list.cursor { canvas.drawSelection(place, theme: theme) }
    }
  }

  private func draw(_ row: Row, number: Int, in place: Rect, theme: Theme, on canvas: inout Canvas) {
    // The selection is marked in the first column.
    var area = place.dropLeft(2)
    switch row {
    case .line(let line): canvas.write(line.text, in: area)
    case .pressing(let row, let owned):
      canvas.write(number < 10 ? "\(number)" : "", in: area.takeLeft(2), style: theme.accent)
      let own = owned == 0 ? "" : owned == 1 ? IntakeWords.owned : IntakeWords.owned(owned)
      // What tells pressings apart comes first.
      let facts = [
        row.catalogueNumber, row.country, row.year.map(String.init) ?? "", row.format, row.label,
      ].filter { !$0.isEmpty }.joined(separator: " · ")
      let detail = area.takeRight(area.columns * 3 / 5)
      canvas.write(Subject(row).name, in: area)
      var room = detail.dropLeft(1)
      if !own.isEmpty {
        let width = TextWidth.columns(own, glyphs: canvas.glyphs)
        canvas.write(own, in: room.takeRight(width), style: theme.warning)
        room.takeRight(1)
      }
      canvas.write(facts, in: room, style: theme.quiet)
    }
  }
}
