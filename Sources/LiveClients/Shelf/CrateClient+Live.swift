internal import Clients
internal import DiscogsModel
internal import UserLibrary

extension CrateClient {
  /// Keeps the crates beside the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> CrateClient {
    CrateClient {
      $0.all = shelves.answering { try await $0.crates(of: $1) }
      $0.save = shelves.answering { try await $0.save($1) }
      $0.delete = shelves.answering { try await $0.deleteCrate(named: $1, of: $2) }
    }
  }
}

extension LayoutClient {
  static func live(_ shelves: Shelves) -> LayoutClient {
    LayoutClient {
      $0.columns = shelves.answering { try await $0.columns(of: $1) }
      $0.setColumns = shelves.answering { try await $0.setColumns($1, of: $2) }
    }
  }
}
