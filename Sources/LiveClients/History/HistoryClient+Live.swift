internal import Clients
internal import DiscogsModel
internal import Logging
internal import UserLibrary

extension HistoryClient {
  /// Keeps the history in `library.sqlite`, whichever source is on.
  static func live(
    _ shelves: Shelves, _ sources: SourceSwitch, now: @escaping @Sendable () -> Double
  ) -> HistoryClient {
    HistoryClient {
      $0.entries = shelves.answeringFromLibrary { try await $0.searches(matching: $1, limit: $2) }
      $0.record = shelves.answeringFromLibrary { library, record in
        let isKept = try await library.remember(record, at: now())
        if !isKept { shelves.translate.log.debug("Could not remember a search") }
      }
      $0.revise = shelves.answeringFromLibrary { library, old, new in
        _ = try await library.remember(new, insteadOf: old, at: now())
      }
      $0.delete = shelves.answeringFromLibrary { try await $0.deleteSearch($1) }
      $0.restore = shelves.answeringFromLibrary { try await $0.restoreSearch($1) }
      $0.commandLines = shelves.answeringFromLibrary { try await $0.commandLines() }
      $0.recordCommandLine = shelves.answeringFromLibrary { try await $0.rememberCommandLine($1) }
      $0.visits = shelves.answeringFromLibrary { try await $0.visits(in: sources.current.source, limit: $1) }
      $0.recordVisit = shelves.translate.answering { visit in
        // Read first: while the library opens, the user may switch to another source.
        let source = sources.current.source
        try await shelves.library().remember(visit, in: source)
      }
    }
  }
}
