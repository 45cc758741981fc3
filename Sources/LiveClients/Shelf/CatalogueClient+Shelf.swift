internal import Catalogue
internal import Clients
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

/// What is on the shelf that goes with the source, read again only once it has changed.
final class ShelfReading: Sendable {
  private let shelves: Shelves
  private let latest = Mutex<ShelfContents?>(nil)

  init(_ shelves: Shelves) {
    self.shelves = shelves
  }

  func contents() async throws(ClientError) -> ShelfContents {
    try await shelves.ask { library throws(LibraryError) in
      let version = try await library.contentsVersion()
      if let known = latest.withLock({ $0 }), known.version == version { return known }
      let contents = try await library.contents()
      latest.withLock { $0 = contents }
      return contents
    }
  }
}

extension CatalogueClient {
  /// Answers `owned:` and `wanted:` in a search of a catalogue on this machine; Discogs does not know the shelf's other
  /// pressings, and cannot be asked.
  func withShelf(_ reading: ShelfReading, _ sources: SourceSwitch) -> CatalogueClient {
    let (search, count) = (search, count)
    var client = self
    client.search = { request, cursor, limit throws(ClientError) in
      guard request.query.asksShelf else { return try await search(request, cursor, limit) }
      guard sources.current.source != .live else { throw .refused(SourceWords.shelfFieldsNeedCatalogue) }
      let shelf = try await reading.contents()
      return try await sources.ask { store throws(CatalogueError) in
        try await store.search(request, after: cursor, limit: limit, shelf: shelf)
      }
    }
    client.count = { request throws(ClientError) in
      guard request.query.asksShelf else { return try await count(request) }
      guard sources.current.source != .live else { throw .refused(SourceWords.shelfFieldsNeedCatalogue) }
      let shelf = try await reading.contents()
      return try await sources.ask { store throws(CatalogueError) in try await store.count(request, shelf: shelf) }
    }
    return client
  }
}
