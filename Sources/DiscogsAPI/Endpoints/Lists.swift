import DiscogsJSON
public import DiscogsModel

extension Endpoint where Value == Paged<UserList> {
  /// One page of a user's lists, without their entries. Private lists only for their owner.
  public static func lists(of userName: String, page: PageRequest = .first) -> Endpoint {
    reading("/users/{username}/lists", path: userPath(userName, "lists"), query: page.query, cacheKind: .lists) {
      json throws(DecodingFailure) in
      try Paged(json, "lists") { row throws(DecodingFailure) in try UserList(row) }
    }
  }
}

extension Endpoint where Value == UserList {
  /// A list with all its entries, on one page.
  public static func list(_ id: UserList.ID) -> Endpoint {
    reading("/lists/{id}", path: "/lists/\(id)", cacheKind: .lists) {
      json throws(DecodingFailure) in try UserList(json)
    }
  }
}
