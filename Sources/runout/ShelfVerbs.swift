import ArgumentParser
import Catalogue
import Clients
import DiscogsModel
import Features
import LiveClients

struct CollectionVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "collection", abstract: "List your collection, or import it from Discogs' export.",
    subcommands: [List.self, Import.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "List every copy.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @Option(help: "Only this folder.")
    var folder: String?

    @Argument(help: "Only rows with these words.")
    var words: [String] = []

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let request = CollectionRequest(folder: folder, narrowing: words.joined(separator: " "))
      let copies = try await wiring.ask { () async throws(ClientError) in
        try await RowReader.read(.max) { cursor, size throws(ClientError) in
          try await services.shelf.copies(request, cursor, size)
        }
      }
      Output.table(
        header: ShelfReport.recordHeader + ["media", "sleeve", "rating", "added", "folder"],
        rows: copies.map { copy in
          copy.recordCells + [
            Condition.shortName(copy.mediaCondition), Condition.shortName(copy.sleeveCondition),
            copy.rating.map(String.init) ?? "", copy.added, copy.folder,
          ]
        },
        rightAligned: [0], names: [1, 2], leastImportant: [5, 10, 8, 6, 4, 9, 7], as: list, json: copies.map(\.json))
    }
  }

  struct Import: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Take the collection over from the CSV file that Discogs exports.",
      discussion: "The file is a whole collection: it takes the place of the one here.")

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("The exported file.", valueName: "file.csv")) var file: String

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      let report = try await wiring.ask { () async throws(ClientError) in try await live.importCollection(from: file) }
      ShelfReport.write(report, what: "collection")
    }
  }
}

struct WantListVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "wantlist", abstract: "List your want list, or import it from Discogs' export.",
    subcommands: [List.self, Import.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "List every wanted release.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: "Only rows with these words.") var words: [String] = []

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let request = CollectionRequest(narrowing: words.joined(separator: " "))
      let wants = try await wiring.ask { () async throws(ClientError) in
        try await RowReader.read(.max) { cursor, size throws(ClientError) in
          try await services.shelf.wants(request, cursor, size)
        }
      }
      Output.table(
        header: ShelfReport.recordHeader + ["rating", "notes"],
        rows: wants.map { $0.recordCells + [$0.rating.map(String.init) ?? "", $0.notes] },
        rightAligned: [0], names: [1, 2], leastImportant: [5, 6, 4, 7], as: list, json: wants.map(\.json))
    }
  }

  struct Import: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Take the want list over from the CSV file that Discogs exports.",
      discussion: "The file is a whole want list: it takes the place of the one here.")

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("The exported file.", valueName: "file.csv")) var file: String

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      let report = try await wiring.ask { () async throws(ClientError) in try await live.importWantList(from: file) }
      ShelfReport.write(report, what: "want list")
    }
  }
}

/// What a copy and a want have in common: which record it is.
extension ShelfRow {
  fileprivate nonisolated var recordCells: [String] {
    [String(release.number), artist, title, year.map(String.init) ?? "", format, label, catalogueNumber]
  }

  fileprivate nonisolated var recordFields: JSONObject {
    var object = JSONObject()
    object.add("id", release.number)
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
  nonisolated var json: String {
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
    return object.text
  }
}

extension WantListEntry {
  nonisolated var json: String {
    var object = recordFields
    object.add("rating", rating)
    object.add("notes", notes)
    return object.text
  }
}

enum ShelfReport {
  /// The columns that say which record a row is.
  static let recordHeader = ["id", "artist", "title", "year", "format", "label", "catno"]

  /// Says what an import did, skipped rows with their lines.
  static func write(_ report: ShelfImport, what: String) {
    var facts = ["\(report.rows) rows", "\(report.added) new", "\(report.removed) gone"]
    if report.folders > 0 { facts.append("\(report.folders) folders") }
    Output.line("Your \(what) holds \(facts.joined(separator: ", ")).")
    for row in report.skipped.prefix(20) { Output.errorLine("line \(row.line) skipped: \(row.reason)") }
    if report.skipped.count > 20 { Output.errorLine("and \(report.skipped.count - 20) more") }
  }
}
