extension Colour {
  /// The nearest colour a terminal of `count` colours has: of 256, 16 or 8, or the default where there are fewer.
  ///
  /// Terminals choose the first 16 themselves; nearness is reckoned by what xterm shows.
  public func reduced(to count: Int) -> Colour {
    guard let index = index.map(Int.init), index >= count || count < 8 else { return self }
    if count < 8 { return .default }
    if index < 16 { return .palette(UInt8(index - 8)) }
    let wanted = Colour.components(index)
    let candidates = 0..<(count >= 16 ? 16 : 8)
    let nearest = candidates.min { distance(wanted, Colour.first16[$0]) < distance(wanted, Colour.first16[$1]) }
    return .palette(UInt8(nearest ?? 7))
  }

  private typealias Components = (red: Int, green: Int, blue: Int)

  private static let first16: [Components] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]

  private static func components(_ index: Int) -> Components {
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let place = index - 16
    return (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
  }

  private func distance(_ one: Components, _ other: Components) -> Int {
    let (red, green, blue) = (one.red - other.red, one.green - other.green, one.blue - other.blue)
    return red * red + green * green + blue * blue
  }
}
