import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Wording

struct CollectionVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: VerbWords.collection, abstract: "List and change your collection, and sync it with Discogs.",
    subcommands: [
      List.self, Sync.self, Push.self, Add.self, Remove.self, Move.self, Edit.self, Folders.self, Undo.self, Redo.self,
      Play.self, Plays.self, Paid.self, Import.self, Export.self, Value.self, Stats.self, Duplicates.self, Random.self,
    ], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(commandName: "list", abstract: "List your copies.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "Only this folder.") var folder: String?
    @OptionGroup var rows: ShelfRowOptions

    @MainActor func run() async throws {
      let request = rows.request(folder: folder)
      let (copies, nearest) = try await Wiring(common).ask { live in
        let copies = try await live.services.shelf.allCopies(request)
        let isNothing = copies.isEmpty && !request.narrowing.isEmpty
        return (copies, isNothing ? try await live.services.shelf.nearest(.collection, request) : "")
      }
      if copies.isEmpty { try CollectionVerb.checkSpelling(of: rows.words.words) }
      Table.copies(copies).write(as: list)
      if !nearest.isEmpty { Output.errorLine(VerbWords.didYouMean([nearest])) }
    }
  }

  struct Import: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Import your collection from a Discogs CSV export.",
      discussion: ImportOptions.discussion(VerbWords.collection))

    @OptionGroup var options: ImportOptions
    @MainActor func run() async throws { try await options.run(.collection) }
  }

  struct Export: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Export your collection, by default as CSV with Discogs' columns.")

    @OptionGroup var options: ExportOptions
    @Option(help: "Only this folder.") var folder: String?
    @OptionGroup var rows: ShelfRowOptions
    @MainActor func run() async throws { try await options.run(.collection, rows.request(folder: folder)) }
  }
}

extension Table where Row == CollectionCopy {
  static func copies(_ copies: [CollectionCopy]) -> Table {
    shelf(
      copies,
      [
        .text("media", drop: 7) { Condition.shortName($0.mediaCondition) },
        .text("sleeve", drop: 3) { Condition.shortName($0.sleeveCondition) }, .text("rating", drop: 6) { $0.rating },
        .text("added", drop: 2) { $0.added }, .text("folder") { $0.folder },
      ], last: [.number("copy") { $0.id }], json: \.jsonObject)
  }
}

struct WantListVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "wantlist", abstract: "List and change your want list.",
    subcommands: [
      List.self, Add.self, Remove.self, Edit.self, Got.self, Limit.self, Import.self, Export.self, Stats.self,
      Random.self,
    ], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(commandName: "list", abstract: "List your wants.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @OptionGroup var rows: ShelfRowOptions

    @MainActor func run() async throws {
      let request = rows.request()
      let (wants, nearest) = try await Wiring(common).ask { live in
        let wants = try await live.services.shelf.allWants(request)
        let isNothing = wants.isEmpty && !request.narrowing.isEmpty
        return (wants, isNothing ? try await live.services.shelf.nearest(.wantList, request) : "")
      }
      if wants.isEmpty { try WantListVerb.checkSpelling(of: rows.words.words) }
      Table.shelf(
        wants,
        [.text("rating", drop: 6) { $0.rating }, .text("notes") { $0.notes }, .text("added", drop: 2) { $0.added }],
        json: \.jsonObject
      ).write(as: list)
      if !nearest.isEmpty { Output.errorLine(VerbWords.didYouMean([nearest])) }
    }
  }

  struct Import: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Import your want list from a Discogs CSV export.",
      discussion: ImportOptions.discussion(VerbWords.wantList))

    @OptionGroup var options: ImportOptions
    @MainActor func run() async throws { try await options.run(.wantList) }
  }

  struct Export: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Export your want list, by default as CSV with Discogs' columns.",
      discussion: """
        Discogs' CSV has no place for wants of any pressing: --any-pressing writes them to a file of their own, which \
        `runout wantlist import` reads. The other formats hold all wants.
        """)

    @OptionGroup var options: ExportOptions
    @OptionGroup var rows: ShelfRowOptions
    @Flag(help: "Only the wants of any pressing, as CSV with master_id in place of release_id.") var anyPressing = false

    func validate() throws {
      if anyPressing, options.format != .csv { throw ValidationError(VerbWords.anyPressingIsCSV) }
    }

    @MainActor func run() async throws { try await options.run(.wantList, rows.request(), ofAnyPressing: anyPressing) }
  }
}

extension Table where Row: ShelfRow {
  /// A list of the shelf: the columns of the record, those of the list, and one for rows that Discogs refused.
  fileprivate static func shelf(
    _ rows: [Row], _ columns: [Column], last: [Column] = [], json: @escaping (Row) -> JSONObject
  ) -> Table {
    let record: [Column] = [
      .number("id") { $0.facts.wanted.argument }, .name("artist") { $0.artist }, .name("title") { $0.title },
      .text("year") { $0.year }, .text("format", drop: 5) { $0.format }, .text("label", drop: 1) { $0.label },
      .text("catno", drop: 4) { $0.catalogueNumber },
    ]
    let state = Column.text("state") { $0.refusal == nil ? nil : RecordWords.refused }
    // Only with such rows: scripts count columns, and a terminal has no room for an empty one.
    let isRefused = rows.contains { $0.refusal != nil }
    return Table(rows, record + columns + (isRefused ? [state] : []) + last, json: json)
  }
}

extension ShelfRow {
  fileprivate nonisolated var recordFields: JSONObject {
    JSONObject(showing: [
      "id": facts.wanted.release?.number, "artist": artist, "title": title, "year": year, "format": format,
      "label": label, "catno": catalogueNumber,
    ])
  }
}

extension CollectionCopy {
  nonisolated var jsonObject: JSONObject {
    recordFields.showing([
      "folder": folder, "rating": rating, "date_added": added, "media_condition": mediaCondition,
      "sleeve_condition": sleeveCondition,
      "notes": fields.map { JSONObject(showing: ["field": $0.name, "value": $0.value]) }, "copy": id,
      "refused": refusal == nil ? nil : true,
    ])
  }
}

extension WantListEntry {
  nonisolated var jsonObject: JSONObject {
    recordFields.showing([
      "rating": rating, "date_added": added, "notes": notes, "any_pressing": isAnyPressing,
      "master_id": master?.number, "versions": isAnyPressing ? facts.versions : nil,
      "refused": refusal == nil ? nil : true,
    ])
  }
}

extension ShelfClient {
  /// The copies of a release, without those that Discogs refused to add.
  func ownCopies(of release: Release.ID) async throws -> [CollectionCopy] {
    try await copiesOf(release).filter { $0.refusal != .row }
  }

  func allCopies(_ request: CollectionRequest) async throws -> [CollectionCopy] {
    try await RowReader.read(.max) { cursor, size in try await copies(request, cursor, size) }
  }

  func allWants(_ request: CollectionRequest) async throws -> [WantListEntry] {
    try await RowReader.read(.max) { cursor, size in try await wants(request, cursor, size) }
  }
}

extension Wanted {
  /// In the form that verbs take: `123`, `m45`.
  nonisolated var argument: String { release.map { "\($0)" } ?? reference.shorthand }

  /// The master of which any pressing is wanted.
  nonisolated var master: Master.ID? { if case .master(let id) = self { id } else { nil } }
}
