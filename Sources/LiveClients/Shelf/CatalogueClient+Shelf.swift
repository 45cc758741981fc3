internal import Clients
internal import DiscogsModel
internal import RunoutModel

extension CatalogueClient {
  /// Shows a release from the shelf's facts where the source fails to find it.
  ///
  /// Discogs deletes and merges releases, dumps age, and the network comes and goes; the user's copy can be read and
  /// edited all the same. The board notes the reason.
  func withOwnReleases(_ shelves: Shelves, _ board: FreshnessBoard) -> CatalogueClient {
    @Sendable func found(_ id: Release.ID) async throws(ClientError) -> Release {
      let shown = Shown.record(.release(id))
      do {
        let release = try await release(id)
        board.forgetSubstitute(of: shown)
        return release
      } catch {
        let facts: ShelfFacts?
        // The shelf's own pages report that it cannot be read.
        do { facts = try await shelves.facts(of: id) } catch { facts = nil }
        guard error != .cancelled, let facts else { throw error }
        board.note(shown, Freshness(answeredAt: nil, hindrance: error, substitute: .shelf))
        return Release(facts)
      }
    }
    var client = self
    client.release = found
    return client
  }
}
