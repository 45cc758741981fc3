internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

extension ShelfReportClient {
  /// Counts the shelf that goes with the source in use.
  static func live(_ shelves: Shelves, now: @escaping @Sendable () -> Double) -> ShelfReportClient {
    let cache = ShelfReportCache()
    return ShelfReportClient {
      $0.groups = answering { grouping, list, request in
        try await shelves.ask(request) { library, request in
          request == CollectionRequest()
            ? try await cache.groups(by: grouping, of: list, in: library)
            : try await library.groups(by: grouping, of: list, request)
        }
      }
      $0.duplicates = answering { kind in
        try await shelves.ask { library in try await library.duplicates(kind).map { $0 } }
      }
      $0.pick = answering { request in
        let chance = Double.random(in: 0..<1)
        return try await shelves.ask(request) { library, request in
          try await library.pick(request, chance: chance, at: now()).map {
            ShelfPick(copy: $0.copy, among: $0.among, playedAt: $0.playedAt)
          }
        }
      }
      $0.pickOfDay = answering { day, turn in
        let chance = chance(day: day, turn: turn)
        return try await shelves.ask { library in
          try await library.pickOfAll(chance: chance, at: now()).map {
            ShelfPick(copy: $0.copy, among: $0.among, playedAt: $0.playedAt)
          }
        }
      }
      $0.pickWant = answering { request in
        let chance = Double.random(in: 0..<1)
        return try await shelves.ask(request) { library, request in
          try await library.pickWant(request, chance: chance, at: now()).map {
            WantPick(want: $0.want, among: $0.among)
          }
        }
      }
      $0.lastPlay = answering { copy in try await shelves.ask { library in try await library.lastPlay(of: copy) } }
      $0.values = answering { try await shelves.ask { library in try await library.values() } }
    }
  }
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
