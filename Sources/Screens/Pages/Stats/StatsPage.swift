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

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let largest = model.list.rows.map(\.copies).max() ?? 0
    let all = model.copies ?? 0
    let count = max(6, Wording.number(largest).utf8.count)
    let name = min(28, max(12, rect.columns / 3))
    let share = rect.columns >= 60 ? 6 : 0
    let bar = max(4, rect.columns - 2 - name - count - 2 - (share > 0 ? share + 1 : 0))
    let captions = [
      ListColumn(caption: Wording.groupingCaption(model.grouping), columns: name),
      ListColumn(caption: "Copies", columns: count, alignment: .trailing),
      ListColumn(caption: "", columns: bar),
      ListColumn(caption: share > 0 ? "Share" : "", columns: share, alignment: .trailing),
    ]
    let list: ListDrawing<ShelfGroup> = style.list(
      [ScreenWords.nothingToCount, ScreenWords.goesToCollection(key: style.store.key(.openCollection))],
      hasFocus: hasFocus)
    list.draw(model.list, captions: captions, in: rect, on: &canvas) { _, group, place, canvas in
      var area = place
      let isUnknown = group.name.isEmpty
      canvas.write(
        isUnknown ? Wording.unknownGroup(model.grouping) : Wording.group(group.name, model.grouping),
        in: area.takeLeft(name), style: isUnknown ? style.theme.quiet : style.theme.text)
      _ = area.takeLeft(1)
      canvas.write(Wording.number(group.copies), in: area.takeLeft(count), alignment: .trailing)
      _ = area.takeLeft(1)
      let field = area.takeLeft(bar)
      canvas.write(
        Bar.text(group.copies, of: largest, columns: bar, in: canvas.glyphs), in: field, style: style.theme.accent)
      guard share > 0 else { return }
      _ = area.takeLeft(1)
      let percent = all > 0 ? (group.copies * 1000 / all + 5) / 10 : 0
      canvas.write(
        percent == 0 ? "<1 %" : "\(percent) %", in: area.takeLeft(share), style: style.theme.quiet, alignment: .trailing
      )
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
