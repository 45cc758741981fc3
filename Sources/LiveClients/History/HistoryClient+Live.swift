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
      $0.entries = { filter, limit throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in
          try await library.searches(matching: filter, limit: limit)
        }
      }
      $0.record = { record throws(ClientError) in
        let kept = try await shelves.askLibrary { library throws(LibraryError) in
          try await library.remember(record, at: now())
        }
        if !kept { translate.log.debug("Could not remember a search") }
      }
      $0.revise = { old, new throws(ClientError) in
        _ = try await shelves.askLibrary { library throws(LibraryError) in
          try await library.remember(new, insteadOf: old, at: now())
        }
      }
      $0.delete = { id throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in try await library.deleteSearch(id) }
      }
      $0.restore = { entry throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in
          try await library.restoreSearch(entry)
        }
      }
      $0.commandLines = { () throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in try await library.commandLines() }
      }
      $0.recordCommandLine = { line throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in try await library.rememberCommandLine(line) }
      }
      $0.visits = { limit throws(ClientError) in
        let source = sources.current.source
        return try await shelves.askLibrary { library throws(LibraryError) in
          try await library.visits(in: source, limit: limit)
        }
      }
      $0.recordVisit = { visit throws(ClientError) in
        let source = sources.current.source
        try await shelves.askLibrary { library throws(LibraryError) in try await library.remember(visit, in: source) }
      }
    }
  }
}
