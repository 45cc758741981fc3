internal import Clients
internal import DiscogsModel
internal import Logging
internal import UserLibrary

extension HistoryClient {
  /// Keeps the history in `library.sqlite`, whichever source is on.
  static func live(
    _ shelves: Shelves, now: @escaping @Sendable () -> Double, _ translate: ErrorTranslator
  ) -> HistoryClient {
    HistoryClient {
      $0.entries = { filter, limit throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in
          try await library.searches(matching: filter, limit: limit).compactMap { HistoryEntry($0) }
        }
      }
      $0.record = { record throws(ClientError) in
        let kept = try await shelves.askLibrary { library throws(LibraryError) in
          try await library.remember(SearchToRemember(record), at: now())
        }
        if !kept { translate.log.debug("Could not remember a search") }
      }
      $0.delete = { id throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in try await library.deleteSearch(id) }
      }
      $0.restore = { entry throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in
          try await library.restoreSearch(StoredSearch(entry))
        }
      }
      $0.commandLines = { () throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in try await library.commandLines() }
      }
      $0.recordCommandLine = { line throws(ClientError) in
        try await shelves.askLibrary { library throws(LibraryError) in try await library.rememberCommandLine(line) }
      }
    }
  }
}

extension SearchToRemember {
  fileprivate init(_ record: SearchRecord) {
    self.init(
      query: record.query, kind: record.kind, sort: record.sort, source: record.source.rawValue,
      results: record.results?.number, resultsAreCapped: record.results?.isCapped ?? false)
  }
}

extension StoredSearch {
  fileprivate init(_ entry: HistoryEntry) {
    self.init(
      id: entry.id,
      search: SearchToRemember(
        SearchRecord(
          query: entry.query, kind: entry.kind, sort: entry.sort, source: entry.source, results: entry.results)),
      lastRun: entry.lastRun, runs: entry.runs, turn: nil)
  }
}

extension HistoryEntry {
  /// Nil for a search of a source that only a newer program knows.
  fileprivate init?(_ stored: StoredSearch) {
    let search = stored.search
    guard let source = Source(rawValue: search.source) else { return nil }
    self.init(
      id: stored.id, query: search.query, kind: search.kind, sort: search.sort, source: source,
      results: search.results.map { search.resultsAreCapped ? .atLeast($0) : .exactly($0) }, lastRun: stored.lastRun,
      runs: stored.runs)
  }
}

extension RowCount {
  fileprivate var isCapped: Bool {
    switch self {
    case .exactly: false
    case .atLeast: true
    }
  }
}
