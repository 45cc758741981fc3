internal import Digging
public import DiscogsModel
public import RunoutModel
internal import SQLiteSupport
import Wording

/// What was dug out of a catalogue as a whole.
public struct DugRows: Hashable, Sendable {
  /// In their order, each with why it is there as its role.
  public var rows: [CatalogueRow] = []
  /// How many records were looked at.
  public var looked = 0
  /// Whether there would have been more to look at.
  public var isCut = false

  public init() {}
}

/// What can be dug out of a catalogue.
public enum CatalogueDig: Hashable, Sendable {
  /// How to get from one artist to another over records on which they play: an artist's row, a record's, and so on; no
  /// rows where there is no way, or none so short that it was found.
  case path(from: Artist.ID, to: Artist.ID)
  /// Who plays on a record, and what else they have played on together; whom an artist has played with, and what else
  /// those have.
  case company(EntityReference)
  /// The records most like a release.
  case alike(Release.ID)
  /// What of the shelf came out on a day of any year.
  case cameOut(month: Int, day: Int)
}

extension CatalogueStore {
  /// So many records are read for a path: about a second's worth.
  public static let pathCeiling = 4_000

  /// Digs something out, once for each catalogue and shelf; what was dug last is still there.
  ///
  /// - Throws: `notFound` for a record that is not there.
  public func dig(
    _ dig: CatalogueDig, shelf: ShelfContents? = nil, ceiling: Int = pathCeiling
  ) async throws(CatalogueError) -> DugRows {
    let snapshot = snapshot()
    let held = try await ranks(of: shelf, in: snapshot)
    let key = Snapshot.DugKey(dig: dig, shelf: shelf?.version, ceiling: ceiling)
    if let known = snapshot.dug(for: key) { return known }
    return try await snapshot.back().read { access in
      // A page and its count are asked for at the same time: who comes second finds what the first has dug out.
      if let known = snapshot.dug(for: key) { return known }
      let found =
        switch dig {
        case .path(let start, let end): try access.path(from: start, to: end, ceiling: ceiling)
        case .company(let reference): try access.company(of: reference)
        case .alike(let id): try access.alike(try access.present(id), snapshot)
        case .cameOut(let month, let day): try access.cameOut(month: month, day: day, held ?? ShelfRanks())
        }
      snapshot.keep(found, for: key)
      return found
    }
  }

  /// The years of what belongs to a list's owner, and how many records have none.
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

  /// The row of an artist, whatever its rank.
  private func row(of artist: Artist.ID) throws -> CatalogueRow {
    CatalogueRow(reference: .artist(artist), title: try name(of: .artist(artist)) ?? "")
  }

  fileprivate func cameOut(month: Int, day: Int, _ shelf: ShelfRanks) throws -> DugRows {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let ending = "-\(padded(month))-\(padded(day))"
    var found = DugRows()
    let owned = Set(shelf.owned)
    for rank in owned.union(shelf.wanted).sorted() {
      try cancellation.check()
      guard let release = try readableRelease(ofRank: rank) else { continue }
      found.looked += 1
      guard release.released.utf8.count == 10, release.released.hasSuffix(ending) else { continue }
      for var row in try rows([rank]) {
        row.role = owned.contains(rank) ? DigWords.yours : DigWords.wanted
        found.rows.append(row)
      }
    }
    found.rows.sort { ($0.year ?? 0, $0.reference.number) < ($1.year ?? 0, $1.reference.number) }
    return found
  }
}
