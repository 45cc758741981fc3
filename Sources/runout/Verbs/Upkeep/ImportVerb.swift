import ArgumentParser
import Catalogue
import DiscogsModel
import Glibc
import Logging
import Platform
import Synchronization
import Wording

struct ImportVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import Discogs data dumps into the catalogue.",
    discussion: """
      FILE is a dump of artists, labels, masters or releases, .xml or .xml.gz; Runout detects which. Imports add up: a \
      record replaces the one with the same id, all others stay. The new catalogue replaces the old one in one step at \
      the end; Ctrl-C or a failure before that changes nothing.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Replace all records of the kinds in these files instead of adding to them.")
  var replace = false

  @Argument(help: ArgumentHelp("The dump files.", valueName: "file"))
  var files: [String]

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let path = try wiring.catalogueForWriting()
    let (files, replace, now, log) = (files, replace, wiring.now, wiring.logger("import"))
    let display = ProgressDisplay(isLive: Output.isErrorTerminal)
    let stop = StopFlag()
    // Asked twice: reading may hang, on a pipe or a network disk, and the new catalogue is not in place yet.
    let interruption = Interruption(by: [SIGINT, SIGTERM, SIGHUP]) {
      stop.set()
      display.stopping()
    }
    defer { interruption.end() }
    do throws(CatalogueError) {
      let report = try await ImportVerb.offTheMainActor { () throws(CatalogueError) in
        try CatalogueImporter.import(
          files: files, into: path, now: now, replacingKinds: replace, progress: { display.show($0) },
          isCancelled: { stop.isSet })
      }
      display.clear()
      for file in report.files { ImportVerb.log(file, to: log) }
      ImportVerb.say(report, path: path, log: wiring.paths.logFile)
    } catch {
      display.clear()
      if error == .cancelled { throw Failure(VerbWords.importStopped) }
      log.error("import failed", metadata: ["reason": "\(error)"])
      throw Failure(error.description)
    }
  }

  /// An import blocks its thread for as long as it takes.
  @concurrent private static func offTheMainActor(
    _ work: @Sendable () throws(CatalogueError) -> ImportReport
  ) async throws(CatalogueError) -> ImportReport {
    try work()
  }

  @MainActor static func say(_ report: ImportReport, path: String, log: String) {
    let counts = VerbWords.counts(
      releases: report.counts[.release] ?? 0, masters: report.counts[.master] ?? 0,
      artists: report.counts[.artist] ?? 0, labels: report.counts[.label] ?? 0)
    Output.sentence(VerbWords.catalogueHolds(counts, path))
    let skipped = report.files.map(\.summary.skipped).reduce(0, +)
    if skipped > 0 {
      Output.sentence(VerbWords.skippedRecords(skipped, log))
    }
    let unknown = Set(report.files.flatMap { $0.summary.unknown.keys }).sorted()
    if !unknown.isEmpty {
      Output.sentence(VerbWords.unknownElements(unknown.joined(separator: ", ")))
    }
  }

  static func log(_ file: ImportReport.File, to log: Logger) {
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

/// Set at the first Ctrl-C, asked by the thread that imports.
nonisolated final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
