public import DiscogsModel

/// Files of the own inventory. Each function is the ``Endpoint`` of its name, carried out.
public protocol InventoryService: Sendable {
  func startExport() async throws(DiscogsError) -> Answer<InventoryTransfer.ID?>
  func exports(page: PageRequest) async throws(DiscogsError) -> Answer<Paged<InventoryTransfer>>
  func export(_ id: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<InventoryTransfer>
  func export(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) async throws(DiscogsError) -> Answer<Revision<InventoryTransfer>>
  func download(_ export: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<DownloadedFile>
  func upload(_ csv: [UInt8], named name: String, to kind: UploadKind) async throws(DiscogsError) -> Answer<
    InventoryTransfer.ID?
  >
  func uploads(page: PageRequest) async throws(DiscogsError) -> Answer<Paged<InventoryTransfer>>
  func upload(_ id: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<InventoryTransfer>
  func upload(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) async throws(DiscogsError) -> Answer<Revision<InventoryTransfer>>
}

extension InventoryService where Self: EndpointRunner {
  public func startExport() async throws(DiscogsError) -> Answer<InventoryTransfer.ID?> {
    try await run(.startExport)
  }

  public func exports(page: PageRequest = .first) async throws(DiscogsError) -> Answer<Paged<InventoryTransfer>> {
    try await run(.exports(page: page))
  }

  public func export(_ id: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<InventoryTransfer> {
    try await run(.export(id))
  }

  public func export(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) async throws(DiscogsError) -> Answer<Revision<InventoryTransfer>> {
    try await run(.export(id, since: last))
  }

  public func download(_ export: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<DownloadedFile> {
    try await run(.download(export))
  }

  public func upload(_ csv: [UInt8], named name: String = "inventory.csv", to kind: UploadKind)
    async throws(DiscogsError) -> Answer<InventoryTransfer.ID?>
  {
    try await run(.upload(csv, named: name, to: kind))
  }

  public func uploads(page: PageRequest = .first) async throws(DiscogsError) -> Answer<Paged<InventoryTransfer>> {
    try await run(.uploads(page: page))
  }

  public func upload(_ id: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<InventoryTransfer> {
    try await run(.upload(id))
  }

  public func upload(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) async throws(DiscogsError) -> Answer<Revision<InventoryTransfer>> {
    try await run(.upload(id, since: last))
  }
}
