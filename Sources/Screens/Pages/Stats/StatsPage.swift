import Clients
import Features
public import RunoutModel
import Terminal
import Wording

extension StatsModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { StatsPage(model: self, style: style) }
}

/// The statistics of the collection: panels of bars, or one of them in full.
struct StatsPage: DrawnPage {
  let model: StatsModel
  let style: PageStyle

  var title: String { TitleWords.stats }

  var position: String {
    guard model.grouping == nil else { return Wording.position(model.list) }
    guard model.view.rows > model.view.height, let position = model.view.position else { return "" }
    return ScreenWords.line(position.number, of: position.total)
  }

  var hints: [Command] {
    if model.copies == 0 { return [.openCollection, .newSearch, .commandLine, .openHelp] }
    if model.grouping == nil { return [.open, .nextPane, .nextType, .find, .openCollection, .commandLine, .openHelp] }
    return [.open, .nextType, .previousType, .back, .find, .openCollection, .commandLine, .openHelp]
  }

  var words: [HintWord] {
    let next = Wording.grouping(model.nextGrouping)
    return [HintWord(.nextType, model.grouping == nil ? ScreenWords.inFull(next) : ScreenWords.group(by: next))]
  }

  var facts: [String] {
    guard let grouping = model.grouping else {
      return [Wording.count(model.copies.map { .exactly($0) }, "copy", "copies")]
    }
    return [
      value, ScreenWords.sorted(by: Wording.grouping(grouping)),
      Wording.count(model.copies.map { .exactly($0) }, "copy", "copies"),
    ]
  }

  /// `worth €178.10 ▂▃▅▇`; empty without known values.
  private var value: String {
    let worth = Sparkline.worth(model.values)
    return worth.isEmpty ? "" : ScreenWords.worth(worth)
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
    PanelDrawing(view: model.view, style: style, hasFocus: hasFocus).draw(in: rect, on: &canvas)
  }

  private var emptyText: [String] {
    [ScreenWords.nothingToCount, ScreenWords.goesToCollection(key: style.store.key(.openCollection))]
  }

  // MARK: In full

  private enum Fact { case name, copies, bar, share }

  /// - Parameter largest: the number of copies in the largest group.
  private func columns(_ grouping: ShelfGrouping, in rect: Rect, largest: Int) -> ColumnLayout<Fact> {
    ColumnLayout(
      [
        .init(.name, Wording.groupingCaption(grouping), min(28, max(12, rect.columns / 3))),
        .init(.copies, ColumnWords.copies, max(6, Wording.number(largest).utf8.count), alignment: .trailing),
        .init(.bar, "", share: 1), .init(.share, ColumnWords.share, 6, from: 58, alignment: .trailing),
      ], in: rect, least: 4)
  }

  private func draw(_ grouping: ShelfGrouping, in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let theme = style.theme
    let largest = model.list.rows.map(\.copies).max() ?? 0
    let all = model.copies ?? 0
    let list: ListDrawing<ShelfGroup> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.list, columns(grouping, in: rect, largest: largest), in: rect, on: &canvas) {
      group, cell, canvas in
      switch cell.fact {
      case .name:
        canvas.write(
          GroupWording.name(group, grouping), in: cell, style: group.name.isEmpty ? theme.quiet : theme.text)
      case .copies: canvas.write(Wording.number(group.copies), in: cell)
      case .bar:
        let bar = Bar.text(group.copies, of: largest, columns: cell.area.columns, in: canvas.glyphs)
        canvas.write(bar, in: cell, style: theme.bar)
      case .share:
        let percent = all > 0 ? (group.copies * 1000 / all + 5) / 10 : 0
        canvas.write(percent == 0 ? "<1 %" : "\(percent) %", in: cell, style: theme.quiet)
      }
    }
  }
}

/// A number as a line of blocks.
enum Bar {
  /// A bar to an eighth of a column; at least the smallest block for any value above 0.
  static func text(_ value: Int, of largest: Int, columns: Int, in glyphs: Glyphs) -> String {
    let columns = glyphs.ambiguousWidth == .wide ? columns / 2 : columns
    guard largest > 0, value > 0, columns > 0 else { return "" }
    let parts = glyphs.eighths.count + 1
    let length = max(1, value * columns * parts / largest)
    let bar = String(repeating: Character(glyphs.full), count: length / parts)
    return length % parts == 0 ? bar : bar + String(glyphs.eighths[length % parts - 1])
  }
}

extension Wording {
  static func part(_ part: ShelfPart) -> String {
    guard case .group(let group, let grouping) = part else { return part.name }
    return GroupWording.name(group, grouping)
  }

  static func grouping(_ grouping: ShelfGrouping) -> String { GroupWording.grouping(grouping) }
  static func groupingCaption(_ grouping: ShelfGrouping) -> String { GroupWording.caption(grouping) }
  public static func unknownGroup(_ grouping: ShelfGrouping) -> String { GroupWording.unknown(grouping) }
}
