/// The colours of one sleeve: by genre and decade, varied by the record's seed.
struct Palette {
  var ground: Ink
  /// Four colours to print on it, the main one first.
  var inks: [Ink]

  /// A genre's hues in degrees, the most typical first, and how strong its colours are.
  private typealias Dress = (hues: [Float], strength: Float)

  private static let dresses: [String: Dress] = [
    "Jazz": ([255, 230, 65, 25, 195], 0.13),
    "Electronic": ([300, 200, 330, 170, 270], 0.17),
    "Rock": ([28, 15, 80, 240, 350], 0.15),
    "Hip Hop": ([85, 40, 20, 150, 300], 0.15),
    "Funk / Soul": ([60, 35, 350, 90, 320], 0.17),
    "Classical": ([90, 30, 250, 75, 150], 0.06),
    "Reggae": ([145, 95, 28, 120, 60], 0.17),
    "Folk, World, & Country": ([120, 70, 45, 210, 95], 0.09),
    "Latin": ([40, 20, 180, 350, 100], 0.18),
    "Pop": ([355, 330, 210, 95, 20], 0.17),
    "Blues": ([260, 240, 220, 50, 280], 0.12),
    "Stage & Screen": ([20, 285, 80, 260, 10], 0.12),
    "Children's": ([95, 145, 220, 30, 330], 0.19),
    "Brass & Military": ([28, 85, 250, 30, 140], 0.14),
    "Non-Music": ([220, 90, 30, 160, 300], 0.04),
  ]

  /// The printing of a decade: the lightness of its sleeves, a factor for the strength of colours, and the dark sleeves
  /// in a hundred.
  private static func print(_ year: Int?) -> (lightness: ClosedRange<Float>, strength: Float, dark: Int) {
    switch year ?? 0 {
    case 1...1949: (0.62...0.82, 0.55, 10)
    case 1950...1959: (0.55...0.88, 0.8, 25)
    case 1960...1969: (0.5...0.9, 0.95, 30)
    case 1970...1979: (0.4...0.78, 1, 35)
    case 1980...1989: (0.35...0.85, 1.25, 45)
    case 1990...1999: (0.25...0.7, 1.05, 60)
    case 2000...2009: (0.3...0.92, 0.75, 45)
    case 2010...: (0.35...0.93, 0.85, 40)
    default: (0.4...0.85, 0.9, 40)
    }
  }

  init(_ facts: SleeveFacts) {
    var chance = Chance(facts.seed, "palette")
    let genre = facts.genres.first { Self.dresses[$0] != nil }
    let every: [Float] = [20, 60, 100, 150, 200, 250, 300, 340]
    let dress: Dress = genre.flatMap { Self.dresses[$0] } ?? ((0..<5).map { _ in chance.one(of: every) }, 0.1)
    let print = Self.print(facts.year)
    let base = chance.part(0.9...1.15) * dress.strength * print.strength
    // 55 in 100 begin with another of the genre's hues, so that a shelf of jazz is not all blue.
    let first = chance.happens(in: 45) ? 0 : chance.number(1...dress.hues.count - 1)
    let hues = (0..<dress.hues.count).map { dress.hues[(first + $0) % dress.hues.count] + chance.part(-16...16) }
    let isDark = chance.happens(in: print.dark)
    let isPale = !isDark && chance.happens(in: 35)
    let lightness = isDark ? chance.part(0.16...0.3) : isPale ? chance.part(0.9...0.95) : chance.part(print.lightness)
    let strength = isDark ? base * 0.5 : isPale ? base * 0.22 : base
    ground = Ink(lightness: lightness, strength: strength, hue: hues[0])

    // The inks differ from the ground in lightness, and from each other in hue and lightness.
    let isLight = lightness > 0.58
    let steps: [Float] = isLight ? [0.34, 0.5, 0.24, 0.66] : [0.72, 0.86, 0.58, 0.44]
    inks = zip(steps, [1, 2, 3, 4]).map { step, place in
      Ink(
        lightness: step + chance.part(-0.06...0.06), strength: base * chance.part(0.9...1.3),
        hue: hues[place % hues.count])
    }
    // 30 in 100 have black or white as the second ink, like a cheap print.
    if chance.happens(in: 30) { inks[1] = isLight ? .black : .white }
  }

  /// The paper of a band of words: a middling colour becomes light or dark enough for them.
  func readable(_ ink: Ink) -> Ink {
    0.38...0.6 ~= ink.light ? ink.mixed(with: ink.light > 0.49 ? .white : .black, 0.4) : ink
  }

  /// The colour of words on paper of a lightness.
  func ink(on light: Float) -> Ink {
    light > 0.49 ? Ink.black.mixed(with: inks[0], 0.12) : Ink.white.mixed(with: ground, 0.05)
  }
}
