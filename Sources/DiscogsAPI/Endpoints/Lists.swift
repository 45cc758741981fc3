import DiscogsJSON
public import DiscogsModel

extension Endpoint {
  public static func lists(of userName: String, page: PageRequest = .first) -> Endpoint where Value == Paged<UserList> {
    reading("/users/\(user: userName)/lists", query: page.query, cacheKind: .lists, rows: "lists")
  }

  public static func list(_ id: UserList.ID) -> Endpoint where Value == UserList {
    reading("/lists/\(id)", cacheKind: .lists)
  }
}
