internal import DiscogsModel
internal import GRDBSQLite
internal import LibC
internal import RunoutModel

/// Counts rows by a shared value. Rows must arrive sorted by it.
struct ShelfCounts {
  private let grouping: ShelfGrouping
  /// The groups of whole values, in their order of arrival.
  private var named: [(name: String, count: Int)] = []
  /// The groups of values that are lines of a text.
  private var counts = PieceCounts()
  private var numbers: [Int64: Int] = [:]
  private var unknown = 0

  init(_ grouping: ShelfGrouping) { self.grouping = grouping }

  /// The column to count by; each has an index, except that of plays.
  static func column(of grouping: ShelfGrouping) -> String {
    switch grouping {
    case .artist: "artist"
    case .label: "label"
    case .format: "format"
    case .genre: "genres"
    case .style: "styles"
    case .country: "country"
    case .media: "mediaCondition"
    case .decade, .year: "yearKey"
    case .added: "addedKey"
    case .rating: "ratingKey"
    case .folder: "folder"
    case .played: "playedKey"
    }
  }

  /// The table to count in; for plays, a query without the copies never played.
  static func source(_ table: ShelfTable, of grouping: ShelfGrouping) -> String {
    guard grouping == .played else { return table.rawValue }
    return """
      (SELECT copy.id AS id, CAST(strftime('%Y%m', max(at), 'unixepoch') AS INTEGER) AS playedKey
        FROM play CROSS JOIN copy ON copy.id = play.copy GROUP BY play.copy)
      """
  }

  /// - Parameter row: a statement's row with the value in its first column.
  mutating func add(_ row: OpaquePointer, _ count: Int) {
    switch sqlite3_column_type(row, 0) {
    case SQLITE_TEXT:
      let length = Int(sqlite3_column_bytes(row, 0))
      guard length > 0, let start = sqlite3_column_text(row, 0) else { return unknown += count }
      let text = UnsafeRawBufferPointer(start: start, count: length)
      switch grouping {
      case .genre, .style: counts.add(linesOf: text, count)
      default: add(String(decoding: text, as: UTF8.self), count)
      }
    case SQLITE_INTEGER:
      guard let number = number(of: sqlite3_column_int64(row, 0)) else { return unknown += count }
      numbers[number, default: 0] += count
    default: unknown += count
    }
  }

  /// Counts the rest of this many rows as unknown.
  mutating func addUnknown(upTo all: Int) { unknown = all - numbers.values.reduce(0, +) }

  /// Nil for keys that no version of ours writes.
  private func number(of key: Int64) -> Int64? {
    switch grouping {
    case .decade: (0...9_999).contains(key) ? key / 10 * 10 : nil
    case .year: (0...9_999).contains(key) ? key : nil
    // Negative, to the second: `20201112122452` belongs to 202011.
    case .added: (-99_999_999_999_999...0).contains(key) ? -key / 100_000_000 : nil
    // Five minus the stars.
    case .rating: (0...4).contains(key) ? 5 - key : nil
    default: key
    }
  }

  private mutating func add(_ text: String, _ count: Int) {
    switch grouping {
    case .format:
      var carrier = ShelfFile.Row.carrier(of: text)
      if carrier.isEmpty { unknown += count } else { carrier.withUTF8 { counts.add(linesOf: .init($0), count) } }
    default:
      if let last = named.last, last.name == text {
        named[named.count - 1].count += count
      } else {
        named.append((text, count))
      }
    }
  }

  func groups(folders: [Int64: String]) -> [ShelfGroup] {
    var groups: [ShelfGroup] =
      switch grouping {
      case .folder:
        Self.largestFirst(numbers.map { (folders[$0.key] ?? "", $0.value) }.sorted { $0.0 < $1.0 }).map(group)
      case .played: numbers.sorted { $0.key < $1.key }.map { numbered($0.key, $0.value) }
      case .decade, .year, .added, .rating: numbers.sorted { $0.key > $1.key }.map { numbered($0.key, $0.value) }
      case .media:
        Condition.grades.compactMap { grade in named.first { $0.name == grade }.map(group) }
          + Self.largestFirst(named.filter { !Condition.grades.contains($0.name) }).map(group)
      case .artist, .label, .country: Self.largestFirst(named).map(group)
      case .format, .genre, .style: Self.largestFirst(counts.all.sorted { $0.name < $1.name }).map(group)
      }
    if unknown > 0 {
      let rest = ShelfGroup(name: "", copies: unknown, query: unknownQuery)
      groups.insert(rest, at: grouping == .played ? 0 : groups.count)
    }
    return groups
  }

  /// Groups of equal size keep their order.
  private static func largestFirst(_ counts: [(name: String, count: Int)]) -> [(name: String, count: Int)] {
    // Tens of thousands of groups have only a few sizes, so sorting the sizes is faster.
    let bySize = Dictionary(grouping: counts.indices) { counts[$0].count }
    return bySize.sorted { $0.key > $1.key }.flatMap { $0.value.map { counts[$0] } }
  }

  private func group(_ name: String, _ count: Int) -> ShelfGroup {
    // A grade in a query can also be a range.
    guard grouping != .media, let field = ShelfQuery.Field(rawValue: grouping.rawValue) else {
      return ShelfGroup(name: name, copies: count, query: "media:\"\(name.replacing("\"", with: "\"\""))\"")
    }
    let shown = grouping == .artist || grouping == .label ? ShelfFacts.withoutMarks(name) : name
    return ShelfGroup(name: shown, copies: count, field, is: name)
  }

  private func numbered(_ number: Int64, _ count: Int) -> ShelfGroup {
    switch grouping {
    case .decade: return ShelfGroup(name: "\(number)s", copies: count, query: "year:\(number)..\(number + 9)")
    case .added, .played:
      let month = number % 100
      let name = "\(number / 100)-\(month < 10 ? "0" : "")\(month)"
      return ShelfGroup(name: name, copies: count, query: "\(grouping.rawValue):\(name)")
    case .rating: return ShelfGroup(name: "\(number)", copies: count, query: "rating:\(number)")
    default: return ShelfGroup(name: "\(number)", copies: count, query: "\(grouping.rawValue):\(number)")
    }
  }

  private var unknownQuery: String {
    switch grouping {
    case .decade, .year: "year:none"
    case .added, .played, .rating, .media: "\(grouping.rawValue):none"
    case .artist, .label, .format, .genre, .style, .country, .folder: "\(grouping.rawValue):\"=\""
    }
  }
}

/// Counts texts that are lines of others, without making a string of each.
private final class PieceCounts {
  /// Bytes that are borrowed for a lookup, and owned by a stored key.
  private struct Piece: Hashable {
    let bytes: UnsafeRawBufferPointer

    static func == (left: Self, right: Self) -> Bool {
      guard let one = left.bytes.baseAddress, let other = right.bytes.baseAddress else { return false }
      return left.bytes.count == right.bytes.count && memcmp(one, other, left.bytes.count) == 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
  }

  private var counts: [Piece: Int] = [:]

  deinit { for piece in counts.keys { piece.bytes.deallocate() } }

  var all: [(name: String, count: Int)] { counts.map { (String(decoding: $0.key.bytes, as: UTF8.self), $0.value) } }

  func add(linesOf text: UnsafeRawBufferPointer, _ count: Int) {
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      add(UnsafeRawBufferPointer(rebasing: line), count)
      rest = rest.dropFirst(line.count + 1)
    }
  }

  private func add(_ text: UnsafeRawBufferPointer, _ count: Int) {
    if let index = counts.index(forKey: Piece(bytes: text)) {
      counts.values[index] += count
    } else if !text.isEmpty {
      let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
      kept.copyMemory(from: text)
      counts[Piece(bytes: UnsafeRawBufferPointer(kept))] = count
    }
  }
}
