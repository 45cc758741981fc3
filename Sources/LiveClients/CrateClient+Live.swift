internal import Catalogue
internal import Clients
internal import DiscogsModel

extension CrateClient {
  /// Keeps the crates beside the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> CrateClient {
    CrateClient(
      all: { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.crates() }
      },
      save: { crate throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.save(crate) }
      },
      delete: { name throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.deleteCrate(named: name) }
      })
  }
}

extension LayoutClient {
  static func live(_ shelves: Shelves) -> LayoutClient {
    LayoutClient(
      columns: { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.columns() }
      },
      setColumns: { columns throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.setColumns(columns) }
      })
  }
}
