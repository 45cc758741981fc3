internal import Clients
internal import DiscogsModel

extension ShelfSyncClient {
  static func live(_ sync: ShelfSync) -> ShelfSyncClient {
    let translate = sync.translate
    return ShelfSyncClient {
      $0.status = { sync.board.value }
      $0.changes = { sync.board.stream }
      $0.run = translate.answering { isFull in try await sync.run(isFull: isFull) }
      $0.bringUpToDate = translate.answering { age in try await sync.bringUpToDate(ifOlderThan: age) }
      $0.pause = { sync.pause() }
      $0.adoption = translate.answering { try await sync.adoption() }
      $0.adopt = translate.answering { try await sync.adopt() }
      $0.answer = translate.answering { list, isRemoval in try await sync.answer(list, isRemoval: isRemoval) }
    }
  }
}
