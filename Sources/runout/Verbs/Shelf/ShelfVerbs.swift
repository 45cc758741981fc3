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
      Import.self, Export.self, Value.self, Stats.self, Duplicates.self, Random.self,
    ], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "List your copies.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @Option(help: "Only this folder.")
    var folder: String?

    @OptionGroup var rows: ShelfRowOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let request = rows.request(folder: folder)
      let copies = try await wiring.ask {
        try await RowReader.read(.max) { cursor, size in try await services.shelf.copies(request, cursor, size) }
      }
      if copies.isEmpty { try CollectionVerb.checkSpelling(of: rows.words.words) }
      CollectionVerb.table(of: copies, as: list)
    }
  }

  struct Import: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Import your collection from a Discogs CSV export.",
      discussion: ImportOptions.discussion(VerbWords.collection))

    @OptionGroup var options: ImportOptions
    @MainActor func run() async throws { try await options.run(.collection) }
  }

  struct Export: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Export your collection, by default as CSV with Discogs' columns.")

    @OptionGroup var options: ExportOptions

    @Option(help: "Only this folder.")
    var folder: String?

    @OptionGroup var rows: ShelfRowOptions
    @MainActor func run() async throws { try await options.run(.collection, rows.request(folder: folder)) }
  }
}

extension CollectionVerb {
  @MainActor static func table(of copies: [CollectionCopy], as list: ListOptions) {
    let state = ShelfReport.stateColumn(of: copies)
    Output.table(
      header: ShelfReport.recordHeader + ["media", "sleeve", "rating", "added", "folder"] + state + ["copy"],
      rows: copies.map { copy -> [String] in
        let cells = [
          Condition.shortName(copy.mediaCondition), Condition.shortName(copy.sleeveCondition),
          copy.rating.map(String.init) ?? "", copy.added, copy.folder,
        ]
        return copy.recordCells + cells + state.map { _ in copy.state } + [String(copy.id)]
      },
      rightAligned: [0, 12 + state.count], names: [1, 2], leastImportant: [5, 10, 8, 6, 4, 9, 7], as: list,
      json: copies.map(\.json))
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
    nonisolated static let configuration = CommandConfiguration(abstract: "List your wants.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @OptionGroup var rows: ShelfRowOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let request = rows.request()
      let wants = try await wiring.ask {
        try await RowReader.read(.max) { cursor, size in try await services.shelf.wants(request, cursor, size) }
      }
      if wants.isEmpty { try WantListVerb.checkSpelling(of: rows.words.words) }
      let state = ShelfReport.stateColumn(of: wants)
      Output.table(
        header: ShelfReport.recordHeader + ["rating", "notes", "added"] + state,
        rows: wants.map { want -> [String] in
          let cells = [want.rating.map(String.init) ?? "", want.notes, want.added]
          return want.recordCells + cells + state.map { _ in want.state }
        },
        rightAligned: [0], names: [1, 2], leastImportant: [5, 9, 6, 4, 7], as: list, json: wants.map(\.json))
    }
  }

  struct Import: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Import your want list from a Discogs CSV export.",
      discussion: ImportOptions.discussion(VerbWords.wantList))

    @OptionGroup var options: ImportOptions
    @MainActor func run() async throws { try await options.run(.wantList) }
  }

  struct Export: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Export your want list, by default as CSV with Discogs' columns.",
      discussion: """
        Discogs' CSV has no place for wants of any pressing: --any-pressing writes them to a file of their own, which \
        `runout wantlist import` reads. The other formats hold all wants.
        """)

    @OptionGroup var options: ExportOptions
    @OptionGroup var rows: ShelfRowOptions

    @Flag(help: "Only the wants of any pressing, as CSV with master_id in place of release_id.")
    var anyPressing = false

    func validate() throws {
      if anyPressing, options.format != .csv { throw ValidationError(VerbWords.anyPressingIsCSV) }
    }

    @MainActor func run() async throws {
      try await options.run(.wantList, rows.request(), ofAnyPressing: anyPressing)
    }
  }
}

/// The part of a row that copies and wants share: the record.
extension ShelfRow {
  fileprivate nonisolated var recordCells: [String] {
    [facts.wanted.argument, artist, title, year.map(String.init) ?? "", format, label, catalogueNumber]
  }

  fileprivate nonisolated var state: String { refusal == nil ? "" : RecordWords.refused }

  fileprivate nonisolated var recordFields: JSONObject {
    var object = JSONObject()
    object.add("id", facts.wanted.release?.number)
    object.add("artist", artist)
    object.add("title", title)
    object.add("year", year)
    object.add("format", format)
    object.add("label", label)
    object.add("catno", catalogueNumber)
    return object
  }
}

extension CollectionCopy {
  nonisolated var json: String { jsonObject.text }

  nonisolated var jsonObject: JSONObject {
    var object = recordFields
    object.add("folder", folder)
    object.add("rating", rating)
    object.add("date_added", added)
    object.add("media_condition", mediaCondition)
    object.add("sleeve_condition", sleeveCondition)
    object.add(
      "notes",
      fields.map { field in
        var note = JSONObject()
        note.add("field", field.name)
        note.add("value", field.value)
        return note
      })
    object.add("copy", Int(id))
    if refusal != nil { object.add("refused", true) }
    return object
  }
}

extension WantListEntry {
  nonisolated var json: String { jsonObject.text }

  nonisolated var jsonObject: JSONObject {
    var object = recordFields
    object.add("rating", rating)
    object.add("date_added", added)
    object.add("notes", notes)
    object.add("any_pressing", isAnyPressing)
    object.add("master_id", master?.number)
    if isAnyPressing { object.add("versions", facts.versions) }
    if refusal != nil { object.add("refused", true) }
    return object
  }
}

extension Wanted {
  /// In the form that verbs take: `123`, `m45`.
  nonisolated var argument: String {
    switch self {
    case .release(let id): "\(id)"
    case .master: reference.shorthand
    }
  }
}

enum ShelfReport {
  /// The columns that identify a row's record.
  static let recordHeader = ["id", "artist", "title", "year", "format", "label", "catno"]

  /// The column for rows that Discogs refused. Only with such rows: scripts count columns, and a terminal has no room
  /// for an empty one.
  static func stateColumn(of rows: [some ShelfRow]) -> [String] {
    rows.contains { $0.refusal != nil } ? ["state"] : []
  }
}
