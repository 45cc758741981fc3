import LibC

extension Painter {
  mutating func print(_ pattern: Pattern, _ facts: SleeveFacts, _ palette: Palette, from: Place, to: Place) {
    var chance = Chance(facts.seed, "print")
    let press = Press(
      from: from, size: to.x - from.x, inks: palette.inks, ground: palette.ground, snapped: snapped)
    let pattern = isInBlocks ? pattern.inBlocks(side) : pattern
    isInSquares = isInBlocks && pattern == .stripes
    defer { isInSquares = false }
    switch pattern {
    case .discs: discs(press, &chance)
    case .stripes: stripes(press, &chance)
    case .tiles: tiles(press, &chance)
    case .waves: waves(press, &chance)
    case .letters: letters(press, &chance, facts)
    case .rays: rays(press, &chance)
    case .dots: dots(press, &chance)
    case .bars: bars(press, &chance)
    case .ridges: ridges(press, &chance)
    case .rings: rings(press, &chance)
    case .blocks: blocks(press, &chance)
    case .arcs: arcs(press, &chance)
    case .shards: shards(press, &chance)
    case .portrait: portrait(press, &chance)
    case .moon: moon(press, &chance)
    case .ribbons: ribbons(press, &chance)
    }
  }

  /// The square to print on, with places of its own from (0, 0) to (1, 1).
  struct Press {
    let from: Place
    let size: Float
    let inks: [Ink]
    let ground: Ink
    let snapped: (Place) -> Place

    func place(_ x: Float, _ y: Float) -> Place { snapped(from + Place(x, y) * size) }
    func inner(_ place: Place) -> Place { (place - from) / size }
    func disc(_ x: Float, _ y: Float, _ radius: Float) -> (Place) -> Float { Shape.disc(place(x, y), size * radius) }
    func box(_ from: Place, _ to: Place) -> (Place) -> Float { Shape.box(place(from.x, from.y), place(to.x, to.y)) }
  }

  private mutating func discs(_ press: Press, _ chance: inout Chance) {
    guard !isInBlocks else { return squares(press, &chance, at: [(0.5, 0.5), (0.5, 0.75), (0.5, 0.25), (0.5, 1)]) }
    let middle = press.place(chance.part(0.3...0.7), chance.part(0.3...0.6))
    let count = chance.number(3...5)
    var radius = press.size * chance.part(0.34...0.5)
    for number in 0..<count {
      let shift = Place(chance.part(-0.06...0.06), chance.part(-0.06...0.06)) * press.size
      fill(press.inks[number % 4], Shape.disc(middle + shift, radius))
      radius *= chance.part(0.55...0.78)
    }
    for _ in 0..<chance.number(0...3) {
      let ink = press.inks[chance.number(0...3)]
      fill(ink, press.disc(chance.part(0.05...0.95), chance.part(0.1...0.9), chance.part(0.04...0.1)))
    }
  }

  private mutating func stripes(_ press: Press, _ chance: inout Chance) {
    let angles: [Float] = [0, 0, .pi / 4, -.pi / 4, .pi / 2, .pi / 6]
    // Of blocks a slanted one is a staircase.
    let angle = chance.one(of: isInBlocks ? [0, 0, .pi / 2] : angles)
    let across = Place(sinf(angle), cosf(angle))
    let span: Float = 1.5
    var at = -span / 2
    var number = chance.number(0...3)
    while at < span / 2 {
      let width = chance.part(isInFewBlocks ? 0.14...0.28 : 0.04...0.17)
      // Every third stripe is left as ground.
      if number % 3 != 2 {
        let (from, to) = (at, at + width)
        fill(press.inks[number % 4]) { place in
          let along = ((press.inner(place) - Place(0.5, 0.5)) * across).sum()
          return max(from - along, along - to) * press.size
        }
      }
      at += width
      number += 1
    }
  }

  private mutating func tiles(_ press: Press, _ chance: inout Chance) {
    guard !isInBlocks else { return quilt(press, &chance) }
    let count = chance.number(3...5)
    let step = 1 / Float(count)
    for row in 0..<count {
      for column in 0..<count {
        let (x, y) = (Float(column) * step, Float(row) * step)
        let box = Shape.box(press.place(x, y), press.place(x + step, y + step))
        if chance.happens(in: 55) { fill(press.inks[chance.number(0...3)], box) }
        let ink = press.inks[chance.number(0...3)]
        let corner = press.place(x + (chance.happens(in: 50) ? 0 : step), y + (chance.happens(in: 50) ? 0 : step))
        switch chance.number(0...4) {
        case 0, 1:
          let disc = Shape.disc(corner, step * press.size)
          fill(ink) { max(disc($0), box($0)) }
        case 2: fill(ink, Shape.disc(press.place(x + step / 2, y + step / 2), step * press.size * 0.32))
        case 3:
          let direction = chance.happens(in: 50) ? Place(0.7071, 0.7071) : Place(0.7071, -0.7071)
          let half = Shape.half(press.place(x + step / 2, y + step / 2), direction)
          fill(ink) { max(half($0), box($0)) }
        default: break
        }
      }
    }
  }

  private mutating func waves(_ press: Press, _ chance: inout Chance) {
    let count = chance.number(5...8)
    let (length, shift) = (chance.part(0.8...2.2), chance.part(0...6))
    let height = chance.part(0.03...0.08)
    for number in 0..<count {
      let base = 0.22 + 0.8 * Float(number) / Float(count)
      let phase = shift + Float(number) * chance.part(0.5...0.9)
      fill(press.inks[number % 4].mixed(with: press.ground, number % 2 == 0 ? 0 : 0.25)) { place in
        let inner = press.inner(place)
        return (base + height * sinf(inner.x * length * 6.28 + phase) - inner.y) * press.size
      }
    }
  }

  private mutating func letters(_ press: Press, _ chance: inout Chance, _ facts: SleeveFacts) {
    let words = Lettering.plain(facts.title).split(separator: " ")
    func square(of letters: Int) -> Float {
      press.size * min(0.075, 0.82 / Float(letters * 6 - 1))
    }
    // A word that is cut reads as another one, and where pixels are few, so are letters.
    let word = words.first.flatMap { word in
      chance.happens(in: 45) && word.count < 5 && isLegible(square(of: word.count) / 4) ? Array(word) : nil
    }
    let all = word ?? words.prefix(2).compactMap(\.first)
    let letters = all.isEmpty ? Array(Lettering.plain(facts.artist).prefix(2)) : all
    if chance.happens(in: 40) {
      fill(press.inks[1], Shape.half(press.place(0.5, chance.part(0.35...0.65)), Place(0, 1)))
    }
    let square = square(of: letters.count)
    guard !letters.isEmpty else { return rings(press, &chance) }
    let width = square * Float(letters.count * 6 - 1)
    let left = chance.happens(in: 50) ? press.size * 0.05 : (press.size - width) / 2
    let place = press.from + Place(left, press.size * chance.part(0.07...0.12))
    write(letters, at: place + Place(square, square) * 0.35, square: square, press.inks[2])
    write(letters, at: place, square: square, press.inks[0])
  }

  private mutating func rays(_ press: Press, _ chance: inout Chance) {
    let middle = Place(chance.part(0.2...0.8), chance.part(0.45...1.05))
    let count = Float(chance.number(9...18))
    let turn = chance.part(0...1)
    let (one, other) = (press.inks[0], press.inks[chance.number(1...3)])
    // The parts of a turn from one ray to the next.
    for (ink, from, to) in [(one, Float(0), Float(0.5)), (other, 0.86, 1)] {
      fill(ink) { place in
        let offset = press.inner(place) - middle
        let share = (atan2f(offset.y, offset.x) / 6.283_185 + 1 + turn) * count
        let part = share - share.rounded(.down)
        func beyond(_ part: Float) -> Float { max(from - part, part - to) }
        let far = min(beyond(part), beyond(part - 1), beyond(part + 1))
        return far * 6.283_185 / count * Shape.length(offset) * press.size
      }
    }
    let size = chance.part(0.12...0.24) * press.size
    let at = press.place(middle.x, middle.y)
    fill(press.ground, Shape.disc(at, size * 1.18))
    fill(press.inks[2], Shape.disc(at, size))
  }

  private mutating func dots(_ press: Press, _ chance: inout Chance) {
    let count = chance.number(7...12)
    let step = 1 / Float(count)
    let from = Place(chance.part(-0.2...1.2), chance.part(-0.2...1.2))
    let (one, other) = (press.inks[0], press.inks[2])
    let isShifted = chance.happens(in: 60)
    for row in 0...count {
      for column in 0...count {
        let x = (Float(column) + (isShifted && row % 2 == 1 ? 0.5 : 0)) * step
        let place = Place(x, Float(row) * step)
        let far = min(1, Shape.length(place - from) / 1.2)
        let radius = step * press.size * (0.62 - 0.56 * far)
        guard radius > 0.003 else { continue }
        fill((row + column) % 5 == 0 ? other : one, Shape.disc(press.place(place.x, place.y), radius))
      }
    }
  }

  private mutating func bars(_ press: Press, _ chance: inout Chance) {
    var count = chance.number(5...9)
    var (start, step, width) = (0.1 / Float(count), 1 / Float(count), 0.8 / Float(count))
    if isInBlocks {
      // All of one width, with gaps of a fifth of it.
      let all = max(2, Int((press.size * Float(side)).rounded()))
      count = min(count, all / 2)
      let (unit, gap) = (all / count, max(1, all / count / 5))
      let parts = [(all - unit * count + gap) / 2, unit, unit - gap].map { Float($0) / Float(all) }
      (start, step, width) = (parts[0], parts[1], parts[2])
    }
    let isHanging = chance.happens(in: 30)
    var height = chance.part(0.6...0.9)
    for number in 0..<count {
      // Lower ones would stand behind the title.
      height = min(0.92, max(0.5, height + chance.part(-0.3...0.3)))
      let ink = press.inks[number % 3 == 1 ? 1 : chance.number(0...3)]
      let left = start + Float(number) * step
      let (top, bottom) = isHanging ? (0, height) : (1 - height, 1)
      fill(ink, Shape.box(press.place(left, top), press.place(left + width, bottom)))
    }
  }

  private mutating func ridges(_ press: Press, _ chance: inout Chance) {
    let sky = press.inks[3]
    let ground = press.ground
    shade { place in (ground.mixed(with: sky, 0.55 * (1 - press.inner(place).y)), 1) }
    let sun = press.place(chance.part(0.2...0.8), chance.part(0.2...0.42))
    isInSquares = isInBlocks
    // A black one would be a hole.
    let light = press.inks[1].light < 0.1 ? press.inks[1].mixed(with: sky, 0.5) : press.inks[1]
    fill(light, Shape.disc(sun, rounded(press.size * chance.part(0.08...0.17))))
    isInSquares = false
    let count = chance.number(3...5)
    for number in 0..<count {
      let base = 0.42 + 0.5 * Float(number) / Float(count)
      let phases = (0..<3).map { _ in chance.part(0...6.28) }
      let steep = chance.part(0.04...0.1)
      fill(press.inks[0].mixed(with: press.ground, 0.75 - 0.75 * Float(number + 1) / Float(count))) { place in
        let inner = press.inner(place)
        let shape = sinf(inner.x * 5 + phases[0]) + 0.5 * sinf(inner.x * 11 + phases[1])
        let edge = base + steep * (shape + 0.2 * sinf(inner.x * 29 + phases[2]))
        return (edge - inner.y) * press.size
      }
    }
  }

  private mutating func rings(_ press: Press, _ chance: inout Chance) {
    guard !isInBlocks else { return target(press) }
    let middle = press.place(chance.part(0.25...0.75), chance.part(0.25...0.75))
    let step = chance.part(0.05...0.1) * press.size
    let share = chance.part(0.3...0.65)
    let bright = chance.number(2...6)
    for number in 1..<chance.number(7...16) {
      let (ink, width) = number == bright ? (press.inks[1], 0.8) : (press.inks[0], share)
      fill(ink, Shape.ring(middle, Float(number) * step, width: step * width))
    }
    fill(press.inks[2], Shape.disc(middle, step * 0.55))
  }

  private mutating func blocks(_ press: Press, _ chance: inout Chance) {
    let line = press.size * (chance.happens(in: 50) && !isInBlocks ? 0.022 : 0)
    var boxes = [(from: Place(0, 0), to: Place(1, 1))]
    for _ in 0..<chance.number(isInBlocks ? 3...5 : 4...7) {
      func area(_ index: Int) -> Float {
        let sides = boxes[index].to - boxes[index].from
        return sides.x * sides.y
      }
      guard let largest = boxes.indices.max(by: { area($0) < area($1) }) else { break }
      let (from, to) = boxes.remove(at: largest)
      let share = chance.part(0.28...0.72)
      if to.x - from.x > to.y - from.y || chance.happens(in: 25) {
        let x = from.x + (to.x - from.x) * share
        boxes += [(from, Place(x, to.y)), (Place(x, from.y), to)]
      } else {
        let y = from.y + (to.y - from.y) * share
        boxes += [(from, Place(to.x, y)), (Place(from.x, y), to)]
      }
    }
    for (number, box) in boxes.enumerated() where number % 3 != 2 {
      fill(press.inks[(number + number / 3) % 4], press.box(box.from, box.to))
    }
    guard line > 0 else { return }
    for box in boxes {
      let shape = press.box(box.from, box.to)
      fill(Ink.black) { abs(shape($0)) - line / 2 }
    }
  }

  private mutating func arcs(_ press: Press, _ chance: inout Chance) {
    guard !isInBlocks else { return squares(press, &chance, at: [(0, 0), (1, 0), (0, 1), (1, 1)]) }
    let corner = chance.one(of: [Place(0, 1), Place(1, 1), Place(0.5, 1), Place(0, 0.5), Place(1, 0)])
    let count = chance.number(4...6)
    let width = chance.part(0.08...0.13) * press.size
    var radius = press.size * chance.part(0.7...0.95)
    let gap = chance.happens(in: 40) ? 0.75 as Float : 1
    for number in 0..<count where radius > 0 {
      fill(press.inks[number % 4], Shape.ring(press.place(corner.x, corner.y), radius, width: width * gap))
      radius -= width
    }
    if chance.happens(in: 50) {
      let (x, y) = (1 - corner.x * 0.7 - 0.12, 0.85 - corner.y * 0.6)
      fill(press.inks[1], press.disc(x, y, chance.part(0.07...0.14)))
    }
  }

  private mutating func shards(_ press: Press, _ chance: inout Chance) {
    for number in 0..<chance.number(7...12) {
      let middle = Place(chance.part(0...1), chance.part(0...1))
      let reach = chance.part(0.18...0.55)
      let turn = chance.part(0...6.28)
      let corners = (0..<3).map { corner in
        let angle = turn + Float(corner) * 2.09 + chance.part(-0.5...0.5)
        let far = reach * chance.part(0.35...1)
        return press.place(middle.x + cosf(angle) * far, middle.y + sinf(angle) * far)
      }
      let opacity: Float = chance.happens(in: 30) ? 0.75 : 1
      fill(press.inks[number % 4], opacity: opacity, Shape.triangle(corners[0], corners[1], corners[2]))
    }
  }

  /// A head and shoulders in shades of one ink: faces and hair of other colours look like masks.
  private mutating func portrait(_ press: Press, _ chance: inout Chance) {
    let x = chance.part(0.34...0.68)
    let size = chance.part(0.8...1.2)
    let back = press.inks[chance.number(1...3)]
    switch chance.number(0...3) {
    case 0: fill(back, Shape.disc(press.place(x, 0.45), press.size * 0.37 * size))
    case 1: fill(back, Shape.half(press.place(x, 0), Place(chance.happens(in: 50) ? 1 : -1, 0)))
    case 2:
      shade { place in (press.ground.mixed(with: back, press.inner(place).y), 1) }
    default: break
    }
    let figure = press.inks[0]
    let head = press.place(x, 0.42)
    fill(figure, Shape.disc(press.place(x, 0.98), press.size * 0.33 * size))
    let neck = 0.055 * size
    fill(figure, Shape.box(press.place(x - neck, 0.45), press.place(x + neck, 0.75)))
    let (wide, high) = (0.125 * size * press.size, 0.165 * size * press.size)
    fill(figure) { place in
      let offset = (place - head) / Place(wide, high)
      return (Shape.length(offset) - 1) * wide
    }
    let hair = figure.mixed(with: .black, 0.35)
    let style = chance.number(0...3)
    fill(hair) { place in
      let offset = (place - head) / Place(wide, high)
      let crown = (Shape.length(offset - Place(0, -0.12)) - (style == 0 ? 1.42 : 1.1)) * wide
      let face = (Shape.length(offset - Place(0.12, 0.32)) - 0.98) * wide
      return style == 3 ? 1 : max(crown, -face)
    }
    // Light from one side.
    let side: Float = chance.happens(in: 50) ? 1 : -1
    fill(.white, opacity: 0.16) { place in
      let offset = (place - head) / Place(wide, high)
      let face = (Shape.length(offset) - 0.97) * wide
      let shadow = (Shape.length(offset - Place(side * 0.75, 0.05)) - 1.25) * wide
      return max(face, -shadow)
    }
  }

  private mutating func moon(_ press: Press, _ chance: inout Chance) {
    guard !isInBlocks else { return horizon(press, &chance) }
    let (ground, far) = (press.ground, press.inks[3])
    let turn = chance.part(0.2...0.9)
    shade { place in
      let inner = press.inner(place)
      return (ground.mixed(with: far, inner.y * turn + inner.x * (1 - turn) - 0.25), 1)
    }
    for _ in 0..<chance.number(14...40) {
      fill(press.inks[1], press.disc(chance.part(0...1), chance.part(0...0.8), chance.part(0.003...0.009)))
    }
    let middle = press.place(chance.part(0.3...0.7), chance.part(0.32...0.58))
    let radius = press.size * chance.part(0.17...0.32)
    fill(press.inks[0], Shape.disc(middle, radius))
    let shadow = Shape.disc(middle + Place(chance.part(0.25...0.7), chance.part(-0.4...0.4)) * radius, radius)
    let disc = Shape.disc(middle, radius)
    fill(press.inks[2], opacity: 0.8) { max(disc($0), -shadow($0)) }
    if chance.happens(in: 45) {
      let tilt = chance.part(-0.5...0.5)
      let flat = chance.part(0.16...0.3)
      fill(press.inks[1]) { place in
        let offset = (place - middle) / radius
        let turned = Place(offset.x * cosf(tilt) + offset.y * sinf(tilt), offset.y * cosf(tilt) - offset.x * sinf(tilt))
        let ring = abs(Shape.length(turned / Place(1.6, 1.6 * flat)) - 1) * 0.35 - 0.055
        let behind: Float = turned.y < 0 ? -disc(place) / radius : -1
        return max(ring, behind) * radius
      }
    }
  }

  private mutating func ribbons(_ press: Press, _ chance: inout Chance) {
    for number in 0..<chance.number(3...5) {
      let (start, bend) = (chance.part(0.05...0.9), chance.part(-0.5...0.5))
      let (phase, length) = (chance.part(0...6.28), chance.part(0.7...1.5))
      let width = chance.part(0.03...0.1)
      let isUpright = chance.happens(in: 50)
      fill(press.inks[number % 4], opacity: 0.92) { place in
        let inner = press.inner(place)
        let (along, across) = isUpright ? (inner.y, inner.x) : (inner.x, inner.y)
        let middle = start + bend * along + 0.1 * sinf(along * length * 6.28 + phase)
        let twist = width * (0.35 + 0.65 * abs(cosf(along * length * 4 + phase)))
        return (abs(across - middle) - twist) * press.size
      }
    }
  }
}
