/// The record, disc or cassette that looks out of the sleeve.
struct Medium {
  enum Shape: Hashable {
    case record(hole: Float, label: Float)
    case silver
    case cassette
    case file
  }

  var shape: Shape
  var colour: Ink
  /// Transparency, from 0 to 1.
  var clearness: Float = 0
  var label: Ink
  var count: Int
  var isBox: Bool

  init(_ facts: SleeveFacts) {
    let words = facts.descriptions + [facts.freeText]
    let isSingle = words.contains { $0.contains("7\"") }
    switch facts.format {
    case "CD", "CDr", "SACD", "DVD", "DVDr", "Blu-ray", "HDCD", "CDV", "Minidisc", "Laserdisc", "Hybrid":
      shape = .silver
    case "Cassette", "8-Track Cartridge", "4-Track Cartridge", "DAT", "DCC", "VHS", "Reel-To-Reel": shape = .cassette
    case "File", "Memory Stick", "Floppy Disk": shape = .file
    default: shape = .record(hole: isSingle ? 0.07 : 0.012, label: isSingle ? 0.19 : 0.145)
    }
    let found = Self.colour(in: facts.freeText)
    colour = found?.ink ?? (facts.format == "Shellac" ? Ink(hex: 0x2A_1C16) : Ink(hex: 0x15_1517))
    clearness = found?.clearness ?? 0
    label = Self.labelColour(facts.label, words)
    count = min(3, max(1, facts.quantity))
    isBox = facts.format == "Box Set"
  }

  /// The colour of a company's labels, the same on every record; white or plain paper for white labels and test
  /// pressings.
  static func labelColour(_ name: String, _ words: [String] = []) -> Ink {
    if words.contains(where: { $0 == "White Label" || $0 == "Test Pressing" }) { return Ink(hex: 0xEF_ECE2) }
    guard !name.isEmpty else { return Ink(hex: 0xC9_C2B0) }
    var chance = Chance(name, "label")
    return Ink(lightness: chance.part(0.48...0.82), strength: chance.part(0.07...0.2), hue: chance.part(0...360))
  }

  /// The first colour that a format's free text names: `Translucent red`, `Marbled blue/white`.
  static func colour(in text: String) -> (ink: Ink, clearness: Float)? {
    let words = text.lowercased().split { !$0.isLetter }
    let isClear = words.contains { ["clear", "transparent", "translucent", "crystal"].contains($0) }
    guard let ink = words.lazy.compactMap({ colours[String($0)] }).first else {
      return isClear ? (Ink(hex: 0xDD_E4E6), 0.55) : nil
    }
    return (ink, isClear ? 0.3 : 0)
  }

  private static let colours: [String: Ink] = [
    "red": Ink(hex: 0xC3_2128), "blue": Ink(hex: 0x1F_5FB8), "green": Ink(hex: 0x2C_8F4E),
    "yellow": Ink(hex: 0xE8_C431), "orange": Ink(hex: 0xE6_7A22), "purple": Ink(hex: 0x6E_3A9C),
    "violet": Ink(hex: 0x7B_4BB0), "pink": Ink(hex: 0xE5_7AA5), "magenta": Ink(hex: 0xC2_2F86),
    "white": Ink(hex: 0xEE_ECE6), "grey": Ink(hex: 0x8A_8C90), "gray": Ink(hex: 0x8A_8C90),
    "brown": Ink(hex: 0x6B_4226), "gold": Ink(hex: 0xC2_9B3F), "silver": Ink(hex: 0xB4_B8BD),
    "turquoise": Ink(hex: 0x2F_B5AE), "cream": Ink(hex: 0xE9_DFC4), "bone": Ink(hex: 0xE4_DCC8),
    "amber": Ink(hex: 0xD9_8A2B), "lilac": Ink(hex: 0xB9_9AD0), "aqua": Ink(hex: 0x5C_C5CF),
    "maroon": Ink(hex: 0x6E_1F2B), "beige": Ink(hex: 0xD8_C7A3),
  ]
}

extension Painter {
  mutating func record(_ middle: Place, _ radius: Float, _ medium: Medium, hole: Float, label: Float) {
    let isDark = medium.colour.light < 0.3
    let isSingle = hole >= Self.leastOfLargeHole
    let (radius, label, hole) = (rounded(radius), rounded(label), rounded(hole))
    // In blocks black would not show on black.
    let colour = isDark && isInBlocks ? Ink(hex: 0x2E_2F35) : medium.colour
    fill(colour, opacity: 1 - medium.clearness, Shape.disc(middle, radius))
    light(middle, radius, isDark: isDark, label: label)
    fill(medium.label, Shape.disc(middle, label))
    // A line thinner than a block would be specks.
    if !isInBlocks { fill(Ink.black, opacity: 0.35, Shape.ring(middle, label * 0.72, width: 0.006)) }
    // A block is larger than the hole of most records, and would make a nut of it.
    guard !isInBlocks || isSingle else { return }
    fill(Ink.black, opacity: isSingle ? 1 : 0.85, Shape.disc(middle, hole))
  }

  /// Draws the light on the grooves, in two wedges as under a lamp, and the edge, so that black shows on black.
  private mutating func light(_ middle: Place, _ radius: Float, isDark: Bool, label: Float) {
    let groove = isDark ? Ink.white : Ink.black
    let isInBlocks = isInBlocks
    shade { place in
      let offset = place - middle
      let distance = Shape.length(offset)
      // In blocks the edge is no line of its own.
      guard distance < radius * (isInBlocks ? 1 : 0.97), distance > label + 0.01 else { return nil }
      let along = (offset.x * 0.62 + offset.y * -0.78) / max(0.000_1, distance)
      let shine = max(0, abs(along) - 0.82) / 0.18
      let ridge: Float = !isInBlocks && Int(distance * 160) % 4 == 0 ? 0.5 : 1
      return (groove, (0.05 + (isInBlocks ? 0.2 : 0.32) * shine * shine) * ridge)
    }
    // In blocks a row of steps.
    guard !isInBlocks else { return }
    fill(isDark ? Ink(hex: 0x6A_6C72) : Ink.black, opacity: isDark ? 0.9 : 0.3, Shape.ring(middle, radius, width: 0.01))
  }

  /// Draws a silver disc, its colours changing around it as light does.
  mutating func silver(_ middle: Place, _ radius: Float) {
    let (radius, hole) = (rounded(radius), rounded(isInBlocks ? 0.03 : 0.055))
    shade { place in
      let offset = place - middle
      let distance = Shape.length(offset)
      guard distance < radius, distance > hole else { return nil }
      if distance < 0.12 { return (Ink(hex: 0xD5_D9DE), 0.75) }
      let turn = (offset.x * offset.y) / max(0.000_1, distance * distance)
      let hue = 200 + 300 * turn + 90 * distance
      let shine = abs(offset.x * 0.7 - offset.y * 0.7) / max(0.000_1, distance)
      return (Ink(lightness: 0.72 + 0.2 * shine, strength: 0.05, hue: hue), 1)
    }
    // In blocks a row of steps.
    if !isInBlocks { fill(Ink(hex: 0x8E_9298), opacity: 0.8, Shape.ring(middle, radius, width: 0.008)) }
  }

  /// Draws the half of an open case that the cassette lies in.
  mutating func tray(_ from: Place, _ to: Place) {
    fill(Ink(hex: 0x3A_3C42), Shape.box(from, to, corner: 0.02))
    let edge = Place(0.008, 0.008)
    fill(Ink(hex: 0x1C_1D21), Shape.box(from + edge, to - edge, corner: 0.016))
  }

  mutating func cassette(_ from: Place, _ to: Place, _ label: Ink) {
    fill(Ink(hex: 0x2B_2C31), Shape.box(from, to, corner: 0.02))
    let size = to - from
    let inset = Place(size.x * 0.12, size.y * 0.08)
    let middle = (from + to) / 2
    fill(label, Shape.box(from + inset, to - inset, corner: 0.012))
    fill(Ink(hex: 0x2B_2C31), Shape.box(middle - Place(0.06, 0.19), middle + Place(0.06, 0.19), corner: 0.05))
    for offset in [Float(-0.125), 0.125] {
      fill(Ink.white, Shape.ring(middle + Place(0, offset), 0.035, width: 0.018))
    }
  }
}

/// Records and cassettes drawn alone, with words on the label of the first.
extension Painter {
  /// As a part of the picture's side: as large as words of the terminal need.
  static let labelRadiusInBlocks: Float = 0.26
  /// The least radius of a large hole, such as a single's.
  static let leastOfLargeHole: Float = 0.03
  /// From one of several records that are drawn alone to the next.
  static let stepOfRecords: Float = 0.04

  func place(of number: Int, of count: Int) -> (middle: Place, radius: Float) {
    let radius = 0.495 - Self.stepOfRecords * Float(count - 1) / 2
    return (Place(radius + 0.005 + Self.stepOfRecords * Float(count - 1 - number), 0.5), radius)
  }

  /// The top left of a cassette that lies alone, and its size.
  private func placeOfCassette(_ number: Int, of count: Int) -> (from: Place, size: Place) {
    let others = Self.stepOfRecords * Float(count - 1)
    let step = Self.stepOfRecords * Float(count - 1 - number)
    return (Place(0.01 + step, 0.2 + (step - others / 2) * 0.7), Place(0.98 - others, (0.98 - others) * 0.63))
  }

  /// The window in a cassette's label, in parts of its height. In blocks both words stand above it.
  private var window: (top: Float, height: Float) { isInBlocks ? (0.5, 0.24) : (0.34, 0.21) }

  /// Draws one of several cassettes as they lie on a table.
  mutating func lyingCassette(_ number: Int, of count: Int, _ label: Ink) {
    let (from, size) = placeOfCassette(number, of: count)
    func part(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float, corner: Float) -> (Place) -> Float {
      Shape.box(from + Place(left, top) * size, from + Place(right, bottom) * size, corner: corner * size.x)
    }
    let (body, edge) = (Ink(hex: 0x2B_2C31), Ink(hex: 0x4A_4C53))
    fill(edge, part(0, 0, 1, 1, corner: 0.04))
    fill(body, part(0.01, 0.016, 0.99, 0.984, corner: 0.034))
    fill(edge, part(0.22, 0.82, 0.78, 0.984, corner: 0.01))
    fill(label, part(0.07, 0.1, 0.93, 0.74, corner: 0.02))
    let (top, height) = window
    fill(body, part(0.2, top, 0.8, top + height, corner: 0.07))
    fill(Ink(hex: 0x5A_4636), part(0.42, top + 0.04, 0.58, top + height - 0.04, corner: 0.01))
    for along in [Float(0.31), 0.69] {
      let middle = from + Place(along, top + height / 2) * size
      let reel = 0.045 * size.x
      fill(.white, isInBlocks ? Shape.disc(middle, reel) : Shape.ring(middle, reel, width: 0.02 * size.x))
    }
  }

  private func cassetteLabelInBlocks(_ medium: Medium) -> Sleeve.Band? {
    let (from, size) = placeOfCassette(0, of: medium.count)
    /// How many rows there are above a part of its height.
    func row(_ part: Float) -> Float { (from.y + part * size.y) * Float(side) / 2 }
    // The edge may go through a row's first block as far as its middle, and through its last one from there.
    let (top, end) = (Int((row(0.1) - 0.25).rounded(.up)), Int((row(window.top) + 0.25).rounded(.down)))
    let (column, columns) = ((from.x + 0.07 * size.x) * Float(side), Int(0.86 * size.x * Float(side)) - 1)
    let rows = 2
    guard columns >= 6, top + rows <= end else { return nil }
    return Sleeve.Band(
      column: Int(column.rounded(.up)), row: top, columns: columns, rows: rows, paper: medium.label.pixel,
      ink: Self.ink(on: medium.label).pixel)
  }

  /// Writes company and year above and below the window of a cassette's label.
  mutating func inscribeCassette(_ facts: SleeveFacts, of count: Int, on paper: Ink) {
    let (from, size) = placeOfCassette(0, of: count)
    for (text, height) in [(facts.label, Float(0.22)), (facts.year.map(String.init) ?? "", 0.645)] {
      inscribe(
        text, letters: 14, around: from + Place(0.5, height) * size, width: 0.78 * size.x, widest: 0.84 * size.x,
        square: min(0.011, 0.1 * size.y / 7), Self.ink(on: paper))
    }
  }

  /// Writes a line of words around a place.
  ///
  /// - Parameters:
  ///   - width: to be as wide as this, in squares of at most `square`.
  ///   - widest: wider it is left out: a square is of whole pixels, at least two.
  private mutating func inscribe(
    _ text: String, letters: Int, around middle: Place, width: Float, widest: Float = .infinity, square: Float,
    _ ink: Ink
  ) {
    guard let line = Lettering.lines(text, columns: letters, most: 1).first else { return }
    let square = whole(min(square, width / Float(line.count * 6)))
    guard isLegible(square), Float(line.count * 6) * square <= widest else { return }
    write(line, around: middle, square: square, ink)
  }

  private mutating func write(_ line: [Character], around middle: Place, square: Float, _ ink: Ink) {
    write(line, at: middle - Place(Float(line.count) * 3 - 0.5, 3.5) * square, square: square, ink)
  }

  private static func ink(on paper: Ink) -> Ink { paper.light > 0.5 ? .black : .white }

  /// Writes an artist's name above and below the hole of a label, in letters of one size; nothing where it is too long.
  mutating func inscribe(nameOf facts: SleeveFacts, _ middle: Place, _ radius: Float, on paper: Ink) {
    let whole = Lettering.plain(facts.title).filter { $0 != " " }
    let lines = (9...14).lazy.map { Lettering.lines(facts.title, columns: $0, most: 2) }
      .first { $0.joined().filter { $0 != " " } == Array(whole) }
    guard let lines, let longest = lines.map(\.count).max() else { return }
    // Not of whole pixels: two for each square would be too wide for most names.
    let square = min(0.012, 1.5 * radius / Float(6 * longest))
    for (line, height) in zip(lines, [Float(-0.42), 0.42]) {
      write(line, around: middle + Place(0, radius * height), square: square, Self.ink(on: paper))
    }
  }

  /// Writes company and year above and below the hole of a label.
  mutating func inscribe(_ facts: SleeveFacts, _ middle: Place, _ radius: Float, on paper: Ink) {
    for (text, height) in [(facts.label, Float(-0.5)), (facts.year.map(String.init) ?? "", 0.42)] {
      inscribe(
        text, letters: 9, around: middle + Place(0, radius * height), width: 1.5 * radius, square: 0.009,
        Self.ink(on: paper))
    }
  }

  /// The part of a label that has room for words, of a record or cassette that is drawn alone; nil where that is small,
  /// or has a large hole.
  func labelInBlocks(_ facts: SleeveFacts) -> Sleeve.Band? {
    let medium = Medium(facts)
    if case .cassette = medium.shape { return cassetteLabelInBlocks(medium) }
    guard case .record(let hole, _) = medium.shape, hole < Self.leastOfLargeHole else { return nil }
    let radius = rounded(Self.labelRadiusInBlocks) * Float(side)
    /// As wide as the label is where so many rows in its middle end.
    func columns(_ rows: Int) -> Int { 2 * Int(max(0, radius * radius - Float(rows * rows)).squareRoot()) }
    let isOdd = side / 2 % 2 == 1
    guard let rows = (isOdd ? [3, 1] : [2]).first(where: { columns($0) >= 6 }) else { return nil }
    let columns = columns(rows)
    let (first, paper) = (place(of: 0, of: medium.count).middle.x * Float(side), medium.label)
    return Sleeve.Band(
      column: Int(first.rounded()) - columns / 2, row: (side / 2 - rows) / 2, columns: columns, rows: rows,
      paper: paper.pixel, ink: Self.ink(on: paper).pixel)
  }
}
