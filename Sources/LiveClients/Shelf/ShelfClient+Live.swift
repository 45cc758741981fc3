internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

extension ShelfClient {
  /// Answers from the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> ShelfClient {
    ShelfClient {
      $0.folders = answering { try await shelves.ask { library in try await library.folders() } }
      $0.copies = answering { request, cursor, limit in
        try await shelves.ask(request) { library, request in
          try await library.copies(request, after: cursor, limit: limit)
        }
      }
      $0.copyCount = answering { request in
        try await shelves.ask(request) { library, request in try await library.copyCount(request) }
      }
      $0.wants = answering { request, cursor, limit in
        try await shelves.ask(request) { library, request in
          try await library.wants(request, after: cursor, limit: limit)
        }
      }
      $0.wantCount = answering { request in
        try await shelves.ask(request) { library, request in try await library.wantCount(request) }
      }
      $0.marks = answering { rows in
        let asked = MarksQuestion(rows)
        if asked.isEmpty { return [:] }
        return try await shelves.ask { library in
          asked.marks(try await library.holdings(of: asked.releases, asked.masters))
        }
      }
      $0.marksWithin = answering { list, rows in
        if rows.isEmpty { return [:] }
        return try await shelves.ask { library in
          let holdings = try await library.holdings(of: rows.map(\.release), rows.compactMap(\.master))
          let marks = rows.map { ($0.wanted.reference, holdings.marks(of: $0, within: list)) }
          return Dictionary(marks.filter { !$0.1.isEmpty }) { first, _ in first }
        }
      }
      $0.copiesOf = answering { release in
        try await shelves.ask { library in try await library.copies(of: release, withRefused: true) }
      }
      $0.wantOf = answering { wanted in try await shelves.ask { library in try await library.want(of: wanted) } }
    }
  }
}

/// The releases and masters of some rows, and the marks that the shelf's holdings give them.
private struct MarksQuestion: Sendable {
  private var rows: [(reference: EntityReference, release: Release.ID?, master: Master.ID?)] = []

  init(_ rows: [CatalogueRow]) {
    for row in rows {
      switch row.reference {
      case .release(let id): self.rows.append((row.reference, id, row.master))
      case .master(let id): self.rows.append((row.reference, nil, id))
      case .artist, .label: break
      }
    }
  }

  var isEmpty: Bool { rows.isEmpty }
  var releases: [Release.ID] { rows.compactMap(\.release) }
  var masters: [Master.ID] { rows.compactMap(\.master) }

  func marks(_ holdings: ShelfHoldings) -> [EntityReference: ShelfMarks] {
    var marks: [EntityReference: ShelfMarks] = [:]
    for row in rows {
      var found = ShelfMarks(wanted: holdings.wanted(row.release, of: row.master))
      if row.release.map(holdings.ownedReleases.contains) ?? false {
        found.owned = .this
      } else if row.master.map(holdings.ownedMasters.contains) ?? false {
        found.owned = row.release == nil ? .this : .another
      }
      if !found.isEmpty { marks[row.reference] = found }
    }
    return marks
  }
}

extension ShelfHoldings {
  /// - Parameter release: nil for the master itself.
  fileprivate func wanted(_ release: Release.ID?, of master: Master.ID?) -> ShelfMarks.Pressing? {
    if release.map(wantedReleases.contains) ?? false { return .this }
    if master.map(whollyWantedMasters.contains) ?? false { return .this }
    return master.map(wantedMasters.contains) ?? false ? .another : nil
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
