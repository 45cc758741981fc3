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
      commandName: "list", abstract: "List pending changes, oldest first.",
      discussion: "Runout sends them with your next change or sync; refused ones and conflicts wait for you."
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let pending = try await Wiring(common).ask { live in try await live.services.edits.pending() }
      Table(
        pending,
        [
          .number("id") { $0.id }, .text("state") { $0.stateName }, .name("change") { $0.title },
          .text("made", drop: 1) { UTCTime.text($0.madeAt) }, .name("reason") { $0.explanation },
        ],
        json: \.json
      ).write(as: list)
    }
  }

  struct Retry: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "retry", abstract: "Send changes again now.")
    @OptionGroup var options: RemedyOptions
    @MainActor func run() async throws { try await options.apply(.retry, VerbWords.resend) }
  }

  struct Mine: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "mine", abstract: "Send changes over Discogs' version.")
    @OptionGroup var options: RemedyOptions
    @MainActor func run() async throws { try await options.apply(.keepMine, VerbWords.overwrite) }
  }

  struct Theirs: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "theirs", abstract: "Discard changes and use Discogs' version.")
    @OptionGroup var options: RemedyOptions
    @MainActor func run() async throws { try await options.apply(.takeTheirs, SyncWords.gaveUp) }
  }
}

/// The arguments of verbs that settle stuck changes.
struct RemedyOptions: ParsableArguments {
  @OptionGroup var writing: WritingOptions

  @Argument(help: ArgumentHelp("Numbers from `runout pending`, all, or - to read one a line.", valueName: "id"))
  var changes: [String]

  @MainActor func apply(_ remedy: PendingEditRemedy, _ words: String) async throws {
    let named = try ShelfArguments.numbers(changes)
    let work = try ShelfEditing(writing)
    let isRehearsal = writing.dryRun
    let (chosen, delivery) = try await work.wiring.ask {
      try work.live.editor.checkMayChange(isRehearsal: isRehearsal)
      let chosen = ChosenRows(named, among: try await work.services.edits.pending())
      if !isRehearsal { for edit in chosen.found { try await work.services.edits.remedy(edit.id, remedy) } }
      return (chosen, try await work.deliver(remedy != .takeTheirs && !chosen.found.isEmpty))
    }
    chosen.tell(
      ("change", \.title), writing, none: VerbWords.nothingPending,
      done: { VerbWords.pendingDone(words, $0, isRehearsal: isRehearsal) }, missing: VerbWords.noPending)
    let numbers = Set(chosen.found.map(\.id))
    if remedy != .takeTheirs, !numbers.isEmpty {
      try delivery.tell(delivery.pending.filter { numbers.contains($0.id) }, writing)
    }
    try chosen.checkAllFound()
  }
}

/// Rows of a list that were named by their numbers, or all of them.
struct ChosenRows<Row: Identifiable & Sendable>: Sendable where Row.ID == Int64 {
  /// Each item as typed, with its row; nil if there is no such row.
  private let items: [(item: String, row: Row?)]

  /// - Parameter named: nil for all rows.
  init(_ named: [ShelfArguments.Named<Int64>]?, among rows: [Row]) {
    let named = named ?? rows.map { ShelfArguments.Named(item: String($0.id), value: $0.id) }
    items = named.map { name in (name.item, rows.first { $0.id == name.value }) }
  }

  var found: [Row] { items.compactMap(\.row) }

  /// Writes the outcome for each row, and reports each item without one.
  ///
  /// - Parameters:
  ///   - name: the names of the rows, under the title of their column.
  ///   - none: the sentence for an empty list.
  ///   - done: the sentence for a name.
  func tell(
    _ name: (title: String, of: (Row) -> String), _ writing: WritingOptions, none: String, done: (String) -> String,
    missing: (String) -> String
  ) {
    Table(
      items,
      [
        .text("id", json: "item") { $0.item },
        .text("outcome") { $0.row == nil ? "not-found" : writing.dryRun ? "would-do" : "done" },
        .text(name.title) { $0.row.map(name.of) },
      ]
    ).write(as: writing.list, plain: items.isEmpty ? [none] : found.map { done(name.of($0)) })
    for item in items where item.row == nil { Output.complain(missing(item.item)) }
  }

  /// - Throws: `Failure` if there is an item without a row.
  func checkAllFound() throws { if found.count < items.count { throw Failure.reported(.notFound) } }
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

  fileprivate nonisolated var json: JSONObject {
    let object = JSONObject(showing: [
      "id": id, "state": stateName, "change": title, "release": release?.number, "made_at": UTCTime.text(madeAt),
    ])
    switch state {
    case .waiting, .sending: return object
    case .retrying(let attempts, let reason): return object.showing(["attempts": attempts, "reason": reason])
    case .refused(let words): return object.showing(["reason": words])
    case .conflict(let differences):
      let differences = differences.map {
        JSONObject(showing: ["name": $0.name, "before": $0.before, "mine": $0.mine, "theirs": $0.theirs])
      }
      return object.showing(["differences": differences])
    }
  }
}
