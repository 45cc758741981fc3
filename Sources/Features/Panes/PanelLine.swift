/// One line of a page that is divided into panels.
nonisolated public struct PanelLine<Part: Hashable & Sendable>: Hashable, Sendable {
  public typealias Tone = PanelTone

  public var part: Part
  public var tone = Tone.plain
  /// The columns left blank in front of it, for a picture.
  public var indent = 0
  /// Text in front, in `leadColumns` columns.
  public var lead = ""
  public var leadColumns = 0
  public var text = ""
  /// At the right edge.
  public var trailing = ""
  public var trailingTone = Tone.quiet
  /// The bar between lead and trailing text; nil for none.
  public var bar: PanelBar?
  /// The link that Enter follows; nil for none.
  public var target: LinkTarget?
  /// The panel that Enter shows in full; nil for none.
  public var opens: Part?
  var subject: Subject?
  var item: ShelfItem?

  init(_ part: Part) { self.part = part }

  public var isSelectable: Bool { target != nil || opens != nil }
}

/// The tone of a panel's line, or of a part of it.
nonisolated public enum PanelTone: Hashable, Sendable {
  case caption, plain, strong, quiet, price, rating, bar, warning, error
}

/// A value to draw as a bar, relative to the largest of its kind.
nonisolated public struct PanelBar: Hashable, Sendable {
  public var value: Int
  public var largest: Int
}

/// Builds lines for a given width, panel by panel.
nonisolated struct PanelBuilder<Part: Hashable & Sendable> {
  typealias Line = PanelLine<Part>

  let columns: Int
  private let measure: TextMeasure
  private var part: Part
  private(set) var lines: [Part: [Line]] = [:]

  /// - Parameter part: the first panel, which has no lines yet.
  init(_ part: Part, columns: Int, measure: TextMeasure) {
    self.part = part
    self.columns = columns
    self.measure = measure
  }

  /// Begins a panel, dropping lines it had.
  ///
  /// - Parameter title: its caption; empty for none.
  mutating func begin(_ part: Part, _ title: String, trailing: String = "") {
    self.part = part
    lines[part] = []
    guard !title.isEmpty else { return }
    add {
      $0.tone = .caption
      $0.text = title
      $0.trailing = trailing
    }
  }

  /// Continues a panel that has lines already.
  mutating func resume(_ part: Part) { self.part = part }

  mutating func add(_ set: (inout Line) -> Void) {
    var line = Line(part)
    set(&line)
    lines[part, default: []].append(line)
  }

  /// Adds wrapped text without a link.
  mutating func text(_ text: String, _ tone: PanelTone) {
    for words in measure.wrap(text, columns: columns) {
      add {
        $0.tone = tone
        $0.text = words
      }
    }
  }

  /// Adds a name with a value that may be a link.
  mutating func fact(_ name: String, _ text: String, _ target: LinkTarget?, tone: PanelTone = .plain) {
    add {
      $0.lead = name
      $0.leadColumns = 11
      $0.text = text
      $0.tone = tone
      $0.target = target
    }
  }

  /// Adds bars. Their names take as much room as the longest needs, up to two fifths of the width.
  mutating func bars(_ bars: [(name: String, value: Int, trailing: String, target: LinkTarget?)], largest: Int) {
    let longest = bars.map { measure.columns($0.name) }.max() ?? 0
    let lead = min(longest, max(8, columns * 2 / 5)) + 2
    for bar in bars {
      add {
        $0.lead = bar.name
        $0.leadColumns = lead
        $0.trailing = bar.trailing
        $0.bar = PanelBar(value: bar.value, largest: largest)
        $0.target = bar.target
      }
    }
  }

  /// Adds blank lines up to a height, to make room for a picture beside them.
  mutating func fill(to rows: Int) {
    while lines[part, default: []].count < rows { add { _ in } }
  }
}
