import Clients
import Features
public import RunoutModel
import Terminal
import Wording

extension StatsModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { StatsPage(model: self, style: style) }
}

/// The collection in figures, as bars.
struct StatsPage: DrawnPage {
  let model: StatsModel
  let style: PageStyle

  var title: String { TitleWords.stats }
  var position: String { Wording.position(model.list) }
  var hints: [Command] {
    model.list.isEmpty
      ? [.openCollection, .newSearch, .commandLine, .openHelp]
      : [.open, .nextType, .previousType, .find, .openCollection, .commandLine, .openHelp]
  }

  var facts: [String] {
    [
      value, ScreenWords.sorted(by: Wording.grouping(model.grouping)),
      Wording.count(model.copies.map { .exactly($0) }, "copy", "copies"),
    ]
  }

  /// `worth €178.10 ▂▃▅▇`, as far back as is known.
  private var value: String {
    let worth = Sparkline.worth(model.values)
    return worth.isEmpty ? "" : ScreenWords.worth(worth)
  }

  private enum Fact { case name, copies, bar, share }

  /// - Parameter largest: the most copies of any group.
  private func columns(in rect: Rect, largest: Int) -> ColumnLayout<Fact> {
    ColumnLayout(
      [
        .init(.name, Wording.groupingCaption(model.grouping), min(28, max(12, rect.columns / 3))),
        .init(.copies, ColumnWords.copies, max(6, Wording.number(largest).utf8.count), alignment: .trailing),
        .init(.bar, "", share: 1), .init(.share, ColumnWords.share, 6, from: 58, alignment: .trailing),
      ], in: rect, least: 4)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let theme = style.theme
    let largest = model.list.rows.map(\.copies).max() ?? 0
    let all = model.copies ?? 0
    let list: ListDrawing<ShelfGroup> = style.list(
      [ScreenWords.nothingToCount, ScreenWords.goesToCollection(key: style.store.key(.openCollection))],
      hasFocus: hasFocus)
    list.draw(model.list, columns(in: rect, largest: largest), in: rect, on: &canvas) { group, cell, canvas in
      switch cell.fact {
      case .name where group.name.isEmpty:
        canvas.write(Wording.unknownGroup(model.grouping), in: cell, style: theme.quiet)
      case .name: canvas.write(Wording.group(group.name, model.grouping), in: cell)
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
  /// At least one for what is there at all.
  static func text(_ value: Int, of largest: Int, columns: Int, in glyphs: Glyphs) -> String {
    let columns = glyphs.ambiguousWidth == .wide ? columns / 2 : columns
    guard largest > 0, value > 0, columns > 0 else { return "" }
    return String(repeating: Character(glyphs.full), count: max(1, value * columns / largest))
  }
}

extension Wording {
  static func part(_ part: ShelfPart) -> String {
    guard case .group(let group, let grouping) = part else { return part.name }
    return group.name.isEmpty ? unknownGroup(grouping) : self.group(group.name, grouping)
  }

  static func grouping(_ grouping: ShelfGrouping) -> String {
    switch grouping {
    case .added: ScreenWords.monthAdded
    case .media: ScreenWords.mediaCondition
    case .played: ScreenWords.lastPlayed
    case .artist, .label, .decade, .year, .format, .genre, .style, .country, .rating, .folder: grouping.rawValue
    }
  }

  static func groupingCaption(_ grouping: ShelfGrouping) -> String {
    let text = self.grouping(grouping)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  static func group(_ name: String, _ grouping: ShelfGrouping) -> String {
    grouping == .rating ? ScreenWords.stars(name) : name
  }

  public static func unknownGroup(_ grouping: ShelfGrouping) -> String {
    switch grouping {
    case .rating: ScreenWords.notRated
    case .media: ScreenWords.notGraded
    case .played: ScreenWords.neverPlayed
    case .artist, .label, .decade, .year, .format, .genre, .style, .country, .folder, .added: FieldWords.unknown
    }
  }
}
