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
      abstract: "List cached responses by kind, with size and age.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices(from: .demo)
      let contents = try await wiring.ask { try await live.cacheContents() }
      CacheVerb.write(contents, as: list)
    }
  }

  struct Clear: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Clear the cache; pages are fetched again when you open them.")

    @OptionGroup var common: CommonOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices(from: .demo)
      let gone = try await wiring.ask { try await live.clearCache() }
      Output.line(VerbWords.removed(answers: gone.answers, pictures: gone.pictures))
    }
  }

  @MainActor private static func write(_ contents: CacheContents, as options: ListOptions) {
    var rows = contents.answers.kinds.map { Row(name: $0.name, count: $0.count, bytes: $0.bytes, oldest: $0.oldest) }
    let pictures = contents.pictures
    rows.append(Row(name: "pictures", count: pictures.count, bytes: pictures.bytes, oldest: pictures.oldest))
    Output.table(
      header: ["kind", "entries", "size", "oldest"],
      rows: rows.map { row in
        [row.name, String(row.count), size(row.bytes, options), row.oldest.map { UTCTime.text($0) } ?? ""]
      },
      rightAligned: [1, 2], as: options, json: rows.map(\.json))
    guard !options.json, !options.csv, Output.isTerminal else { return }
    Output.sentence(
      VerbWords.cache(contents.path, ByteCount.display(contents.answers.fileBytes), rows: contents.answers.rows))
  }

  /// In words for people, in bytes for programs.
  @MainActor private static func size(_ bytes: Int, _ options: ListOptions) -> String {
    Output.isTerminal && !options.csv ? ByteCount.display(bytes) : String(bytes)
  }

  private struct Row {
    var name: String
    var count: Int
    var bytes: Int
    /// Seconds since 1970.
    var oldest: Double?

    var json: String {
      var object = JSONObject()
      object.add("kind", name)
      object.add("entries", count)
      object.add("bytes", bytes)
      object.add("oldest", oldest.map { UTCTime.text($0) } ?? "")
      return object.text
    }
  }
}
