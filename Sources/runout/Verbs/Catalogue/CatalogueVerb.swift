import ArgumentParser
import Catalogue
import CatalogueUpdate
import Clients
import DiscogsAPI
import DiscogsModel
import RunoutModel
import Wording

struct CatalogueVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "catalogue", abstract: "Fetch, show, check or remove the catalogue of Discogs' monthly dumps.",
    subcommands: [
      CatalogueUpdateVerb.self, CatalogueInfoVerb.self, CatalogueVerifyVerb.self, CatalogueRemoveVerb.self,
      CatalogueScheduleVerb.self,
    ], defaultSubcommand: CatalogueInfoVerb.self)
}

/// The dumps to fetch, for one update or a schedule.
struct CatalogueChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only releases that this search finds, and the masters, artists and labels they name.", valueName: "query"))
  var only: String?

  @Option(help: ArgumentHelp("Which dumps, separated by commas. Default: all four.", valueName: "kinds"))
  var kinds = CatalogueChoice.allKinds

  @Option(help: ArgumentHelp("The address of a mirror: a page that lists the dumps.", valueName: "url"))
  var url = Mirror.discogs

  @Flag(help: "Keep the dumps in the folder dumps beside the catalogue.") var keep = false

  nonisolated private static let allKinds = "artists,labels,masters,releases"

  /// - Throws: `Failure` for an unknown kind.
  func chosenKinds() throws -> Set<EntityKind> {
    let names = kinds.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    let chosen = names.compactMap { name in EntityKind.allCases.first { name == $0.rawValue || name == "\($0)s" } }
    guard !chosen.isEmpty, chosen.count == names.count else { throw Failure(UpdateWords.noKinds, .usage) }
    return Set(chosen)
  }

  /// - Throws: `Failure` for a search that cannot select releases.
  func selection() throws -> SearchQuery? {
    guard let only else { return nil }
    let query: SearchQuery
    do { query = try SearchQuery(parsing: only) } catch { throw Failure("--only: \(error.sentence)", .usage) }
    if query.isEmpty { throw Failure(UpdateWords.emptyOnly, .usage) }
    if let field = UpdateOptions.refusedField(in: query) {
      throw Failure(UpdateWords.unusableField(field.rawValue), .usage)
    }
    guard try chosenKinds().contains(.release) else { throw Failure(UpdateWords.onlyNeedsReleases, .usage) }
    return query
  }

  func address() throws -> String {
    guard Origin(url) != nil else { throw Failure(UpdateWords.notAnAddress(url), .usage) }
    return url
  }

  /// The choice as arguments, without default values.
  var arguments: [String] {
    var arguments: [String] = []
    if let only { arguments += ["--only", only] }
    if kinds != Self.allKinds { arguments += ["--kinds", kinds] }
    if url != Mirror.discogs { arguments += ["--url", url] }
    if keep { arguments.append("--keep") }
    return arguments
  }
}
