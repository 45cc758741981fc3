import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Wording

struct HistoryVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List or clear the search history.", subcommands: [List.self, Clear.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List searches, latest first.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    // An option, since a word here could be a misspelt subcommand.
    @Option(
      help: ArgumentHelp(
        "Only searches that match this text, which may have source:live, type:artist, found:yes.", valueName: "text"))
    var like = ""

    @Option(parsing: .unconditional, help: ArgumentHelp("The most rows to list.", valueName: "number"))
    var limit = RowLimit(100)

    func validate() throws { try limit.check() }

    @MainActor func run() async throws {
      let entries = try await Wiring(common).ask { live in
        try await live.services.history.entries(like, limit.number)
      }
      Table(
        entries,
        [
          .text("query") { $0.query }, .text("type") { $0.kind?.rawValue ?? "all" },
          .text("source") { $0.source.rawValue }, .number("results") { $0.results?.number },
          .number("runs") { $0.runs }, .text("last") { UTCTime.text($0.lastRun) }, .text("sort") { $0.sortText },
          .text("filters") { $0.filterText },
        ],
        json: { entry in
          JSONObject(showing: [
            "query": entry.query, "type": entry.kind?.rawValue, "sort": entry.sortText, "filters": entry.filterText,
            "source": entry.source.rawValue, "results": entry.results?.number, "runs": entry.runs,
            "last_run": UTCTime.text(entry.lastRun),
          ])
        }
      ).write(as: list)
    }
  }

  struct Clear: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Delete all searches for good.")

    @OptionGroup var common: CommonOptions
    @Flag(name: .shortAndLong, help: "Skip the question.") var yes = false

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      if !yes {
        guard Output.isTerminal else { throw Failure(VerbWords.clearingAsks, .usage) }
        guard try Input.agrees(VerbWords.reallyClear) else { return Output.line(VerbWords.nothingDeleted) }
      }
      Output.line(VerbWords.deleted(try await wiring.ask { try await live.clearHistory() }))
    }
  }
}

extension HistoryEntry {
  /// `year`, or `-year` when reversed.
  fileprivate nonisolated var sortText: String { (sort.isReversed ? "-" : "") + sort.field.rawValue }
}
