public import DiscogsModel

/// Collections: folders, copies and their fields. Each function is the ``Endpoint`` of its name, carried out.
public protocol CollectionService: Sendable {
  func folders(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Folder]>
  func folder(_ id: CollectionInstance.Folder.ID, of userName: String) async throws(DiscogsError) -> Answer<
    CollectionInstance.Folder
  >
  func makeFolder(named name: String, of userName: String) async throws(DiscogsError) -> Answer<
    CollectionInstance.Folder?
  >
  func rename(folder id: CollectionInstance.Folder.ID, to name: String, of userName: String) async throws(DiscogsError)
    -> Answer<CollectionInstance.Folder?>
  func delete(folder id: CollectionInstance.Folder.ID, of userName: String) async throws(DiscogsError)
  func collection(
    of userName: String, folder: CollectionInstance.Folder.ID, sorting: Sorting<CollectionSortField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<CollectionInstance>>
  func copies(of release: Release.ID, inCollectionOf userName: String, page: PageRequest) async throws(DiscogsError)
    -> Answer<
      Paged<CollectionInstance>
    >
  func add(_ release: Release.ID, to folder: CollectionInstance.Folder.ID, of userName: String)
    async throws(DiscogsError) -> Answer<CollectionInstance.ID?>
  func change(_ place: InstancePlace, rating: Int?, moveTo folder: CollectionInstance.Folder.ID?)
    async throws(DiscogsError)
  func remove(_ place: InstancePlace) async throws(DiscogsError)
  func setField(_ field: CollectionInstance.Field.ID, to value: String, of place: InstancePlace, form: FieldValueForm)
    async throws(DiscogsError)
  func fields(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Field]>
  func collectionValue(of userName: String) async throws(DiscogsError) -> Answer<CollectionValue>
}

extension CollectionService where Self: EndpointRunner {
  public func folders(of userName: String) async throws(DiscogsError) -> Answer<[CollectionInstance.Folder]> {
    try await run(.folders(of: userName))
  }

  public func folder(_ id: CollectionInstance.Folder.ID, of userName: String) async throws(DiscogsError) -> Answer<
    CollectionInstance.Folder
  > {
    try await run(.folder(id, of: userName))
  }

  public func makeFolder(named name: String, of userName: String) async throws(DiscogsError) -> Answer<
    CollectionInstance.Folder?
  > {
    try await run(.makeFolder(named: name, of: userName))
  }

  public func rename(folder id: CollectionInstance.Folder.ID, to name: String, of userName: String)
    async throws(DiscogsError) -> Answer<CollectionInstance.Folder?>
  {
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

  public func copies(of release: Release.ID, inCollectionOf userName: String, page: PageRequest = .first)
    async throws(DiscogsError)
    -> Answer<Paged<CollectionInstance>>
  {
    try await run(.copies(of: release, inCollectionOf: userName, page: page))
  }

  public func add(
    _ release: Release.ID, to folder: CollectionInstance.Folder.ID = CollectionInstance.Folder.uncategorised,
    of userName: String
  ) async throws(DiscogsError) -> Answer<CollectionInstance.ID?> {
    try await run(.add(release, to: folder, of: userName))
  }

  public func change(_ place: InstancePlace, rating: Int? = nil, moveTo folder: CollectionInstance.Folder.ID? = nil)
    async throws(DiscogsError)
  {
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
