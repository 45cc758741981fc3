import DiscogsJSON
public import DiscogsModel

extension Endpoint where Value == Paged<UserList> {
  /// One page of a user's lists, without their entries. Private lists only for their owner.
  public static func lists(of userName: String, page: PageRequest = .first) -> Endpoint {
    reading(
      "/users/{username}/lists", path: userPath(userName, "lists"), query: page.query, cacheKind: .lists, rows: "lists")
  }
}

extension Endpoint where Value == UserList {
  /// A list with all its entries, on one page.
  public static func list(_ id: UserList.ID) -> Endpoint {
    reading("/lists/{id}", path: "/lists/\(id)", cacheKind: .lists)
  }
}
