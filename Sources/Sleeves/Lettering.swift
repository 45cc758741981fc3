/// Letters of five by seven squares, for sleeves of a few hundred pixels.
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

  /// At most `most` lines of at most `columns` letters, broken between words; the rest is left out.
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
    return Array(lines.prefix(most))
  }

  private static let replaced: [Character: String] = {
    let groups = [
      "A": "ÀÁÂÃÄÅĀĂĄǍА", "AE": "ÆÄ", "B": "В", "C": "ÇĆĈĊČС", "D": "ĎĐÐД", "E": "ÈÉÊËĒĔĖĘĚЕЭ", "F": "Ф", "G": "ĜĞĠĢГ",
      "H": "ĤĦН", "I": "ÌÍÎÏĨĪĬĮİИ", "J": "ĴЙ", "K": "ĶК", "L": "ĹĻĽĿŁЛ", "M": "М", "N": "ÑŃŅŇ", "O": "ÒÓÔÕÖØŌŎŐО",
      "P": "ПР", "R": "ŔŖŘ", "S": "ŚŜŞŠ", "SS": "ẞ", "T": "ŢŤŦТ", "TH": "Þ", "U": "ÙÚÛÜŨŪŬŮŰŲУ", "V": "Ѵ", "W": "Ŵ",
      "Y": "ÝŶŸЫ", "Z": "ŹŻŽЗ", "AND": "&",
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
  ]
}

extension Painter {
  /// Writes one line of letters.
  ///
  /// - Parameters:
  ///   - place: its top left.
  ///   - square: the side of one square of a letter; a letter and the gap after it are six wide.
  mutating func write(_ line: [Character], at place: Place, square: Float, _ ink: Ink, opacity: Float = 1) {
    let before = clip
    defer { clip = before }
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
