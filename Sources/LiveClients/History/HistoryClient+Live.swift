internal import Clients
internal import DiscogsModel
internal import Logging
internal import UserLibrary

extension HistoryClient {
  /// Keeps the history in `library.sqlite`, whichever source is on.
  static func live(
    _ shelves: Shelves, _ sources: SourceSwitch, now: @escaping @Sendable () -> Double, _ translate: ErrorTranslator
  ) -> HistoryClient {
    HistoryClient {
      $0.entries = answering { filter, limit in
        try await shelves.askLibrary { library in try await library.searches(matching: filter, limit: limit) }
      }
      $0.record = answering { record in
        let kept = try await shelves.askLibrary { library in try await library.remember(record, at: now()) }
        if !kept { translate.log.debug("Could not remember a search") }
      }
      $0.revise = answering { old, new in
        _ = try await shelves.askLibrary { library in try await library.remember(new, insteadOf: old, at: now()) }
      }
      $0.delete = answering { id in try await shelves.askLibrary { library in try await library.deleteSearch(id) } }
      $0.restore = answering { entry in
        try await shelves.askLibrary { library in try await library.restoreSearch(entry) }
      }
      $0.commandLines = answering { try await shelves.askLibrary { library in try await library.commandLines() } }
      $0.recordCommandLine = answering { line in
        try await shelves.askLibrary { library in try await library.rememberCommandLine(line) }
      }
      $0.visits = answering { limit in
        let source = sources.current.source
        return try await shelves.askLibrary { library in try await library.visits(in: source, limit: limit) }
      }
      $0.recordVisit = answering { visit in
        let source = sources.current.source
        try await shelves.askLibrary { library in try await library.remember(visit, in: source) }
      }
    }
  }
}
