internal import Catalogue
internal import Clients
internal import DiscogsModel
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
    try await shelves.ask { library in
      let version = try await library.contentsVersion()
      if let known = latest.withLock({ $0 }), known.version == version { return known }
      let contents = try await library.contents()
      latest.withLock { $0 = contents }
      return contents
    }
  }
}

extension CatalogueClient {
  /// Shows a release that is on the shelf from what the shelf knows, where its source does not have it.
  ///
  /// Discogs deletes and merges releases, dumps are of their month, and the network is not always there: the user's copy
  /// is read and edited all the same. The board says what is missing.
  func withOwnReleases(_ shelves: Shelves, _ sources: SourceSwitch, _ board: FreshnessBoard) -> CatalogueClient {
    let release = release
    var client = self
    client.release = { id throws(ClientError) in
      let shown = Shown.record(.release(id))
      do throws(ClientError) {
        let found = try await release(id)
        if sources.can(.browse) {
          board.forgetSubstitute(of: shown)
        } else {
          board.note(shown, Freshness(answeredAt: nil, substitute: .shelf))
        }
        return found
      } catch let hindrance {
        let facts: ShelfFacts?
        // A shelf that cannot be read says so on its own pages.
        do throws(ClientError) { facts = try await shelves.facts(of: id) } catch { facts = nil }
        guard hindrance != .cancelled, let facts else { throw hindrance }
        board.note(shown, Freshness(answeredAt: nil, hindrance: hindrance, substitute: .shelf))
        return Release(facts)
      }
    }
    return client
  }

  /// Answers `owned:` and `wanted:` in a search of a catalogue on this machine; Discogs does not know the shelf's other
  /// pressings, and cannot be asked. A shelf alone knows both itself.
  func withShelf(_ reading: ShelfReading, _ sources: SourceSwitch) -> CatalogueClient {
    let (search, count) = (search, count)
    @Sendable func isAsked(_ request: SearchRequest) -> Bool {
      request.query.asksShelf && sources.current.source != .shelf
    }
    var client = self
    client.search = { request, cursor, limit throws(ClientError) in
      guard isAsked(request) else { return try await search(request, cursor, limit) }
      guard sources.can(.shelfFields) else { throw .refused(SourceWords.shelfFieldsNeedCatalogue) }
      let shelf = try await reading.contents()
      return try await sources.ask { store in
        try await store.search(request, after: cursor, limit: limit, shelf: shelf)
      }
    }
    client.count = { request throws(ClientError) in
      guard isAsked(request) else { return try await count(request) }
      guard sources.can(.shelfFields) else { throw .refused(SourceWords.shelfFieldsNeedCatalogue) }
      let shelf = try await reading.contents()
      return try await sources.ask { store in try await store.count(request, shelf: shelf) }
    }
    return client
  }
}
