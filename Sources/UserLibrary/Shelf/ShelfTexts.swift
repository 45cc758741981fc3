internal import GRDB
internal import GRDBSQLite
internal import LibC
internal import SQLiteSupport

/// The search words of all rows of a list in one block: a search costs as much as reading memory.
struct ShelfTexts: Sendable {
  /// The row numbers in ascending order.
  let ids: [Int64]
  let all: RowSet
  /// Each row ends with a zero byte.
  private let bytes: [UInt8]
  /// The beginning of each row, and the end of the last.
  private let starts: [Int]
  /// How often each byte occurs in the first 256 KiB.
  private let frequencies: [Int]

  /// Reads all rows of a list; 200,000 take about 50 ms and 30 MB.
  init(_ database: Database, _ table: ShelfTable) throws {
    var (ids, starts, bytes) = ([Int64](), [0], [UInt8]())
    try database.eachRow(of: "SELECT id, words FROM \(table.rawValue)Words ORDER BY id") { row in
      ids.append(sqlite3_column_int64(row, 0))
      if let text = sqlite3_column_text(row, 1) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(row, 1))))
      }
      bytes.append(0)
      starts.append(bytes.count)
    }
    var all = RowSet(upTo: ids.last ?? 0)
    for id in ids { all.insert(id) }
    var frequencies = Array(repeating: 0, count: 256)
    for byte in bytes.prefix(1 << 18) { frequencies[Int(byte)] += 1 }
    (self.ids, self.all, self.bytes, self.starts, self.frequencies) = (ids, all, bytes, starts, frequencies)
  }

  /// Where a text must stand in a row.
  enum Place: Hashable, Sendable {
    case anywhere
    case within(ShelfWordIndex.Part)
    case whole(ShelfWordIndex.Part)
  }

  /// - Parameters:
  ///   - text: folded.
  ///   - candidates: the rows to search.
  func rows(with text: some StringProtocol, _ place: Place, among candidates: RowSet) -> RowSet {
    rows(with: Array(text.utf8), place, among: candidates)
  }

  /// The rows with any text in a part, found by the part's sign.
  func rows(having part: ShelfWordIndex.Part, among candidates: RowSet) -> RowSet {
    rows(with: [part.rawValue], .anywhere, among: candidates)
  }

  /// The words of artists, titles and labels, and how often each occurs.
  func names() -> [String: Int] {
    let parts = [ShelfWordIndex.Part.artist, .title, .label].map(\.rawValue)
    var counts: [String: Int] = [:]
    bytes.withUnsafeBufferPointer { bytes in
      for first in starts.dropLast() {
        var (start, index) = (first, first)
        while true {
          let byte = bytes[index]
          // Beyond ASCII, folding leaves letters.
          if byte < 0x80, !(0x30...0x39).contains(byte), !(0x61...0x7A).contains(byte) {
            if index > start {
              let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
              counts[String(decoding: word, as: UTF8.self), default: 0] += 1
            }
            start = index + 1
            // A row begins with its names. Other parts follow, or its end.
            if Self.isSign(byte), !parts.contains(byte) { break }
          }
          index += 1
        }
      }
    }
    return counts
  }

  /// Line breaks and tabs can be part of a note.
  fileprivate static func isSign(_ byte: UInt8) -> Bool { byte < 0x20 && !(9...13).contains(byte) }

  private func rows(with sought: [UInt8], _ place: Place, among candidates: RowSet) -> RowSet {
    // Scans for the byte of the text that is rarest here.
    guard let rarest = sought.indices.min(by: { frequencies[Int(sought[$0])] < frequencies[Int(sought[$1])] }) else {
      return candidates
    }
    var found = RowSet(upTo: ids.last ?? 0)
    bytes.withUnsafeBytes { bytes in
      let search = TextSearch(bytes: bytes, sought: sought, rarest: rarest, place: place)
      if candidates.count < ids.count / 8 {
        for row in ids.indices where candidates.contains(ids[row]) {
          if search.first(in: starts[row]..<starts[row + 1] - 1) != nil { found.insert(ids[row]) }
        }
        return
      }
      var (row, offset) = (0, 0)
      while let hit = search.first(in: offset..<bytes.count) {
        while starts[row + 1] <= hit { row += 1 }
        if candidates.contains(ids[row]) { found.insert(ids[row]) }
        offset = starts[row + 1]
      }
    }
    return found
  }
}

private struct TextSearch {
  let bytes: UnsafeRawBufferPointer
  let sought: [UInt8]
  /// The index of the byte in `sought` to scan for.
  let rarest: Int
  let place: ShelfTexts.Place

  /// The first place where the text occurs as `place` requires.
  func first(in range: Range<Int>) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    var next = range.lowerBound + rarest
    // `memmem` does not exist on every system.
    while next < range.upperBound,
      let hit = memchr(start + next, Int32(sought[rarest]), range.upperBound - next)
    {
      next = UnsafeRawPointer(hit) - start + 1
      let offset = next - 1 - rarest
      guard offset + sought.count <= range.upperBound, memcmp(start + offset, sought, sought.count) == 0,
        counts(at: offset)
      else { continue }
      return offset
    }
    return nil
  }

  private func counts(at offset: Int) -> Bool {
    switch place {
    case .anywhere: return true
    case .whole(let part):
      let end = offset + sought.count
      return offset > 0 && bytes[offset - 1] == part.rawValue && (end == bytes.count || ShelfTexts.isSign(bytes[end]))
    case .within(let part):
      // Finds the sign before the text around it.
      var sign = offset - 1
      while sign >= 0, !ShelfTexts.isSign(bytes[sign]) { sign -= 1 }
      return sign >= 0 && bytes[sign] == part.rawValue
    }
  }
}
