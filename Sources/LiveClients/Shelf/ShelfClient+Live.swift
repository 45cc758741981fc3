internal import Clients
internal import DiscogsModel
internal import UserLibrary

extension ShelfClient {
  /// Answers from the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> ShelfClient {
    ShelfClient {
      $0.folders = { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.folders()
        }
      }
      $0.copies = { request, cursor, limit throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.copies(request, after: cursor, limit: limit)
        }
      }
      $0.copyCount = { request throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.copyCount(request) }
      }
      $0.wants = { request, cursor, limit throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.wants(request, after: cursor, limit: limit)
        }
      }
      $0.wantCount = { request throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.wantCount(request) }
      }
      $0.marks = { rows throws(ClientError) in
        let asked = MarksQuestion(rows)
        if asked.isEmpty { return [:] }
        return try await shelves.ask { library throws(LibraryError) in
          asked.marks(try await library.holdings(of: asked.releases, asked.masters))
        }
      }
      $0.copiesOf = { release throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.copies(of: release)
        }
      }
      $0.wantOf = { release throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.want(of: release)
        }
      }
    }
  }
}

/// Which releases and masters some rows are about, and what the shelf's answer means for them.
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
      func pressing(_ releases: Set<Release.ID>, _ masters: Set<Master.ID>) -> ShelfMarks.Pressing? {
        if row.release.map(releases.contains) ?? false { return .this }
        guard row.master.map(masters.contains) ?? false else { return nil }
        return row.release == nil ? .this : .another
      }
      let found = ShelfMarks(
        owned: pressing(holdings.ownedReleases, holdings.ownedMasters),
        wanted: pressing(holdings.wantedReleases, holdings.wantedMasters))
      if !found.isEmpty { marks[row.reference] = found }
    }
    return marks
  }
}
