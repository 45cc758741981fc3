internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

extension ShelfClient {
  /// Answers from the shelf that goes with the source in use.
  static func live(_ shelves: Shelves, _ records: RecordSources) -> ShelfClient {
    ShelfClient {
      $0.folders = shelves.answering { try await $0.folders() }
      $0.copies = shelves.answering { try await $0.copies(records.withLookUps($1), after: $2, limit: $3) }
      $0.copyCount = shelves.answering { try await $0.copyCount(records.withLookUps($1)) }
      $0.wants = shelves.answering { try await $0.wants(records.withLookUps($1), after: $2, limit: $3) }
      $0.wantCount = shelves.answering { try await $0.wantCount(records.withLookUps($1)) }
      $0.nearest = shelves.answering { library, list, request in
        let names = try await library.names(on: list)
        for repaired in await Blocking.run({ ShelfSpelling(names).repaired(filter: request.narrowing) }) {
          var other = request
          other.narrowing = repaired
          let asked = try await records.withLookUps(other)
          let count = list == .collection ? try await library.copyCount(asked) : try await library.wantCount(asked)
          if count > 0 { return repaired }
        }
        return ""
      }
      $0.marks = shelves.answering { library, rows in
        let asked = rows.compactMap { row in row.record.map { (reference: row.reference, record: $0) } }
        if asked.isEmpty { return [:] }
        let (releases, masters) = (asked.compactMap(\.record.release), asked.compactMap(\.record.master))
        let holdings = try await library.holdings(of: releases, masters)
        let marks = asked.map { ($0.reference, holdings.marks(of: $0.record.release, of: $0.record.master)) }
        return Dictionary(marks.filter { !$0.1.isEmpty }) { _, last in last }
      }
      $0.marksWithin = shelves.answering { library, list, rows in
        if rows.isEmpty { return [:] }
        let holdings = try await library.holdings(of: rows.map(\.release), rows.compactMap(\.master))
        let marks = rows.map { ($0.wanted.reference, holdings.marks(of: $0, within: list)) }
        return Dictionary(marks.filter { !$0.1.isEmpty }) { first, _ in first }
      }
      $0.copiesOf = shelves.answering { try await $0.copies(of: $1, withRefused: true) }
      $0.placeOf = shelves.answering { try await $0.place(of: $1) }
      $0.wantOf = shelves.answering { try await $0.want(of: $1) }
    }
  }
}

extension CatalogueRow {
  /// A row's release and master, without release for a master's row; nil for artists and labels.
  fileprivate var record: (release: Release.ID?, master: Master.ID?)? {
    switch reference {
    case .release(let id): (id, master)
    case .master(let id): (nil, id)
    case .artist, .label: nil
    }
  }
}

extension ShelfHoldings {
  /// - Parameter release: nil for the master itself.
  fileprivate func wanted(_ release: Release.ID?, of master: Master.ID?) -> ShelfMarks.Pressing? {
    if release.map(wantedReleases.contains) ?? false { return .this }
    if master.map(whollyWantedMasters.contains) ?? false { return .this }
    return master.map(wantedMasters.contains) ?? false ? .another : nil
  }

  /// - Parameter release: nil for the master itself.
  fileprivate func marks(of release: Release.ID?, of master: Master.ID?) -> ShelfMarks {
    var marks = ShelfMarks(wanted: wanted(release, of: master))
    if release.map(ownedReleases.contains) ?? false {
      marks.owned = .this
    } else if master.map(ownedMasters.contains) ?? false {
      marks.owned = release == nil ? .this : .another
    }
    return marks
  }

  /// The marks of a row of one list: other pressings, and the other list.
  fileprivate func marks(of facts: ShelfFacts, within list: ShelfList) -> ShelfMarks {
    switch list {
    case .collection:
      ShelfMarks(
        owned: facts.master.map(severallyOwnedMasters.contains) ?? false ? .another : nil,
        wanted: wanted(facts.release, of: facts.master))
    case .wantList:
      if ownedReleases.contains(facts.release) {
        ShelfMarks(owned: .this)
      } else {
        ShelfMarks(owned: facts.master.map(ownedMasters.contains) ?? false ? .another : nil)
      }
    }
  }
}
