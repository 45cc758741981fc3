public import DiscogsModel
public import RunoutModel

/// Changes the user's shelf.
///
/// Every change is on disk when the call returns, and can be undone for a day. Runout then sends it to Discogs: at once,
/// or when there is a network and a signed-in user. Demo edits are never sent.
public struct ShelfEditClient: Client {
  /// Why nothing may be changed in this run; nil where it may. Asked before a form opens whose answers would be refused.
  public var refusal: @Sendable () -> String? = { nil }
  /// Changes made together: they are undone together. One outcome for each, in their order.
  @Call() public var perform: @Sendable ([ShelfEdit]) async throws(ClientError) -> [ShelfEditOutcome]
  /// Takes back the latest changes that were made together; says which in a few words, nil when there are none.
  @Call() public var undo: @Sendable () async throws(ClientError) -> String?
  /// Makes again what was taken back last; nil when there is nothing.
  @Call() public var redo: @Sendable () async throws(ClientError) -> String?
  /// What Discogs does not have yet, oldest first.
  @Call() public var pending: @Sendable () async throws(ClientError) -> [PendingEdit]
  @Call() public var remedy: @Sendable (PendingEdit.ID, PendingEditRemedy) async throws(ClientError) -> Void
  /// The fields a copy can have, in the owner's order. The two conditions and the notes where no more are known.
  @Call() public var fields: @Sendable () async throws(ClientError) -> [CollectionInstance.Field]
  /// What syncs have removed and can be brought back, what was removed last first.
  @Call() public var removed: @Sendable () async throws(ClientError) -> [RemovedRow]
  /// Brings removed rows back with their plays, notes and limits, as one change; says in a few words what, nil where none
  /// of them is left.
  @Call() public var restore: @Sendable ([RemovedRow.ID]) async throws(ClientError) -> String?
  /// Makes the user's own collection what a CSV file says. `~` is the home folder.
  @Call() public var importFile: @Sendable (_ path: String) async throws(ClientError) -> ImportedFile
  /// Reports every change of the shelf: by a sync, by another program, by this one.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<Void>

  public init() {}
}

/// The outcome of importing a file.
public struct ImportedFile: Hashable, Sendable {
  /// How many copies there are now.
  public var rows: Int
  /// Rows that could not be read, and values that could not, of rows that could.
  public var skipped: Int
  public var unread: Int

  public init(rows: Int, skipped: Int = 0, unread: Int = 0) {
    self.rows = rows
    self.skipped = skipped
    self.unread = unread
  }
}
