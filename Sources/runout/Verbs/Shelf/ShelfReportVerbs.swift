import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Screens
import Wording

/// Counts, duplicates and random picks of the shelf's lists.
extension CollectionVerb {
  struct Stats: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Count copies by decade, genre, format and more.")

    @OptionGroup var options: CountingOptions
    @MainActor func run() async throws { try await options.run(.collection, counting: "copies") }
  }

  struct Duplicates: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "List records you own more than once.",
      discussion: "By release: the same pressing twice. By master: also different pressings of one record.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: "What two copies must share.") var by = DuplicateKind.release

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let services = try wiring.services()
      let groups = try await wiring.ask { try await services.reports.duplicates(by) }
      CollectionVerb.table(of: groups.flatMap(\.self), as: list)
    }
  }

  struct Random: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Pick a random copy, favouring those long unplayed.",
      discussion: "Exit code 3 if no copy matches.")

    @OptionGroup var options: PickingOptions

    @MainActor func run() async throws {
      try await options.run("copy") { services, request in
        guard let pick = try await services.reports.pick(request) else { return nil }
        var object = pick.copy.jsonObject
        object.add("among", pick.among)
        object.add("played_at", pick.playedAt.map { Int(clamping: $0) })
        return (object, "\(ShelfWording.picked(pick, now: services.desktop.now())) (r\(pick.copy.release))")
      }
    }
  }
}

extension WantListVerb {
  struct Stats: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Count wants by decade, genre, format and more.")

    @OptionGroup var options: CountingOptions

    func validate() throws {
      let known = ShelfList.wantList.groupings
      guard known.contains(options.by) else {
        throw ValidationError(
          VerbWords.cannotCount(options.by.rawValue, known.map(\.rawValue).joined(separator: ", "))
        )
      }
    }

    @MainActor func run() async throws { try await options.run(.wantList, counting: "wants") }
  }

  struct Random: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Pick a random want, favouring those wanted longest.",
      discussion: "Exit code 3 if no want matches.")

    @OptionGroup var options: PickingOptions

    @MainActor func run() async throws {
      try await options.run("want") { services, request in
        guard let pick = try await services.reports.pickWant(request) else { return nil }
        var object = pick.want.jsonObject
        object.add("among", pick.among)
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
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let picked = try await wiring.ask { try await pick(services, CollectionRequest(narrowing: words.narrowing)) }
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
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let request = CollectionRequest(narrowing: words.narrowing)
    let groups = try await wiring.ask { try await services.reports.groups(by, counted, request) }
    Output.table(
      header: [by.rawValue, counting, "filter"],
      rows: groups.map { [$0.name.isEmpty ? Wording.unknownGroup(by) : $0.name, String($0.copies), $0.query] },
      rightAligned: [1], names: [0], leastImportant: [2], as: list,
      json: groups.map { group in
        var object = JSONObject()
        object.add(by.rawValue, group.name)
        object.add(counting, group.copies)
        object.add("filter", group.query)
        return object.text
      })
  }
}

extension CollectionVerb {
  struct Value: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Show Discogs' estimate of your collection's value over time.",
      discussion: "Once you are signed in, `runout collection sync` fetches it once a day.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      let (fetched, refusal, isSignedIn) = try await wiring.ask { () async throws -> ([ValueOnDay], String?, Bool) in
        let fetched = try await live.values()
        return (fetched, try await live.valueRefusal(), fetched.isEmpty ? try await live.isSignedIn() : true)
      }
      let values = fetched.filter(\.isKnown)
      Output.table(
        header: ["day", "minimum", "median", "maximum", "copies"],
        rows: values.map { [$0.day, $0.value.minimum, $0.value.median, $0.value.maximum, String($0.copies)] },
        rightAligned: [1, 2, 3, 4], as: list,
        json: values.map { value in
          var object = JSONObject()
          object.add("day", value.day)
          object.add("minimum", value.value.minimum)
          object.add("median", value.value.median)
          object.add("maximum", value.value.maximum)
          object.add("copies", value.copies)
          return object.text
        })
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
