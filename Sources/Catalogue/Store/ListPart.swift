public import DiscogsModel
public import RunoutModel
internal import SQLiteSupport

/// A part of a list, chosen from the rows that belong to its owner.
///
/// A label owns the records and series under its name, an artist their own works, and a master all its versions. If
/// there are none of these, the whole list counts.
public enum ListPart: Hashable, Sendable {
  /// Works, or pressings, that are not on the shelf. Another pressing than a listed one may be.
  case missing
  /// Records that came out in these years.
  case years(ClosedRange<Int>)
}

/// The sizes of a part and of its whole.
public struct PartCount: Hashable, Sendable {
  public var rows: Int
  /// The number of the list's rows that belong to its owner.
  public var all: Int
}

extension CatalogueStore {
  /// One page of a part of a list, in the list's order, an artist's discography by year, unless sorted otherwise.
  ///
  /// - Parameter shelf: answers `missing`.
  /// - Throws: `unknownCursor` for a cursor of another list.
  public func rows(
    of part: ListPart, of list: CatalogueList, shelf: ShelfContents? = nil, after cursor: PageCursor? = nil,
    limit: Int = 50
  ) async throws(CatalogueError) -> Page<CatalogueRow> {
    let snapshot = snapshot()
    let after = try cursor.map { cursor throws(CatalogueError) in try Cursor(cursor.token) }
    let held = try await ranks(of: shelf, in: snapshot)
    return try await page(
      in: snapshot, for: .part(list, part, shelf: shelf?.version), after, limit,
      rows: { try ListReader(list.content, $0).rows(Array($1)) }
    ) { access in
      try ListReader(list.content, access).part(
        part, by: list.sort, narrowing: Narrowing(list.narrowing), shelf: held ?? ShelfRanks())
    }
  }

  public func count(
    of part: ListPart, of list: CatalogueList, shelf: ShelfContents? = nil
  ) async throws(CatalogueError) -> PartCount {
    let snapshot = snapshot()
    let held = try await ranks(of: shelf, in: snapshot)
    let key = Snapshot.OrderKey.part(list, part, shelf: shelf?.version)
    return try await snapshot.back().read { access in
      let reader = ListReader(list.content, access)
      let all = try reader.own().count
      if let known = snapshot.order(for: key) { return PartCount(rows: known.entries.count, all: all) }
      let entries = try reader.part(
        part, by: list.sort, narrowing: Narrowing(list.narrowing), shelf: held ?? ShelfRanks())
      snapshot.keep(Snapshot.Order(entries: entries), for: key)
      return PartCount(rows: entries.count, all: all)
    }
  }
}

extension ListReader {
  func part(
    _ part: ListPart, by sort: SortOrder, narrowing: Narrowing, shelf: ShelfRanks
  ) throws -> [UInt32] {
    var buffer: [UInt8] = []
    let owned = Set(shelf.owned)
    let tokens = try own().enumerated().filter { index, token in
      if index & 255 == 0 { try access.cancellation.check() }
      let rank = try rank(token)
      let isIn =
        switch part {
        case .missing: !owned.contains(rank)
        case .years(let years): try access.year(ofRank: rank).map(years.contains) ?? false
        }
      return try isIn && (narrowing.isEmpty || narrowing.matches(rank, access, &buffer))
    }.map(\.element)
    if let key = SortKey(sort.field) ?? orderOfParts {
      return try access.sorted(tokens, by: key, isReversed: sort.isReversed, rank: rank)
    }
    return sort.isReversed ? tokens.reversed() : tokens
  }

  /// The default order; nil for that of the list.
  private var orderOfParts: SortKey? { if case .discography = content { .year } else { nil } }

  /// The entries that belong to the list's owner, in the order of the list.
  func own() throws -> [UInt32] {
    var all: [UInt32] = []
    var works: [UInt32] = []
    try forEach(from: 0) { entry in
      all.append(token(entry))
      if isOwnWork(entry) { works.append(token(entry)) }
      return true
    }
    guard case .labelReleases(let label) = content else { return works.isEmpty ? all : works }
    // Records that credit it only as a company come after all others.
    let end = try all.firstIndexAfterPartition { try isCreditedAsLabel(label, on: rank($0)) }
    return end == 0 ? all : Array(all[..<end])
  }

  private func isOwnWork(_ entry: Entry) -> Bool {
    guard case .discography = content else { return true }
    let section = section(of: entry)
    return section != .appearances && section != .unofficial
  }

  private func isCreditedAsLabel(_ label: Discogs.Label.ID, on rank: Int) throws -> Bool {
    guard case .release(let id)? = try access.reference(ofRank: rank), let release = try access.readable(id) else {
      return true
    }
    return (release.labels + release.series).contains { $0.id == label }
  }
}

extension [UInt32] {
  /// The number of leading elements that satisfy a condition which no later one does.
  fileprivate func firstIndexAfterPartition(_ holds: (UInt32) throws -> Bool) rethrows -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if try holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Reader.Access {
  /// The year shown in the row of a rank; nil for none.
  func year(ofRank rank: Int) throws -> Int? {
    let statement = try statement("SELECT year FROM entry WHERE rank = ?")
    statement.bind(1, rank)
    let known = try statement.next() && !statement.isNull(0) ? statement.integer(0) : nil
    statement.reset()
    return try known ?? keyRelease(ofRank: rank)?.year
  }
}
