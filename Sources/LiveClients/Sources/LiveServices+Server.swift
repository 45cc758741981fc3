public import Catalogue
public import Clients
public import RunoutModel
internal import UserLibrary

extension LiveServices {
  /// The catalogue of the source that is on, for a server to answer from.
  public func catalogueStore() async throws(ClientError) -> CatalogueStore {
    try await sources.open(sources.current.source)
  }

  /// All that is on the shelf that goes with the source that is on, for a server's first account.
  public func wholeShelf() async throws(ClientError) -> (copies: [CollectionCopy], wants: [WantListEntry]) {
    try await shelves.ask { library in try await library.wholeShelf() }
  }

  /// Where a server over the source that is on keeps its accounts: the demo's are not the user's own.
  public var accountsFileName: String {
    sources.current.source == .demo ? "server-demo.sqlite" : "server.sqlite"
  }
}
