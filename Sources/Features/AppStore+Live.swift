import Clients

/// What changes without a key: the source, the network, the account.
extension AppStore {
  func followChanges() {
    let services = context.services
    if case .refused = account { tellRefusal() }
    syncByItself(isStart: true)
    watch(services.source.changes()) { $0.sourceChanged($1) }
    watch(services.network.changes()) { $0.networkChanged($1) }
    watch(services.account.changes()) { $0.accountChanged($1) }
    watch(services.sync.changes()) { $0.syncChanged($1) }
    watch(services.edits.changes()) { store, _ in store.shelfMayHaveChanged() }
    loadPending()
    watch(services.freshness.changes()) { store, shown in
      store.navigator.forEachPage { $0.freshnessChanged(shown) }
    }
  }

  private func watch<Value: Sendable>(_ changes: AsyncStream<Value>, _ take: @escaping (AppStore, Value) -> Void) {
    watching.append(
      Task { [weak self] in
        for await value in changes {
          guard let self else { return }
          take(self, value)
        }
      })
  }

  private func networkChanged(_ status: NetworkStatus) {
    guard status != network else { return }
    let isBack = network.connection == .offline && status.connection != .offline
    // An answer may have been to a change: news of that from the shelf itself takes longer.
    if !pending.isEmpty, status.activities.count < network.activities.count { shelfMayHaveChanged() }
    network = status
    navigator.forEachPage { page in
      page.networkChanged(status)
      // What failed for want of a network is asked for again; what is there stays as it is.
      if isBack { _ = page.retry() }
    }
  }

  private func accountChanged(_ state: AccountState) {
    guard state != account else { return }
    let wasSignedIn = if case .signedIn = account { true } else { false }
    account = state
    if !wasSignedIn { syncByItself() }
    if case .refused = state { tellRefusal() }
  }

  /// Nothing closes and nothing is forgotten: what was kept can be read on, and the key signs in again.
  private func tellRefusal() {
    let name = if case .refused(let user?) = account { " of \(user)" } else { "" }
    notify(.high, "Discogs no longer accepts the token\(name); \(key(.signIn)) signs in again")
  }
}
