internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension NewsClient {
  static func live(_ service: NewsService) -> NewsClient {
    let shelves = service.shelves
    return NewsClient {
      $0.followed = shelves.answering { try await $0.followed() }
      $0.follow = shelves.answering {
        try service.check($1)
        return try await $0.follow($1)
      }
      $0.unfollow = shelves.answering { try await $0.unfollow($1) }
      $0.look = shelves.translate.answering { try await service.look(isForced: $0, $1) }
      $0.untold = shelves.answering { try await $0.untold($1) }
      $0.setTold = shelves.answering { try await $0.setTold($1, at: service.now()) }
    }
  }
}

/// Looks on Discogs for new records of followed subjects.
struct NewsService: Sendable {
  /// How long a look holds, in seconds.
  private static let day: Double = 86_400

  let shelves: Shelves
  let records: RecordSources
  let discogs: DiscogsSource
  /// Seconds since 1970.
  let now: @Sendable () -> Double

  func look(isForced: Bool, _ report: MarketReport) async throws {
    // A catalogue says by itself what is new.
    guard records.inUse.can(.refresh) else { return }
    let library = try await shelves.current()
    let due = try await library.followedToLook(before: isForced ? .infinity : now() - Self.day)
    var hindrance: ClientError?
    for (number, look) in due.enumerated() {
      report(MarketProgress(done: number, total: due.count))
      if Task.isCancelled { throw ClientError.cancelled }
      do { try await self.look(look, library) } catch {
        let error = shelves.translate(error)
        // One list that Discogs cannot give must not keep the others from being looked at.
        guard error.isOfOneList else { throw error }
        hindrance = error
      }
    }
    if let hindrance { throw hindrance }
  }

  /// - Throws: `refused` for a search that Discogs cannot answer.
  func check(_ followed: Followed) throws(ClientError) {
    guard records.inUse.can(.refresh), case .search = followed.subject else { return }
    if FollowedList(followed.subject) == nil { throw .refused(NewsWords.needsCatalogue) }
  }

  private func look(_ last: FollowedLook, _ library: Library) async throws {
    guard let list = FollowedList(last.followed.subject) else { return }
    let first: Paged<CatalogueRow>
    do { first = try await page(1, of: list) } catch {
      guard error.isAbsence else { throw error }
      // Discogs has deleted it, or does not understand it: there is nothing new.
      return try await library.note(last, new: [], at: now())
    }
    // A record that came as another went leaves the number as it was.
    let isSame = first.total == last.items && first.rows.allSatisfy { last.known.contains($0.reference.shorthand) }
    guard !isSame else { return try await library.note(last, new: [], at: now()) }
    var rows = first.rows
    var number = 1
    while number < min(first.pages, FollowedList.mostPages) {
      if Task.isCancelled { throw ClientError.cancelled }
      number += 1
      rows += try await page(number, of: list).rows
    }
    var look = FollowedLook(last.followed, items: first.total)
    var new: [CatalogueRow] = []
    for row in rows where look.known.insert(row.reference.shorthand).inserted {
      if last.items != nil, !last.known.contains(row.reference.shorthand) { new.append(row) }
    }
    // What a long list does not show now may come back, and is not new then.
    look.known.formUnion(last.known)
    try await library.note(look, new: new, at: now())
  }

  private func page(_ number: Int, of list: FollowedList) async throws(ClientError) -> Paged<CatalogueRow> {
    try await discogs.requestOfMany(
      list.endpoint(PageRequest(number)), isForced: true, lane: .background, absence: .refused(""))
  }
}

extension ClientError {
  fileprivate var isOfOneList: Bool {
    switch self {
    case .server, .unreadable, .forbidden: true
    default: false
    }
  }

  fileprivate var isAbsence: Bool {
    switch self {
    case .notFound, .refused: true
    default: false
    }
  }
}

/// The list of what is followed, as Discogs can be asked for it.
private enum FollowedList {
  case list(RemoteList)
  case search(RemoteQuery)

  /// The most pages read of a list: a search on Discogs ends after as many.
  static let mostPages = 100

  /// Nil for what has no list: a release, and a search that only a catalogue answers.
  init?(_ subject: Followed.Subject) {
    switch subject {
    case .record(.artist(let id)): self = .list(RemoteList(BrowseRequest(.discography(id, section: nil))))
    case .record(.label(let id)): self = .list(RemoteList(BrowseRequest(.labelReleases(id))))
    case .record(.master(let id)): self = .list(RemoteList(BrowseRequest(.versions(id))))
    case .record(.release): return nil
    case .search(let query):
      if query.asksShelf || query.asksRunout || query.asksRole { return nil }
      self = .search(RemoteQuery(query, kind: .release))
    }
  }

  func endpoint(_ page: PageRequest) -> Endpoint<Paged<CatalogueRow>> {
    switch self {
    case .list(let list): list.endpoint(sorted: false, page: page)
    case .search(let query):
      Endpoint<Paged<SearchResult>>.search(query.criteria, page: page).map { found in
        var page = found.map(\.row)
        page.rows = found.rows.filter(query.allows).map(\.row)
        return page
      }
    }
  }
}
