import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import RunoutModel
import Wording

struct SearchVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search for releases, masters, artists and labels.",
    discussion: """
      Finds records with all words; the last may be incomplete. Fields: artist: title: label: catno: barcode: year: \
      format: country: genre: style: track: credit: role: runout: type:. Quotes keep words together, - excludes, year:1969..1975 is \
      a range. On a catalogue or the demo, owned:no finds what you do not own, owned:other pressings of which you own \
      another one, owned:yes, wanted:yes and wanted:no the rest. Write -- before a query that begins with a dash.
      """)

  /// The default for `limit`.
  nonisolated static let rows = 25
  /// Below this many results, other spellings are suggested: some records have the same error.
  nonisolated private static let few = 4

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Option(help: "Only this type: release, master, artist or label.") var type: EntityKind?

  @Option(parsing: .unconditional, help: ArgumentHelp("The most rows to list.", valueName: "number"))
  var limit = RowLimit(SearchVerb.rows)

  @Argument(help: "What to search for.") var query: [String]

  func validate() throws { try limit.check(atMost: 10_000) }

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let text = try query.words()
    guard text.contains(where: { !$0.isWhitespace }) else { throw Failure(VerbWords.noQuery, .usage) }
    let request = SearchRequest(query: try SearchQuery(typed: text), kind: type)
    let (rows, nearest) = try await wiring.ask { () async throws -> ([CatalogueRow], [SearchQuery]) in
      // Rows that the limit cuts off tell that there are more than a few.
      let found = try await RowReader.read(max(limit.number, Self.few)) { cursor, size in
        try await services.catalogue.search(request, cursor, size)
      }
      let isDoubtful = found.count < Self.few && !found.contains { request.query.isSpelt(by: $0.title) }
      return (Array(found.prefix(limit.number)), isDoubtful ? try await services.catalogue.nearest(request) : [])
    }
    wiring.reportAge(of: .search(request), from: services)
    Table(
      rows,
      [
        .text("type") { $0.reference.kind.rawValue }, .number("id") { $0.reference.number },
        .name("artist") { $0.artist }, .name("title") { $0.title }, .text("year") { $0.year },
        .text("country", drop: 2) { $0.country }, .text("format", drop: 4) { $0.format },
        .text("label", drop: 1) { $0.label }, .text("catno", drop: 3) { $0.catalogueNumber },
      ],
      json: \.shown
    ).write(as: list)
    if !services.source.current().source.can(.browse) { Output.errorLine(SourceWords.onlyShelf) }
    let only = services.source.current().only
    if !nearest.isEmpty { Output.errorLine(VerbWords.didYouMean(nearest.map(\.description))) }
    if rows.isEmpty { throw Failure(VerbWords.nothingFound(text, in: only), .notFound) }
    if Self.reachesOutside(request.query, of: only) { Output.errorLine(ScreenWords.holdsOnly(only)) }
  }

  /// - Parameter only: the query that selected a catalogue; empty for none.
  nonisolated private static func reachesOutside(_ query: SearchQuery, of only: String) -> Bool {
    do {
      return query.reachesOutside(try SearchQuery(parsing: only))
    } catch {
      // There is no selection, or one of a newer version.
      return false
    }
  }
}

extension SearchQuery {
  /// - Throws: `Failure` for a query that cannot be parsed.
  @MainActor init(typed text: String) throws {
    do { try self.init(parsing: text) } catch {
      throw Failure(VerbWords.queryError(error.sentence, column: error.column, text), .usage)
    }
  }

  /// Returns whether a title or name has all the words of the query, whole, so that none can be misspelt.
  nonisolated fileprivate func isSpelt(by title: String) -> Bool {
    let words = terms.flatMap { term -> [String] in
      guard !term.isExcluded, case .text(let text, _) = term.value else { return [] }
      switch term.field {
      case nil, .artist, .title, .label: return TextFolding.tokens(text)
      default: return []
      }
    }
    return !words.isEmpty && Set(words).isSubset(of: TextFolding.tokens(title))
  }
}

enum RowReader {
  static func read<Row: Sendable>(
    _ limit: Int, page: (PageCursor?, Int) async throws -> Page<Row>
  ) async throws -> [Row] {
    var rows: [Row] = []
    var cursor: PageCursor?
    repeat {
      let page = try await page(cursor, min(500, limit - rows.count))
      rows += page.rows
      cursor = page.next
    } while cursor != nil && rows.count < limit
    // Discogs sends pages of a hundred, whatever size is requested.
    return Array(rows.prefix(limit))
  }
}
