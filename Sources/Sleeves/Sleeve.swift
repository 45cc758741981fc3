public import Raster

/// Draws records without a picture as they stand in a shop: the sleeve, with the record looking out at the right, unless
/// it is of blocks.
///
///     let facts = SleeveFacts(seed: "master 1", title: "So What", year: 1959, genres: ["Jazz"])
///     let picture = Sleeve.draw(facts, side: 320)
///
/// The same facts give the same picture everywhere. Colours follow genre and decade, the pattern follows the style, the
/// label has its company's colour, and vinyl the colour named by the format; the rest is chance, from the seed.
public enum Sleeve {
  /// The side of a sleeve with its record looking out, as a part of the picture; above it there is nothing.
  public static let side: Float = 0.875
  /// The same with the record half out of it.
  public static let sideIfHalfOut: Float = 0.68

  /// The height of what is drawn, as a part of its width: people, companies and files are square, and a box has its lid
  /// below.
  public static func height(of facts: SleeveFacts) -> Float {
    let medium = Medium(facts)
    guard facts.kind == .record, medium.shape != .file else { return 1 }
    return switch facts.pose {
    case .inSleeve: medium.isBox ? 0.935 : side
    case .halfOut: sideIfHalfOut
    case .alone, .sleeve: 1
    }
  }

  /// - Parameter side: the side of the square picture, in pixels.
  public static func draw(_ facts: SleeveFacts, side: Int) -> Raster {
    var painter = Painter(side: side)
    painter.draw(facts)
    return painter.raster
  }

  /// A picture for a terminal's blocks, four to a cell, with hard edges.
  public struct InBlocks: Sendable {
    /// Two by two pixels for each cell.
    public var raster: Raster
    /// The place of the names, which are left to the terminal: letters of blocks would be most of the sleeve. Nil where
    /// there is no room for it.
    public var band: Band?
  }

  /// Cells of one colour: at the foot of a sleeve for artist and title, on a label for company and year.
  public struct Band: Sendable {
    /// Its first cell, from the top left of the picture.
    public var column = 0
    public var row: Int
    public var columns: Int
    public var rows: Int
    public var paper: Raster.Pixel
    public var ink: Raster.Pixel
  }

  /// - Parameters:
  ///   - columns: the cells across that it must fit into.
  ///   - rows: the cells down.
  public static func draw(_ facts: SleeveFacts, columns: Int, rows: Int) -> InBlocks {
    var facts = facts
    // As much stays free beside and above it as in a picture in pixels.
    let isHalfOut = facts.pose == .halfOut && Medium(facts).shape != .file
    let part = [.alone, .sleeve].contains(facts.pose) ? 1 : isHalfOut ? sideIfHalfOut : side
    let room = min(Float(rows) * (isHalfOut ? part : 1), Float(columns) / 2 * part)
    // All of a record that is half out of its sleeve fits in.
    let high = max(1, Int(room.rounded(isHalfOut ? .down : .toNearestOrAwayFromZero)))
    // Of few blocks, the edge of a record that looks out is a grey stub. A small sleeve has no room for words.
    if facts.pose == .inSleeve { (facts.pose, facts.isNamedBeside) = (.sleeve, facts.isNamedBeside || high < 12) }
    guard facts.kind == .record, facts.pose != .alone else {
      var painter = Painter(inBlocks: (max(1, min(columns, 2 * high)), high))
      painter.draw(facts)
      return InBlocks(raster: painter.raster, band: facts.kind == .record ? painter.labelInBlocks(facts) : nil)
    }
    let wide = 2 * high + (isHalfOut ? Int(2 * Float(high) * Painter.radiusIfHalfOut) + 1 : 0)
    var painter = Painter(inBlocks: (max(1, min(columns, wide)), high))
    let band = painter.recordInBlocks(facts, bandRows: Painter.bandRows(of: high, columns: 2 * high, facts))
    return InBlocks(raster: painter.raster, band: band)
  }

  /// A sleeve that fills all of its room, with a band of so many rows at its foot for what names it.
  public static func drawCard(_ facts: SleeveFacts, columns: Int, rows: Int, bandRows: Int) -> InBlocks {
    var facts = facts
    facts.pose = .sleeve
    var painter = Painter(inBlocks: (max(1, columns), max(1, rows)))
    let band = painter.recordInBlocks(facts, width: Float(columns) / Float(2 * rows), bandRows: bandRows)
    return InBlocks(raster: painter.raster, band: band)
  }
}

extension Painter {
  fileprivate mutating func draw(_ facts: SleeveFacts) {
    switch facts.kind {
    case .record:
      switch facts.pose {
      case .inSleeve, .halfOut: record(facts)
      case .alone: alone(Medium(facts), facts)
      case .sleeve: sleeve(facts, Palette(facts), Place(0, 0), Place(1, 1))
      }
    case .artist: artist(facts)
    case .label: label(facts)
    }
  }

  /// The width of a cassette's card, which is taller than wide.
  private static let card: Float = 0.69

  fileprivate static let radiusIfHalfOut: Float = 0.466

  /// Its sleeve is square, a cassette's too: of few blocks, a narrow card looks like a cover that is cut.
  ///
  /// - Parameter width: the sleeve's.
  fileprivate mutating func recordInBlocks(_ facts: SleeveFacts, width: Float = 1, bandRows rows: Int) -> Sleeve.Band? {
    let palette = Palette(facts)
    if facts.pose == .halfOut { lay(Medium(facts), at: Place(0, 0), 1, isHalfOut: true) }
    let to = Place(width, 1)
    let high = 2 * Float(rows) / Float(side)
    // In the middle of what the band leaves.
    sleeve(facts, palette, Place(0, 0), to, printFrom: Place(0, (1 - high - width) / 2), printSide: width)
    guard rows > 0 else { return nil }
    var chance = Chance(facts.seed, "band")
    // A figure stands on the band, so that has another colour than the ground.
    let isGround = chance.happens(in: 50) && !Pattern.of(facts).isFigure
    let paper = palette.readable(isGround ? palette.ground : palette.inks[0])
    fill(paper, Shape.box(Place(0, 1 - high), to))
    let ink = palette.ink(on: paper.light)
    return Sleeve.Band(
      row: side / 2 - rows, columns: Int(width * Float(side)), rows: rows, paper: paper.pixel, ink: ink.pixel)
  }

  /// The rows of the band for the names, two of a long one. A small sleeve has none.
  fileprivate static func bandRows(of rows: Int, columns: Int, _ facts: SleeveFacts) -> Int {
    guard !facts.isNamedBeside, rows >= 10 else { return 0 }
    let names = facts.artist == facts.title ? [facts.title] : [facts.artist, facts.title]
    return max(2, names.reduce(0) { $0 + ($1.isEmpty ? 0 : $1.count >= columns ? 2 : 1) })
  }

  private mutating func record(_ facts: SleeveFacts) {
    let medium = Medium(facts)
    let palette = Palette(facts)
    // At the bottom of the square, so that a cover on a wall is nearer to its own name than to the one above. A box has
    // its lid below.
    let isHalfOut = facts.pose == .halfOut
    let side = isHalfOut ? Sleeve.sideIfHalfOut : Sleeve.side
    let from = Place(0, medium.isBox && !isHalfOut ? 0.065 : 1 - side)
    var to = from + Place(side, side)
    lay(medium, at: from, side, isHalfOut: isHalfOut)
    switch medium.shape {
    case .cassette:
      to.x = from.x + Self.card * side
      sleeve(facts, palette, from, to, printFrom: Place(from.x - 0.155 * side, from.y))
    case .file: sleeve(facts, palette, Place(0.065, 0.065), Place(0.935, 0.935), corner: 0.12)
    default: sleeve(facts, palette, from, to)
    }
    if medium.isBox { box(palette, from, to) }
  }

  /// Draws the part of the medium that looks out of the sleeve.
  ///
  /// - Parameters:
  ///   - from: the top left of the sleeve.
  ///   - side: of the sleeve; all else has its proportions.
  private mutating func lay(_ medium: Medium, at from: Place, _ side: Float, isHalfOut: Bool) {
    isInSquares = isInBlocks
    defer { isInSquares = false }
    let middle = from + Place(isHalfOut ? 1 : 0.657, 0.5) * side
    // Half out of its sleeve all of its edge is in the picture.
    let radius = (isHalfOut ? Self.radiusIfHalfOut : 0.472) * side
    if isHalfOut, medium.shape == .cassette {
      tray(from + Place(Self.card, 0) * side, from + Place(1.47, 1) * side)
    }
    for number in (0..<medium.count).reversed() {
      let shift = Float(number) * 0.032 * side
      let place = middle - Place(shift, 0)
      switch medium.shape {
      case .record(let hole, let label):
        let scale = side / 0.875
        record(place, radius, medium, hole: hole * scale, label: label * scale)
      case .silver: silver(place, radius)
      case .cassette:
        let start = from + Place(isHalfOut ? 0.8 : 0.57, 0.111) * side
        cassette(start + Place(0, shift), start + Place(0.56 * side - shift, 0.777 * side + shift), medium.label)
      case .file: break
      }
    }
  }

  /// Draws what is in the sleeve, one over the other where it is several, with company and year on the first.
  private mutating func alone(_ medium: Medium, _ facts: SleeveFacts) {
    isInSquares = isInBlocks
    defer { isInSquares = false }
    for number in (0..<medium.count).reversed() {
      let (middle, radius) = place(of: number, of: medium.count)
      switch medium.shape {
      case .record(let hole, let label):
        // As large as words need.
        let label = max(isInBlocks ? Self.labelRadiusInBlocks : 0.2, label)
        record(middle, radius, medium, hole: hole, label: label)
        if number == 0, hole < Self.leastOfLargeHole { inscribe(facts, middle, label, on: medium.label) }
      case .silver:
        silver(middle, radius)
        if number == 0, !isInBlocks { inscribe(facts, middle, radius, on: .white) }
      case .cassette:
        lyingCassette(number, of: medium.count, medium.label)
        if number == 0, !isInBlocks { inscribeCassette(facts, of: medium.count, on: medium.label) }
      case .file: sleeve(facts, Palette(facts), Place(0.065, 0.065), Place(0.935, 0.935), corner: 0.12)
      }
    }
  }

  fileprivate mutating func sleeve(
    _ facts: SleeveFacts, _ palette: Palette, _ from: Place, _ to: Place, corner: Float = 0, printFrom: Place? = nil,
    printSide: Float? = nil
  ) {
    var chance = Chance(facts.seed, "sleeve")
    let whole = clip
    clip = (from, to)
    fill(palette.ground, Shape.box(from, to, corner: corner))
    if facts.isSingle, (facts.year ?? 2000) < 1976, !isInBlocks, chance.happens(in: 45) {
      companySleeve(facts, from, to, &chance)
    } else {
      let start = printFrom ?? from
      let pattern = Pattern.of(facts)
      let side = printSide ?? to.y - from.y
      let end = corner == 0 ? start + Place(side, side) : to
      print(pattern, facts, palette, from: start, to: end)
      if corner > 0 { clear(outside: Shape.box(from, to, corner: corner)) }
      let hasWords = !isInBlocks && !(facts.pose == .sleeve && facts.isNamedBeside)
      if hasWords { words(facts, palette, pattern, from, to, &chance) }
    }
    if !isInBlocks { wear(from, to, corner) }
    clip = whole
  }

  /// A paper sleeve with a round hole, as companies used for all their singles.
  private mutating func companySleeve(_ facts: SleeveFacts, _ from: Place, _ to: Place, _ chance: inout Chance) {
    let medium = Medium(facts)
    let paper = Ink(hex: 0xD9_C7A0).mixed(with: medium.label, 0.25)
    let middle = (from + to) / 2
    fill(paper, Shape.box(from, to))
    let label = medium.label
    switch chance.number(0...2) {
    case 0:
      let width = chance.part(0.1...0.16)
      fill(label) { max(abs($0.y - middle.y) - width, 0 - ($0.x - from.x)) }
    case 1:
      for number in 0..<6 { fill(label, Shape.ring(middle, 0.26 + Float(number) * 0.09, width: 0.03)) }
    default:
      fill(label, Shape.box(from, Place(to.x, from.y + 0.2)))
      fill(label, Shape.box(Place(from.x, to.y - 0.09), to))
    }
    for line in Lettering.lines(facts.label, columns: 14, most: 1) {
      write(line, at: from + Place(0.05, 0.05), square: min(0.014, 0.74 / Float(line.count * 6)), .black)
    }
    fill(paper.mixed(with: .black, 0.35), Shape.disc(middle, 0.235))
    fill(medium.colour, Shape.disc(middle, 0.225))
    fill(label, Shape.disc(middle, 0.2))
    for (number, line) in Lettering.lines(facts.title, columns: 12, most: 2).enumerated() {
      let square = min(0.007, 0.3 / Float(line.count * 6))
      write(
        line, at: Place(middle.x - square * Float(line.count) * 3, middle.y + 0.085 + Float(number) * 0.062),
        square: square, label.light > 0.5 ? .black : .white)
    }
    fill(.black, Shape.disc(middle, 0.07))
  }

  /// Prints artist and title, as far as there is room for them.
  private mutating func words(
    _ facts: SleeveFacts, _ palette: Palette, _ pattern: Pattern, _ from: Place, _ to: Place,
    _ chance: inout Chance
  ) {
    let width = to.x - from.x
    // A card is narrower than its words would need.
    let wanted = width / (width < 0.8 * (to.y - from.y) ? 82 : 118)
    // Without words the whole sleeve is for the pattern, as a band for them would be blank.
    guard isLegible(wanted) else { return }
    let square = whole(wanted)
    let columns = Int((width * 0.9) / (square * 6))
    // Of several works, the first.
    let title = facts.title.split(separator: " / ").first.map(String.init) ?? facts.title
    func titles(_ size: Float, most: Int) -> [[Character]] {
      Lettering.lines(title, columns: Int(Float(columns) / size), most: most)
    }
    // A long word is printed smaller instead of cut, and a long title in a line more.
    let longest = Lettering.plain(title).split(separator: " ").map(\.count).max() ?? 0
    let large = whole(square * 1.5) / square
    let isLong = longest > Int(Float(columns) / large) || titles(large, most: 3).count > 2
    let larger = isLong ? whole(square * 1.1) / square : large
    let titles = titles(larger, most: isLong ? 3 : 2)
    // A record named after its artist says it once.
    let isSelfTitled = Lettering.plain(facts.artist) == Lettering.plain(title)
    let artists = isSelfTitled ? [] : Lettering.lines(facts.artist, columns: columns, most: 2)
    guard !titles.isEmpty || !artists.isEmpty else { return }
    let high = (Float(artists.count) * 10 + Float(titles.count) * 10 * larger) * square
    // At the bottom if the pattern fills the top.
    let isTop = pattern != .letters && pattern != .bars && chance.happens(in: 55)
    let top = isTop ? from.y + width * 0.045 : to.y - high - width * 0.05
    let band = (
      from: Place(from.x, isTop ? from.y : top - width * 0.045),
      to: Place(to.x, isTop ? top + high + width * 0.02 : to.y)
    )
    // On the pattern where that is readable, else on a band of its own.
    var light = self.light(from: band.from, to: band.to)
    // Bars of like lightness have edges all the same, which letters stand across.
    if light.spread > (pattern == .bars ? 0.03 : 0.12) || 0.38...0.6 ~= light.mean || chance.happens(in: 25) {
      let paper = palette.readable(chance.happens(in: 50) ? palette.ground : palette.inks[0])
      if pattern.isFigure {
        let rest = isTop ? (Place(from.x, band.to.y), to) : (from, Place(to.x, band.from.y))
        printWhole(pattern, facts, palette, from: rest.0, to: rest.1)
      }
      fill(paper, Shape.box(band.from, band.to))
      light = (paper.light, 0)
    }
    let ink = palette.ink(on: light.mean)
    var y = top
    for (lines, size) in [(artists, 1), (titles, larger)] {
      for line in lines {
        write(line, at: Place(from.x + width * 0.05, y), square: square * size, ink)
        y += 10 * size * square
      }
    }
  }

  /// Prints a figure again as large as the room beside the band of the words, which would hide a part of it.
  private mutating func printWhole(
    _ pattern: Pattern, _ facts: SleeveFacts, _ palette: Palette, from: Place, to: Place
  ) {
    let before = clip
    defer { clip = before }
    clip = (from, to)
    fill(palette.ground, Shape.box(from, to))
    let start = Place((from.x + to.x - (to.y - from.y)) / 2, from.y)
    print(pattern, facts, palette, from: start, to: start + Place(to.y - from.y, to.y - from.y))
  }

  /// Draws light from the top left, a worn edge, and the opening at the right.
  private mutating func wear(_ from: Place, _ to: Place, _ corner: Float) {
    let shape = Shape.box(from, to, corner: corner)
    shade { place in
      guard shape(place) <= 0 else { return nil }
      let light = (place.x - from.x + place.y - from.y) / (to.x - from.x + to.y - from.y)
      return light < 0.5 ? (.white, 0.07 * (0.5 - light)) : (.black, 0.16 * (light - 0.5))
    }
    fill(.black, opacity: 0.28) { abs(shape($0) + 0.004) - 0.004 }
    guard corner == 0 else { return }
    fill(.black, opacity: 0.18, Shape.box(Place(to.x - 0.016, from.y), to))
  }

  /// Draws the side of a box, and its lid.
  private mutating func box(_ palette: Palette, _ from: Place, _ to: Place) {
    let side = palette.ground.mixed(with: .black, 0.45)
    fill(side, Shape.box(Place(to.x - 0.002, from.y + 0.02), Place(to.x + 0.075, to.y + 0.045)))
    fill(
      side.mixed(with: .black, 0.25), Shape.box(Place(from.x + 0.03, to.y - 0.002), Place(to.x + 0.075, to.y + 0.045)))
    fill(.black, opacity: 0.4, Shape.box(Place(to.x + 0.03, from.y + 0.02), Place(to.x + 0.036, to.y + 0.045)))
  }

  /// Draws a record with the artist's name on its label: no face can be made up.
  fileprivate mutating func artist(_ facts: SleeveFacts) {
    isInSquares = isInBlocks
    defer { isInSquares = false }
    let (middle, label) = (Place(0.5, 0.5), Float(0.24))
    let medium = Medium(SleeveFacts(seed: facts.seed, title: "", label: facts.seed))
    record(middle, 0.48, medium, hole: 0.016, label: label)
    if !isInBlocks { inscribe(nameOf: facts, middle, label, on: medium.label) }
  }

  /// Draws the middle of one of the label's records.
  fileprivate mutating func label(_ facts: SleeveFacts) {
    let middle = Place(0.5, 0.5)
    let ink = Medium.labelColour(facts.title)
    var chance = Chance(facts.seed, "label")
    fill(Ink(hex: 0x15_1517), Shape.disc(middle, 0.48))
    fill(Ink.white, opacity: 0.12, Shape.ring(middle, 0.455, width: 0.008))
    let disc = Shape.disc(middle, 0.43)
    fill(ink, disc)
    let second = chance.happens(in: 50) ? Ink.black : ink.mixed(with: .white, 0.6)
    switch chance.number(0...3) {
    case 0: fill(second, Shape.ring(middle, 0.39, width: 0.03))
    case 1:
      let half = Shape.half(middle, Place(0, 1))
      fill(second) { max(half($0), disc($0)) }
    case 2: fill(second) { max(abs($0.y - 0.5) - 0.1, disc($0)) }
    default: fill(second, Shape.disc(middle, 0.2))
    }
    for (number, line) in Lettering.lines(facts.title, columns: 9, most: 2).enumerated() {
      let square = min(0.017, 0.62 / Float(line.count * 6))
      let place = Place(0.5 - square * (Float(line.count) * 3 - 0.5), 0.16 + Float(number) * 0.14)
      write(line, at: place, square: square, ink.light > 0.5 ? .black : .white)
    }
    fill(.black, Shape.disc(middle, 0.02))
  }
}
