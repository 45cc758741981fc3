import ArgumentParser
import Clients
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Terminal
import Wording

struct ListenVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "List the videos of releases, masters or labels, as a playlist if you like.",
    discussion: """
      `runout listen r123 --m3u | mpv --playlist=-` plays them. Takes several records, or - to read one a line: \
      `runout collection list --json | runout listen - --m3u`. Of a label it looks up the first 100 records, each by a \
      request on Discogs. Exit code 3 if none has a video.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Flag(name: .customLong("m3u"), help: "Write an M3U playlist.") var isPlaylist = false
  @Argument(help: ArgumentHelp("Ids such as 123, r123, m45 or l6, URLs, or - to read one a line.", valueName: "id"))
  var records: [String]

  /// The most records of a label that are looked up.
  private static let mostOfALabel = 100

  @MainActor func run() async throws {
    let named = try ShelfArguments.records(records)
    let wiring = try Wiring(common)
    let services = try wiring.services()
    var found: [(record: Wanted, video: Video)] = []
    var failure: Failure?
    try await wiring.ask {
      var all: [Wanted] = []
      for record in named { all += try await self.records(of: record.value, services.catalogue) }
      all = all.uniqued()
      for record in all {
        do {
          found += try await videos(of: record, services.catalogue).map { (record, $0) }
        } catch {
          // The others are listed all the same.
          guard all.count > 1, ClientError(error) != .cancelled else { throw error }
          Output.complain(VerbWords.failed(record.argument, ClientError(error).sentence))
          failure = Failure.reported(.failed)
        }
      }
    }
    if isPlaylist {
      Output.line("#EXTM3U")
      for (_, video) in found {
        let seconds = video.duration.map { "\($0.components.seconds)" } ?? "-1"
        Output.line("#EXTINF:\(seconds),\(Harmless.text(video.title))\n\(Harmless.text(video.url))")
      }
    } else {
      Table(
        found,
        [
          .text("id") { $0.record.argument }, .number("seconds") { $0.video.duration?.components.seconds },
          .name("title") { $0.video.title }, .text("url") { $0.video.url },
        ]
      ).write(as: list)
    }
    if let failure { throw failure }
    if found.isEmpty { throw Failure(VerbWords.noVideos, .notFound) }
  }

  /// A label's first records; any other record itself.
  @MainActor private func records(
    of record: EntityReference, _ catalogue: CatalogueClient
  ) async throws -> [Wanted] {
    guard case .label(let id) = record else { return [record].compactMap { Wanted($0) } }
    let page = try await catalogue.browse(BrowseRequest(.labelReleases(id)), nil, Self.mostOfALabel)
    if page.next != nil { Output.errorLine(VerbWords.firstOnly(Self.mostOfALabel, of: record.shorthand)) }
    return page.rows.prefix(Self.mostOfALabel).compactMap { Wanted($0.reference) }
  }

  @MainActor private func videos(of record: Wanted, _ catalogue: CatalogueClient) async throws -> [Video] {
    switch record {
    case .release(let id): try await catalogue.release(id).videos
    case .master(let id): try await catalogue.master(id).videos
    }
  }
}
