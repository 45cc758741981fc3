import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Screens
import Wording

struct RemovedVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "removed",
    abstract: "List rows that a sync removed, and bring them back.",
    subcommands: [List.self, Restore.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List removed rows, latest first.",
      discussion: "Runout keeps them for 30 days with plays, notes and limits.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let rows = try await Wiring(common).ask { live in try await live.services.edits.removed() }
      Table(
        rows,
        [
          .number("id") { $0.id }, .text("list") { $0.list.rawValue }, .name("record") { $0.facts.name },
          .text("folder") { $0.folder }, .number("plays") { $0.plays == 0 ? nil : $0.plays },
          .text("limit") { $0.limit?.displayName }, .name("notes") { $0.notes },
          .text("removed", drop: 1) { UTCTime.text($0.removedAt) },
        ],
        json: \.json
      ).write(as: list)
    }
  }

  struct Restore: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Bring back removed rows.",
      discussion: """
        Rows come back with their plays, notes and limits, here and on Discogs. Copies still on Discogs are recognised, \
        not added twice. For a day, `runout collection undo` undoes it.
        """)

    @OptionGroup var writing: WritingOptions

    @Argument(help: ArgumentHelp("Numbers from `runout removed`, all, or - to read one a line.", valueName: "id"))
    var rows: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.numbers(rows, of: "removed row", in: "removed")
      let work = try ShelfEditing(writing)
      let isRehearsal = writing.dryRun
      let (chosen, left, delivery) = try await work.wiring.ask {
        try work.live.editor.checkMayChange(isRehearsal: isRehearsal)
        let chosen = ChosenRows(named, among: try await work.services.edits.removed())
        let ids = chosen.found.map(\.id)
        let others = try await work.services.edits.pending()
        if !isRehearsal, !ids.isEmpty { _ = try await work.services.edits.restore(ids) }
        let delivery = try await work.deliver(!ids.isEmpty)
        return (chosen, delivery.left(besides: others), delivery)
      }
      chosen.tell(
        ("record", \.facts.name), writing, none: VerbWords.noneRemoved(days: RemovedRow.days),
        done: { VerbWords.broughtBack($0, isRehearsal: isRehearsal) }, missing: VerbWords.noRemoved)
      if !chosen.found.isEmpty { try delivery.tell(left, writing) }
      try chosen.checkAllFound()
    }
  }
}

extension RemovedRow {
  private nonisolated var sortedValues: [(key: String, value: String)] { values.sorted { $0.key < $1.key } }

  /// Conditions and notes in one line.
  fileprivate nonisolated var notes: String { sortedValues.map { "\($0.key): \($0.value)" }.joined(separator: "; ") }

  fileprivate nonisolated var json: JSONObject {
    var fields = JSONObject()
    for (name, value) in sortedValues { fields.add(name, value) }
    return JSONObject(showing: [
      "id": id, "list": list.rawValue, "release": facts.release.number, "artist": facts.artist, "title": facts.title,
      "folder": folder, "rating": rating, "plays": plays, "limit": limit?.displayName, "fields": fields,
      "removed_at": UTCTime.text(removedAt),
    ])
  }
}
