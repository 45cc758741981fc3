internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary

/// Looks up which copies of one release the account has.
struct ReleaseLook: Sendable {
  let user: String
  let discogs: DiscogsSource
  let lane: Lane
  let clock: any Clock<Duration>
  let faultPoint: @Sendable () -> Void

  /// How long Discogs has to come round before it is asked again whether something is not there: shortly after an edit
  /// it may say 404 of what is.
  static let pause = Duration.seconds(2)

  /// The most pages that are read of one release, of which a person has a few copies.
  private static let mostPages = 20

  /// Every copy of a release. None where Discogs counts none, or has twice said 404, which may mean the same; nil where
  /// it does not tell.
  ///
  /// - Parameter isFound: whether a first look shows what is sought; where it does not, a second one is taken.
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

  /// Nil where there is no list, or one that does not hold as many rows as it says.
  private func list(
    of release: Release.ID, ifMissing onMissing: () -> Void = {}
  ) async throws(DiscogsError) -> [CollectionInstance]? {
    var found: [CollectionInstance.ID: CollectionInstance] = [:]
    var page = PageRequest.first
    while true {
      defer { faultPoint() }
      let answer: Paged<CollectionInstance>
      do throws(DiscogsError) {
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
