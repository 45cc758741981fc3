public import DiscogsModel
import RunoutModel
import Sleeves

/// Measures text in columns. Handed in, as the features know no terminal.
nonisolated public struct TextMeasure: Sendable {
  public var columns: @Sendable (String) -> Int

  public init(columns: @escaping @Sendable (String) -> Int) { self.columns = columns }

  /// One column per scalar: right for ASCII, good enough for previews and tests of models.
  public static let plain = TextMeasure { $0.unicodeScalars.count }

  /// Wraps text, keeping its line breaks.
  func wrap(_ text: String, columns: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      var builder = DocumentBuilder(columns: columns, measure: self)
      builder.paragraph([Span(String(line))])
      return builder.lines.map { $0.spans.map(\.text).joined() }
    }
  }
}

nonisolated public struct Span: Hashable, Sendable {
  public enum Emphasis: Hashable, Sendable {
    case plain, strong, italic, underlined, struck
    /// Secondary: captions, positions, durations.
    case quiet
    case caption
    /// The signs for owned and wanted, and for other pressings that are, drawn as the terminal can.
    case own, otherPressing, want, otherWant
    case rating, price
    /// A condition's short name, such as `VG+`.
    case grade
    /// A change that Discogs refused.
    case refused
  }

  public var text: String
  public var emphasis: Emphasis
  public var link: LinkTarget?

  public init(_ text: String, _ emphasis: Emphasis = .plain, link: LinkTarget? = nil) {
    (self.text, self.emphasis, self.link) = (text, emphasis, link)
  }
}

/// A line on the screen: a lead in front, text, and trailing text at the right edge.
nonisolated public struct DocumentLine: Hashable, Sendable {
  public var lead = ""
  /// How the lead is drawn.
  public var leadEmphasis = Span.Emphasis.quiet
  public var leadColumns = 0
  public var spans: [Span] = []
  public var trailing = ""
  /// The most columns that `trailing` takes; the rest is cut, to leave the text room.
  public var trailingColumns = Int.max
  /// A row of a picture, in front of everything else.
  public internal(set) var picture: PictureLine?
  /// Rows of pictures in columns of their own, in a line without text.
  public internal(set) var covers: [PictureLine] = []
  /// The line in the second column, at most one; an array, as a struct cannot hold itself.
  public internal(set) var beside: [DocumentLine] = []
  public internal(set) var besideColumn = 0
  /// The links of this line, in order. A link broken over two lines is in both.
  public var links: [LinkTarget] { spans.compactMap(\.link) + beside.flatMap(\.links) }

  public var text: String { ([lead] + spans.map(\.text) + [trailing] + beside.map(\.text)).joined(separator: " ") }
  public var isBlank: Bool {
    lead.isEmpty && trailing.isEmpty && spans.allSatisfy(\.text.isEmpty) && beside.allSatisfy(\.isBlank)
  }

  /// Returns the column that a link is in, 0 or 1.
  func column(of link: Int) -> Int { beside.isEmpty || link < spans.count { $0.link != nil } ? 0 : 1 }

  func column(_ number: Int) -> DocumentLine? { number == 0 ? self : beside.first }
}

/// Lays text out for a given width.
nonisolated public struct DocumentBuilder {
  public let columns: Int
  private let measure: TextMeasure
  public private(set) var lines: [DocumentLine] = []
  /// At the top left, while text stands beside it.
  private var picture: PictureBox?
  private let leastBeside: Int

  /// - Parameters:
  ///   - picture: at the top left, the text beside it.
  ///   - leastBeside: the columns beside it that facts need with their names.
  public init(columns: Int, measure: TextMeasure, picture: PictureBox? = nil, leastBeside: Int = 44) {
    (self.columns, self.measure) = (max(8, columns), measure)
    (self.picture, self.leastBeside) = (picture, leastBeside)
  }

  /// A preview with the picture at its top left: on a high page above the text, which then begins below it.
  ///
  /// - Parameters:
  ///   - rows: on the screen, for picture and text; nil for text alone.
  ///   - isInBlocks: whether the sleeve has all of the room, and no record looks out of it.
  init(ofPreview columns: Int, measure: TextMeasure, picture: PictureSubject?, rows: Int?, isInBlocks: Bool) {
    if let rows, Self.isPictureAbove(columns: columns, rows: rows) {
      self.init(columns: columns, measure: measure)
      addAbove(picture, rows: rows * 9 / 20, side: isInBlocks ? Sleeve.side : Self.sideOfPreview)
    } else {
      let box = rows.flatMap { PictureBox(picture, columns: columns, rows: $0) }
      self.init(columns: columns, measure: measure, picture: box)
    }
  }

  /// Whether a preview has its picture above the text and not beside it.
  static func isPictureAbove(columns: Int, rows: Int) -> Bool { rows >= 30 && 29..<63 ~= columns }

  /// The height of a preview's picture, as a part of its width: photographs and records that are half out of their sleeve
  /// need about as much.
  private static let sideOfPreview: Float = 0.75

  /// Adds a picture, below which the text begins: whatever the picture is, at the same line.
  ///
  /// - Parameters:
  ///   - most: the most rows that it takes.
  ///   - side: its height, as a part of the width.
  mutating func addAbove(_ picture: PictureSubject?, rows most: Int, side: Float) {
    let height = min(most, Int(Float(columns / 2) * side))
    let share = picture.map { $0.url.isEmpty ? Sleeve.height(of: $0.sleeve) : 1 } ?? 1
    let box = PictureBox(picture, rows: min(columns / 2, Int((Float(height) / share).rounded())))
    for row in 0..<height {
      lines.append(DocumentLine())
      lines[row].picture = PictureLine(box: box, row: row)
    }
    blank()
  }

  /// Whether there is too little room beside the picture for facts with their names. Short texts stand there, and all
  /// else below it; in a wide text everything stays in the column beside it.
  private var isNarrow: Bool { picture.map { columns - $0.columns - 2 < leastBeside } ?? false }

  /// Moves below the picture.
  mutating func clearPicture() {
    guard let picture else { return }
    while lines.count < picture.rows { add(DocumentLine()) }
    self.picture = nil
  }

  /// Adds texts that belong together: all of them beside the picture, or all below it.
  mutating func together(_ add: (inout DocumentBuilder) -> Void) {
    var tried = self
    add(&tried)
    if isNarrow, tried.picture == nil {
      clearPicture()
      blank()
      add(&self)
    } else {
      self = tried
    }
  }

  /// Adds short facts, without their names, beside a picture that leaves no room for more.
  ///
  /// - Returns: whether there is such a picture, and room beside it for all of them.
  mutating func addBeside(_ add: (inout DocumentBuilder) -> Void) -> Bool {
    // In fewer columns they are broken into single words.
    guard isNarrow, let picture, columns - picture.columns - 2 >= 20 else { return false }
    var tried = self
    add(&tried)
    guard tried.lines.count <= picture.rows else { return false }
    self = tried
    return true
  }

  /// Leaves a line free, and begins where facts stand with their names in one column.
  mutating func beginFacts() {
    if isNarrow { clearPicture() }
    blank()
  }

  private mutating func add(_ line: DocumentLine) {
    var line = line
    if let picture { line.picture = PictureLine(box: picture, row: lines.count) }
    lines.append(line)
    if isNarrow, lines.count == picture?.rows { picture = nil }
  }

  /// Adds a text beside all that is there.
  ///
  /// - Parameter column: where it begins.
  mutating func add(_ other: [DocumentLine], at column: Int) {
    while lines.count < other.count { lines.append(DocumentLine()) }
    for row in lines.indices {
      (lines[row].beside, lines[row].besideColumn) = ([row < other.count ? other[row] : DocumentLine()], column)
    }
  }

  mutating func append(_ more: [DocumentLine]) { lines += more }

  public mutating func blank() {
    guard let last = lines.last else { return }
    let isUnderPicture = picture == nil && last.picture?.isDrawn == true
    if !last.isBlank || isUnderPicture { add(DocumentLine()) }
  }

  public mutating func caption(_ text: String, trailing: String = "") {
    blank()
    clearPicture()
    add(DocumentLine(spans: [Span(text, .caption)], trailing: trailing))
  }

  /// Adds wrapped text, `lead` in front of its first line.
  public mutating func paragraph(_ spans: [Span], lead: String = "", leadColumns: Int = 0, trailing: String = "") {
    let trailingColumns = min(measure.columns(trailing), max(8, columns / 3))
    let taken = leadColumns + (trailing.isEmpty ? 0 : trailingColumns + 2)
    var wrapped = wrap(spans, columns: max(4, columns - (picture.map { $0.columns + 2 } ?? 0) - taken))
    // A text never goes on below the picture that it began beside.
    if let picture, isNarrow, !lines.isEmpty, lines.count + wrapped.count > picture.rows {
      clearPicture()
      blank()
      wrapped = wrap(spans, columns: max(4, columns - taken))
    }
    for (number, wrapped) in wrapped.enumerated() {
      var line = DocumentLine(lead: number == 0 ? lead : "", leadColumns: leadColumns, spans: wrapped)
      if number == 0 { (line.trailing, line.trailingColumns) = (trailing, trailingColumns) }
      add(line)
    }
  }

  /// Adds a name with its value, without the name where there is little room; nothing when the value is empty.
  ///
  /// - Parameter alone: what is said instead without the name.
  public mutating func fact(_ name: String, _ spans: [Span], alone: [Span]? = nil, leadColumns: Int = 11) {
    guard spans.contains(where: { !$0.text.isEmpty }) else { return }
    if let picture, isNarrow {
      let words = alone ?? spans
      if lines.count + wrap(words, columns: columns - picture.columns - 2).count <= picture.rows {
        return paragraph(words)
      }
      clearPicture()
    }
    paragraph(spans, lead: name, leadColumns: leadColumns)
  }

  /// Adds text with Discogs markup, keeping its line breaks.
  public mutating func markup(_ text: String, names: [EntityReference: String]) {
    for line in MarkupSpans.lines(text, names: names) {
      if line.isEmpty { blank() } else { paragraph(line) }
    }
  }

  public func width(of text: String) -> Int { measure.columns(text) }

  // MARK: Wrapping

  /// Text that is not broken, in styled pieces: a linked name and the comma after it.
  private struct Word {
    var pieces: [Span]
    var columns: Int
    var isSpace: Bool

    mutating func append(_ other: Word) {
      pieces += other.pieces
      columns += other.columns
    }
  }

  private func wrap(_ spans: [Span], columns room: Int) -> [[Span]] {
    var lines: [[Span]] = []
    var line: [Span] = []
    var used = 0
    func append(_ span: Span) {
      if let last = line.last, last.emphasis == span.emphasis, last.link == span.link {
        line[line.count - 1].text += span.text
      } else {
        line.append(span)
      }
    }
    func endLine() {
      trimEnd(&line)
      lines.append(line)
      line = []
      used = 0
    }
    // One at a time: all words of a long text take many times its memory.
    forEachWord(of: spans) { word in
      if used + word.columns > room, used > 0 { endLine() }
      if word.isSpace, used == 0 { return }
      guard word.columns > room else {
        word.pieces.forEach(append)
        used += word.columns
        return
      }
      // Longer than a line: break it wherever the line ends.
      for piece in word.pieces {
        var run = ""
        for character in piece.text {
          let width = measure.columns(String(character))
          if used + width > room, used > 0 {
            if !run.isEmpty { append(Span(run, piece.emphasis, link: piece.link)) }
            run = ""
            endLine()
          }
          // The space before a dash that had no room itself.
          if character == " ", used == 0 { continue }
          run.append(character)
          used += width
        }
        append(Span(run, piece.emphasis, link: piece.link))
      }
    }
    trimEnd(&line)
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  private func forEachWord(of spans: [Span], _ body: (Word) -> Void) {
    // Text after an ideograph, such as a full stop, stays with it, and a dot or a dash between facts with the one before;
    // other text after a space does not.
    var open: Word?
    var space: Word?
    for span in spans {
      Self.forEachPart(of: span.text) { text, isSpace, isIdeograph in
        let word = Word(
          pieces: [Span(text, span.emphasis, link: span.link)], columns: measure.columns(text), isSpace: isSpace)
        if let gap = space.take() {
          if text == "·" || text == "–", open != nil {
            open?.append(gap)
          } else {
            if let word = open.take() { body(word) }
            body(gap)
          }
        } else if isIdeograph, let word = open.take() {
          body(word)
        }
        if isSpace { space = word } else if open == nil { open = word } else { open?.append(word) }
      }
    }
    if let open { body(open) }
    if let space { body(space) }
  }

  private func trimEnd(_ line: inout [Span]) {
    while var last = line.popLast() {
      while last.text.hasSuffix(" ") { last.text.removeLast() }
      if !last.text.isEmpty { return line.append(last) }
    }
  }

  /// Splits text into runs of letters, single spaces and single ideographs.
  private static func forEachPart(
    of text: String, _ body: (_ text: String, _ isSpace: Bool, _ isIdeograph: Bool) -> Void
  ) {
    var run = String.UnicodeScalarView()
    func endRun() {
      if !run.isEmpty { body(String(run), false, false) }
      run.removeAll()
    }
    for scalar in text.unicodeScalars {
      if scalar == " " || scalar == "\n" || scalar == "\t" {
        endRun()
        body(" ", true, false)
      } else if isIdeographic(scalar) {
        endRun()
        body(String(scalar), false, true)
      } else {
        run.append(scalar)
      }
    }
    endRun()
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
      || (0xAC00...0xD7A3).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }
}
