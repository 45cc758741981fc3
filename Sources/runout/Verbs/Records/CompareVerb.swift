import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import Terminal
import Wording

struct CompareVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Show two to six pressings side by side.")
  @OptionGroup var common: CommonOptions

  @Flag(help: "One JSON object: the releases, and each fact with its values and whether they differ.")
  var json = false

  @Argument(help: ArgumentHelp("Ids such as 123 or r123, or Discogs URLs.", valueName: "release"))
  var releases: [String]

  @MainActor func run() async throws {
    var ids: [Release.ID] = []
    for typed in releases {
      guard case .release(let id) = try EntityReference(typed: typed, as: .release) else { continue }
      if !ids.contains(id) { ids.append(id) }
    }
    guard Comparison.room.contains(ids.count) else { throw Failure(VerbWords.howManyToCompare, .usage) }
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let comparison = try await wiring.ask { try await Comparison(ids, from: services) }
    Output.line(json ? comparison.json : comparison.plainText(columns: 100))
  }
}

extension Comparison {
  nonisolated fileprivate func plainText(columns: Int) -> String {
    lines(columns: columns, measure: TextMeasure { TextWidth.columns($0) }).plainText(columns: columns)
  }

  nonisolated fileprivate var json: String {
    let releases = pressings.map { pressing in
      var object = JSONObject()
      object.add("id", pressing.release.id.number)
      object.add("title", pressing.release.title)
      object.add("uri", EntityReference.release(pressing.release.id).webURL)
      return object
    }
    let facts = sections.flatMap { section in
      section.rows.map { row in
        var object = JSONObject()
        object.add("section", section.caption)
        object.add("name", row.name)
        object.add("values", row.values)
        object.add("differs", row.differs)
        return object
      }
    }
    var object = JSONObject()
    object.add("releases", releases)
    object.add("facts", facts)
    return object.text
  }
}
