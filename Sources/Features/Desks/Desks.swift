/// The desks of the program; `all` has them in the order in which they are asked.
public final class Desks {
  public let clipboard: ClipboardDesk
  public let market: MarketDesk
  public let account: AccountDesk
  public let sync: SyncDesk
  public let changes: ShelfWork
  let commandLine: CommandLineDesk
  let settings: SettingsDesk
  let pages: PageDesk
  let all: [any Desk]

  init(_ stage: Stage, settings inForce: SettingsInForce) {
    clipboard = ClipboardDesk(stage)
    changes = ShelfWork(stage)
    commandLine = CommandLineDesk(stage)
    account = AccountDesk(stage)
    market = MarketDesk(stage, shelf: changes)
    let follow = FollowDesk(stage)
    sync = SyncDesk(stage, work: changes, market: market, follow: follow, account: account)
    let folders = FolderDesk(stage, work: changes)
    settings = SettingsDesk(stage, settings: inForce)
    pages = PageDesk(stage, sync: sync, account: account)
    all = [
      sync, market, SellingDesk(stage), changes,
      CrateDesk(stage, work: changes, folders: folders), folders,
      FilingDesk(stage, work: changes), ShelfDesk(stage, work: changes), BookmarkDesk(stage),
      DigDesk(stage), follow, clipboard, account, commandLine, settings, pages,
    ]
  }

  /// Stops the first desk that has work under way, and returns its sentence.
  func interrupt() -> String? {
    for desk in all { if let said = desk.interrupt() { return said } }
    return nil
  }
}
