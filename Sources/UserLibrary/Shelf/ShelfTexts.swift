internal import GRDB
internal import GRDBSQLite
internal import LibC
internal import SQLiteSupport

/// What narrowing looks through, of all rows of a list, one behind the other: a look through them costs what reading
/// memory costs.
struct ShelfTexts: Sendable {
  /// The numbers of the rows, the lowest first.
  let ids: [Int64]
  let all: RowSet
  /// A byte of zero behind each row.
  private let bytes: [UInt8]
  /// Where each row begins, and where the next would.
  private let starts: [Int]
  /// How often each byte occurs, in some of the rows.
  private let frequencies: [Int]

  /// All rows of a list as they are now; 200,000 take about 50 ms and 30 MB.
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

  /// Where a text has to stand in a row.
  enum Place: Hashable, Sendable {
    case anywhere
    case within(ShelfWordIndex.Part)
    case whole(ShelfWordIndex.Part)
  }

  /// The rows with a text.
  ///
  /// - Parameters:
  ///   - text: folded.
  ///   - candidates: which rows to look at.
  func rows(with text: some StringProtocol, _ place: Place, among candidates: RowSet) -> RowSet {
    rows(with: Array(text.utf8), place, among: candidates)
  }

  /// The rows that say anything in a part: it stands behind the part's sign.
  func rows(having part: ShelfWordIndex.Part, among candidates: RowSet) -> RowSet {
    rows(with: [part.rawValue], .anywhere, among: candidates)
  }

  private func rows(with sought: [UInt8], _ place: Place, among candidates: RowSet) -> RowSet {
    // Memory is looked through for the byte of the text that is rarest here.
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

/// Looks for one text in memory.
private struct TextSearch {
  let bytes: UnsafeRawBufferPointer
  let sought: [UInt8]
  /// The place of its byte that is looked for first.
  let rarest: Int
  let place: ShelfTexts.Place

  /// Where it occurs first, as it has to.
  func first(in range: Range<Int>) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    var next = range.lowerBound + rarest
    // `memmem` is not to be had everywhere.
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
      return offset > 0 && bytes[offset - 1] == part.rawValue && (end == bytes.count || Self.isSign(bytes[end]))
    case .within(let part):
      // The sign that the text around it stands behind.
      var sign = offset - 1
      while sign >= 0, !Self.isSign(bytes[sign]) { sign -= 1 }
      return sign >= 0 && bytes[sign] == part.rawValue
    }
  }

  /// A line break or tab can be in a note.
  private static func isSign(_ byte: UInt8) -> Bool { byte < 0x20 && !(9...13).contains(byte) }
}
