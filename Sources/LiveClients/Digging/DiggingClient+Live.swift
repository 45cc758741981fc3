internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension DiggingClient {
  /// Answers from the local catalogue in use, with the shelf where the request needs it.
  static func local(_ sources: SourceSwitch, _ shelves: Shelves) -> DiggingClient {
    @Sendable func shelf(for request: DigRequest) async throws -> ShelfContents? {
      switch request.list {
      case .gaps, .cameOut: try await shelves.contents()
      // What was dug out holds until the shelf changes, where it asks the shelf at all.
      case .news:
        try await shelves.ask { try await $0.followed() }.contains(where: \.asksShelf) ? shelves.contents() : nil
      case .path, .company, .alike, .years, .plays: nil
      }
    }
    @Sendable func question(_ request: DigRequest, _ store: CatalogueStore) async throws -> DigQuestion {
      guard case .news(let month) = request.list else { return try DigQuestion(request) }
      let info = try await store.info()
      guard let start = info.start(ofNewsSince: month) else {
        // The first catalogue of all has nothing to be compared with.
        guard let month else { return .whole(.news(of: [], above: 0)) }
        throw ClientError.refused(NewsWords.unknownMonth(month, first: info.highest.keys.min() ?? info.month))
      }
      return .whole(.news(of: try await shelves.ask { try await $0.followed() }, above: start.highest))
    }
    return DiggingClient {
      $0.rows = sources.answering { store, request, cursor, limit in
        switch try await question(request, store) {
        case .part(let part, let list):
          return try await store.rows(of: part, of: list, shelf: shelf(for: request), after: cursor, limit: limit)
        case .whole(let dig):
          let found = try await store.dig(dig, shelf: shelf(for: request))
          // Few enough for one page.
          return Page(
            rows: RowOrder(sort: request.sort).sorted(RowOrder.narrowed(found.rows, to: request.narrowing)), next: nil)
        }
      }
      $0.count = sources.answering { store, request in
        switch try await question(request, store) {
        case .part(let part, let list):
          let count = try await store.count(of: part, of: list, shelf: shelf(for: request))
          return DigCount(rows: count.rows, all: count.all)
        case .whole(let dig):
          let found = try await store.dig(dig, shelf: shelf(for: request))
          let rows = RowOrder.narrowed(found.rows, to: request.narrowing)
          return DigCount(rows: rows.count, all: found.looked, isCut: found.isCut)
        }
      }
      $0.years = sources.answering { store, owner in
        let years = try await store.years(of: CatalogueList(of: owner))
        return YearCounts(tallies: years.tallies, unknown: years.unknown)
      }
    }
  }

  /// Refuses with a sentence.
  ///
  /// - Parameter dates: the sentence where only dates are missing; nil for the same.
  static func refusing(_ sentence: String, dates: String? = nil) -> DiggingClient {
    @Sendable func refusal(of request: DigRequest) -> ClientError {
      if case .cameOut = request.list { .refused(dates ?? sentence) } else { .refused(sentence) }
    }
    return DiggingClient {
      $0.rows = answering { request, _, _ in throw refusal(of: request) }
      $0.count = answering { request in throw refusal(of: request) }
      $0.years = answering { _ in throw ClientError.refused(sentence) }
    }
  }
}

extension DiggingClient {
  /// The same, with the news found on Discogs.
  func withNewsFound(_ shelves: Shelves, now: @escaping @Sendable () -> Double) -> DiggingClient {
    @Sendable func news(_ request: DigRequest) async throws(ClientError) -> [CatalogueRow]? {
      guard case .news(let month) = request.list else { return nil }
      let time = month.flatMap { FirstDay.ofMonth($0) } ?? now() - 31 * 86_400
      return try await shelves.ask { try await $0.newRecords(since: time) }
    }
    return withLists(news)
  }

  /// The same, with the plays of the shelf, whatever the source.
  func withPlays(_ shelves: Shelves, secondsFromUTC: @escaping @Sendable (Double) -> Int) -> DiggingClient {
    withLists { request async throws(ClientError) in
      guard request.list == .plays else { return nil }
      return try await shelves.ask { try await $0.plays() }.compactMap { play in
        play.facts.map { facts in
          CatalogueRow(
            reference: .release(facts.release), title: facts.title, artist: facts.artist, year: facts.year,
            format: facts.format, label: facts.label, catalogueNumber: facts.catalogueNumber,
            role: CivilTime(Int(play.at) + secondsFromUTC(play.at)).date, master: facts.master)
        }
      }
    }
  }

  /// The same, with lists that are found elsewhere and as a whole.
  ///
  /// - Parameter found: returns nil for other lists.
  private func withLists(
    _ found: @escaping @Sendable (DigRequest) async throws(ClientError) -> [CatalogueRow]?
  ) -> DiggingClient {
    @Sendable func arranged(_ request: DigRequest) async throws(ClientError) -> [CatalogueRow]? {
      try await found(request).map {
        RowOrder(sort: request.sort).sorted(RowOrder.narrowed($0, to: request.narrowing))
      }
    }
    var client = self
    client.rows = { [rows] request, cursor, limit async throws(ClientError) in
      if let rows = try await arranged(request) { return Page(rows: rows, next: nil) }
      return try await rows(request, cursor, limit)
    }
    client.count = { [count] request async throws(ClientError) in
      if let rows = try await arranged(request) { return DigCount(rows: rows.count, all: rows.count) }
      return try await count(request)
    }
    return client
  }
}

private enum FirstDay {
  /// Seconds since 1970; nil for what is no month, such as `2026-10`.
  static func ofMonth(_ text: String) -> Double? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2, (1...12).contains(parts[1]) else { return nil }
    return Double(CivilDate.days(year: parts[0], month: parts[1], day: 1)) * 86_400
  }
}

/// A part of a list, paged by the catalogue, or a dig with all rows at once.
private enum DigQuestion {
  case part(ListPart, CatalogueList)
  case whole(CatalogueDig)

  init(_ request: DigRequest) throws(ClientError) {
    func list(of owner: EntityReference) throws(ClientError) -> CatalogueList {
      try CatalogueList(of: owner, sort: request.sort, narrowing: request.narrowing)
    }
    self =
      switch request.list {
      case .gaps(let owner): .part(.missing, try list(of: owner))
      case .years(let owner, let years): .part(.years(years), try list(of: owner))
      case .path(let start, let end): .whole(.path(from: start, to: end))
      case .company(let reference): .whole(.company(reference))
      case .alike(let id): .whole(.alike(id))
      case .cameOut(let month, let day, let days): .whole(.cameOut(month: month, day: day, within: days))
      // Answered before it comes here, as are the plays.
      case .news, .plays: .whole(.news(of: [], above: .max))
      }
  }
}

extension CatalogueList {
  /// The list that belongs to a record.
  ///
  /// - Throws: `notFound` for a release, which has none.
  fileprivate init(
    of owner: EntityReference, sort: SortOrder = .relevance, narrowing: String = ""
  ) throws(ClientError) {
    let content: Content =
      switch owner {
      case .label(let id): .labelReleases(id)
      case .artist(let id): .discography(id, section: nil)
      case .master(let id): .versions(id)
      case .release: throw .notFound(owner)
      }
    self.init(content, sort: sort, narrowing: narrowing)
  }
}
