internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension ListsClient {
  static func live(_ shelves: Shelves, _ sources: SourceSwitch, _ discogs: DiscogsSource) -> ListsClient {
    ListsClient {
      $0.own = answering { try await shelves.ask { library in try await library.lists() } }
      $0.of = answering { user in
        guard sources.can(.people) else {
          throw ClientError.refused(SourceWords.otherListsNeedLive)
        }
        return try await discogs.lists(of: user)
      }
      $0.list = answering { id in
        let own = try await shelves.ask { library in try await library.list(id) }
        if own?.entries != nil || !sources.can(.people) { return own }
        return try await discogs.list(id)
      }
    }
  }
}

extension CatalogueClient {
  /// Answers the entries of the account's own lists from the library, whichever source is in use, on one page.
  func withOwnLists(_ shelves: Shelves) -> CatalogueClient {
    @Sendable func own(_ request: BrowseRequest) async throws(ClientError) -> [CatalogueRow]? {
      guard case .entries(let id) = request.list else { return nil }
      let list = try await shelves.ask { library in try await library.list(id) }
      return list?.entries.map { RemoteList(request).arranged($0.map { CatalogueRow($0) }) }
    }
    let (browse, browseCount) = (browse, browseCount)
    var client = self
    client.browse = { request, cursor, limit throws(ClientError) in
      if let rows = try await own(request) { return Page(rows: rows, next: nil) }
      return try await browse(request, cursor, limit)
    }
    client.browseCount = { request throws(ClientError) in
      if let rows = try await own(request) { return .exactly(rows.count) }
      return try await browseCount(request)
    }
    return client
  }
}

extension DiscogsSource {
  /// The public lists of a user, ten pages at most; few users have more than one.
  func lists(of user: String) async throws(ClientError) -> [UserList] {
    var lists: [UserList] = []
    var number = 1
    while true {
      let page = try await ask(.lists(of: user, page: PageRequest(number)), absence: .noSuchUser(user))
      lists += page.rows
      guard page.goesOn(after: PageRequest(number)), number < 10 else { return lists }
      number += 1
    }
  }
}
