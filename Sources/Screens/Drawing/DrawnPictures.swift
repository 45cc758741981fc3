import Features
import Raster
import Sleeves
import Terminal

/// Draws pictures, and remembers them by number, as the terminal does; sleeves in blocks by their size as well.
final class DrawnPictures {
  private let board: PictureBoard
  private var drawn: [Key: Drawn] = [:]

  private struct Drawn {
    var picture: Picture
    /// The room for the names of a sleeve in blocks.
    var band: Sleeve.Band?
    /// The names, line by line.
    var names: [(text: String, isTitle: Bool)] = []
  }

  private struct Key: Hashable {
    var number: Int
    /// The box of a sleeve in blocks; nil for what is shown in any size.
    var box: Size?
    /// The rows at its foot for what names it, where that stands on the sleeve.
    var bandRows = 0
  }

  /// The number of remembered pictures, more than fit on a wall of 1,000×300 cells; beyond it all are forgotten.
  private static let most = 1_000

  init(_ board: PictureBoard) { self.board = board }

  /// Where a picture that is lower than its box stands in it.
  enum Alignment { case top, middle, bottom }

  /// Draws a picture as large as fits into a box; nothing until it has been loaded.
  ///
  /// - Parameter rows: the rows of the box to draw, the first of them at `point`.
  func draw(
    _ subject: PictureSubject, _ detail: PictureDetail = .page, in box: Size, rows: Range<Int>, at point: Point,
    alignment: Alignment = .top, on canvas: inout Canvas
  ) {
    // A smaller picture is shown until the larger one has been loaded.
    let details: [PictureDetail] =
      switch detail {
      case .cover: [detail]
      case .page: [.page, .cover]
      case .large: [.large, .page, .cover]
      }
    guard let ready = details.lazy.compactMap({ [board] in board.picture(of: subject, $0) }).first else { return }
    let (drawn, size) = drawn(ready, in: box, glyphs: canvas.glyphs)
    // It begins where the text below it does; one that stands alone is in the middle.
    let left = detail == .large ? (box.columns - size.columns) / 2 : 0
    let spare = box.rows - size.rows
    let top = alignment == .top ? 0 : alignment == .middle ? spare / 2 : spare
    let shown = max(rows.lowerBound, top)..<max(rows.lowerBound, top, min(rows.upperBound, top + size.rows))
    guard !shown.isEmpty else { return }
    let place = Point(column: point.column + left, row: point.row + shown.lowerBound - rows.lowerBound)
    canvas.draw(
      drawn.picture, size: size, rows: shown.lowerBound - top..<shown.upperBound - top, at: place)
    guard let band = drawn.band else { return }
    let style = style(on: band)
    for number in 0..<band.rows {
      let row = top + band.row + number
      guard shown.contains(row) else { continue }
      let line = Rect(
        column: place.column + band.column, row: place.row + row - shown.lowerBound, columns: band.columns, rows: 1)
      canvas.fill(line, style: style)
      guard number < drawn.names.count else { continue }
      let name = drawn.names[number]
      canvas.write(name.text, in: line, style: name.isTitle ? style.bold : style, truncation: .clip)
    }
  }

  /// Draws the sleeve of a record in blocks as large as its room, with a band at its foot.
  ///
  /// - Returns: the style of what is written on the band; nil if the picture is another one, or has not been loaded.
  func drawCard(_ subject: PictureSubject, in area: Rect, bandRows: Int, on canvas: inout Canvas) -> CellStyle? {
    guard let ready = board.picture(of: subject, .cover), case .sleeve(let sleeve) = ready.content,
      sleeve.kind == .record
    else { return nil }
    let size = Size(columns: area.columns, rows: area.rows)
    let drawn = keep(Key(number: ready.number, box: size, bandRows: bandRows)) {
      let blocks = Sleeve.drawCard(sleeve, columns: size.columns, rows: size.rows, bandRows: bandRows)
      return Drawn(picture: Picture(blocks.raster, number: ready.number), band: blocks.band)
    }
    guard let band = drawn.band else { return nil }
    canvas.draw(drawn.picture, size: size, rows: 0..<band.row, at: area.origin)
    return style(on: band)
  }

  private func style(on band: Sleeve.Band) -> CellStyle {
    .plain.with(.solid).colour(Colour(band.ink)).on(Colour(band.paper))
  }

  /// The names on a sleeve's band, line by line: the title, above it the artist where there is room for both, whole; on a
  /// label company and year.
  private func names(
    of sleeve: SleeveFacts, on band: Sleeve.Band, glyphs: Glyphs
  ) -> [(text: String, isTitle: Bool)] {
    func columns(_ text: some StringProtocol) -> Int { TextWidth.columns(String(text), glyphs: glyphs) }
    guard sleeve.pose != .alone else {
      // A company that is cut would be another one.
      let isWhole = sleeve.label.split(separator: " ").allSatisfy { columns($0) <= band.columns }
      var company = isWhole ? TextWidth.wrap(sleeve.label, columns: band.columns, glyphs: glyphs) : []
      if company.count > band.rows - 1 { company = [] }
      let blank = Array(repeating: "", count: band.rows - 1 - company.count)
      return (company + blank + [sleeve.year.map(String.init) ?? ""]).map { text in
        (String(repeating: " ", count: max(0, band.columns - columns(text)) / 2) + text, false)
      }
    }
    // A margin, but for a word that needs the whole width.
    let longest = sleeve.title.split(separator: " ").map(columns).max() ?? 0
    let margin = longest < band.columns ? " " : ""
    // Whole words, as far as they go: a sleeve has no ellipsis.
    func lines(_ text: String, most: Int) -> [String] {
      TextWidth.wrap(text, columns: band.columns - margin.count, glyphs: glyphs).prefix(most).map { margin + $0 }
    }
    // An artist that is cut would be somebody else.
    let artist = lines(sleeve.artist, most: band.rows)
    let hasRoom = artist.count + lines(sleeve.title, most: 2).count <= band.rows
    let artists = hasRoom && sleeve.artist != sleeve.title ? artist : []
    return artists.map { ($0, false) } + lines(sleeve.title, most: band.rows - artists.count).map { ($0, true) }
  }

  /// - Returns: the picture with its size in cells.
  private func drawn(_ ready: ReadyPicture, in box: Size, glyphs: Glyphs) -> (Drawn, Size) {
    switch ready.content {
    case .raster(let raster):
      // A cell is twice as high as wide.
      let sides = raster.sides(in: box.columns, box.rows, aspect: 2)
      let drawn = keep(Key(number: ready.number)) { Drawn(picture: Picture(raster, number: ready.number)) }
      return (drawn, Size(columns: sides.width, rows: sides.height))
    case .sleeve(let sleeve):
      let drawn = keep(Key(number: ready.number, box: box)) {
        let blocks = Sleeve.draw(sleeve, columns: box.columns, rows: box.rows)
        let names = blocks.band.map { self.names(of: sleeve, on: $0, glyphs: glyphs) } ?? []
        return Drawn(picture: Picture(blocks.raster, number: ready.number), band: blocks.band, names: names)
      }
      let raster = drawn.picture.raster
      return (drawn, Size(columns: raster.width / 2, rows: raster.height / 2))
    }
  }

  private func keep(_ key: Key, _ draw: () -> Drawn) -> Drawn {
    if let known = drawn[key] { return known }
    if drawn.count >= Self.most { drawn.removeAll() }
    let made = draw()
    drawn[key] = made
    return made
  }
}

extension Colour {
  fileprivate init(_ pixel: Raster.Pixel) { self = .rgb(pixel.red, pixel.green, pixel.blue) }
}

extension TerminalDriver {
  /// The resolution that pictures need; nil where none are shown.
  var pictureResolution: PictureResolution? {
    switch pictureMode {
    case .none: nil
    case .symbols: .blocks
    case .kitty, .kittyOverlay, .iTerm2, .sixel: .pixels(height: cellHeight)
    }
  }
}
