import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import Screens
import UserLibrary
import Wording

struct BackupVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up your library: history, collection, want list, pending changes.",
    discussion: "Works while Runout is running. With --profile, backs up that profile.")

  @OptionGroup var common: CommonOptions
  @Flag(help: "Replace an existing file.") var force = false
  @Argument(help: "The file to write, or - for standard output.") var file: String

  @MainActor func run() async throws {
    let isToOutput = OutputFile.isStandardOutput(file)
    guard !isToOutput || !Output.isTerminal else { throw Failure(VerbWords.noBackupOnTerminal, .usage) }
    let target = isToOutput ? "/dev/stdout" : file
    try await Wiring(common).ask { live in try await live.backUpLibrary(to: target, isReplacing: force) }
    if !isToOutput { Output.sentence(VerbWords.wrote(file)) }
  }
}

struct RestoreVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore your library from a backup.",
    discussion: """
      Keeps the current library beside the restored one. Changes that were pending at the time of the backup may be on \
      Discogs by now: they wait in `runout pending` for your decision. The next sync compares everything.
      """)

  @OptionGroup var common: CommonOptions
  @Flag(help: "Show what a restore would do, and change nothing.") var dryRun = false
  @Flag(help: "Write the result as one JSON object.") var json = false
  @Argument(help: "The backup file.") var file: String

  @MainActor func run() async throws {
    let restored = try await Wiring(common).ask { live in
      try await live.restoreLibrary(from: file, isRehearsal: dryRun)
    }
    if json { return Output.line(object(restored).text) }
    Output.line(
      VerbWords.restored(
        copies: restored.copies, wants: restored.wants, searches: restored.searches, isRehearsal: dryRun))
    if restored.held > 0 { Output.errorLine(VerbWords.held(restored.held)) }
    if let kept = restored.keptAs { Output.sentence(dryRun ? VerbWords.wouldKeep(kept) : VerbWords.kept(kept)) }
  }

  private func object(_ restored: LibraryRestore) -> JSONObject {
    JSONObject(showing: [
      "copies": restored.copies, "wants": restored.wants, "searches": restored.searches, "held": restored.held,
      "kept_as": restored.keptAs,
    ]).markingRehearsal(dryRun)
  }
}
