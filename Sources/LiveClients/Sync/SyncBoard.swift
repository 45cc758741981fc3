internal import Clients
internal import Synchronization

/// The state of the sync, and a stream of its changes.
final class SyncBoard: Sendable {
  private let state = Mutex(SyncStatus.off)
  private let listeners = Listeners<SyncStatus>()

  var current: SyncStatus { state.withLock { $0 } }
  func changes() -> AsyncStream<SyncStatus> { listeners.stream(buffering: .bufferingNewest(1)) { current } }

  func change(_ body: (inout SyncStatus) -> Void) {
    listeners.tell {
      state.withLock { state in
        let before = state
        body(&state)
        return state == before ? nil : state
      }
    }
  }

  func close() { listeners.finish() }
}

extension ShelfSyncClient {
  static func live(_ sync: ShelfSync) -> ShelfSyncClient {
    ShelfSyncClient {
      $0.status = { sync.board.current }
      $0.changes = { sync.board.changes() }
      $0.run = { isFull throws(ClientError) in try await sync.run(isFull: isFull) }
      $0.bringUpToDate = { age throws(ClientError) in try await sync.bringUpToDate(ifOlderThan: age) }
      $0.pause = { sync.pause() }
      $0.answer = { list, isRemoval throws(ClientError) in try await sync.answer(list, isRemoval: isRemoval) }
    }
  }
}
