import ArgumentParser
import Catalogue
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
  @Flag(help: "Replace all records of the kinds in these files instead of adding to them.") var replace = false
  @Argument(help: ArgumentHelp("The dump files.", valueName: "file")) var files: [String]

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let display = ProgressDisplay(isLive: Output.isErrorTerminal)
    let run = ImportRun(into: try wiring.catalogueForWriting(), wiring, name: "import", display)
    let (files, replace, now) = (files, replace, wiring.now)
    do {
      try await run.carryOut { () throws(CatalogueError) in
        try CatalogueImporter.import(
          files: files, into: run.path, now: now, replacingKinds: replace, progress: { display.show($0) },
          isCancelled: { run.stop.isSet })
      }
    } catch {
      if error == .cancelled { throw Failure(VerbWords.importStopped) }
      throw Failure(error.description)
    }
  }
}
