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
  case years(ClosedRange<Int>)
}

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
    let held = try await ranks(of: shelf, in: snapshot)
    return try await page(
      in: snapshot, for: .part(list, part, shelf: shelf?.version), cursor, limit,
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
      let entries = try snapshot.order(for: key) {
        try reader.part(part, by: list.sort, narrowing: Narrowing(list.narrowing), shelf: held ?? ShelfRanks())
      }
      return PartCount(rows: entries.count, all: all)
    }
  }
}

extension ListReader {
  func part(_ part: ListPart, by sort: SortOrder, narrowing: Narrowing, shelf: ShelfRanks) throws -> [UInt32] {
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
    return try access.sorted(tokens, by: sort, otherwise: orderOfParts, rank: rank)
  }

  /// The default order; nil for that of the list.
  private var orderOfParts: SortOrder.Field? { if case .discography = content { .year } else { nil } }

  /// The entries that belong to the list's owner, in the order of the list.
  func own() throws -> [UInt32] {
    var all: [UInt32] = []
    var works: [UInt32] = []
    try forEach { entry in
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
    guard let release = try access.readableRelease(ofRank: rank) else { return true }
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
  func year(ofRank rank: Int) throws -> Int? {
    let known = try first("SELECT year FROM entry WHERE rank = ?", rank) { Self.year($0, 0) }
    return try known ?? keyRelease(ofRank: rank)?.year
  }
}
