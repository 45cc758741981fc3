internal import RunoutModel
internal import Synchronization
internal import UserLibrary

/// Keeps the groups of a whole shelf until it changes: counting a shop's shelf takes a moment for each grouping.
final class ShelfReportCache: Sendable {
  private struct Question: Hashable {
    var grouping: ShelfGrouping
    var list: ShelfList
  }

  private struct State {
    /// The shelf that the answers are about; any other, or another version, clears them.
    var shelf: ObjectIdentifier?
    var version: Int64 = 0
    var answers: [Question: [ShelfGroup]] = [:]
  }

  private let state = Mutex(State())
  /// Larger answers are not kept: artists and labels of a large shelf would take megabytes.
  private static let mostGroups = 2_000

  func groups(
    by grouping: ShelfGrouping, of list: ShelfList, in library: Library
  ) async throws(LibraryError) -> [ShelfGroup] {
    let (shelf, question) = (ObjectIdentifier(library), Question(grouping: grouping, list: list))
    let version = try await library.shelfVersion()
    let known = state.withLock { state -> [ShelfGroup]? in
      if state.shelf != shelf || state.version != version {
        state = State(shelf: shelf, version: version)
      }
      return state.answers[question]
    }
    if let known { return known }
    let groups = try await library.groups(by: grouping, of: list, CollectionRequest())
    guard groups.count <= Self.mostGroups else { return groups }
    state.withLock { state in
      if state.shelf == shelf, state.version == version { state.answers[question] = groups }
    }
    return groups
  }
}
