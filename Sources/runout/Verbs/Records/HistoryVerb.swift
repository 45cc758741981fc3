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
    nonisolated static let configuration = CommandConfiguration(abstract: "List searches, latest first.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    // An option, since a word here could be a misspelt subcommand.
    @Option(help: ArgumentHelp("Only searches that match this text.", valueName: "text"))
    var like = ""

    @Option(parsing: .unconditional, help: ArgumentHelp("The most rows to list.", valueName: "number"))
    var limit = RowLimit(100)

    func validate() throws {
      try limit.check(atMost: nil)
    }

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let entries = try await wiring.ask { try await services.history.entries(like, limit.number) }
      Output.table(
        header: ["query", "type", "source", "results", "runs", "last", "sort", "filters"],
        rows: entries.map { entry in
          [
            entry.query, entry.kind?.rawValue ?? "all", entry.source.rawValue,
            entry.results.map { String($0.number) } ?? "", String(entry.runs), UTCTime.text(entry.lastRun),
            entry.sortText, entry.filterText,
          ]
        },
        rightAligned: [3, 4], as: list,
        json: entries.map { entry in
          var object = JSONObject()
          object.add("query", entry.query)
          object.add("type", entry.kind?.rawValue ?? "")
          object.add("sort", entry.sortText)
          object.add("filters", entry.filterText)
          object.add("source", entry.source.rawValue)
          object.add("results", entry.results?.number)
          object.add("runs", entry.runs)
          object.add("last_run", UTCTime.text(entry.lastRun))
          return object.text
        })
    }
  }

  struct Clear: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Delete all searches for good.")

    @OptionGroup var common: CommonOptions

    @Flag(name: .shortAndLong, help: "Skip the question.")
    var yes = false

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      if !yes {
        guard Output.isTerminal else { throw Failure(VerbWords.clearingAsks, .usage) }
        guard try Input.agrees(VerbWords.reallyClear) else {
          Output.line(VerbWords.nothingDeleted)
          return
        }
      }
      let count = try await wiring.ask { try await live.clearHistory() }
      Output.line(VerbWords.deleted(count))
    }
  }
}

extension HistoryEntry {
  /// `year`, or `-year` when reversed.
  fileprivate nonisolated var sortText: String { (sort.isReversed ? "-" : "") + sort.field.rawValue }
}
