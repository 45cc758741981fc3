import Catalogue
import DiscogsModel
import Dispatch
import LibC
import Logging
import Platform
import Wording

/// One import, from files or a download: its progress, its interruption, and its report.
nonisolated struct ImportRun: Sendable {
  let path: String
  private let name: String
  private let log: Logger
  private let logFile: String
  private let display: ProgressDisplay
  /// Set at the first signal, and checked by the importing thread.
  let stop = StopFlag()

  @MainActor init(into path: String, _ wiring: Wiring, name: String, _ display: ProgressDisplay) {
    (self.path, self.name, self.display) = (path, name, display)
    (log, logFile) = (wiring.logger(name), wiring.paths.logFile)
  }

  /// Runs the import, and reports the contents of the catalogue; failures are logged.
  @MainActor func carryOut(
    _ work: @escaping @Sendable () throws(CatalogueError) -> ImportReport
  ) async throws(CatalogueError) {
    // A second signal ends the program: reading may hang, on a pipe or a network disk, and the new catalogue is not in
    // place yet.
    let interruption = Interruption(by: [SIGINT, SIGTERM, SIGHUP]) {
      stop.set()
      display.stopping()
    }
    defer { interruption.end() }
    let result = await Self.onAThread(work)
    display.clear()
    switch result {
    case .success(let report):
      for file in report.files { note(file) }
      say(report)
    case .failure(let error):
      if error != .cancelled { log.error("\(name) failed", metadata: ["reason": "\(error)"]) }
      throw error
    }
  }

  /// Runs on a thread of its own: the import blocks it throughout, and may wait for bytes that tasks download, so it
  /// must not use one of theirs.
  private static func onAThread(
    _ work: @escaping @Sendable () throws(CatalogueError) -> ImportReport
  ) async -> Result<ImportReport, CatalogueError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
    }
  }

  @MainActor private func say(_ report: ImportReport) {
    Output.sentence(VerbWords.catalogueHolds(VerbWords.counts(of: report.counts), path))
    let skipped = report.files.map(\.summary.skipped).reduce(0, +)
    if skipped > 0 { Output.sentence(VerbWords.skippedRecords(skipped, logFile)) }
    let unknown = Set(report.files.flatMap { $0.summary.unknown.keys }).sorted()
    if !unknown.isEmpty { Output.sentence(VerbWords.unknownElements(unknown.joined(separator: ", "))) }
  }

  private func note(_ file: ImportReport.File) {
    let summary = file.summary
    for skip in summary.skips {
      log.warning(
        "skipped a broken record",
        metadata: ["file": "\(file.path)", "offset": "\(skip.offset)", "reason": "\(skip.reason)"])
    }
    log.notice(
      "imported a dump",
      metadata: [
        "file": "\(file.path)", "kind": "\(summary.kind.rawValue)", "records": "\(summary.records)",
        "skipped": "\(summary.skipped)", "illegal_characters": "\(summary.illegalCharacters)",
        "xml_bytes": "\(summary.xmlBytes)",
      ])
    for (element, count) in summary.unknown.sorted(by: { $0.key < $1.key }) {
      log.warning(
        "ignored an unknown element", metadata: ["file": "\(file.path)", "element": "\(element)", "count": "\(count)"])
    }
  }
}

extension VerbWords {
  nonisolated static func counts(of counts: [EntityKind: Int]) -> String {
    self.counts(
      releases: counts[.release] ?? 0, masters: counts[.master] ?? 0, artists: counts[.artist] ?? 0,
      labels: counts[.label] ?? 0)
  }
}
