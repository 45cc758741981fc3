import AnswerCache
import ArgumentParser
import Catalogue
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Screens
import Wording

struct CacheVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show or clear the cache of Discogs responses.",
    subcommands: [Info.self, Clear.self], defaultSubcommand: Info.self)

  struct Info: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "info", abstract: "List cached responses by kind, with size and age.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let contents = try await Wiring(common).ask(from: .demo) { live in try await live.cacheContents() }
      let pictures = contents.pictures
      let rows =
        contents.answers.kinds.map { Row(name: $0.name, count: $0.count, bytes: $0.bytes, oldest: $0.oldest) }
        + [Row(name: "pictures", count: pictures.count, bytes: pictures.bytes, oldest: pictures.oldest)]
      let isForPeople = Output.isTerminal && !list.csv
      Table(
        rows,
        [
          .text("kind") { $0.name }, .number("entries") { $0.count },
          .number("size") { isForPeople ? ByteCount.display($0.bytes) : $0.bytes },
          .text("oldest") { $0.oldest.map { UTCTime.text($0) } },
        ],
        json: { row in
          JSONObject(showing: [
            "kind": row.name, "entries": row.count, "bytes": row.bytes, "oldest": row.oldest.map { UTCTime.text($0) },
          ])
        }
      ).write(as: list)
      guard isForPeople, !list.json else { return }
      Output.sentence(
        VerbWords.cache(contents.path, ByteCount.display(contents.answers.fileBytes), rows: contents.answers.rows))
    }

    private struct Row {
      var name: String
      var count: Int
      var bytes: Int
      /// Seconds since 1970.
      var oldest: Double?
    }
  }

  struct Clear: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Clear the cache; pages are fetched again when you open them.")

    @OptionGroup var common: CommonOptions

    @MainActor func run() async throws {
      let gone = try await Wiring(common).ask(from: .demo) { live in try await live.clearCache() }
      Output.line(VerbWords.removed(answers: gone.answers, pictures: gone.pictures))
    }
  }
}
