public import Catalogue
public import Clients
public import RunoutModel
internal import UserLibrary

extension LiveServices {
  /// The catalogue of the source in use, for a server to answer from.
  public func catalogueStore() async throws(ClientError) -> CatalogueStore {
    try await sources.open(sources.current.source)
  }

  /// All copies and wants of the shelf in use, for a server's first account.
  public func wholeShelf() async throws(ClientError) -> (copies: [CollectionCopy], wants: [WantListEntry]) {
    try await shelves.ask { try await $0.wholeShelf() }
  }

  /// The name of the file of a server's accounts, which begin with the shelf in use: separate for the demo's.
  public var accountsFileName: String { sources.current.source.hasDemoShelf ? "server-demo.sqlite" : "server.sqlite" }
}
