public import Clients
public import Features
public import RunoutModel

// Short names for values that many tests read.
@MainActor extension AppStore {
  public var popup: (any Popup)? { stage.popup }
  public var prompt: Prompt? { overlays.first(PromptModel.self)?.prompt }
  public var history: HistoryModel? { overlays.first() }
  public var filterPanel: FilterModel? { overlays.first() }
  public var letterRequest: LetterModel? { overlays.first() }
  public var chord: Chord? { overlays.chord }
  public var account: AccountState { desks.account.state }
  public var pending: [PendingEdit] { desks.sync.pending }
  public var syncStatus: SyncStatus { desks.sync.status }
  public var shelfProgress: WorkProgress? { desks.changes.progress }
  public var copying: WorkProgress? { desks.clipboard.progress }
}
