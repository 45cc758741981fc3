import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import Platform
import RunoutModel
import Screens
import Wording

/// Counts, duplicates and random picks of the shelf's lists.
extension CollectionVerb {
  struct Stats: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "stats", abstract: "Count copies by decade, genre, format and more.")

    @OptionGroup var options: CountingOptions
    @MainActor func run() async throws { try await options.run(.collection, counting: "copies") }
  }

  struct Duplicates: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "duplicates", abstract: "List records you own more than once.",
      discussion: "By release: the same pressing twice. By master: also different pressings of one record.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "What two copies must share.") var by = DuplicateKind.release

    @MainActor func run() async throws {
      let groups = try await Wiring(common).ask { live in try await live.services.reports.duplicates(by) }
      Table.copies(groups.flatMap(\.self)).write(as: list)
    }
  }

  struct Paid: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "paid", abstract: "Add up what your copies cost, next to what they are worth.",
      discussion: """
        Reads a field of your own, such as Paid, Price or Kaufpreis; --field, or paid_field in config.toml, names another. \
        Worth is the lowest price that Runout last saw, of the copies where it saw one: `runout price` looks at one.
        """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "What to add up by.") var by = PaidReport.Grouping.all
    @Option(help: ArgumentHelp("The field that holds the amounts.", valueName: "name")) var field: String?
    @OptionGroup var words: RowWords

    @MainActor func run() async throws {
      let request = CollectionRequest(narrowing: words.narrowing)
      let report = try await Wiring(common).ask { live in
        try await live.services.reports.paid(request, field ?? "", by)
      }
      guard let field = report.field else {
        let fields = report.fields.joined(separator: ", ")
        throw Failure(report.asked.isEmpty ? VerbWords.noPaidField : VerbWords.noField(report.asked, fields), .usage)
      }
      func amount(_ hundredths: Int) -> String { "\(DecimalNumber(significand: hundredths, scale: 2))" }
      Table(
        report.groups,
        [
          .name(by.rawValue) { $0.name }, .number("copies") { $0.copies }, .number("paid") { amount($0.paid) },
          .text("currency") { $0.currency?.code }, .number("priced") { $0.priced },
          .number("paid_of_priced") { amount($0.paidOfPriced) }, .number("worth") { amount($0.worth) },
        ]
      ).write(as: list)
      if let unread = report.unread {
        Output.errorLine(VerbWords.unreadAmounts(unread.copies, field, "r\(unread.first)"))
      }
      if report.groups.isEmpty { throw Failure(VerbWords.nothingPaid(field), .notFound) }
    }
  }

  struct Plays: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "plays", abstract: "List the plays of your copies, latest first.",
      discussion: "`runout collection play` adds one, `runout collection undo` takes it back.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let plays = try await Wiring(common).ask { live in try await live.services.reports.plays() }
      Table(
        plays,
        [
          .text("played") { UTCTime.text($0.at) }, .name("name") { $0.name }, .number("release") { $0.release.number },
          .number("copy") { $0.copy },
        ]
      ).write(as: list)
    }
  }

  struct Random: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "random", abstract: "Pick a random copy, favouring those long unplayed.",
      discussion: "Exit code 3 if no copy matches.")

    @OptionGroup var options: PickingOptions

    @MainActor func run() async throws {
      try await options.run("copy") { services, request in
        guard let pick = try await services.reports.pick(request) else { return nil }
        let object = pick.copy.jsonObject.showing([
          "among": pick.among, "played_at": pick.playedAt.map { Int(clamping: $0) },
        ])
        return (object, "\(ShelfWording.picked(pick, now: services.desktop.now())) (r\(pick.copy.release))")
      }
    }
  }
}

extension WantListVerb {
  struct Stats: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "stats", abstract: "Count wants by decade, genre, format and more.")

    @OptionGroup var options: CountingOptions

    func validate() throws {
      let known = ShelfList.wantList.groupings
      guard known.contains(options.by) else {
        throw ValidationError(VerbWords.cannotCount(options.by.rawValue, known.map(\.rawValue).joined(separator: ", ")))
      }
    }

    @MainActor func run() async throws { try await options.run(.wantList, counting: "wants") }
  }

  struct Random: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "random", abstract: "Pick a random want, favouring those wanted longest.",
      discussion: "Exit code 3 if no want matches.")

    @OptionGroup var options: PickingOptions

    @MainActor func run() async throws {
      try await options.run("want") { services, request in
        guard let pick = try await services.reports.pickWant(request) else { return nil }
        let object = pick.want.jsonObject.showing(["among": pick.among])
        return (object, "\(ShelfWording.picked(pick)) (\(pick.want.wanted.reference.shorthand))")
      }
    }
  }
}

/// The options and the run of a random pick.
struct PickingOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @Flag(help: "Write JSON.") var json = false
  @OptionGroup var words: RowWords

  /// - Parameters:
  ///   - what: the word for a row: `copy`.
  ///   - pick: the pick as JSON and as a sentence; nil if the words match no row.
  @MainActor func run(
    _ what: String,
    _ pick: @MainActor (Services, CollectionRequest) async throws -> (json: JSONObject, sentence: String)?
  ) async throws {
    let picked = try await Wiring(common).ask { live in
      try await pick(live.services, CollectionRequest(narrowing: words.narrowing))
    }
    guard let picked else { throw Failure(VerbWords.nothingToPick(what), .notFound) }
    if json { Output.line(picked.json.text) } else { Output.sentence(picked.sentence) }
  }
}

/// The options and the run of a count.
struct CountingOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @Option(help: "What to count by.") var by = ShelfGrouping.decade
  @OptionGroup var words: RowWords

  /// - Parameter counting: the word for rows: `copies`.
  @MainActor func run(_ counted: ShelfList, counting: String) async throws {
    let request = CollectionRequest(narrowing: words.narrowing)
    let groups = try await Wiring(common).ask { live in
      try await live.services.reports.groups(by, counted, request)
    }
    Table(
      groups,
      [
        .name(by.rawValue) { $0.name.isEmpty ? Wording.unknownGroup(by) : $0.name },
        .number(counting) { $0.copies }, .text("filter", drop: 1) { $0.query },
      ],
      json: { JSONObject(showing: [by.rawValue: $0.name, counting: $0.copies, "filter": $0.query]) }
    ).write(as: list)
  }
}

extension CollectionVerb {
  struct Value: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "value", abstract: "Show Discogs' estimate of your collection's value over time.",
      discussion: "Once you are signed in, `runout collection sync` fetches it once a day.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let (fetched, refusal, isSignedIn) = try await Wiring(common).ask { live in
        let fetched: [ValueOnDay] = try await live.services.reports.values().reversed()
        return (fetched, try await live.valueRefusal(), fetched.isEmpty ? try await live.isSignedIn() : true)
      }
      let values = fetched.filter(\.isKnown)
      Table(
        values,
        [
          .text("day") { $0.day }, .number("minimum") { $0.value.minimum }, .number("median") { $0.value.median },
          .number("maximum") { $0.value.maximum }, .number("copies") { $0.copies },
        ]
      ).write(as: list)
      if let refusal {
        let sentence = VerbWords.valueRefused(refusal)
        guard !values.isEmpty else { throw Failure(sentence) }
        Output.complain(sentence)
      } else if values.isEmpty {
        if let latest = fetched.first { throw Failure(VerbWords.noValue(on: latest.day), .notFound) }
        guard isSignedIn else { throw Failure(VerbWords.valueNeedsAccount, .signInNeeded) }
        throw Failure(VerbWords.noValueYet, .notFound)
      }
    }
  }
}
