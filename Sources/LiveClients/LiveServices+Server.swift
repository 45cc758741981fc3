public import Catalogue
public import Clients

extension LiveServices {
  /// The catalogue of the source that is on, for a server to answer from.
  public func catalogueStore() async throws(ClientError) -> CatalogueStore {
    try await sources.open(sources.current.source)
  }

  /// What is on the shelf that goes with the source that is on, for a server's first account.
  public func stock() async throws(ClientError) -> AccountStock {
    try await shelves.ask { library throws(LibraryError) in try await AccountStock(of: library) }
  }

  /// Where a server over the source that is on keeps its accounts: the demo's are not the user's own.
  public var accountsFileName: String {
    sources.current.source == .demo ? "server-demo.sqlite" : "server.sqlite"
  }
}
