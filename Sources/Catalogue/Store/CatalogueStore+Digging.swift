internal import Digging
public import DiscogsModel
public import RunoutModel
internal import SQLiteSupport
import Wording

public struct DugRows: Hashable, Sendable {
  /// Each row's role says why it is there.
  public var rows: [CatalogueRow] = []
  /// The number of records examined.
  public var looked = 0
  /// Whether a limit left records unexamined.
  public var isCut = false
}

/// A question that takes reading many records.
public enum CatalogueDig: Hashable, Sendable {
  /// The path between two artists over records on which they play, artists and records alternating; empty for none.
  case path(from: Artist.ID, to: Artist.ID)
  /// For a record: its players, and other records they share. For an artist: fellow players, and records these share.
  case company(EntityReference)
  /// The records most like a release.
  case alike(Release.ID)
  /// Shelf records that came out on this day of any year, or up to so many days before or after it; then the roles are
  /// the dates.
  case cameOut(month: Int, day: Int, within: Int = 0)
  /// The releases above a number of what is followed, the newest first.
  case news(of: [Followed], above: Int)
}

extension CatalogueStore {
  /// The most records read for a path: about a second's worth.
  public static let pathCeiling = 4_000

  /// Answers a question, and keeps the latest answers for each catalogue and shelf.
  ///
  /// - Throws: `notFound` for a missing record.
  public func dig(
    _ dig: CatalogueDig, shelf: ShelfContents? = nil, ceiling: Int = pathCeiling
  ) async throws(CatalogueError) -> DugRows {
    let snapshot = snapshot()
    let held = try await ranks(of: shelf, in: snapshot)
    let key = Snapshot.DugKey(dig: dig, shelf: shelf?.version, ceiling: ceiling)
    if let known = snapshot.dug(for: key) { return known }
    return try await snapshot.back().read { access in
      // A page and its count are requested together: the second finds what the first has dug out.
      if let known = snapshot.dug(for: key) { return known }
      let found =
        switch dig {
        case .path(let start, let end): try access.path(from: start, to: end, ceiling: ceiling)
        case .company(let reference): try access.company(of: reference)
        case .alike(let id): try access.alike(try access.present(id), snapshot)
        case .cameOut(let month, let day, let days):
          try access.cameOut(month: month, day: day, within: days, held ?? ShelfRanks())
        case .news(let followed, let number): try access.news(of: followed, above: number, held, snapshot)
        }
      snapshot.keep(found, for: key)
      return found
    }
  }

  /// The years of the records that belong to the list's owner, and the number of records without one.
  public func years(of list: CatalogueList) async throws(CatalogueError) -> (tallies: [YearTally], unknown: Int) {
    try await snapshot().back().read { access in
      let reader = ListReader(list.content, access)
      var years: [Int] = []
      var unknown = 0
      for (index, token) in try reader.own().enumerated() {
        if index & 255 == 0 { try access.cancellation.check() }
        if let year = try access.year(ofRank: reader.rank(token)) { years.append(year) } else { unknown += 1 }
      }
      return (years.tallied(), unknown)
    }
  }
}

extension Reader.Access {
  fileprivate func present(_ id: Release.ID) throws -> Release {
    guard let release = try release(id) else { throw CatalogueError.notFound(.release(id)) }
    return release
  }

  fileprivate func company(of reference: EntityReference) throws -> DugRows {
    switch reference {
    case .release(let id): return try company(of: present(id))
    case .artist(let id):
      guard try artist(id) != nil else { throw CatalogueError.notFound(reference) }
      return try company(of: id)
    case .master(let id):
      guard let key = try master(id)?.keyRelease else { throw CatalogueError.notFound(reference) }
      return try company(of: present(key))
    case .label: throw CatalogueError.notFound(reference)
    }
  }

  fileprivate func path(from start: Artist.ID, to end: Artist.ID, ceiling: Int) throws -> DugRows {
    let graph = ArtistGraph(self, ceiling: ceiling)
    let outcome = try graph.path(from: start.number, to: end.number)
    var found = DugRows()
    found.looked = graph.recordsRead
    switch outcome {
    case .none: break
    case .givenUp: found.isCut = true
    case .found(let steps):
      found.rows.append(try row(of: start))
      for step in steps {
        let next = try row(of: Artist.ID(step.node))
        for var record in try rows([step.edge]) {
          record.role = DigWords.leads(to: Homonym.strip(next.title))
          found.rows.append(record)
        }
        found.rows.append(next)
      }
    }
    return found
  }

  private func row(of artist: Artist.ID) throws -> CatalogueRow {
    CatalogueRow(reference: .artist(artist), title: try name(of: .artist(artist)) ?? "")
  }

  fileprivate func cameOut(month: Int, day: Int, within days: Int, _ shelf: ShelfRanks) throws -> DugRows {
    // Of a leap year, which has all days.
    func number(_ month: Int, _ day: Int) -> Int { CivilDate.days(year: 2000, month: month, day: day) }
    let sought = number(month, day)
    var distances: [EntityReference: Int] = [:]
    var found = DugRows()
    let owned = Set(shelf.owned)
    for rank in owned.union(shelf.wanted).sorted() {
      try cancellation.check()
      guard let release = try readableRelease(ofRank: rank) else { continue }
      found.looked += 1
      let parts = release.released.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3, 1...12 ~= parts[1], 1...31 ~= parts[2] else { continue }
      let gap = abs(number(parts[1], parts[2]) - sought)
      let distance = min(gap, 366 - gap)
      guard distance <= days else { continue }
      for var row in try rows([rank]) {
        row.role = days > 0 ? release.released : owned.contains(rank) ? DigWords.yours : DigWords.wanted
        distances[row.reference] = distance
        found.rows.append(row)
      }
    }
    func key(_ row: CatalogueRow) -> (Int, Int, Int) {
      (distances[row.reference] ?? 0, row.year ?? 0, row.reference.number)
    }
    found.rows.sort { key($0) < key($1) }
    return found
  }
}
