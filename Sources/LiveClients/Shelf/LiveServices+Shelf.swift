public import Clients
public import DiscogsModel
public import RunoutModel
public import UserLibrary

/// What the verbs of the command line do with the shelf beyond what a page does.
extension LiveServices {
  /// As `ShelfEditClient.perform`, with all there is to say about each change.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what would happen.
  public func make(_ edits: [ShelfEdit], isRehearsal: Bool) async throws(ClientError) -> [MadeEdit] {
    try await editor.make(edits, isRehearsal: isRehearsal)
  }

  /// As `ShelfEditClient.undo`.
  public func undo(isRehearsal: Bool) async throws(ClientError) -> EditSummary? {
    try await editor.undo(isRehearsal: isRehearsal)
  }

  /// As `ShelfEditClient.redo`.
  public func redo(isRehearsal: Bool) async throws(ClientError) -> EditSummary? {
    try await editor.redo(isRehearsal: isRehearsal)
  }

  /// - Throws: `refused` where nothing may be changed in this run.
  public func checkMayChange(isRehearsal: Bool) throws(ClientError) { try editor.checkMayChange(isRehearsal) }

  /// - Throws: `signInRequired` where no user is signed in.
  public func checkAccount() async throws(ClientError) { _ = try await live.accounts.userName() }

  /// Whether changes of the shelf in use go to an account.
  public func sendsChanges() async throws(ClientError) -> Bool { try await shelves.sendsChanges() }

  /// Whether a sync would put the account's shelf in the place of one that came from files.
  public func syncReplacesShelf() async throws(ClientError) -> Bool { try await sync.isUnadopted() }

  /// Whether the next sync goes on making the shelf in use the account's.
  public func isBeingPushed() async throws(ClientError) -> Bool { try await sync.isBeingAdopted() }

  /// Sends what is pending and fetches nothing. What became of each change is among what is pending.
  ///
  /// - Throws: why nothing can be sent at all.
  public func sendPending() async throws(ClientError) { try await sync.sendNow() }

  /// The copy with this number; nil where there is none.
  public func copy(numbered id: Int64) async throws(ClientError) -> CollectionCopy? {
    try await shelves.ask { library in try await library.copy(numbered: id) }
  }

  /// Every copy of a release on the shelf, those too that Discogs refused to add.
  public func copies(of release: Release.ID) async throws(ClientError) -> [CollectionCopy] {
    try await shelves.ask { library in try await library.copies(of: release, withRefused: true) }
  }

  /// The copies of every pressing of a master that are owned.
  public func copies(of master: Master.ID) async throws(ClientError) -> [CollectionCopy] {
    try await shelves.ask { library in try await library.copies(ofMaster: master) }
  }

  /// The wants of every pressing of a master, and that of any.
  public func wants(of master: Master.ID) async throws(ClientError) -> [WantListEntry] {
    try await shelves.ask { library in try await library.wants(ofMaster: master) }
  }

  /// The account's lists, as the last sync has brought them.
  public func lists() async throws(ClientError) -> [UserList] {
    try await shelves.ask { library in try await library.lists() }
  }

  /// A list with what is in it: the account's own as the last sync has brought it, anybody's where Discogs is the source.
  /// Nil for one that is not there.
  public func list(_ id: UserList.ID) async throws(ClientError) -> UserList? {
    let own = try await shelves.ask { library in try await library.list(id) }
    if own?.entries != nil || !shelves.isOnline { return own }
    return try await live.source.list(id)
  }

  /// What the collection was worth, the latest day first.
  public func values() async throws(ClientError) -> [ValueOnDay] {
    try await shelves.ask { library in try await library.values().reversed() }
  }

  /// Why Discogs did not say what the collection is worth when it was asked last; nil where it did, or was not asked.
  public func valueRefusal() async throws(ClientError) -> String? {
    try await shelves.ask { library in try await library.valueRefusal() }
  }

  /// The wants of any pressing that a request leaves, in a file of Runout's own.
  ///
  /// - Parameter isSpreadsheetSafe: whether cells that a spreadsheet would take for formulas are defused.
  public func exportWantsOfAnyPressing(
    _ request: CollectionRequest, isSpreadsheetSafe: Bool = false
  ) async throws(ClientError) -> [UInt8] {
    try await shelves.ask { library in
      try await library.exportWantsOfAnyPressing(request, isSpreadsheetSafe: isSpreadsheetSafe)
    }
  }

  /// What a request leaves of a list of the shelf, as Discogs exports it.
  ///
  /// - Parameter isSpreadsheetSafe: whether cells that a spreadsheet would take for formulas are defused.
  public func export(
    _ list: ShelfList, _ request: CollectionRequest, isSpreadsheetSafe: Bool = false
  ) async throws(ClientError) -> [UInt8] {
    try await shelves.ask { library in
      switch list {
      case .collection:
        try await library.exportCollection(
          request, isSpreadsheetSafe: isSpreadsheetSafe)
      case .wantList: try await library.exportWantList(request, isSpreadsheetSafe: isSpreadsheetSafe)
      }
    }
  }
}
