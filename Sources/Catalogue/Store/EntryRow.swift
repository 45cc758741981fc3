internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

extension Reader.Access {
  /// The rows of ranks, in their order; ranks without a row are left out.
  func rows(_ ranks: [Int]) throws -> [CatalogueRow] {
    let statement = try statement(
      """
      SELECT own.rank, own.reference, own.extra, own.title, own.artist, own.year, own.country, own.format, own.label,
        own.catno, lead.rank, lead.format, lead.label, lead.year
      FROM entry own LEFT JOIN \(Self.keyRelease) WHERE own.rank BETWEEN ? AND ? ORDER BY own.rank
      """)
    var rows: [CatalogueRow] = []
    rows.reserveCapacity(ranks.count)
    var next = 0
    while next < ranks.count {
      // Neighbours are read in one go, as most of a list of popular records are.
      var end = next + 1
      while end < ranks.count, 1...4 ~= ranks[end] - ranks[end - 1] { end += 1 }
      statement.bind(1, ranks[next])
      statement.bind(2, ranks[end - 1])
      while try statement.next() {
        let rank = statement.integer(0)
        while next < end, ranks[next] < rank { next += 1 }
        if next < end, ranks[next] == rank { rows.append(try row(statement)) }
      }
      statement.reset()
      next = end
    }
    return rows
  }

  /// A master's key release, whose facts the master's row shows: it has the next rank.
  private static let keyRelease = """
    entry lead ON own.reference & 3 = 1 AND lead.rank = own.rank + 1 AND lead.reference & 3 = 0
      AND lead.extra = own.reference >> 2
    """

  /// The facts that a master's row takes from its key release; nil for all others.
  func keyRelease(ofRank rank: Int) throws -> (format: String, label: String, year: Int?)? {
    try first(
      "SELECT lead.format, lead.label, lead.year FROM entry own JOIN \(Self.keyRelease) WHERE own.rank = ?", rank
    ) { (try format($0, 0), $0.text(1), Self.year($0, 2)) }
  }

  func reference(ofRank rank: Int) throws -> EntityReference? {
    try first("SELECT reference FROM entry WHERE rank = ?", rank) { Self.reference($0.integer(0)) }
  }

  private func row(_ statement: PreparedStatement) throws -> CatalogueRow {
    let reference = Self.reference(statement.integer(1))
    var row = CatalogueRow(
      reference: reference, title: statement.text(3), artist: statement.text(4),
      year: Self.year(statement, 5), released: Self.date(statement, 5), label: statement.text(8),
      catalogueNumber: statement.text(9))
    row.country = try facetName(statement.integer(6))
    row.format = try format(statement, 7)
    if !statement.isNull(10) {
      row.format = try format(statement, 11)
      row.label = statement.text(12)
      if row.year == nil { row.year = Self.year(statement, 13) }
    }
    switch reference.kind {
    case .release: row.master = statement.isNull(2) ? nil : Master.ID(statement.integer(2))
    case .master, .artist, .label: row.count = statement.integer(2)
    }
    return row
  }

  /// Of a column that has a year or a date.
  static func year(_ statement: PreparedStatement, _ column: Int32) -> Int? {
    if statement.isNull(column) { return nil }
    let stored = statement.integer(column)
    return stored > 9999 ? stored / 10_000 : stored
  }

  private static func date(_ statement: PreparedStatement, _ column: Int32) -> String {
    let stored = statement.isNull(column) ? 0 : statement.integer(column)
    guard stored > 9999 else { return "" }
    let (year, month, day) = (stored / 10_000, stored / 100 % 100, stored % 100)
    let date = PackedReader.date(year: year, month: month, day: day)
    return day == 0 ? String(date.prefix(7)) : date
  }

  private static func reference(_ packed: Int) -> EntityReference {
    EntityReference(Fact.kinds[packed & 3], packed >> 2)
  }
}

extension SortOrder.Field {
  /// The columns to sort by; nil for orders that a catalogue does not have, where lists keep their own.
  var columns: String? {
    switch self {
    case .artist: "artist, title"
    case .title: "title, artist"
    case .year: "year, title"
    case .format: "format"
    case .label: "label, catno"
    case .catalogueNumber: "catno"
    case .relevance, .added, .rating, .price: nil
    }
  }
}

extension Reader.Access {
  /// Sorts elements by a column of their rows, missing values last in either direction; equal ones keep their order.
  ///
  /// - Parameters:
  ///   - field: takes the place of orders that a catalogue does not have; nil to keep the order of the elements.
  ///   - rank: returns the rank of an element.
  func sorted(
    _ ranks: [UInt32], by sort: SortOrder, otherwise field: SortOrder.Field? = nil,
    rank: (UInt32) throws -> Int = { Int($0) }
  ) throws -> [UInt32] {
    guard let key = sort.field.columns == nil ? field : sort.field, let columns = key.columns else {
      return sort.isReversed ? ranks.reversed() : ranks
    }
    var keys = SortKeys(capacity: ranks.count)
    let statement = try statement("SELECT \(columns) FROM entry WHERE rank = ?")
    for (index, value) in ranks.enumerated() {
      if index & 1023 == 0 { try cancellation.check() }
      let rank = try rank(value)
      statement.bind(1, rank)
      if try statement.next() { try append(statement, key, ofRank: rank, to: &keys) } else { keys.appendNothing() }
      statement.reset()
    }
    return keys.order(isReversed: sort.isReversed).map { ranks[$0] }
  }

  private func append(
    _ statement: PreparedStatement, _ key: SortOrder.Field, ofRank rank: Int, to keys: inout SortKeys
  ) throws {
    guard !statement.isNull(0), !(statement.isText(0) && statement.bytes(0).isEmpty) else {
      // A master's row shows its key release's value.
      guard key == .format || key == .label, let shown = try keyRelease(ofRank: rank) else {
        return keys.appendNothing()
      }
      return keys.append(NaturalOrder.key(key == .format ? shown.format : shown.label), "")
    }
    switch key {
    case .artist: keys.append(ShelfOrder.key(artist: statement.text(0)), NaturalOrder.key(statement.text(1)))
    case .title: keys.append(NaturalOrder.key(statement.text(0)), ShelfOrder.key(artist: statement.text(1)))
    case .label: keys.append(NaturalOrder.key(statement.text(0)), NaturalOrder.key(statement.text(1)))
    case .year: keys.append(String(statement.integer(0)), NaturalOrder.key(statement.text(1)))
    case .format: keys.append(NaturalOrder.key(try format(statement, 0)), "")
    case .catalogueNumber: keys.append(NaturalOrder.key(statement.text(0)), "")
    case .relevance, .added, .rating, .price: keys.appendNothing()
    }
  }
}

/// Byte keys in one buffer, and the order they give.
struct SortKeys {
  private struct Entry {
    /// The first eight bytes as a number, which nearly always decides.
    var head: UInt64
    var start: Int32
    var end: Int32
    var index: Int32
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The indices of elements without a key.
  private var without: [Int] = []
  private var count = 0
  /// Longer keys are cut: the order looks the same, and the keys of a million rows stay small.
  private static let limit = 40

  init(capacity: Int) { entries.reserveCapacity(capacity) }

  mutating func appendNothing() {
    without.append(count)
    count += 1
  }

  /// Adds a key of two texts; the second decides where the first are equal.
  mutating func append(_ first: String, _ second: String) {
    let start = bytes.count
    bytes.append(contentsOf: first.utf8.prefix(Self.limit))
    bytes.append(0)
    bytes.append(contentsOf: second.utf8.prefix(Self.limit / 2))
    var head: UInt64 = 0
    for offset in 0..<8 { head = head << 8 | (start + offset < bytes.count ? UInt64(bytes[start + offset]) : 0) }
    entries.append(Entry(head: head, start: Int32(start), end: Int32(bytes.count), index: Int32(count)))
    count += 1
  }

  mutating func order(isReversed: Bool) -> [Int] {
    bytes.withUnsafeBytes { bytes in
      entries.sort { left, right in
        if left.head != right.head { return (left.head < right.head) != isReversed }
        let order = compareBytes(
          UnsafeRawBufferPointer(rebasing: bytes[Int(left.start)..<Int(left.end)]),
          UnsafeRawBufferPointer(rebasing: bytes[Int(right.start)..<Int(right.end)]))
        if order != 0 { return (order < 0) != isReversed }
        return left.index < right.index
      }
    }
    return entries.map { Int($0.index) } + without
  }
}
