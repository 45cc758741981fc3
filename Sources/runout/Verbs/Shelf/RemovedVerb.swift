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
      abstract: "List removed rows, latest first.",
      discussion: "Runout keeps them for 30 days with plays, notes and limits.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let rows = try await wiring.ask { try await services.edits.removed() }
      Output.table(
        header: ["id", "list", "record", "folder", "plays", "limit", "notes", "removed"],
        rows: rows.map { row in
          [
            String(row.id), row.list.rawValue, row.facts.name, row.folder, row.plays == 0 ? "" : String(row.plays),
            row.limit?.displayName ?? "", row.notes, UTCTime.text(row.removedAt),
          ]
        },
        rightAligned: [0, 4], names: [2, 6], leastImportant: [7], as: list, json: rows.map(\.json))
    }
  }

  struct Restore: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Bring back removed rows.",
      discussion: """
        Rows come back with their plays, notes and limits, here and on Discogs. Copies still on Discogs are recognised, \
        not added twice. For a day, `runout collection undo` undoes it.
        """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Argument(help: ArgumentHelp("Numbers from `runout removed`, all, or - to read one a line.", valueName: "id"))
    var rows: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.numbers(rows, of: "removed row", in: "removed")
      let work = try ShelfEditing(common, writing)
      let isRehearsal = writing.dryRun
      let (results, left, delivery) = try await work.wiring.ask {
        try work.live.checkMayChange(isRehearsal: isRehearsal)
        let removed = try await work.services.edits.removed()
        let results = (named ?? removed.map { ShelfArguments.Named(item: String($0.id), value: $0.id) }).map { name in
          Result(item: name.item, row: removed.first { $0.id == name.value })
        }
        let ids = results.compactMap { $0.row?.id }
        let others = try await work.services.edits.pending()
        if !isRehearsal, !ids.isEmpty { _ = try await work.services.edits.restore(ids) }
        let delivery = try await work.deliver(!ids.isEmpty)
        return (results, delivery.left(besides: others), delivery)
      }
      tell(results)
      let missing = results.filter { $0.row == nil }
      for result in missing { Output.complain(VerbWords.noRemoved(result.item)) }
      if missing.count < results.count { try delivery.tell(left, writing) }
      if !missing.isEmpty { throw Failure.reported(.notFound) }
    }

    private struct Result {
      var item: String
      /// Nil if there is no such row.
      var row: RemovedRow?

      func outcome(isRehearsal: Bool) -> String { row == nil ? "not-found" : isRehearsal ? "would-do" : "done" }
    }

    @MainActor private func tell(_ results: [Result]) {
      let isRehearsal = writing.dryRun
      Output.table(
        header: ["id", "outcome", "record"],
        rows: results.map { [$0.item, $0.outcome(isRehearsal: isRehearsal), $0.row?.facts.name ?? ""] },
        as: writing.list,
        json: results.map { result in
          var object = JSONObject()
          object.add("item", result.item)
          object.add("outcome", result.outcome(isRehearsal: isRehearsal))
          object.add("record", result.row?.facts.name ?? "")
          return object.text
        },
        plain: results.isEmpty
          ? [VerbWords.noneRemoved(days: RemovedRow.days)]
          : results.compactMap { result in
            result.row.map { VerbWords.broughtBack($0.facts.name, isRehearsal: isRehearsal) }
          })
    }
  }
}

extension RemovedRow {
  /// Conditions and notes in one line.
  fileprivate nonisolated var notes: String {
    values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
  }

  fileprivate nonisolated var json: String {
    var object = JSONObject()
    object.add("id", Int(id))
    object.add("list", list.rawValue)
    object.add("release", facts.release.number)
    object.add("artist", facts.artist)
    object.add("title", facts.title)
    object.add("folder", folder)
    object.add("rating", rating)
    object.add("plays", plays)
    object.add("limit", limit?.displayName ?? "")
    var fields = JSONObject()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { fields.add(name, value) }
    object.add("fields", fields)
    object.add("removed_at", UTCTime.text(removedAt))
    return object.text
  }
}
