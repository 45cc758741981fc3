internal import Clients
internal import DiscogsModel
internal import UserLibrary

extension ShelfReportClient {
  /// Counts the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves, now: @escaping @Sendable () -> Double) -> ShelfReportClient {
    ShelfReportClient {
      $0.groups = { grouping, list, request throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.groups(by: grouping, of: list, request)
        }
      }
      $0.duplicates = { kind throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.duplicates(kind).map { $0 }
        }
      }
      $0.pick = { request throws(ClientError) in
        let chance = Double.random(in: 0..<1)
        return try await shelves.ask { library throws(LibraryError) in
          try await library.pick(request, chance: chance, at: now()).map {
            ShelfPick(copy: $0.copy, among: $0.among, playedAt: $0.playedAt)
          }
        }
      }
      $0.pickWant = { request throws(ClientError) in
        let chance = Double.random(in: 0..<1)
        return try await shelves.ask { library throws(LibraryError) in
          try await library.pickWant(request, chance: chance, at: now()).map {
            WantPick(want: $0.want, among: $0.among)
          }
        }
      }
      $0.played = { copy throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.notePlay(of: copy, at: now()) }
      }
      $0.values = { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.values() }
      }
    }
  }
}
