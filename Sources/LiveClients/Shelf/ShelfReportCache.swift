internal import RunoutModel
internal import Synchronization
internal import UserLibrary

/// What a whole shelf was counted by, until it changes: to look through the shelf of a shop takes a moment for each.
final class ShelfReportCache: Sendable {
  private struct Question: Hashable {
    var grouping: ShelfGrouping
    var list: ShelfList
  }

  private struct State {
    /// Which shelf, and which of its versions.
    var shelf: ObjectIdentifier?
    var version: Int64 = 0
    var answers: [Question: [ShelfGroup]] = [:]
  }

  private let state = Mutex(State())
  /// Artists and labels of a large shelf would take megabytes.
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
