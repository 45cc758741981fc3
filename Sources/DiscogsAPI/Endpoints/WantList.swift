import DiscogsJSON
public import DiscogsModel

/// The orders of a want list: accepted, though undocumented.
public enum WantListSortField: String, CaseIterable, Hashable, Sendable {
  case added, artist, label, rating, title, year
}

private let wantName = "/users/{username}/wants/{id}"

extension Endpoint where Value == Paged<Want> {
  /// One page of a want list. Notes come for its owner only.
  public static func wants(
    of userName: String, sorting: Sorting<WantListSortField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/users/{username}/wants", path: userPath(userName, "wants"), query: (sorting?.query ?? []) + page.query,
      cacheKind: .wants, rows: "wants")
  }
}

extension Endpoint where Value == Want? {
  /// Adds a want, or updates the one that is there.
  ///
  /// - Parameter rating: 0 to 5; 0 takes the rating away, nil leaves it.
  public static func want(
    _ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String
  ) -> Endpoint {
    changing(
      wantName, method: .put, path: userPath(userName, "wants/\(release)"), body: wantBody(notes, rating))
  }

  /// Changes a want that is there.
  public static func changeWant(
    _ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String
  ) -> Endpoint {
    changing(
      wantName, method: .post, path: userPath(userName, "wants/\(release)"), body: wantBody(notes, rating))
  }

  private static func wantBody(_ notes: String?, _ rating: Int?) -> RequestBody? {
    notes == nil && rating == nil
      ? nil
      : .json { body in
        body.add("notes", notes)
        body.add("rating", rating)
      }
  }
}

extension Endpoint where Value == Void {
  /// Removes a release from the want list, with its notes.
  public static func removeWant(_ release: Release.ID, of userName: String) -> Endpoint {
    changing(wantName, method: .delete, path: userPath(userName, "wants/\(release)"))
  }
}
