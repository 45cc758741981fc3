import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension TimelineModel: DrawablePage { typealias Drawing = TimelinePage }

struct TimelinePage: DrawnPage {
  let model: TimelineModel
  let style: PageStyle

  var title: String { DigWords.years(model.name ?? "\(model.owner.kind.rawValue) \(model.owner.number)") }

  var hints: [Command] { [.open, .back, .find, .copyURL, .commandLine, .openHelp] }

  var facts: [String] {
    guard let counts = model.counts else { return [] }
    let unknown = counts.unknown > 0 ? [DigWords.withoutYear(counts.unknown)] : []
    return unknown + [Wording.count(.exactly(counts.known), "record", "records")]
  }

  var position: String { Wording.position(model.list, number: model.position) }

  private enum Fact { case year, records, bar }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let theme = style.theme
    // The longest bar stays off the edge.
    var rect = rect
    rect.takeRight(1)
    let largest = model.list.rows.map(\.records).max() ?? 0
    let layout = ColumnLayout<Fact>(
      [
        .init(.year, FieldWords.year, 5),
        .init(.records, DigWords.records, max(7, Wording.number(largest).utf8.count), alignment: .trailing),
        .init(.bar, "", share: 1),
      ], in: rect, least: 2)
    let drawing = style.list([DigWords.noYears], hasFocus: hasFocus)
    drawing.draw(model.list, layout, in: rect, on: &canvas) { row, cell, canvas in
      guard case .year(let tally) = row else {
        if case .gap(let years) = row, cell.fact == .bar {
          canvas.write(DigWords.without(years: years), in: cell, style: theme.quiet)
        }
        return
      }
      switch cell.fact {
      case .year: canvas.write(String(tally.year), in: cell, style: tally.records == 0 ? theme.quiet : theme.text)
      case .records: if tally.records > 0 { canvas.write(Wording.number(tally.records), in: cell) }
      case .bar: canvas.writeBar(tally.records, of: largest, in: cell.area, theme: theme)
      }
    }
  }
}

extension TimelineModel.Row {
  fileprivate var records: Int { if case .year(let tally) = self { tally.records } else { 0 } }
}
