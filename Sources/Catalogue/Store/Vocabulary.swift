internal import SQLiteSupport

/// The words of the search index, read from the leaves of its one segment as `FullTextSegment` writes them.
///
/// FTS5's own vocabulary table also reads the rows of each word, which for common words are most of a catalogue. A leaf
/// lists its words, and each is followed by its first row: the most popular record that has it.
struct Vocabulary {
  private let access: Reader.Access
  private static let segment = 1

  init(_ access: Reader.Access) { self.access = access }

  /// Calls `body` with each word that begins so, in order, and its most popular record, until it returns false.
  func forEach(beginning: [UInt8], _ body: (_ word: ArraySlice<UInt8>, _ rank: Int) throws -> Bool) throws {
    let start = [Postings.words] + beginning
    let first = try access.statement(
      "SELECT term FROM search_idx WHERE segid = \(Self.segment) AND term <= ? ORDER BY term DESC LIMIT 1")
    var from: [UInt8] = []
    try start.withUnsafeBytes { start in
      first.bindBlob(1, borrowing: start)
      if try first.next() { from = Array(first.bytes(0)) }
      first.reset()
    }
    let pages = try access.statement(
      "SELECT pgno >> 1 FROM search_idx WHERE segid = \(Self.segment) AND term >= ? ORDER BY term")
    try from.withUnsafeBytes { from in
      pages.bindBlob(1, borrowing: from)
      defer { pages.reset() }
      var isBehind = false
      while !isBehind, try pages.next() {
        try access.cancellation.check()
        let number = pages.integer(0)
        try page(number) { page in
          var leaf = Leaf(page)
          while !isBehind, let rank = leaf.next() {
            guard leaf.word.starts(with: start) else {
              isBehind = start.lexicographicallyPrecedes(leaf.word)
              continue
            }
            isBehind = try !body(leaf.word.dropFirst(), rank ?? firstRow(behind: number))
          }
        }
      }
    }
  }

  func rank(of word: [UInt8]) throws -> Int? {
    var found: Int?
    // The exact word is the first of those that begin with it.
    try forEach(beginning: word) { other, rank in
      if other.elementsEqual(word) { found = rank }
      return false
    }
    return found
  }

  private func page<Value>(
    _ number: Int, purpose: String = "vocabulary", _ body: (UnsafeRawBufferPointer) throws -> Value?
  ) throws -> Value? {
    try access.first("SELECT block FROM search_data WHERE id = ?", Self.segment << 37 | number, purpose: purpose) {
      try body($0.bytes(0))
    }
  }

  /// The first row on the next page, for a last word that has none on its own.
  private func firstRow(behind number: Int) throws -> Int {
    // The first statement is still reading the page before.
    let row = try page(number + 1, purpose: "behind") { page -> Int? in
      guard page.count > 4 else { return nil }
      var place = Int(page[0]) << 8 | Int(page[1])
      return place >= 4 ? Leaf.varint(page, &place, page.count) : nil
    }
    return row ?? .max
  }
}

/// A page of a segment, read word by word. Damage ends it early.
private struct Leaf {
  private let page: UnsafeRawBufferPointer
  /// The end of the rows, where the directory of words begins.
  private let end: Int
  private var directory: Int
  private var place = 0
  private var isFirst = true
  /// Includes the mark of its list.
  private(set) var word: [UInt8] = []

  init(_ page: UnsafeRawBufferPointer) {
    self.page = page
    end = page.count < 4 ? page.count : min(page.count, Int(page[2]) << 8 | Int(page[3]))
    directory = end
  }

  /// Moves to the next word and returns its first row, or nil if that is on the next page. Outer nil at the end.
  mutating func next() -> Int?? {
    guard let step = Self.varint(page, &directory, page.count), (0...end).contains(step), step <= end - place else {
      return nil
    }
    place += step
    var index = place
    var shared = 0
    if !isFirst {
      guard let count = Self.varint(page, &index, end), count <= word.count else { return nil }
      shared = count
    }
    isFirst = false
    guard let count = Self.varint(page, &index, end), count >= 0, count <= end - index else { return nil }
    word.removeSubrange(shared...)
    word.append(contentsOf: page[index..<(index + count)])
    index += count
    return .some(Self.varint(page, &index, end))
  }

  /// Nil where there is none before `end`.
  static func varint(_ bytes: UnsafeRawBufferPointer, _ index: inout Int, _ end: Int) -> Int? {
    var value = 0
    for _ in 0..<9 where index < end {
      let byte = bytes[index]
      index += 1
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
