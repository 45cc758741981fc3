import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Wording

struct PendingVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List changes not yet on Discogs, and settle stuck ones.",
    subcommands: [List.self, Retry.self, Mine.self, Theirs.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "List pending changes, oldest first.",
      discussion: "Runout sends them with your next change or sync; refused ones and conflicts wait for you."
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let pending = try await wiring.ask { try await services.edits.pending() }
      Output.table(
        header: ["id", "state", "change", "made", "reason"],
        rows: pending.map { [String($0.id), $0.stateName, $0.title, UTCTime.text($0.madeAt), $0.explanation] },
        rightAligned: [0], names: [2, 4], leastImportant: [3], as: list, json: pending.map(\.json))
    }
  }

  struct Retry: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Send changes again now.")
    @OptionGroup var options: RemedyOptions
    @MainActor func run() async throws { try await options.apply(.retry, VerbWords.resend) }
  }

  struct Mine: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Send changes over Discogs' version.")
    @OptionGroup var options: RemedyOptions
    @MainActor func run() async throws { try await options.apply(.keepMine, VerbWords.overwrite) }
  }

  struct Theirs: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Discard changes and use Discogs' version.")
    @OptionGroup var options: RemedyOptions
    @MainActor func run() async throws { try await options.apply(.takeTheirs, VerbWords.giveUp) }
  }
}

/// The arguments of verbs that settle stuck changes.
struct RemedyOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @OptionGroup var writing: WritingOptions

  @Argument(help: ArgumentHelp("Numbers from `runout pending`, all, or - to read one a line.", valueName: "id"))
  var changes: [String]

  @MainActor func apply(_ remedy: PendingEditRemedy, _ words: String) async throws {
    let named = try ShelfArguments.numbers(changes)
    let work = try ShelfEditing(common, writing)
    let isRehearsal = writing.dryRun
    let (rows, delivery) = try await work.wiring.ask {
      try work.live.checkMayChange(isRehearsal: isRehearsal)
      let before = try await work.services.edits.pending()
      var rows: [Row] = []
      for item in named ?? before.map({ ShelfArguments.Named(item: String($0.id), value: $0.id) }) {
        let edit = before.first { $0.id == item.value }
        if let edit, !isRehearsal { try await work.services.edits.remedy(edit.id, remedy) }
        rows.append(Row(item: item.item, edit: edit))
      }
      return (rows, try await work.deliver(remedy != .takeTheirs && rows.contains { $0.edit != nil }))
    }
    try tell(rows, delivery, remedy, words)
  }

  private struct Row {
    var item: String
    /// Nil if there is no such change.
    var edit: PendingEdit?
  }

  @MainActor private func tell(
    _ rows: [Row], _ delivery: ShelfDelivery, _ remedy: PendingEditRemedy, _ words: String
  ) throws {
    let isRehearsal = writing.dryRun
    Output.table(
      header: ["id", "outcome", "change"],
      rows: rows.map {
        [$0.item, $0.edit == nil ? "not-found" : isRehearsal ? "would-do" : "done", $0.edit?.title ?? ""]
      },
      as: writing.list,
      json: rows.map { row in
        var object = JSONObject()
        object.add("item", row.item)
        object.add("outcome", row.edit == nil ? "not-found" : isRehearsal ? "would-do" : "done")
        object.add("change", row.edit?.title ?? "")
        return object.text
      },
      plain: rows.isEmpty
        ? [VerbWords.nothingPending]
        : rows.compactMap { row in
          row.edit.map { VerbWords.pendingDone(words, $0.title, isRehearsal: isRehearsal) }
        })
    let numbers = Set(rows.compactMap { $0.edit?.id })
    let missing = rows.filter { $0.edit == nil }
    for row in missing { Output.complain(VerbWords.noPending(row.item)) }
    if remedy != .takeTheirs, !numbers.isEmpty {
      try delivery.tell(delivery.pending.filter { numbers.contains($0.id) }, writing)
    }
    if !missing.isEmpty { throw Failure.reported(.notFound) }
  }
}

extension PendingEdit {
  /// The reason for its state in one line; empty if it only waits.
  fileprivate nonisolated var explanation: String {
    switch state {
    case .waiting, .sending: ""
    case .retrying(let attempts, let reason): VerbWords.tried(attempts, reason)
    case .refused(let words): words
    case .conflict(let differences):
      differences.isEmpty
        ? VerbWords.goneThere
        : differences.map { VerbWords.difference($0.name, mine: $0.mine, theirs: $0.theirs, before: $0.before) }
          .joined(separator: "; ")
    }
  }

  fileprivate nonisolated var json: String {
    var object = JSONObject()
    object.add("id", Int(id))
    object.add("state", stateName)
    object.add("change", title)
    object.add("release", release?.number)
    object.add("made_at", UTCTime.text(madeAt))
    switch state {
    case .waiting, .sending: break
    case .retrying(let attempts, let reason):
      object.add("attempts", attempts)
      object.add("reason", reason)
    case .refused(let words): object.add("reason", words)
    case .conflict(let differences):
      object.add(
        "differences",
        differences.map { difference in
          var object = JSONObject()
          object.add("name", difference.name)
          object.add("before", difference.before)
          object.add("mine", difference.mine)
          object.add("theirs", difference.theirs)
          return object
        })
    }
    return object.text
  }
}
