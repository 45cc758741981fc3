import Clients
import DiscogsModel
import RunoutModel
import Terminal

// Cells shared by lists of records.
extension Canvas {
  /// Writes `Artist – Title`, or the title alone without an artist.
  ///
  /// - Parameters:
  ///   - names: the artist is empty for a name of one part.
  ///   - matched: the words to mark.
  ///   - isArtistRepeated: whether the row above has the same artist, so that the title is what tells them apart.
  /// - Returns: the area after the name.
  @discardableResult
  mutating func writeName(
    _ names: (artist: String, title: String), in area: Rect, theme: Theme, titleStyle: CellStyle? = nil,
    matched: MatchedWords = MatchedWords(), isArtistRepeated: Bool = false
  ) -> Rect {
    let (artist, title) = names
    var area = area
    // Two columns before the next: a name that is cut would run into it.
    if area.columns > 30 { area.takeRight(1) }
    if !artist.isEmpty {
      let style = isArtistRepeated ? theme.quiet : theme.text
      let used = write(artist, at: area.origin, style: style, columns: artistColumns(artist, title, in: area))
      let shown = area.takeLeft(used)
      if !isArtistRepeated { mark(matched.ranges(in: artist, .artist), of: artist, in: shown, theme: theme) }
      // Without room for the title's first letter there is an ellipsis in place of the dash.
      guard area.columns > 3 else {
        if !title.isEmpty, area.columns > 1 || used == TextWidth.columns(artist, glyphs: glyphs) {
          write((area.columns > 1 ? " " : "") + String(Character(glyphs.ellipsis)), in: area, style: theme.text)
        }
        return area.takeRight(0)
      }
      // In the style of the names: another style for three characters would be a tenth of the bytes of a page.
      area.takeLeft(write(" – ", in: area, style: style))
    }
    let shown = area.takeLeft(write(title, in: area, style: titleStyle ?? theme.text))
    mark(matched.ranges(in: title, .title), of: title, in: shown, theme: theme)
    // In rows of artists and labels the title is the name.
    if artist.isEmpty {
      mark(matched.ranges(in: title, .artist), of: title, in: shown, theme: theme)
      mark(matched.ranges(in: title, .label), of: title, in: shown, theme: theme)
    }
    return area
  }

  /// The columns that an artist may take: all, unless the title would get neither what it needs nor half of them. In a
  /// narrow column half is too little for either, so the artist takes all; one that fills it exactly is cut by a
  /// letter, to show that something is missing.
  private func artistColumns(_ artist: String, _ title: String, in area: Rect) -> Int {
    let half = (area.columns - 3) / 2
    guard artist.utf8.count > half, !title.isEmpty else { return area.columns }
    guard half >= 9 else {
      return TextWidth.columns(artist, glyphs: glyphs) == area.columns ? area.columns - 1 : area.columns
    }
    return max(half, area.columns - 3 - TextWidth.columns(title, glyphs: glyphs))
  }

  /// Marks the visible parts of a text that was written into an area, unless that is all of it: nothing would stand out.
  ///
  /// - Parameter ranges: in bytes of UTF-8, ascending.
  mutating func mark(_ ranges: [Range<Int>], of text: String, in area: Rect, theme: Theme) {
    // But for the blanks between its words.
    let isWhole =
      ranges.first?.lowerBound == 0 && ranges.last?.upperBound == text.utf8.count
      && zip(ranges, ranges.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound <= 1 }
    guard !isWhole else { return }
    for range in ranges {
      let (start, end) = (String(text.utf8.prefix(range.lowerBound)), String(text.utf8.prefix(range.upperBound)))
      guard let start, let end else { continue }
      let before = TextWidth.columns(start, glyphs: glyphs)
      // A long text can have thousands of matches outside the area.
      guard before < area.columns else { return }
      var rest = area.dropLeft(before)
      restyle(rest.takeLeft(TextWidth.columns(end, glyphs: glyphs) - before)) { $0 = theme.matched($0) }
    }
  }

  /// Writes `Columbia · CL 1355`; the name is cut before the number.
  mutating func writeLabel(
    _ label: String, _ number: String, in area: Rect, style: CellStyle? = nil, theme: Theme,
    matched: MatchedWords = MatchedWords()
  ) {
    let style = style ?? theme.quiet
    guard !label.isEmpty, !number.isEmpty else {
      var area = area
      let shown = area.takeLeft(write(label.isEmpty ? number : label, in: area, style: style))
      mark(matched.ranges(in: label, .label), of: label, in: shown, theme: theme)
      mark(matched.ranges(in: number, .catalogueNumber), of: number, in: shown, theme: theme)
      return
    }
    let separator = " \(glyphs.separator) "
    let tail = TextWidth.columns(separator, glyphs: glyphs) + TextWidth.columns(number, glyphs: glyphs)
    var area = area
    let room = max(area.columns / 3, area.columns - tail)
    let used = write(label, at: area.origin, style: style, columns: room)
    mark(matched.ranges(in: label, .label), of: label, in: area.takeLeft(used), theme: theme)
    area.takeLeft(write(separator, in: area, style: style))
    let shown = area.takeLeft(write(number, in: area, style: style))
    mark(matched.ranges(in: number, .catalogueNumber), of: number, in: shown, theme: theme)
  }

  /// Writes a format with the medium in its colour; where it is too long, without “Album”, which most records are, and
  /// then without its last words.
  mutating func writeFormat<Fact>(
    _ format: String, in cell: ColumnCell<Fact>, style: CellStyle = .plain, theme: Theme
  ) {
    // Two columns before the next, as words end anywhere.
    let room = cell.area.columns > 7 ? cell.area.columns - 1 : cell.area.columns
    var shown = format
    if format.utf8.count > room {
      shown = Wording.withoutAlbum(format)
      while TextWidth.columns(shown, glyphs: glyphs) > room, let comma = shown.lastIndex(of: ",") {
        shown = String(shown[..<comma])
      }
    }
    write(shown, in: cell, style: style)
    guard let medium = theme.medium(shown) else { return }
    var area = cell.area
    restyle(area.takeLeft(TextWidth.columns(medium.name, glyphs: glyphs))) {
      $0 = $0.without(.dim).colour(medium.style.foreground)
    }
  }

  /// Writes an amount, or a dash where there is none.
  ///
  /// - Parameter isSigned: whether a price at its limit gets a tick, because nothing else in the row says so.
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
      if number > 0 { area.takeLeft(write("/", in: area, style: theme.quiet)) }
      area.takeLeft(write(String(grade), in: area, style: theme.style(ofGrade: grade)))
    }
  }

  /// Writes `●` owned or `◐` another pressing owned, then `♥` wanted or `♡` another pressing wanted.
  mutating func writeMarks(_ marks: ShelfMarks, in area: Rect, theme: Theme) {
    if let owned = marks.owned {
      let (sign, style) = owned == .this ? (glyphs.own, theme.own) : (glyphs.otherPressing, theme.otherPressing)
      put(sign, at: area.origin, style: style)
    }
    if let wanted = marks.wanted, area.columns > 1 {
      let place = Point(column: area.endColumn - 1, row: area.row)
      // An outline is thin; bold, it is as easy to see as a full heart.
      if wanted == .this {
        put(glyphs.want, at: place, style: theme.want)
      } else {
        put(glyphs.otherWant, at: place, style: theme.want.bold)
      }
    }
  }

  /// Writes the first letter of a type, `M`, `A` or `L`; none for a release, as most rows are.
  mutating func writeType<Fact>(_ kind: EntityKind, in cell: ColumnCell<Fact>, theme: Theme) {
    let (letter, style) =
      switch kind {
      case .release: ("", theme.quiet)
      case .master: ("M", theme.text)
      case .artist: ("A", theme.caption)
      case .label: ("L", theme.link)
      }
    write(letter, in: cell, style: style)
  }
}
