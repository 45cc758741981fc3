internal import DiscogsModel
internal import Fuzzing
internal import RunoutModel

extension FuzzTarget {
  /// The small readers of single fields: durations, positions, amounts, dates, names, and the keys that rows are sorted
  /// and found by.
  static let texts = FuzzTarget("texts") { bytes in
    let text = bytes.text
    let lines = text.split(separator: "\n").map(String.init)
    if let duration = Playtime.parse(text) { _ = Playtime.format(duration) }
    _ = lines.map { Track(position: $0, title: $0, duration: $0) }.playtime
    let position = Position(text)
    _ = (position.disc, position.discNumber, position.side, position < Position("A1"), Position("A1") < position)
    checkAmounts(lines)
    _ = (NaturalOrder.key(text), NaturalOrder.precedes(text, lines.last ?? ""), ShelfOrder.key(artist: text))
    if let name = PersonName(text) { _ = (name.lastFirst, name.filed) }
    let folded = TextFolding.fold(text)
    precondition(TextFolding.fold(folded) == folded, "folding what is folded changes it")
    _ = (TextFolding.tokens(text), TextFolding.exactKeys(text), SecretShape.looksLikeToken(text))
    if let seconds = PacificTime.seconds(ofExport: text) { _ = PacificTime.text(seconds) }
    _ = PacificTime.export(text)
    _ = ReleaseDate.year(of: text)
  }

  private static func checkAmounts(_ lines: [String]) {
    var sum = DecimalNumber(significand: 0)
    for line in lines {
      guard let number = DecimalNumber(line) else { continue }
      precondition(DecimalNumber(number.description) == number, "“\(line)” is not what it is written as")
      _ = (number.wholeNumber, number.doubleValue, number.rounded(toPlaces: 2).fixed(places: 2, separator: ","))
      _ = Money(number, Currency("EUR")).displayName
      sum = sum.adding(number) ?? sum
    }
  }
}
