/// One line of a page that is divided into panels.
nonisolated public struct PanelLine<Part: Hashable & Sendable>: Hashable, Sendable {
  public var part: Part
  public var tone = PanelTone.plain
  /// The columns left blank in front of it, for a picture.
  public var indent = 0
  /// Text in front, in `leadColumns` columns.
  public var lead = ""
  public var leadColumns = 0
  public var text = ""
  public var trailing = ""
  public var trailingTone = PanelTone.quiet
  public var bar: PanelBar?
  /// Values that share a bar of the whole width; empty for none.
  public var shares: [PanelShare] = []
  /// Names and numbers of such values, each in its tone.
  public var legend: [PanelShare] = []
  public var target: LinkTarget?
  /// The panel that Enter shows in full.
  public var opens: Part?
  var subject: Subject?
  var item: ShelfItem?

  public var isSelectable: Bool { target != nil || opens != nil }
}

nonisolated public enum PanelTone: Hashable, Sendable {
  case caption, plain, strong, quiet, price, rating, warning, error
  /// The bars of kinds, of times and of names, each in a colour of its own.
  case bar, timeBar, nameBar
  /// The colour of a condition, `VG+`.
  case grade(String)
}

/// A value to draw as a bar, relative to the largest of its kind.
nonisolated public struct PanelBar: Hashable, Sendable {
  public var value: Int
  public var largest: Int
}

/// A value that has its part of a bar, in its tone.
nonisolated public struct PanelShare: Hashable, Sendable {
  public var name: String
  public var value: Int
  public var tone: PanelTone
}

nonisolated extension PanelShare {
  /// `VG+ 23`.
  public var text: String { "\(name) \(value.grouped)" }
  /// The columns from one to the next.
  public static var gap: Int { 2 }
}

/// Builds lines for a given width, panel by panel.
nonisolated struct PanelBuilder<Part: Hashable & Sendable> {
  let columns: Int
  let measure: TextMeasure
  private var part: Part
  private(set) var lines: [Part: [PanelLine<Part>]] = [:]

  /// - Parameter part: the first panel, which has no lines yet.
  init(_ part: Part, columns: Int, measure: TextMeasure) {
    (self.part, self.columns, self.measure) = (part, columns, measure)
  }

  /// Begins a panel, dropping lines it had.
  ///
  /// - Parameter title: its caption; empty for none.
  mutating func begin(_ part: Part, _ title: String) {
    self.part = part
    lines[part] = []
    if !title.isEmpty { add(title, .caption) }
  }

  /// Continues a panel that has lines already.
  mutating func resume(_ part: Part) { self.part = part }

  /// - Parameter row: the copy or want that the line stands for.
  mutating func add(
    _ text: String, _ tone: PanelTone = .plain, indent: Int = 0, lead: String = "", leadColumns: Int = 0,
    trailing: String = "", trailingTone: PanelTone = .quiet, bar: PanelBar? = nil, row: (any ShelfRow)? = nil,
    target: LinkTarget? = nil, opens: Part? = nil, subject: Subject? = nil
  ) {
    lines[part, default: []].append(
      PanelLine(
        part: part, tone: tone, indent: indent, lead: lead, leadColumns: leadColumns, text: text, trailing: trailing,
        trailingTone: trailingTone, bar: bar, target: target ?? row?.destination, opens: opens,
        subject: subject ?? row?.subject, item: row?.item))
  }

  /// Adds wrapped text without a link.
  mutating func text(_ text: String, _ tone: PanelTone) {
    for words in measure.wrap(text, columns: columns) { add(words, tone) }
  }

  mutating func fact(_ name: String, _ text: String, _ target: LinkTarget?, tone: PanelTone = .plain) {
    add(text, tone, lead: name, leadColumns: 11, target: target)
  }

  /// Adds bars.
  ///
  /// - Parameters:
  ///   - names: the columns for their names, so that bars of several panels begin at one place; nil for what the longest
  ///     needs.
  ///   - tone: of a bar by its name.
  mutating func bars(
    _ bars: [(name: String, value: Int, trailing: String, target: LinkTarget?)], largest: Int, names: Int? = nil,
    tone: (String) -> PanelTone = { _ in .bar }
  ) {
    let lead = (names ?? bars.map { measure.columns($0.name) }.max() ?? 0) + 2
    let trailing = bars.map(\.trailing.count).max() ?? 0
    for bar in bars {
      // All bars have the same room.
      let padding = String(repeating: " ", count: trailing - bar.trailing.count)
      add(
        "", tone(bar.name), lead: bar.name, leadColumns: lead, trailing: padding + bar.trailing,
        bar: PanelBar(value: bar.value, largest: largest), target: bar.target)
    }
  }

  /// Adds a bar that all values share, and below it their names and numbers.
  mutating func shares(_ shares: [PanelShare], opens: Part) {
    lines[part, default: []].append(PanelLine(part: part, shares: shares, opens: opens))
    var (line, used) = ([PanelShare](), 0)
    for share in shares {
      let needed = measure.columns(share.text) + PanelShare.gap
      if used + needed > columns + PanelShare.gap, !line.isEmpty {
        add(legend: line)
        (line, used) = ([], 0)
      }
      line.append(share)
      used += needed
    }
    add(legend: line)
  }

  private mutating func add(legend: [PanelShare]) {
    lines[part, default: []].append(PanelLine(part: part, legend: legend))
  }

  /// Adds blank lines up to a height, to make room for a picture.
  mutating func fill(to rows: Int, indent: Int = 0) {
    while lines[part, default: []].count < rows { add("", indent: indent) }
  }
}
