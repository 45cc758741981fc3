internal import Clients
internal import DiscogsModel
internal import UserLibrary

extension CrateClient {
  /// Keeps the crates beside the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> CrateClient {
    CrateClient {
      $0.all = { list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.crates(of: list) }
      }
      $0.save = { crate throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.save(crate) }
      }
      $0.delete = { name, list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.deleteCrate(named: name, of: list) }
      }
    }
  }
}

extension LayoutClient {
  static func live(_ shelves: Shelves) -> LayoutClient {
    LayoutClient {
      $0.columns = { list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.columns(of: list) }
      }
      $0.setColumns = { columns, list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.setColumns(columns, of: list) }
      }
    }
  }
}
