import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Wording

struct GapsVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "gaps",
    abstract: "List what your collection lacks of a label, a series, an artist or a master.",
    discussion: """
      Takes label:123, series:123, artist:1, master:5 or a Discogs URL, and asks the imported catalogue or the demo. A \
      label's or a series' releases come by catalogue number, an artist's own works by year, a master's versions by \
      date. The first column says so where another pressing is yours, or where you want it.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("label:123, series:123, artist:1, master:5 or a Discogs URL.", valueName: "page"))
  var page: String

  @MainActor func run() async throws {
    guard let owner = EntityReference(named: page), owner.kind != .release else {
      throw Failure(DigWords.noGapsOf(page), .usage)
    }
    let request = DigRequest(.gaps(owner))
    let (rows, marks, count) = try await Wiring(common).ask { live in
      let services = live.services
      try await services.catalogue.checkHas(owner)
      let count = try await services.digging.count(request)
      let rows = try await RowReader.read(max(1, count.rows)) { cursor, size in
        try await services.digging.rows(request, cursor, size)
      }
      return (rows, try await services.shelf.marks(rows), count)
    }
    func ownsOther(_ row: CatalogueRow) -> Bool { marks[row.reference]?.owned == .another }
    func isWanted(_ row: CatalogueRow) -> Bool { marks[row.reference]?.wanted != nil }
    Table(
      rows,
      [
        .text("shelf") { ownsOther($0) ? "other pressing" : isWanted($0) ? "want" : "" },
        .text("type", drop: 1) { $0.reference.kind.rawValue }, .number("id") { $0.reference.number },
        .text("catno") { $0.catalogueNumber }, .text("year") { $0.year }, .name("artist") { $0.artist },
        .name("title") { $0.title }, .text("format", drop: 4) { $0.format }, .text("country", drop: 3) { $0.country },
        .text("label", drop: 2) { $0.label },
      ],
      json: { $0.shown.showing(["other_pressing_owned": ownsOther($0), "wanted": isWanted($0)]) }
    ).write(as: list)
    Output.errorLine(DigWords.missing(count.rows, of: count.all, arePressings: owner.kind == .master))
  }
}
