import Clients

/// What changes without a key: the source, the network, the account.
extension AppStore {
  func follow() {
    let services = context.services
    watch(services.source.changes()) { $0.sourceChanged($1) }
    watch(services.network.changes()) { $0.networkChanged($1) }
    watch(services.account.changes()) { $0.accountChanged($1) }
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
    network = status
    navigator.forEachPage { $0.networkChanged(status) }
  }

  private func accountChanged(_ state: AccountState) {
    guard state != account else { return }
    account = state
  }
}
