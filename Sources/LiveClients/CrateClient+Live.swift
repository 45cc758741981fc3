internal import Catalogue
internal import Clients
internal import DiscogsModel

extension CrateClient {
  /// Keeps the crates beside the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> CrateClient {
    CrateClient(
      all: { list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.crates(of: list) }
      },
      save: { crate throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.save(crate) }
      },
      delete: { name, list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.deleteCrate(named: name, of: list) }
      })
  }
}

extension LayoutClient {
  static func live(_ shelves: Shelves) -> LayoutClient {
    LayoutClient(
      columns: { list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.columns(of: list) }
      },
      setColumns: { columns, list throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.setColumns(columns, of: list) }
      })
  }
}
