import ArgumentParser
import Clients
import DiscogsModel
import LiveClients
import Screens
import UserLibrary

struct BackupVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy your library to a file: history, collection, want list, pending changes.",
    discussion: "It may be in use meanwhile. With --profile it is that profile's.")

  @OptionGroup var common: CommonOptions

  @Flag(help: "Take the place of a file that is there.")
  var force = false

  @Argument(help: "The file to write.") var file: String

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let live = try wiring.liveServices()
    try await wiring.ask { () async throws(ClientError) in try await live.backUpLibrary(to: file, isReplacing: force) }
    Output.sentence("Wrote \(file).")
  }
}

struct RestoreVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore your library from a backup.",
    discussion: """
      The library that is there is kept beside it. What was pending when the copy was made may have been sent since: it \
      waits in `runout pending` until you say so. The next sync compares everything.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Say what would be restored, and change nothing.")
  var dryRun = false

  @Flag(help: "What was restored as one JSON object.")
  var json = false

  @Argument(help: "The file that was written.") var file: String

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let live = try wiring.liveServices()
    let restored = try await wiring.ask { () async throws(ClientError) in
      try await live.restoreLibrary(from: file, isRehearsal: dryRun)
    }
    if json { return Output.line(self.json(restored)) }
    let counts = [(restored.copies, "copies"), (restored.wants, "wants"), (restored.searches, "searches")]
    Output.line(
      "\(dryRun ? "Would be restored" : "Restored"): "
        + counts.map { "\(Wording.number($0.0)) \($0.1)" }.joined(separator: ", ") + ".")
    if restored.held > 0 {
      Output.errorLine(
        "\(Wording.number(restored.held)) of the changes in it may have been sent since: runout pending lists them.")
    }
    if let kept = restored.keptAs {
      Output.sentence(
        dryRun ? "The library that is there would be kept as \(kept)." : "The one before is kept as \(kept).")
    }
  }

  private func json(_ restored: LibraryRestore) -> String {
    var object = JSONObject()
    object.add("copies", restored.copies)
    object.add("wants", restored.wants)
    object.add("searches", restored.searches)
    object.add("held", restored.held)
    object.add("kept_as", restored.keptAs ?? "")
    if dryRun { object.add("dry_run", true) }
    return object.text
  }
}
