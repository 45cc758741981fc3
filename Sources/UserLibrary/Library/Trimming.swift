extension String {
  /// The text without white space at either end. Nearly all texts have none, and are returned as they are.
  func trimmed() -> String {
    // Looking at letters takes longer than at bytes.
    if let first = utf8.first, let last = utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self }
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
    guard first.properties.isWhitespace || last.properties.isWhitespace else { return self }
    let text = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = text.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(text[...end])
  }

  /// The first of `Notes`, `Notes (2)`, `Notes (3)`, … that is free.
  func numbered(while isTaken: (String) throws -> Bool) rethrows -> String {
    var (candidate, count) = (self, 1)
    while try isTaken(candidate) {
      count += 1
      candidate = "\(self) (\(count))"
    }
    return candidate
  }
}
