internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Synchronization

/// Notices the return of the network: while it is away, the last failed request is repeated.
///
/// The first repetition comes after `pause`, each further one after twice the time, up to twelve times the first.
/// Nothing is repeated while the network is there.
final class Reconnection: Sendable {
  private struct State {
    var attempt: (@Sendable () async -> Void)?
    var onReturn: (@Sendable () async -> Void)?
    var retrying: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>
  private let pause: Duration?
  private let work: BackgroundWork

  /// - Parameter pause: nil to repeat nothing.
  init(clock: any Clock<Duration>, pause: Duration?, work: BackgroundWork) {
    (self.work, self.clock, self.pause) = (work, clock, pause)
  }

  /// - Parameter attempt: repeats a failed request once; its success shows in the state of the network.
  func remember(_ attempt: @escaping @Sendable () async -> Void) { state.withLock { $0.attempt = attempt } }

  /// Sets the action for each return of the network or sign-in.
  func onReturn(_ work: @escaping @Sendable () async -> Void) { state.withLock { $0.onReturn = work } }

  /// Follows a new client, and the account, as a new token may get answers that the old one did not.
  func watch(_ client: DiscogsClient, _ account: Current<AccountState>) {
    let (networks, accounts) = (client.networkStates, account.stream)
    work.start("return of the network") { [weak self] in
      for await network in networks {
        guard let self else { return }
        if network == .offline {
          startRetrying()
        } else {
          stopRetrying()
          await state.withLock { $0.onReturn }?()
        }
      }
    }
    work.start("return of the account") { [weak self] in
      for await account in accounts {
        guard let self else { return }
        if case .signedIn = account { await state.withLock { $0.onReturn }?() }
      }
    }
  }

  private func startRetrying() {
    guard let first = pause else { return }
    state.withLock { state in
      guard state.retrying == nil else { return }
      state.retrying = work.start("retries while offline") { [weak self, clock] in
        var pause = first
        while !Task.isCancelled {
          do { try await clock.sleep(for: pause) } catch { return }
          guard let self else { return }
          await self.state.withLock { $0.attempt }?()
          pause = min(pause * 2, first * 12)
        }
      }
    }
  }

  private func stopRetrying() {
    let retrying = state.withLock { state in
      defer {
        state.retrying = nil
        state.attempt = nil
      }
      return state.retrying
    }
    retrying?.cancel()
  }

  func close() { stopRetrying() }
}
