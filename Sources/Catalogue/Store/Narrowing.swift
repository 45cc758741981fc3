internal import RunoutModel
internal import SQLiteSupport

/// Words or parts of words that a row must have.
struct Narrowing: Hashable {
  /// Folded, as `TextFolding.appendTokens` leaves them.
  private let words: [[UInt8]]
  /// Typed words without letters or digits, folded: `!!!`.
  private let symbols: [String]

  init(_ text: String) {
    var words: [[UInt8]] = []
    var symbols: [String] = []
    for part in text.split(whereSeparator: \.isWhitespace) {
      let tokens = TextFolding.tokens(String(part))
      if tokens.isEmpty { symbols.append(TextFolding.fold(String(part))) }
      words += tokens.map { Array($0.utf8) }
    }
    (self.words, self.symbols) = (words, symbols)
  }

  var isEmpty: Bool { words.isEmpty && symbols.isEmpty }

  /// - Parameter buffer: memory to reuse from row to row.
  func matches(_ rank: Int, _ access: Reader.Access, _ buffer: inout [UInt8]) throws -> Bool {
    let statement = try access.statement(
      "SELECT title, artist, label, catno, year, country, format FROM entry WHERE rank = ?")
    statement.bind(1, rank)
    defer { statement.reset() }
    guard try statement.next() else { return false }
    let country = try access.facetName(statement.integer(5))
    let format = try access.format(statement, 6)
    buffer.removeAll(keepingCapacity: true)
    for column in 0..<4 as Range<Int32> {
      TextFolding.appendTokens(ofUTF8: statement.bytes(column).bindMemory(to: UInt8.self), to: &buffer)
      buffer.append(0)
    }
    TextFolding.appendTokens(of: country, to: &buffer)
    TextFolding.appendTokens(of: format, to: &buffer)
    for text in try access.keyRelease(ofRank: rank).map({ [$0.label, $0.format] }) ?? [] {
      buffer.append(0)
      TextFolding.appendTokens(of: text, to: &buffer)
    }
    if let year = Reader.Access.year(statement, 4) {
      buffer.append(0)
      buffer.append(contentsOf: String(year).utf8)
    }
    guard words.allSatisfy({ Self.contains(buffer, $0) }) else { return false }
    guard !symbols.isEmpty else { return true }
    let text = TextFolding.fold((0..<4).map { statement.text($0) }.joined(separator: "\n") + "\n" + format)
    return symbols.allSatisfy { text.contains($0) }
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    return text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        for start in 0...(text.count - word.count) where text[start] == first {
          var length = 1
          while length < word.count, text[start + length] == word[length] { length += 1 }
          if length == word.count { return true }
        }
        return false
      }
    }
  }
}
