internal import Clients
internal import DiscogsModel

extension ShelfSyncClient {
  static func live(_ sync: ShelfSync) -> ShelfSyncClient {
    ShelfSyncClient {
      $0.status = { sync.board.value }
      $0.changes = { sync.board.stream }
      $0.run = answering { isFull in try await sync.run(isFull: isFull) }
      $0.bringUpToDate = answering { age in try await sync.bringUpToDate(ifOlderThan: age) }
      $0.pause = { sync.pause() }
      $0.adoption = answering { try await sync.adoption() }
      $0.adopt = answering { try await sync.adopt() }
      $0.answer = answering { list, isRemoval in try await sync.answer(list, isRemoval: isRemoval) }
    }
  }
}
