/// Patterns of a terminal's blocks, with large parts and straight edges.
extension Painter {
  /// Squares within squares.
  ///
  /// - Parameter sides: the parts of the room beside a square that are left of it, and above it.
  mutating func squares(_ press: Press, _ chance: inout Chance, at sides: [(left: Float, top: Float)]) {
    let (left, top) = chance.one(of: sides)
    let count = chance.number(2...3)
    let step = 0.8 / Float(count + 1)
    for number in 1...count {
      let room = Float(number) * step
      let from = Place(room * left, room * top)
      fill(press.inks[(number + 1) % 4], press.box(from, from + Place(1 - room, 1 - room)))
    }
  }

  /// Squares of few blocks side by side, some of them left as ground.
  mutating func quilt(_ press: Press, _ chance: inout Chance) {
    let count = chance.number(3...4)
    let step = 1 / Float(count)
    for row in 0..<count {
      for column in 0..<count where chance.happens(in: 75) {
        let from = Place(Float(column), Float(row)) * step
        fill(press.inks[chance.number(0...3)], press.box(from, from + Place(step, step)))
      }
    }
  }

  /// A sun, or half of one, over land in one or two bands; of few blocks it is square.
  mutating func horizon(_ press: Press, _ chance: inout Chance) {
    let land = chance.part(0.55...0.72)
    let (size, left) = (chance.part(0.3...0.45), chance.part(0.1...0.5))
    let top = chance.happens(in: 50) ? land - size * 0.55 : land - size - 0.12
    if isInFewBlocks {
      fill(press.inks[1], press.box(Place(left, top), Place(left + size, top + size)))
    } else {
      isInSquares = true
      fill(press.inks[1], Shape.disc(press.place(left + size / 2, top + size / 2), rounded(press.size * size / 2)))
      isInSquares = false
    }
    fill(press.inks[0], press.box(Place(0, land), Place(1, 1)))
    if chance.happens(in: 60) { fill(press.inks[2], press.box(Place(0, land + (1 - land) / 2), Place(1, 1))) }
  }

  /// Three rounds within one another.
  mutating func target(_ press: Press) {
    isInSquares = true
    for number in 0..<3 {
      let radius = press.size * (0.42 - 0.14 * Float(number))
      fill(press.inks[number], Shape.disc(press.place(0.5, 0.5), rounded(radius)))
    }
    isInSquares = false
  }
}
