extension String {
  /// The text without white space at either end. Nearly all texts have none, and are returned as they are.
  func trimmed() -> String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
    guard first.properties.isWhitespace || last.properties.isWhitespace else { return self }
    let text = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = text.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(text[...end])
  }
}
