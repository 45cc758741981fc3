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
    commandName: "listen", abstract: "List the videos of releases or masters, as a playlist if you like.",
    discussion: """
      `runout listen r123 --m3u | mpv --playlist=-` plays them. Takes several records, or - to read one a line: \
      `runout collection list --json | runout listen - --m3u`. Exit code 3 if none has a video.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Flag(name: .customLong("m3u"), help: "Write an M3U playlist.") var isPlaylist = false
  @Argument(help: ArgumentHelp("Ids such as 123, r123 or m45, URLs, or - to read one a line.", valueName: "id"))
  var records: [String]

  @MainActor func run() async throws {
    let named = try ShelfArguments.wants(records)
    let wiring = try Wiring(common)
    let services = try wiring.services()
    var found: [(record: Wanted, video: Video)] = []
    var failure: Failure?
    for record in named {
      do {
        let videos = try await wiring.ask { () async throws -> [Video] in
          switch record.value {
          case .release(let id): try await services.catalogue.release(id).videos
          case .master(let id): try await services.catalogue.master(id).videos
          }
        }
        found += videos.map { (record.value, $0) }
      } catch {
        // The others are listed all the same.
        guard named.count > 1, ClientError(error) != .cancelled else { throw error }
        let sentence = ClientError(error).sentence
        Output.complain(VerbWords.failed(record.item, sentence))
        failure = Failure.reported(.failed)
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
}
