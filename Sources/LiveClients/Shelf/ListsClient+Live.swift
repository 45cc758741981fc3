internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension ListsClient {
  static func live(_ shelves: Shelves, _ sources: SourceSwitch, _ discogs: DiscogsSource) -> ListsClient {
    ListsClient {
      $0.own = shelves.answering { try await $0.lists() }
      $0.of = answering { user in
        guard sources.can(.people) else { throw ClientError.refused(SourceWords.otherListsNeedLive) }
        return try await discogs.lists(of: user)
      }
      $0.list = shelves.answering { library, id in
        let own = try await library.list(id)
        return own?.entries != nil || !sources.can(.people) ? own : try await discogs.list(id)
      }
    }
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
