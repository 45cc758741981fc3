internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary

/// Looks up the account's copies of one release.
struct ReleaseLook: Sendable {
  let user: String
  let discogs: DiscogsSource
  let lane: Lane
  let clock: any Clock<Duration>
  let faultPoint: @Sendable () -> Void

  /// The pause before a second look: shortly after an edit Discogs may answer 404 for a copy that is there.
  static let pause = Duration.seconds(2)

  /// The most pages read for one release, of which a person has a few copies.
  private static let mostPages = 20

  /// All copies of a release. Empty where Discogs counts none, or the second look is a 404 and the first gave no whole
  /// list; nil where neither look is conclusive.
  ///
  /// - Parameter isFound: whether the first look suffices; otherwise a second one follows.
  func copies(
    of release: Release.ID, until isFound: ([CollectionInstance]) -> Bool = { _ in true }
  ) async throws(DiscogsError) -> [CollectionInstance]? {
    let first = try await list(of: release)
    if let first, isFound(first) { return first }
    do { try await clock.sleep(for: Self.pause) } catch { throw .cancelled }
    var isMissing = false
    let second = try await list(of: release) { isMissing = true }
    return second ?? first ?? (isMissing ? [] : nil)
  }

  /// Nil for a 404, and for a list that does not have as many rows as its total.
  private func list(
    of release: Release.ID, ifMissing onMissing: () -> Void = {}
  ) async throws(DiscogsError) -> [CollectionInstance]? {
    var found: [CollectionInstance.ID: CollectionInstance] = [:]
    var page = PageRequest.first
    while true {
      defer { faultPoint() }
      let answer: Paged<CollectionInstance>
      do {
        answer = try await discogs.requestInBackground(
          .copies(of: release, inCollectionOf: user, page: page), lane: lane)
      } catch {
        guard case .notFound = error else { throw error }
        onMissing()
        return nil
      }
      for row in answer.rows { found[row.id] = row }
      if !answer.goesOn(after: page) {
        guard answer.isCounted, answer.total == found.count else { return nil }
        return found.values.sorted { $0.id < $1.id }
      }
      guard page.number < Self.mostPages else {
        throw .decoding(endpoint: "GET /users/{username}/collection/releases/{id}", .endless)
      }
      page.number += 1
    }
  }
}
