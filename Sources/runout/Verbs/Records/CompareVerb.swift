import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import Wording

struct CompareVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Show two to six pressings side by side.")
  @OptionGroup var common: CommonOptions
  @Flag(help: "One JSON object: the releases, and each fact with its values and whether they differ.") var json = false

  @Argument(help: ArgumentHelp("Ids such as 123 or r123, or Discogs URLs.", valueName: "release"))
  var releases: [String]

  @MainActor func run() async throws {
    var ids: [Release.ID] = []
    for typed in releases {
      guard case .release(let id) = try EntityReference(typed: typed, as: .release) else { continue }
      if !ids.contains(id) { ids.append(id) }
    }
    guard Comparison.room.contains(ids.count) else { throw Failure(VerbWords.howManyToCompare, .usage) }
    let comparison = try await Wiring(common).ask { live in try await Comparison(ids, from: live.services) }
    Output.line(json ? comparison.json : comparison.plainText)
  }
}

extension Comparison {
  nonisolated fileprivate var plainText: String {
    lines(columns: PlainText.columns, measure: PlainText.measure).plainText
  }

  nonisolated fileprivate var json: String {
    let releases = pressings.map(\.release).map { release in
      JSONObject(showing: [
        "id": release.id.number, "title": release.title, "uri": EntityReference.release(release.id).webURL,
      ])
    }
    let facts = sections.flatMap { section in
      section.rows.map { row in
        JSONObject(showing: [
          "section": section.caption, "name": row.name, "values": row.texts, "differs": row.differs,
        ])
      }
    }
    return JSONObject(showing: ["releases": releases, "facts": facts]).text
  }
}
