import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Wording

struct PathVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Find the shortest path between two artists over records they play on.",
    discussion: """
      Asks the imported catalogue or the demo. Artists are named by name, artist:1, a1 or a Discogs URL. Each line is an \
      artist or the record that leads from the one above to the one below. Only who plays on a record is joined by it; \
      Various, Traditional and the like are no bridge, nor are compilations of more than eight acts. Exits \
      with 3 where there is no path, or none among the records that were looked at, and says which.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Argument(help: ArgumentHelp("The artist to start from.", valueName: "artist")) var start: String
  @Argument(help: ArgumentHelp("The artist to get to.", valueName: "other")) var end: String

  @MainActor func run() async throws {
    for name in [start, end] { _ = try [name].words() }
    let dug = try await Wiring(common).ask { live in
      let from = try await live.services.catalogue.artist(meantBy: start)
      let to = try await live.services.catalogue.artist(meantBy: end)
      guard let from, let to else { throw Failure(DigWords.noArtist(from == nil ? start : end), .notFound) }
      return try await DugList(.path(from: from, to: to), live.services)
    }
    if dug.rows.isEmpty {
      throw Failure(
        dug.count.isCut ? DigWords.pathGivenUp(after: dug.count.all) : DigWords.noPath(start, end), .notFound)
    }
    dug.write(as: list)
  }
}

struct WhoVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "who",
    abstract: "List who else played on a record or with an artist, and what else they played on.",
    discussion: """
      Takes a release, a master or an artist: an artist's name, r123, master:5, artist:1 or a Discogs URL, and asks the \
      imported catalogue or the demo. First come the people, those who share most first, then the records on which the \
      most of them have met otherwise, each with who they are.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("An artist's name, r123, master:5, artist:1 or a Discogs URL.", valueName: "page"))
  var page: String

  @MainActor func run() async throws {
    let name = try [page].words()
    if EntityReference(named: name)?.kind == .label { throw Failure(DigWords.companyOfWhat, .usage) }
    let dug = try await Wiring(common).ask { live in
      guard let played = try await live.services.catalogue.played(meantBy: name) else {
        throw Failure(DigWords.noArtist(name), .notFound)
      }
      return try await DugList(.company(played), live.services)
    }
    dug.write(as: list)
    if dug.count.isCut { Output.errorLine(DigWords.bestKnown(dug.count.all)) }
  }
}

struct AlikeVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "alike",
    abstract: "List the records most like a release, and why.",
    discussion: """
      Goes by who plays on both, then by styles, label and years, in the imported catalogue or the demo. The most alike \
      come first.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("An id such as 123 or r123, or a Discogs URL.", valueName: "release"))
  var release: String

  @MainActor func run() async throws {
    guard case .release(let id) = try EntityReference(typed: release, as: .release) else { return }
    try await Wiring(common).ask { live in try await DugList(.alike(id), live.services) }.write(as: list)
  }
}

struct YearsVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "years",
    abstract: "Count the records of a label, a series, an artist or a master by year.",
    discussion: """
      Takes label:123, series:123, artist:1, master:5 or a Discogs URL, and asks the imported catalogue or the demo. Of \
      an artist, the own works count, each in its first year.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("label:123, series:123, artist:1, master:5 or a Discogs URL.", valueName: "page"))
  var page: String

  @MainActor func run() async throws {
    guard let owner = EntityReference(named: page), owner.kind != .release else {
      throw Failure(DigWords.yearsOfWhat, .usage)
    }
    let counts = try await Wiring(common).ask { live in
      try await live.services.catalogue.checkHas(owner)
      return try await live.services.digging.years(owner)
    }
    Table(counts.tallies, [.text("year") { $0.year }, .number("records") { $0.records }]).write(as: list)
    if counts.unknown > 0 { Output.errorLine(DigWords.withoutYear(counts.unknown)) }
  }
}

struct TodayVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "List what of your collection and want list came out on this day.",
    discussion: "Asks the imported catalogue or the demo for the dates. The oldest comes first.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Option(help: ArgumentHelp("Another day, as month and day: 08-17.", valueName: "day")) var day: String?

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let today = CivilDate.date(ofDays: services.desktop.localTime().day)
    var (month, date) = (today.month, today.day)
    if let day {
      let parts = day.split(separator: "-").map { Int($0) ?? 0 }
      guard parts.count == 2, (1...12).contains(parts[0]), (1...31).contains(parts[1]) else {
        throw Failure(DigWords.notADay(day), .usage)
      }
      (month, date) = (parts[0], parts[1])
    }
    let dug = try await wiring.ask { try await DugList(.cameOut(month: month, day: date), services) }
    dug.write(as: list)
    if dug.rows.isEmpty { Output.errorLine(DigWords.nothingOnThisDay) }
  }
}

/// The rows and the count of a `DigRequest`.
struct DugList: Sendable {
  let rows: [CatalogueRow]
  let count: DigCount

  init(_ list: DigRequest.List, _ services: Services) async throws {
    let request = DigRequest(list)
    rows = try await services.digging.rows(request, nil, .max).rows
    count = try await services.digging.count(request)
  }

  @MainActor func write(as options: ListOptions) {
    Table(
      rows,
      [
        .text("type") { $0.reference.kind.rawValue }, .number("id") { $0.reference.number },
        .name("artist") { $0.artist }, .name("title") { $0.title }, .text("year", drop: 1) { $0.year },
        .text("why", drop: 2) { $0.role },
      ],
      json: { row in
        var plain = row
        plain.role = ""
        return plain.shown.showing(["why": row.role])
      }
    ).write(as: options)
  }
}

extension CatalogueClient {
  /// - Throws: `notFound` unless the source has the record.
  nonisolated func checkHas(_ record: EntityReference) async throws {
    guard try await names([record])[record] != nil else { throw ClientError.notFound(record) }
  }
}
