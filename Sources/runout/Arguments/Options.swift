public import ArgumentParser
import Clients
import DiscogsModel
import RunoutModel
import UserLibrary
import Wording

extension Source: ExpressibleByArgument {}
extension EntityKind: ExpressibleByArgument {}
extension DuplicateKind: ExpressibleByArgument {}
extension PaidReport.Grouping: ExpressibleByArgument {}
extension ShelfComparison: ExpressibleByArgument {}
extension ShelfGrouping: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}

/// The options of every verb.
struct CommonOptions: ParsableArguments {
  @Option(
    help:
      "Where records come from: demo, catalogue, live or shelf. Default: live with a token, else the imported catalogue, else your shelf, else demo."
  )
  var source: Source?

  @Option(help: ArgumentHelp("The address of the Discogs API, such as that of `runout serve`.", valueName: "url"))
  var apiURL: String?

  @Option(help: ArgumentHelp("The account profile to use.", valueName: "name")) var profile: String?
  @Option(help: ArgumentHelp("The folder for the catalogue and your library.", valueName: "dir")) var dataDir: String?
  @Option(help: ArgumentHelp("The folder for the cache.", valueName: "dir")) var cacheDir: String?
  @Option(help: ArgumentHelp("The folder for log and crash files.", valueName: "dir")) var stateDir: String?
  @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
  @Option(help: ArgumentHelp("The log file.", valueName: "file")) var logFile: String?

  @Option(help: ArgumentHelp("The folder with the demo catalogue, if Runout cannot find it.", valueName: "dir"))
  var resources: String?

  @Flag(help: "Leave your shelf unchanged, here and on Discogs.") var readOnly = false

  @Option(
    help: ArgumentHelp(
      "production, staging, development or testing: each has its own address, token and data folder.", valueName: "name"
    ))
  var environment: String?
}

/// The most rows that a verb lists. Keeps the typed text, so that an error can quote it.
struct RowLimit: ExpressibleByArgument {
  private let text: String

  init(_ number: Int) { text = String(number) }
  init?(argument: String) { text = argument }

  var defaultValueDescription: String { text }
  /// Call `check` first; 0 for a text that is no number.
  var number: Int { Int(text) ?? 0 }

  /// - Throws: `ValidationError` for anything but a number from 1 to `most`.
  func check(atMost most: Int? = nil) throws {
    let isGood = Int(text).map { $0 >= 1 && $0 <= most ?? .max } ?? false
    if isGood { return }
    throw ValidationError(VerbWords.notALimit(text, most: most))
  }
}

extension [String] {
  /// Joins the words.
  ///
  /// - Throws: `ValidationError` for `-` alone, which other verbs take for standard input.
  nonisolated func words() throws -> String {
    if self == ["-"] { throw ValidationError(VerbWords.noStandardInput) }
    return joined(separator: " ")
  }
}

/// How a verb writes a list.
struct ListOptions: ParsableArguments {
  @Flag(help: "One JSON object a line, with the Discogs API's field names.") var json = false
  @Flag(help: "Comma-separated values with a header.") var csv = false

  @Flag(
    help:
      "With --csv: put an apostrophe before cells a spreadsheet would run as formulas (starting with =, +, -, @ or white space)."
  )
  var spreadsheetSafe = false

  func validate() throws {
    if json, csv { throw ValidationError(VerbWords.jsonOrCSV) }
    if spreadsheetSafe, !csv { throw ValidationError(VerbWords.safeNeedsCSV) }
  }
}
