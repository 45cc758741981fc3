import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
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
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let request = DigRequest(.gaps(owner))
    let (rows, marks, count) = try await wiring.ask {
      guard try await services.catalogue.names([owner])[owner] != nil else { throw ClientError.notFound(owner) }
      let count = try await services.digging.count(request)
      let rows = try await RowReader.read(max(1, count.rows)) { cursor, size in
        try await services.digging.rows(request, cursor, size)
      }
      return (rows, try await services.shelf.marks(rows), count)
    }
    let missing = rows.map { Gap(row: $0, marks: marks[$0.reference] ?? ShelfMarks()) }
    Output.table(
      header: ["shelf", "type", "id", "catno", "year", "artist", "title", "format", "country", "label"],
      rows: missing.map(\.cells), rightAligned: [2], names: [5, 6], leastImportant: [1, 9, 8, 7], as: list,
      json: missing.map(\.json))
    Output.errorLine(DigWords.missing(count.rows, of: count.all, arePressings: owner.kind == .master))
  }
}

/// A missing record, with its marks on the shelf.
private struct Gap {
  var row: CatalogueRow
  var marks: ShelfMarks

  nonisolated var cells: [String] {
    let shelf =
      if marks.owned == .another { "other pressing" } else if marks.wanted != nil { "want" } else { "" }
    return [
      shelf, row.reference.kind.rawValue, String(row.reference.number), row.catalogueNumber,
      row.year.map(String.init) ?? "", row.artist, row.title, row.format, row.country, row.label,
    ]
  }

  nonisolated var json: String {
    var object = row.shown
    object.add("other_pressing_owned", marks.owned == .another)
    object.add("wanted", marks.wanted != nil)
    return object.text
  }
}
