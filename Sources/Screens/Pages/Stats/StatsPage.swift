import Clients
import Features
public import RunoutModel
import Terminal
import Wording

extension StatsModel: DrawablePage { typealias Drawing = StatsPage }

/// The statistics of the collection: panels of bars, or one of them in full.
struct StatsPage: DrawnPage {
  let model: StatsModel
  let style: PageStyle

  var title: String { TitleWords.stats }

  var position: String { model.grouping == nil ? "" : Wording.position(model.list) }

  var hints: [Command] {
    if model.copies == 0 { return [.openCollection, .newSearch, .commandLine, .openHelp] }
    if model.grouping == nil {
      let copy: [Command] = model.view.selectedCell == nil ? [] : [.markPlayed]
      return [.open, .nextPane, .nextType] + copy + [.find, .openCollection, .commandLine, .openHelp]
    }
    return [.open, .nextType, .previousType, .back, .find, .openCollection, .commandLine, .openHelp]
  }

  var words: [HintWord] {
    let next = GroupWording.grouping(model.nextGrouping)
    return [HintWord(.nextType, model.grouping == nil ? ScreenWords.inFull(next) : ScreenWords.group(by: next))]
  }

  var facts: [String] {
    let copies = Wording.count(model.copies.map { .exactly($0) }, "copy", "copies")
    guard let grouping = model.grouping else { return [copies] }
    // `worth €178.10 ▂▃▅▇`; empty without known values.
    let worth = Sparkline.worth(model.values)
    let order = ScreenWords.sorted(by: GroupWording.grouping(grouping))
    return [worth.isEmpty ? "" : ScreenWords.worth(worth), order, copies]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if let grouping = model.grouping { return draw(grouping, in: rect, hasFocus: hasFocus, on: &canvas) }
    if model.copies == 0 {
      for (line, text) in emptyText.enumerated() where line < rect.rows {
        canvas.write(text, in: rect.line(line), style: style.theme.quiet)
      }
      if hasFocus { canvas.cursor = rect.origin }
      return
    }
    let drawing = PanelDrawing(view: model.view, style: style, hasFocus: hasFocus)
    drawing.draw(in: rect, on: &canvas)
    if let course = model.course { draw(course, in: rect.dropLeft(model.courseColumn), on: &canvas) }
    if let band = model.band {
      drawing.draw(band, model.covers, below: StatsWords.topRated, in: rect, on: &canvas)
    }
  }

  private func draw(_ course: StatsCourse, in rect: Rect, on canvas: inout Canvas) {
    let (theme, rows) = (style.theme, course.chartRows)
    for row in model.view.top..<max(model.view.top, rows + 2) {
      let line = rect.line(row - model.view.top)
      let area = line.dropLeft(PanelView<StatsPart>.margin)
      switch row {
      case 0:
        let used = canvas.write(StatsWords.course, in: line, style: theme.caption)
        canvas.write(course.latest, in: line.dropLeft(used + 2), style: theme.quiet)
      case rows + 1: canvas.write(course.axis, in: area, style: theme.quiet)
      default:
        let isASCII = canvas.glyphs.bar.isASCII
        // These terminals draw blocks by themselves, without a gap.
        let drawsBlocks = [.kitty, .kittyOverlay, .iTerm2].contains(canvas.pictureMode)
        // Bars with gaps, as one area would be a slab. The last one is of today.
        for (column, height) in course.heights.enumerated() where (course.heights.count - column) % 2 == 1 {
          let level = height - 8 * (rows - row)
          // Any copy is seen.
          guard level >= 4 || level > 0 && (drawsBlocks || row == rows) else { continue }
          let bar = theme.bar(ofShare: Double(height) / Double(8 * rows))
          let place = Point(column: area.column + column, row: area.row)
          if isASCII {
            canvas.put(canvas.glyphs.bar, at: place, style: bar)
          } else if level >= 8 || drawsBlocks {
            canvas.put(Self.eighths[min(8, level) - 1], at: place, style: bar)
          } else {
            // The upper half taken away: blocks of some fonts end above the foot of their cell.
            canvas.put("▀", at: place, style: bar.reversed)
          }
        }
      }
    }
  }

  private static let eighths = Array("▁▂▃▄▅▆▇█".unicodeScalars)

  private var emptyText: [String] {
    [ScreenWords.collectionEmpty, ScreenWords.goesToCollection(key: style.store.key(.openCollection))]
  }

  private enum Fact { case name, copies, bar, share }

  private func columns(_ grouping: ShelfGrouping, in rect: Rect, largest: Int) -> ColumnLayout<Fact> {
    ColumnLayout(
      [
        .init(.name, GroupWording.caption(grouping), min(28, max(12, rect.columns / 3))),
        .init(.copies, ColumnWords.copies, max(6, Wording.number(largest).utf8.count), alignment: .trailing),
        .init(.bar, "", share: 1), .init(.share, ColumnWords.share, 6, from: 58, alignment: .trailing),
      ], in: rect, least: 4)
  }

  private func draw(_ grouping: ShelfGrouping, in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let theme = style.theme
    let largest = model.list.rows.map(\.copies).max() ?? 0
    let all = model.copies ?? 0
    let columns = columns(grouping, in: rect, largest: largest)
    let drawing = style.list(emptyText, hasFocus: hasFocus)
    drawing.draw(model.list, columns, in: rect, on: &canvas) { group, cell, canvas in
      switch cell.fact {
      case .name:
        let name = GroupWording.name(group, grouping)
        canvas.write(name, in: cell, style: group.name.isEmpty ? theme.quiet : theme.text)
      case .copies: canvas.write(Wording.number(group.copies), in: cell)
      case .bar:
        let tone = PanelTone(of: grouping, GroupWording.name(group, grouping))
        canvas.writeBar(group.copies, of: largest, in: cell.area, theme: theme, tone: tone)
      case .share:
        let percent = all > 0 ? (group.copies * 1000 / all + 5) / 10 : 0
        canvas.write(percent == 0 ? "<1 %" : "\(percent) %", in: cell, style: theme.quiet)
      }
    }
  }
}

extension Canvas {
  /// Writes a bar, where its tone has shades in one by its value.
  mutating func writeBar(_ value: Int, of largest: Int, in area: Rect, theme: Theme, tone: PanelTone = .bar) {
    let share = largest > 0 ? Double(value) / Double(largest) : 0
    let style =
      switch tone {
      case .bar: theme.bar(ofShare: share)
      case .timeBar: theme.bar(ofShare: share, .price)
      case .nameBar: theme.bar(ofShare: share, .link)
      default: theme.style(of: tone)
      }
    write(Bar.text(value, of: largest, columns: area.columns, in: glyphs), in: area, style: style)
  }
}

extension Canvas {
  /// Writes a bar of the whole width, of which each value has its part.
  mutating func writeShares(_ shares: [PanelShare], in area: Rect, theme: Theme) {
    let all = max(1, shares.reduce(0) { $0 + $1.value })
    var (sum, from) = (0, 0)
    for share in shares {
      sum += share.value
      let end = sum * area.columns / all
      let part = Rect(column: area.column + from, row: area.row, columns: end - from, rows: 1)
      fill(part, with: glyphs.bar, style: theme.style(of: share.tone))
      from = end
    }
  }

  /// Writes the names of values in their tones, and their numbers.
  mutating func writeLegend(_ shares: [PanelShare], in area: Rect, theme: Theme) {
    var area = area
    for share in shares {
      var place = area
      place.takeLeft(write(share.text, in: area, style: theme.quiet))
      write(share.name, in: area, style: theme.style(of: share.tone))
      area.takeLeft(area.columns - place.columns + PanelShare.gap)
    }
  }
}

enum Bar {
  /// At least one part for any value above 0.
  static func text(_ value: Int, of largest: Int, columns: Int, in glyphs: Glyphs) -> String {
    let columns = glyphs.ambiguousWidth == .wide ? columns / 2 : columns
    guard largest > 0, value > 0, columns > 0 else { return "" }
    // Rounded up, so that 1 and 2 differ more often.
    return String(repeating: Character(glyphs.bar), count: (value * columns + largest - 1) / largest)
  }
}

extension Wording {
  static func part(_ part: ShelfPart) -> String {
    guard case .group(let group, let grouping) = part else { return part.name }
    return GroupWording.name(group, grouping)
  }

  public static func unknownGroup(_ grouping: ShelfGrouping) -> String { GroupWording.unknown(grouping) }
}
