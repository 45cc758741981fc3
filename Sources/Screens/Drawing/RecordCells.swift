import Clients
import DiscogsModel
import RunoutModel
import Terminal

// What lists of records have in common.
extension Canvas {
  /// Writes `Artist – Title`, or the title alone where no artist is known.
  ///
  /// - Parameter matched: what is marked in it.
  /// - Returns: the room behind it.
  @discardableResult
  mutating func writeName(
    _ artist: String, _ title: String, in area: Rect, theme: Theme, titleStyle: CellStyle? = nil,
    matched: MatchedWords = MatchedWords()
  ) -> Rect {
    var area = area
    if !artist.isEmpty {
      let used = write(artist, at: area.origin, style: theme.text, columns: artistColumns(artist, title, in: area))
      mark(matched.ranges(in: artist, .artist), of: artist, in: area.takeLeft(used), theme: theme)
      // Without room for the title's first letter there is no dash either, but a sign that something is missing.
      guard area.columns > 3 else {
        let isWhole = used == TextWidth.columns(artist, glyphs: glyphs)
        if !title.isEmpty, area.columns > 1 || isWhole {
          write((area.columns > 1 ? " " : "") + String(Character(glyphs.ellipsis)), in: area, style: theme.text)
        }
        return area.takeRight(0)
      }
      // In the style of both names: another one for three signs would be a tenth of what a page sends.
      _ = area.takeLeft(write(" – ", in: area, style: theme.text))
    }
    let used = write(title, in: area, style: titleStyle ?? theme.text)
    let shown = area.takeLeft(used)
    mark(matched.ranges(in: title, .title), of: title, in: shown, theme: theme)
    // The name of an artist or a label is a title here.
    if artist.isEmpty {
      mark(matched.ranges(in: title, .artist), of: title, in: shown, theme: theme)
      mark(matched.ranges(in: title, .label), of: title, in: shown, theme: theme)
    }
    return area
  }

  /// The columns that an artist may take: all, unless the title would have neither what it needs nor half of them. In a
  /// narrow column half would be too little for either; but if an artist fills it whole, it is cut by a letter, so that
  /// something is seen to be missing.
  private func artistColumns(_ artist: String, _ title: String, in area: Rect) -> Int {
    let half = (area.columns - 3) / 2
    guard artist.utf8.count > half, !title.isEmpty else { return area.columns }
    guard half >= 9 else {
      return TextWidth.columns(artist, glyphs: glyphs) == area.columns ? area.columns - 1 : area.columns
    }
    return max(half, area.columns - 3 - TextWidth.columns(title, glyphs: glyphs))
  }

  /// Marks parts of a text that stands in an area, as far as they are shown.
  ///
  /// - Parameter ranges: in bytes of UTF-8, in their order.
  mutating func mark(_ ranges: [Range<Int>], of text: String, in area: Rect, theme: Theme) {
    for range in ranges {
      let (start, end) = (String(text.utf8.prefix(range.lowerBound)), String(text.utf8.prefix(range.upperBound)))
      guard let start, let end else { continue }
      let before = TextWidth.columns(start, glyphs: glyphs)
      // A long text can have thousands more beyond its room.
      guard before < area.columns else { return }
      var part = area
      _ = part.takeLeft(before)
      part = part.takeLeft(min(part.columns, TextWidth.columns(end, glyphs: glyphs) - before))
      restyle(part) { $0 = theme.matched($0) }
    }
  }

  /// Writes `Columbia · CL 1355`: the number is never cut before the name is.
  mutating func writeLabel(
    _ label: String, _ number: String, in area: Rect, theme: Theme, matched: MatchedWords = MatchedWords()
  ) {
    guard !label.isEmpty, !number.isEmpty else {
      let used = write(label.isEmpty ? number : label, in: area, style: theme.quiet)
      var area = area
      let shown = area.takeLeft(used)
      mark(matched.ranges(in: label, .label), of: label, in: shown, theme: theme)
      mark(matched.ranges(in: number, .catalogueNumber), of: number, in: shown, theme: theme)
      return
    }
    let separator = " \(glyphs.separator) "
    let tail = TextWidth.columns(separator, glyphs: glyphs) + TextWidth.columns(number, glyphs: glyphs)
    var area = area
    let room = max(area.columns / 3, area.columns - tail)
    let used = write(label, at: area.origin, style: theme.quiet, columns: room)
    mark(matched.ranges(in: label, .label), of: label, in: area.takeLeft(used), theme: theme)
    _ = area.takeLeft(write(separator, in: area, style: theme.quiet))
    let shown = area.takeLeft(write(number, in: area, style: theme.quiet))
    mark(matched.ranges(in: number, .catalogueNumber), of: number, in: shown, theme: theme)
  }

  /// Writes an amount, or a dash where there is none.
  ///
  /// - Parameter isSigned: whether one that is at its limit has a tick in front, as nothing else in the row says so.
  mutating func writePrice<Fact>(
    _ price: Money?, in cell: ColumnCell<Fact>, theme: Theme, isAtLimit: Bool = false, isSigned: Bool = false
  ) {
    guard let price else {
      write("–", in: cell, style: theme.quiet)
      return
    }
    let sign = isAtLimit && isSigned ? "\(glyphs.tick) " : ""
    write(sign + price.displayName, in: cell, style: isAtLimit ? theme.price.bold : theme.price)
  }

  /// Writes short names of grades, with slashes between them: `VG+/VG`.
  mutating func writeGrades<Fact>(_ grades: String, in cell: ColumnCell<Fact>, theme: Theme) {
    var area = cell.area
    for (number, grade) in grades.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { _ = area.takeLeft(write("/", in: area, style: theme.quiet)) }
      _ = area.takeLeft(write(String(grade), in: area, style: theme.style(ofGrade: grade)))
    }
  }
  /// Writes what the shelf says of a row: `●` owned, `◐` another pressing owned, `♥` wanted, `♡` another one wanted.
  mutating func writeMarks(_ marks: ShelfMarks, in area: Rect, theme: Theme) {
    if let owned = marks.owned {
      let (sign, style) =
        owned == .this ? (glyphs.own, theme.own) : (glyphs.otherPressing, theme.otherPressing)
      put(sign, at: area.origin, style: style)
    }
    if let wanted = marks.wanted, area.columns > 1 {
      let place = Point(column: area.column + 1, row: area.row)
      put(wanted == .this ? glyphs.want : glyphs.otherWant, at: place, style: theme.want)
    }
  }

  /// Writes the first letter of a type: `R`, `M`, `A`, `L`.
  mutating func writeType<Fact>(_ kind: EntityKind, in cell: ColumnCell<Fact>, theme: Theme) {
    let (letter, style) =
      switch kind {
      case .release: ("R", theme.quiet)
      case .master: ("M", theme.text)
      case .artist: ("A", theme.caption)
      case .label: ("L", theme.link)
      }
    write(letter, in: cell, style: style)
  }
}
