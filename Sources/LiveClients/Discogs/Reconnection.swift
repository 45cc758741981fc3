internal import Clients
internal import DiscogsAPI
internal import Synchronization

/// Notices that the network is back: while it is away, asks now and then for what could not be had last.
///
/// The first time after a pause, and then after pauses twice as long each, up to twelve times the first. Nothing is asked
/// while the network is there, and nothing but this while it is not.
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

  /// - Parameter pause: nil for never asking.
  init(clock: any Clock<Duration>, pause: Duration?, work: BackgroundWork) {
    self.work = work
    self.clock = clock
    self.pause = pause
  }

  /// - Parameter attempt: asks once for what could not be had; whether that worked shows in the state of the network.
  func remember(_ attempt: @escaping @Sendable () async -> Void) {
    state.withLock { $0.attempt = attempt }
  }

  /// What is to be done whenever answers can be had again.
  func onReturn(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { $0.onReturn = work }
  }

  /// Follows a client that has just been made, and the account that asks: a new token opens what the old one did not.
  func watch(_ client: DiscogsClient, _ account: AccountBoard) {
    let (networks, accounts) = (client.networkStates, account.changes())
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
