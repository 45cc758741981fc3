internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

extension ShelfReportClient {
  /// Counts the shelf that goes with the source in use.
  static func live(
    _ shelves: Shelves, _ records: RecordSources, _ listens: ListenBrainz, now: @escaping @Sendable () -> Double
  ) -> ShelfReportClient {
    let wholeShelf = ShelfAnswers<GroupsQuestion, [ShelfGroup]>(most: 100)
    return ShelfReportClient {
      $0.groups = shelves.answering { library, grouping, list, request in
        guard request == CollectionRequest() else {
          return try await library.groups(by: grouping, of: list, records.withLookUps(request))
        }
        let question = GroupsQuestion(grouping: grouping, list: list)
        // Artists and labels of a large shelf would take megabytes.
        return try await wholeShelf.answer(to: question, in: library, isKept: { $0.count <= 2_000 }) {
          try await library.groups(by: grouping, of: list, request)
        }
      }
      $0.duplicates = shelves.answering { try await $0.duplicates($1).map { $0 } }
      $0.pick = shelves.answering {
        try await $0.pick(records.withLookUps($1), chance: .random(in: 0..<1), at: now())
          .map { ShelfPick(copy: $0, among: $1, playedAt: $2) }
      }
      $0.pickOfDay = shelves.answering {
        try await $0.pickOfAll(chance: chance(day: $1, turn: $2), at: now())
          .map { ShelfPick(copy: $0, among: $1, playedAt: $2) }
      }
      $0.pickWant = shelves.answering {
        try await $0.pickWant(records.withLookUps($1), chance: .random(in: 0..<1), at: now())
          .map { WantPick(want: $0, among: $1) }
      }
      $0.lastPlay = shelves.answering { try await $0.lastPlay(of: $1) }
      $0.paid = shelves.answering { try await $0.paid(records.withLookUps($1), field: $2, by: $3) }
      $0.priceHistory = shelves.answering { try await $0.priceHistory(of: .release($1), until: now()) }
      $0.plays = shelves.answering { try await $0.plays() }
      $0.sendPlays = { () async throws(ClientError) in try await listens.send() }
      $0.values = shelves.answering { try await $0.values() }
    }
  }
}

private struct GroupsQuestion: Hashable {
  var grouping: ShelfGrouping
  var list: ShelfList
}

/// A pseudo-random number from 0 up to, not including, 1: always the same for a day and turn.
private func chance(day: Int, turn: Int) -> Double {
  // SplitMix64.
  var mixed = UInt64(truncatingIfNeeded: day &* 1_000_003 &+ turn) &* 0x9e37_79b9_7f4a_7c15
  mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
  mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
  mixed ^= mixed >> 31
  return Double(mixed >> 11) / Double(UInt64(1) << 53)
}
