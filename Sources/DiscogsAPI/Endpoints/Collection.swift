import DiscogsJSON
public import DiscogsModel

/// The orders of a collection.
public enum CollectionSortField: String, CaseIterable, Hashable, Sendable {
  case label, artist, title, format, rating, added, year
  /// The catalogue number.
  case catalogueNumber = "catno"
}

/// The path of one copy, which every change of it names.
public struct InstancePlace: Hashable, Sendable {
  /// The owner.
  public var userName: String
  /// The folder the copy is in.
  public var folder: CollectionInstance.Folder.ID
  /// The release it is a copy of.
  public var release: Release.ID
  /// The copy itself.
  public var instance: CollectionInstance.ID

  /// Creates an instance place.
  public init(
    userName: String, folder: CollectionInstance.Folder.ID, release: Release.ID, instance: CollectionInstance.ID
  ) {
    self.userName = userName
    self.folder = folder
    self.release = release
    self.instance = instance
  }

  var path: String {
    userPath(userName, "collection/folders/\(folder)/releases/\(release)/instances/\(instance)")
  }

  static let name = "/users/{username}/collection/folders/{id}/releases/{id}/instances/{id}"
}

/// The place of a field's value in the request: the documentation says the query, working clients use the body.
public enum FieldValueForm: Hashable, Sendable {
  case body, query
}

private let foldersName = "/users/{username}/collection/folders"
private let folderName = "/users/{username}/collection/folders/{id}"

extension Endpoint where Value == [CollectionInstance.Folder] {
  /// All folders of the owner; of another user's public collection only `Folder.all`.
  public static func folders(of userName: String) -> Endpoint {
    reading(foldersName, path: userPath(userName, "collection/folders"), cacheKind: .collection) {
      json throws(DecodingFailure) in
      try Paged(json, "folders") { row throws(DecodingFailure) in try CollectionInstance.Folder(row) }.rows
    }
  }
}

extension Endpoint where Value == CollectionInstance.Folder {
  /// One folder with the number of its copies. Other than `all`, for its owner only.
  public static func folder(_ id: CollectionInstance.Folder.ID, of userName: String) -> Endpoint {
    reading(folderName, path: userPath(userName, "collection/folders/\(id)"), cacheKind: .collection)
  }
}

extension Endpoint where Value == CollectionInstance.Folder? {
  /// Creates a folder. Doing it twice creates two.
  public static func makeFolder(named name: String, of userName: String) -> Endpoint {
    changing(
      foldersName, method: .post, path: userPath(userName, "collection/folders"), body: .json { $0.add("name", name) },
      isIdempotent: false)
  }

  /// Renames a folder; not the folders 0 and 1.
  public static func rename(
    folder id: CollectionInstance.Folder.ID, to name: String, of userName: String
  ) -> Endpoint {
    changing(
      folderName, method: .post, path: userPath(userName, "collection/folders/\(id)"),
      body: .json { $0.add("name", name) })
  }
}

extension Endpoint where Value == Paged<CollectionInstance> {
  /// One page of the copies in a folder; of another user's public collection only in `Folder.all`.
  public static func collection(
    of userName: String, folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.all,
    sorting: Sorting<CollectionSortField>? = nil, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      folderName + "/releases", path: userPath(userName, "collection/folders/\(folder)/releases"),
      query: (sorting?.query ?? []) + page.query, cacheKind: .collection, readInstances)
  }

  /// Every copy of one release. None owned may be answered with no rows or with 404.
  public static func copies(
    of release: Release.ID, inCollectionOf userName: String, page: PageRequest = .first
  ) -> Endpoint {
    reading(
      "/users/{username}/collection/releases/{id}", path: userPath(userName, "collection/releases/\(release)"),
      query: page.query, cacheKind: .collection, readInstances)
  }

  private static let readInstances: @Sendable (JSONValue) throws(DecodingFailure) -> Paged<CollectionInstance> = {
    json throws(DecodingFailure) in
    try Paged(json, "releases") { row throws(DecodingFailure) in try CollectionInstance(row) }
  }
}

extension Endpoint where Value == CollectionInstance.ID? {
  /// Adds a copy. Doing it twice adds two.
  public static func add(
    _ release: Release.ID, to folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.uncategorised,
    of userName: String
  ) -> Endpoint {
    changing(
      folderName + "/releases/{id}", method: .post,
      path: userPath(userName, "collection/folders/\(folder)/releases/\(release)"), isIdempotent: false
    ) { json throws(DecodingFailure) in CollectionInstance.ID(try json.requireNumber("instance_id")) }
  }
}

extension Endpoint where Value == Void {
  /// Deletes a folder, which must be empty; not the folders 0 and 1.
  public static func delete(folder id: CollectionInstance.Folder.ID, of userName: String) -> Endpoint {
    changing(folderName, method: .delete, path: userPath(userName, "collection/folders/\(id)"))
  }

  /// Rates a copy, moves it to another folder, or both.
  ///
  /// The path names the folder that the copy is in: sent again after it was moved, it is answered with 404, which then
  /// counts as done.
  ///
  /// - Parameter rating: 0 to 5; 0 takes the rating away, nil leaves it.
  public static func change(
    _ place: InstancePlace, rating: Int? = nil, moveTo folder: CollectionInstance.Folder.ID? = nil
  ) -> Endpoint {
    changing(
      InstancePlace.name, method: .post, path: place.path,
      body: .json { body in
        body.add("rating", rating)
        body.add("folder_id", folder?.number)
      }, isMoving: folder.map { $0 != place.folder } ?? false)
  }

  /// Removes one copy from the collection, with its rating and notes.
  public static func remove(_ place: InstancePlace) -> Endpoint {
    changing(InstancePlace.name, method: .delete, path: place.path)
  }

  /// Fills a field of a copy.
  ///
  /// - Parameter value: for a dropdown one of its options; empty empties the field.
  public static func setField(
    _ field: CollectionInstance.Field.ID, to value: String, of place: InstancePlace, form: FieldValueForm = .body
  ) -> Endpoint {
    changing(
      InstancePlace.name + "/fields/{id}", method: .post, path: place.path + "/fields/\(field)",
      query: form == .query ? [QueryItem("value", value)] : [],
      body: form == .body ? .json { $0.add("value", value) } : nil)
  }
}

extension Endpoint where Value == [CollectionInstance.Field] {
  /// The owner's fields in their order; to others only the public ones.
  public static func fields(of userName: String) -> Endpoint {
    reading(
      "/users/{username}/collection/fields", path: userPath(userName, "collection/fields"), cacheKind: .collection
    ) {
      json throws(DecodingFailure) in
      let fields = try Paged(json, "fields") { row throws(DecodingFailure) in try CollectionInstance.Field(row) }.rows
      return fields.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }
  }
}

extension Endpoint where Value == CollectionValue {
  /// The market value of the whole collection: minimum, median, maximum. For its owner only.
  public static func collectionValue(of userName: String) -> Endpoint {
    reading(
      "/users/{username}/collection/value", path: userPath(userName, "collection/value"), credentials: .user,
      cacheKind: .collection)
  }
}
