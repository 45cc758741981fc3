public import DiscogsModel

/// The signed-in user's inventory as files: exports and uploads.
///
///     guard let id = try await discogs.startExport().value else { return }
///     // … after a while, and again until the export is finished:
///     if try await discogs.export(id).value.status == "success" {
///       let csv = try await discogs.download(id).value
///       try Data(csv.bytes).write(to: file)
///     }
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol InventoryService: Sendable {
  /// Starts an export of the inventory. Refused (409) while another export runs.
  func startExport() async throws(DiscogsError) -> Answer<InventoryTransfer.ID?>
  /// One page of the exports so far.
  func exports(page: PageRequest) async throws(DiscogsError) -> Answer<Paged<InventoryTransfer>>
  /// The progress of an export; once it is done, ``download(_:)`` gets its file.
  func export(_ id: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<InventoryTransfer>
  /// The progress of an export, if it changed since `last`, the date of the answer before; nil for the first call.
  func export(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) async throws(DiscogsError) -> Answer<Revision<InventoryTransfer>>
  /// The file of a finished export.
  func download(_ export: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<DownloadedFile>
  /// Uploads a file. Refused (409) while another upload runs.
  ///
  /// - Parameter csv: with a header row of small letters. To add: `release_id`, `price`, `media_condition` and more; to
  ///   change: `release_id` and the columns to change; to delete: `listing_id`.
  func upload(
    _ csv: [UInt8], named name: String, to kind: UploadKind
  ) async throws(DiscogsError) -> Answer<InventoryTransfer.ID?>
  /// One page of the uploads so far.
  func uploads(page: PageRequest) async throws(DiscogsError) -> Answer<Paged<InventoryTransfer>>
  /// The progress of an upload, and the errors that Discogs found in it.
  func upload(_ id: InventoryTransfer.ID) async throws(DiscogsError) -> Answer<InventoryTransfer>
  /// The progress of an upload, if it changed since `last`, the date of the answer before; nil for the first call.
  func upload(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) async throws(DiscogsError) -> Answer<Revision<InventoryTransfer>>
}

extension InventoryService where Self: EndpointRunner {
  public func startExport() async throws(DiscogsError) -> Answer<InventoryTransfer.ID?> { try await run(.startExport) }

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

  public func upload(
    _ csv: [UInt8], named name: String = "inventory.csv", to kind: UploadKind
  ) async throws(DiscogsError) -> Answer<InventoryTransfer.ID?> {
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
