public import DiscogsModel

/// Collections: folders, copies and their fields.
///
///     let me = try await discogs.identity().value.name
///     for try await copy in discogs.pages({ .collection(of: me, page: $0) }).each { print(copy.release.title) }
///     let folder = CollectionInstance.Folder.uncategorised
///     if let copy = try await discogs.add(249_504, to: folder, of: me).value {
///       let place = InstancePlace(userName: me, folder: folder, release: 249_504, instance: copy)
///       try await discogs.change(place, rating: 5)
///       for field in try await discogs.fields(of: me).value where field.name == "Media Condition" {
///         try await discogs.setField(field.id, to: Condition.veryGoodPlus, of: place)
///       }
///     }
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol CollectionService: Sendable {
  /// All folders of the owner; of another user's public collection only `Folder.all`.
  func folders(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Folder]>
  /// One folder with the number of its copies. Other than `all`, for its owner only.
  func folder(
    _ id: CollectionInstance.Folder.ID, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.Folder>
  /// Creates a folder. Doing it twice creates two.
  func makeFolder(
    named name: String, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.Folder?>
  /// Renames a folder; not the folders 0 and 1.
  func rename(
    folder id: CollectionInstance.Folder.ID, to name: String, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.Folder?>
  /// Deletes a folder, which must be empty; not the folders 0 and 1.
  func delete(folder id: CollectionInstance.Folder.ID, of userName: String) async throws(DiscogsError)
  /// One page of the copies in a folder; of another user's public collection only in `Folder.all`.
  func collection(
    of userName: String, folder: CollectionInstance.Folder.ID, sorting: Sorting<CollectionSortField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<CollectionInstance>>
  /// Every copy of one release. Without any, Discogs answers with no rows or with 404.
  func copies(
    of release: Release.ID, inCollectionOf userName: String, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<CollectionInstance>>
  /// Adds a copy. Doing it twice adds two.
  func add(
    _ release: Release.ID, to folder: CollectionInstance.Folder.ID, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.ID?>
  /// Rates a copy, moves it to another folder, or both.
  ///
  /// The path names the folder that the copy is in: sent again after a move, it is answered with 404, which then counts
  /// as success.
  ///
  /// - Parameter rating: 0 to 5; 0 clears the rating, nil leaves it.
  func change(
    _ place: InstancePlace, rating: Int?, moveTo folder: CollectionInstance.Folder.ID?
  ) async throws(DiscogsError)
  /// Removes one copy from the collection, with its rating and notes.
  func remove(_ place: InstancePlace) async throws(DiscogsError)
  /// Fills a field of a copy.
  ///
  /// - Parameter value: one of the options of a dropdown; an empty one clears the field.
  func setField(
    _ field: CollectionInstance.Field.ID, to value: String, of place: InstancePlace, form: FieldValueForm
  ) async throws(DiscogsError)
  /// The owner's fields in their order; to others only the public ones.
  func fields(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Field]>
  /// The market value of the whole collection: minimum, median, maximum. For its owner only.
  func collectionValue(of userName: String) async throws(DiscogsError) -> Answer<CollectionValue>
}

extension CollectionService where Self: EndpointRunner {
  public func folders(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Folder]> {
    try await run(.folders(of: userName))
  }

  public func folder(
    _ id: CollectionInstance.Folder.ID, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.Folder> {
    try await run(.folder(id, of: userName))
  }

  public func makeFolder(
    named name: String, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.Folder?> {
    try await run(.makeFolder(named: name, of: userName))
  }

  public func rename(
    folder id: CollectionInstance.Folder.ID, to name: String, of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.Folder?> {
    try await run(.rename(folder: id, to: name, of: userName))
  }

  public func delete(folder id: CollectionInstance.Folder.ID, of userName: String) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.delete(folder: id, of: userName))
  }

  public func collection(
    of userName: String, folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.all,
    sorting: Sorting<CollectionSortField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<CollectionInstance>> {
    try await run(.collection(of: userName, folder: folder, sorting: sorting, page: page))
  }

  public func copies(
    of release: Release.ID, inCollectionOf userName: String, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<CollectionInstance>> {
    try await run(.copies(of: release, inCollectionOf: userName, page: page))
  }

  public func add(
    _ release: Release.ID, to folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.uncategorised,
    of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.ID?> {
    try await run(.add(release, to: folder, of: userName))
  }

  public func change(
    _ place: InstancePlace, rating: Int? = nil, moveTo folder: CollectionInstance.Folder.ID? = nil
  ) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.change(place, rating: rating, moveTo: folder))
  }

  public func remove(_ place: InstancePlace) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.remove(place))
  }

  public func setField(
    _ field: CollectionInstance.Field.ID, to value: String, of place: InstancePlace, form: FieldValueForm = .body
  ) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.setField(field, to: value, of: place, form: form))
  }

  public func fields(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Field]> {
    try await run(.fields(of: userName))
  }

  public func collectionValue(of userName: String) async throws(DiscogsError) -> Answer<CollectionValue> {
    try await run(.collectionValue(of: userName))
  }
}
