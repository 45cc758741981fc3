import DiscogsJSON
public import DiscogsModel

/// The orders of a collection.
public enum CollectionSortField: String, CaseIterable, Hashable, Sendable {
  case label, artist, title, format, rating, added, year
  /// The catalogue number.
  case catalogueNumber = "catno"
}

/// The place of one copy, which every change of it names.
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
    (self.userName, self.folder, self.release, self.instance) = (userName, folder, release, instance)
  }

  var template: PathTemplate {
    "/users/\(user: userName)/collection/folders/\(folder)/releases/\(release)/instances/\(instance)"
  }
}

/// The place of a field's value in the request: the documentation says the query, working clients use the body.
public enum FieldValueForm: Hashable, Sendable {
  case body, query
}

extension Endpoint {
  public static func folders(of userName: String) -> Endpoint where Value == [CollectionInstance.Folder] {
    reading("/users/\(user: userName)/collection/folders", cacheKind: .collection) { json in
      try Paged(json, "folders", read: { try CollectionInstance.Folder($0) }).rows
    }
  }

  public static func folder(
    _ id: CollectionInstance.Folder.ID, of userName: String
  ) -> Endpoint where Value == CollectionInstance.Folder {
    reading("/users/\(user: userName)/collection/folders/\(id)", cacheKind: .collection)
  }

  public static func makeFolder(
    named name: String, of userName: String
  ) -> Endpoint where Value == CollectionInstance.Folder? {
    changing("/users/\(user: userName)/collection/folders", body: .json(["name": .text(name)]), isIdempotent: false)
  }

  public static func rename(
    folder id: CollectionInstance.Folder.ID, to name: String, of userName: String
  ) -> Endpoint where Value == CollectionInstance.Folder? {
    changing("/users/\(user: userName)/collection/folders/\(id)", body: .json(["name": .text(name)]))
  }

  public static func collection(
    of userName: String, folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.all,
    sorting: Sorting<CollectionSortField>? = nil, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<CollectionInstance> {
    reading(
      "/users/\(user: userName)/collection/folders/\(folder)/releases", query: .page(page, by: sorting),
      cacheKind: .collection, rows: "releases")
  }

  public static func copies(
    of release: Release.ID, inCollectionOf userName: String, page: PageRequest = .first
  ) -> Endpoint where Value == Paged<CollectionInstance> {
    reading(
      "/users/\(user: userName)/collection/releases/\(release)", query: page.query, cacheKind: .collection,
      rows: "releases")
  }

  public static func add(
    _ release: Release.ID, to folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.uncategorised,
    of userName: String
  ) -> Endpoint where Value == CollectionInstance.ID? {
    changing(
      "/users/\(user: userName)/collection/folders/\(folder)/releases/\(release)", isIdempotent: false
    ) { CollectionInstance.ID(try $0.requireNumber("instance_id")) }
  }

  public static func delete(
    folder id: CollectionInstance.Folder.ID, of userName: String
  ) -> Endpoint where Value == Void {
    changing("/users/\(user: userName)/collection/folders/\(id)", method: .delete)
  }

  public static func change(
    _ place: InstancePlace, rating: Int? = nil, moveTo folder: CollectionInstance.Folder.ID? = nil
  ) -> Endpoint where Value == Void {
    changing(
      place.template, body: .json(["rating": rating.map(JSON.int), "folder_id": folder.map { .int($0.number) }]),
      isMoving: folder ?? place.folder != place.folder)
  }

  public static func remove(_ place: InstancePlace) -> Endpoint where Value == Void {
    changing(place.template, method: .delete)
  }

  public static func setField(
    _ field: CollectionInstance.Field.ID, to value: String, of place: InstancePlace, form: FieldValueForm = .body
  ) -> Endpoint where Value == Void {
    changing(
      "\(place.template)/fields/\(field)", query: form == .query ? [QueryItem("value", value)] : [],
      body: form == .body ? .json(["value": .text(value)]) : nil)
  }

  public static func fields(of userName: String) -> Endpoint where Value == [CollectionInstance.Field] {
    reading("/users/\(user: userName)/collection/fields", cacheKind: .collection) { json in
      let fields = try Paged(json, "fields", read: { try CollectionInstance.Field($0) }).rows
      return fields.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }
  }

  public static func collectionValue(of userName: String) -> Endpoint where Value == CollectionValue {
    reading("/users/\(user: userName)/collection/value", credentials: .user, cacheKind: .collection)
  }
}
