public import DiscogsModel
public import RunoutModel

/// Changes the user's shelf.
///
/// Every change is on disk when the call returns, and can be undone for a day. Runout sends it to Discogs at once, or
/// when there is a network and a signed-in user. Demo edits are never sent.
public struct ShelfEditClient: Client {
  /// The reason that changes are refused in this run; nil where they are allowed. Forms ask before they open.
  public var refusal: @Sendable () -> String? = { nil }
  /// Makes changes that are undone together. Returns one outcome for each, in their order.
  @Call() public var perform: @Sendable ([ShelfEdit]) async throws(ClientError) -> [ShelfEditOutcome]
  /// Undoes the latest changes that were made together; returns a few words on them, nil when there are none.
  @Call() public var undo: @Sendable () async throws(ClientError) -> String?
  /// Makes the changes undone last again; nil when there are none.
  @Call() public var redo: @Sendable () async throws(ClientError) -> String?
  /// The changes that Discogs does not have yet, oldest first.
  @Call() public var pending: @Sendable () async throws(ClientError) -> [PendingEdit]
  @Call() public var remedy: @Sendable (PendingEdit.ID, PendingEditRemedy) async throws(ClientError) -> Void
  /// The fields of a copy, in the owner's order; by default the two conditions and the notes.
  @Call() public var fields: @Sendable () async throws(ClientError) -> [CollectionInstance.Field]
  /// The rows removed by syncs that can be restored, the latest first.
  @Call() public var removed: @Sendable () async throws(ClientError) -> [RemovedRow]
  /// Restores removed rows with their plays, notes and limits, as one change; returns a few words on it, nil where none
  /// of the rows is left.
  @Call() public var restore: @Sendable ([RemovedRow.ID]) async throws(ClientError) -> String?
  /// Imports a CSV file into the user's own collection: it replaces a shelf of no account, and is merged into an
  /// account's. `~` is the home folder.
  @Call() public var importFile: @Sendable (_ path: String) async throws(ClientError) -> ImportedFile
  /// Identifies the state of the shelf: another after each change, by a sync, by another program or by this one.
  @Call() public var version: @Sendable () async throws(ClientError) -> String
  /// An element for each change of the shelf, by a sync, by another program or by this one.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<Void>

  public init() {}
}

/// The outcome of importing a file.
public struct ImportedFile: Hashable, Sendable {
  /// The number of usable rows in the file.
  public var rows: Int
  /// Unreadable rows; `unread` counts the unreadable values of other rows.
  public var skipped: Int
  public var unread: Int

  public init(rows: Int, skipped: Int = 0, unread: Int = 0) {
    (self.rows, self.skipped, self.unread) = (rows, skipped, unread)
  }
}
