public import Clients
public import DiscogsModel
public import RunoutModel
internal import UserLibrary

/// The shelf for the verbs of the command line, beyond what pages need.
extension LiveServices {
  /// - Throws: `signInRequired` where no user is signed in.
  public func checkAccount() async throws(ClientError) { _ = try await live.accounts.userName() }

  /// Whether a user is signed in; Discogs is not asked.
  public func isSignedIn() async throws(ClientError) -> Bool { try await live.accounts.isSignedIn() }

  /// Whether changes of the shelf in use go to an account.
  public func sendsChanges() async throws(ClientError) -> Bool { try await shelves.sendsChanges() }

  /// Returns whether a sync would replace an imported shelf by the account's.
  public func syncReplacesShelf() async throws(ClientError) -> Bool {
    try await translate.errors { try await sync.isUnadopted() }
  }

  /// Returns whether the account is still to get rows of the shelf in use, which was adopted for it.
  public func isBeingPushed() async throws(ClientError) -> Bool {
    try await translate.errors { try await sync.isBeingAdopted() }
  }

  /// Sends pending changes without fetching. A change that failed bears its reason in the pending list.
  ///
  /// - Throws: the reason that nothing can be sent at all.
  public func sendPending() async throws(ClientError) { try await translate.errors { try await sync.sendNow() } }

  /// The copy with this number; nil where there is none.
  public func copy(numbered id: Int64) async throws(ClientError) -> CollectionCopy? {
    try await shelves.ask { try await $0.copy(numbered: id) }
  }

  /// The owned copies of any pressing of a master.
  public func copies(of master: Master.ID) async throws(ClientError) -> [CollectionCopy] {
    try await shelves.ask { try await $0.copies(ofMaster: master) }
  }

  /// The wants of single pressings of a master, and of any pressing.
  public func wants(of master: Master.ID) async throws(ClientError) -> [WantListEntry] {
    try await shelves.ask { try await $0.wants(ofMaster: master) }
  }

  /// Discogs' last refusal to value the collection; nil where it did, or was never asked.
  public func valueRefusal() async throws(ClientError) -> String? {
    try await shelves.ask { try await $0.valueRefusal() }
  }

  /// The wants of any pressing that match a request, in a file of Runout's own: Discogs has none for them.
  ///
  /// - Parameter isSpreadsheetSafe: whether cells that a spreadsheet would take for formulas are defused.
  public func exportWantsOfAnyPressing(
    _ request: CollectionRequest, isSpreadsheetSafe: Bool = false
  ) async throws(ClientError) -> [UInt8] {
    try await shelves.ask {
      try await $0.exportWantsOfAnyPressing(records.withLookUps(request), isSpreadsheetSafe: isSpreadsheetSafe)
    }
  }

  /// The rows of a list that match a request, in the format of Discogs' export.
  ///
  /// - Parameter isSpreadsheetSafe: whether cells that a spreadsheet would take for formulas are defused.
  public func export(
    _ list: ShelfList, _ request: CollectionRequest, isSpreadsheetSafe: Bool = false
  ) async throws(ClientError) -> [UInt8] {
    try await shelves.ask { library in
      let request = try await records.withLookUps(request)
      return switch list {
      case .collection: try await library.exportCollection(request, isSpreadsheetSafe: isSpreadsheetSafe)
      case .wantList: try await library.exportWantList(request, isSpreadsheetSafe: isSpreadsheetSafe)
      }
    }
  }
}
