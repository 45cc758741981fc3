internal import Clients
internal import DiscogsModel
internal import UserLibrary

extension CrateClient {
  /// Keeps the crates beside the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> CrateClient {
    CrateClient {
      $0.all = answering { list in try await shelves.ask { library in try await library.crates(of: list) } }
      $0.save = answering { crate in try await shelves.ask { library in try await library.save(crate) } }
      $0.delete = answering { name, list in
        try await shelves.ask { library in try await library.deleteCrate(named: name, of: list) }
      }
    }
  }
}

extension LayoutClient {
  static func live(_ shelves: Shelves) -> LayoutClient {
    LayoutClient {
      $0.columns = answering { list in try await shelves.ask { library in try await library.columns(of: list) } }
      $0.setColumns = answering { columns, list in
        try await shelves.ask { library in try await library.setColumns(columns, of: list) }
      }
    }
  }
}
