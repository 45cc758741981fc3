internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

/// The contents of the shelf in use, read again only after a change.
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
  /// Shows a release from the shelf's facts where the source fails to find it.
  ///
  /// Discogs deletes and merges releases, dumps age, and the network comes and goes; the user's copy can be read and
  /// edited all the same. The board notes the reason.
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
        // The shelf's own pages report that it cannot be read.
        do throws(ClientError) { facts = try await shelves.facts(of: id) } catch { facts = nil }
        guard hindrance != .cancelled, let facts else { throw hindrance }
        board.note(shown, Freshness(answeredAt: nil, hindrance: hindrance, substitute: .shelf))
        return Release(facts)
      }
    }
    return client
  }

  /// Answers `owned:` and `wanted:` in searches of a local catalogue. With Discogs, which does not know the shelf's
  /// other pressings, they are refused; the shelf as a source answers them itself.
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
