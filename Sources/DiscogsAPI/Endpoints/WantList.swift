import DiscogsJSON
public import DiscogsModel

/// The orders of a want list: accepted, though undocumented.
public enum WantListSortField: String, CaseIterable, Hashable, Sendable {
  case added, artist, label, rating, title, year
}

extension Endpoint {
  public static func wants(
    of userName: String, sorting: Sorting<WantListSortField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<Want> {
    reading("/users/\(user: userName)/wants", query: .page(page, by: sorting), cacheKind: .wants, rows: "wants")
  }

  public static func want(
    _ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String
  ) -> Endpoint where Value == Want? {
    setting(release, .put, notes, rating, userName)
  }

  public static func changeWant(
    _ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String
  ) -> Endpoint where Value == Want? {
    setting(release, .post, notes, rating, userName)
  }

  private static func setting(
    _ release: Release.ID, _ method: HTTP.Method, _ notes: String?, _ rating: Int?, _ userName: String
  ) -> Endpoint where Value == Want? {
    let body: JSONObject = ["notes": notes.map(JSON.text), "rating": rating.map(JSON.int)]
    return changing(
      "/users/\(user: userName)/wants/\(release)", method: method, body: body.all.isEmpty ? nil : .json(body))
  }

  public static func removeWant(_ release: Release.ID, of userName: String) -> Endpoint where Value == Void {
    changing("/users/\(user: userName)/wants/\(release)", method: .delete)
  }
}
