/// Letters of five by seven squares, Latin, Cyrillic and Greek, for sleeves of a few hundred pixels.
enum Lettering {
  /// The text in capitals and digits; accents are dropped, and characters without a letter left out.
  static func plain(_ text: String) -> [Character] {
    var plain: [Character] = []
    for character in text.uppercased() {
      if letters[character] != nil {
        plain.append(character)
      } else if character == " " || character == "-" || character == "/" || character == "–" {
        if plain.last != " ", !plain.isEmpty { plain.append(" ") }
      } else {
        plain += replaced[character].map(Array.init) ?? []
      }
    }
    while plain.last == " " { plain.removeLast() }
    return plain
  }

  /// At most `most` lines of at most `columns` letters, broken between words; the rest is left out, with the small words
  /// that led to it.
  static func lines(_ text: String, columns: Int, most: Int) -> [[Character]] {
    var lines: [[Character]] = []
    for word in plain(text).split(separator: " ") {
      let word = Array(word.prefix(columns))
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += [" "] + word
      } else {
        lines.append(word)
      }
    }
    guard lines.count > most else { return lines }
    var words = lines.prefix(most).map { $0.split(separator: " ") }
    while let word = words.last?.last, leading.contains(String(word)) {
      words[words.count - 1].removeLast()
      if words.last?.isEmpty == true { words.removeLast() }
    }
    // A title of such words alone stays.
    return words.isEmpty ? Array(lines.prefix(most)) : words.map { Array($0.joined(separator: " ")) }
  }

  private static let leading: Set = ["A", "AND", "AT", "BY", "FOR", "FROM", "IN", "OF", "ON", "THE", "TO", "WITH"]

  private static let replaced: [Character: String] = {
    let groups = [
      // Of Cyrillic and Greek only letters of the same shape.
      "A": "ÀÁÂÃÄÅĀĂĄǍАΑΆ", "AE": "ÆÄ", "B": "ВΒ", "C": "ÇĆĈĊČС", "D": "ĎĐÐ", "E": "ÈÉÊËĒĔĖĘĚЕΕΈ", "G": "ĜĞĠĢ",
      "H": "ĤĦНΗΉ", "I": "ÌÍÎÏĨĪĬĮİІΙΊΪ", "J": "ĴЈ", "K": "ĶКΚ", "L": "ĹĻĽĿŁ", "M": "МΜ", "N": "ÑŃŅŇΝ",
      "O": "ÒÓÔÕÖØŌŎŐОΟΌ", "P": "РΡ", "R": "ŔŖŘ", "S": "ŚŜŞŠЅ", "SS": "ẞ", "T": "ŢŤŦТΤ", "TH": "Þ", "U": "ÙÚÛÜŨŪŬŮŰŲ",
      "V": "Ѵ", "W": "Ŵ", "X": "ХΧ", "Y": "ÝŶŸУΥΎΫ", "Z": "ŹŻŽΖ", "AND": "&", "Г": "Γ", "П": "Π", "Ф": "Φ", "Ω": "Ώ",
    ]
    var replaced: [Character: String] = [:]
    for (plain, letters) in groups.sorted(by: { $0.key < $1.key }) {
      for letter in letters where replaced[letter] == nil { replaced[letter] = plain }
    }
    return replaced
  }()

  /// The rows of each letter from the top, with the leftmost square in bit 4.
  fileprivate static let letters: [Character: [UInt8]] = [
    "A": [14, 17, 17, 31, 17, 17, 17], "B": [30, 17, 17, 30, 17, 17, 30], "C": [14, 17, 16, 16, 16, 17, 14],
    "D": [30, 17, 17, 17, 17, 17, 30], "E": [31, 16, 16, 30, 16, 16, 31], "F": [31, 16, 16, 30, 16, 16, 16],
    "G": [14, 17, 16, 23, 17, 17, 14], "H": [17, 17, 17, 31, 17, 17, 17], "I": [14, 4, 4, 4, 4, 4, 14],
    "J": [7, 2, 2, 2, 2, 18, 12], "K": [17, 18, 20, 24, 20, 18, 17], "L": [16, 16, 16, 16, 16, 16, 31],
    "M": [17, 27, 21, 21, 17, 17, 17], "N": [17, 25, 21, 19, 17, 17, 17], "O": [14, 17, 17, 17, 17, 17, 14],
    "P": [30, 17, 17, 30, 16, 16, 16], "Q": [14, 17, 17, 17, 21, 18, 13], "R": [30, 17, 17, 30, 20, 18, 17],
    "S": [15, 16, 16, 14, 1, 1, 30], "T": [31, 4, 4, 4, 4, 4, 4], "U": [17, 17, 17, 17, 17, 17, 14],
    "V": [17, 17, 17, 17, 17, 10, 4], "W": [17, 17, 17, 21, 21, 27, 17], "X": [17, 17, 10, 4, 10, 17, 17],
    "Y": [17, 17, 10, 4, 4, 4, 4], "Z": [31, 1, 2, 4, 8, 16, 31], "0": [14, 17, 19, 21, 25, 17, 14],
    "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 6, 8, 16, 31], "3": [14, 17, 1, 6, 1, 17, 14],
    "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14], "6": [14, 16, 16, 30, 17, 17, 14],
    "7": [31, 1, 2, 4, 4, 4, 4], "8": [14, 17, 17, 14, 17, 17, 14], "9": [14, 17, 17, 15, 1, 1, 14],
    "Б": [31, 16, 16, 30, 17, 17, 30], "Г": [31, 16, 16, 16, 16, 16, 16], "Ґ": [1, 31, 16, 16, 16, 16, 16],
    "Д": [6, 10, 10, 10, 10, 31, 17], "Ё": [10, 0, 31, 16, 30, 16, 31], "Є": [14, 17, 16, 28, 16, 17, 14],
    "Ж": [21, 21, 14, 4, 14, 21, 21], "З": [14, 17, 1, 6, 1, 17, 14], "И": [17, 17, 19, 21, 25, 17, 17],
    "Й": [14, 0, 17, 19, 21, 25, 17], "Ї": [10, 0, 14, 4, 4, 4, 14], "Л": [7, 9, 9, 9, 9, 9, 17],
    "П": [31, 17, 17, 17, 17, 17, 17], "Ў": [14, 0, 17, 10, 4, 4, 4], "Ф": [4, 14, 21, 21, 21, 14, 4],
    "Ц": [18, 18, 18, 18, 18, 31, 1], "Ч": [17, 17, 17, 15, 1, 1, 1], "Ш": [21, 21, 21, 21, 21, 21, 31],
    "Щ": [21, 21, 21, 21, 21, 31, 1], "Ъ": [24, 8, 8, 14, 9, 9, 14], "Ы": [17, 17, 17, 29, 19, 19, 29],
    "Ь": [16, 16, 16, 30, 17, 17, 30], "Э": [14, 17, 1, 7, 1, 17, 14], "Ю": [18, 21, 21, 29, 21, 21, 18],
    "Я": [15, 17, 17, 15, 5, 9, 17], "Δ": [4, 4, 10, 10, 17, 17, 31], "Θ": [14, 17, 17, 31, 17, 17, 14],
    "Λ": [4, 4, 10, 10, 17, 17, 17], "Ξ": [31, 0, 0, 14, 0, 0, 31], "Σ": [31, 16, 8, 4, 8, 16, 31],
    "Ψ": [21, 21, 21, 14, 4, 4, 4], "Ω": [14, 17, 17, 17, 10, 10, 27],
  ]
}

extension Painter {
  /// Whether letters of such squares are any in the picture's pixels, not a smear.
  func isLegible(_ square: Float) -> Bool { square * Float(side) >= (isInBlocks ? 0.99 : 1.2) }

  /// The nearest square of two or more whole pixels: others make strokes of two widths. In blocks it stays as it is.
  func whole(_ square: Float) -> Float {
    isInBlocks ? square : max(2, (square * Float(side)).rounded()) / Float(side)
  }

  /// Writes one line of letters.
  ///
  /// - Parameters:
  ///   - place: its top left.
  ///   - square: the side of one square of a letter; a letter and the gap after it are six wide.
  mutating func write(_ line: [Character], at place: Place, square: Float, _ ink: Ink, opacity: Float = 1) {
    guard isLegible(square) else { return }
    let before = clip
    defer { clip = before }
    let pixels = Float(side)
    let place = isInBlocks ? place : Place((place.x * pixels).rounded(), (place.y * pixels).rounded()) / pixels
    for (number, letter) in line.enumerated() {
      guard let rows = Lettering.letters[letter] else { continue }
      let corner = Place(place.x + Float(number) * 6 * square, place.y)
      let end = corner + Place(5, 7) * square
      clip = (
        Place(max(before.from.x, corner.x), max(before.from.y, corner.y)),
        Place(min(before.to.x, end.x), min(before.to.y, end.y))
      )
      guard clip.from.x < clip.to.x, clip.from.y < clip.to.y else { continue }
      shade { at in
        let inside = (at - corner) / square
        let (column, row) = (Int(inside.x), Int(inside.y))
        guard 0..<5 ~= column, 0..<7 ~= row, rows[row] & (16 >> column) != 0 else { return nil }
        return (ink, opacity)
      }
    }
  }
}
