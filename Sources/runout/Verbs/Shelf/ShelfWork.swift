import ArgumentParser
import Clients
import DiscogsModel
import LiveClients
import RunoutModel
import Screens
import UserLibrary
import Wording

/// What every verb understands that changes the shelf.
struct WritingOptions: ParsableArguments {
  @Flag(help: "Show what would happen, and change nothing.")
  var dryRun = false

  @OptionGroup var list: ListOptions
}

/// One thing that a verb was told to change, as it was typed, with the changes that are meant.
struct ShelfTask: Sendable {
  var item: String
  var edits: [ShelfEdit] = []
  /// Why nothing can be done about it.
  var failure: Failure?
  /// What is worth knowing before.
  var note: String?
}

/// Changes the shelf for a verb, sends what can be sent, and says of each thing what became of it.
@MainActor
struct ShelfWork {
  let wiring: Wiring
  let live: LiveServices
  private let options: WritingOptions

  init(_ common: CommonOptions, _ options: WritingOptions) throws {
    wiring = try Wiring(common)
    live = try wiring.liveServices(changesShelf: true)
    self.options = options
  }

  var services: Services { live.services }
  private var source: Source { services.source.current().source }

  /// - Parameters:
  ///   - isSent: whether it goes to Discogs; what stays on this machine needs no account.
  ///   - prepare: finds out what is meant by what was typed.
  ///   - mistake: what was found to be wrong with it then; nothing is done in that case.
  /// - Throws: `Failure` if one of the changes failed, after reporting each.
  func run(
    isSent: Bool = true, _ prepare: () async throws -> [ShelfTask],
    orFail mistake: () -> Failure? = { nil }
  ) async throws {
    let done = try await wiring.ask {
      try await begin(isSent: isSent)
      return try await carryOut(try await prepare(), isSent: isSent)
    }
    if let mistake = mistake() { throw mistake }
    try done.tell(options)
  }

  /// Takes back, or makes again, what was changed last.
  func turn(
    _ what: String, _ body: (_ isRehearsal: Bool) async throws -> EditSummary?
  ) async throws {
    let (summary, delivery) = try await wiring.ask {
      try live.checkMayChange(isRehearsal: options.dryRun)
      // What Discogs never hears of needs no account.
      let preview = try await body(true)
      if preview?.isSent == true { try await begin() }
      let summary = options.dryRun ? preview : try await body(false)
      return (summary, try await deliver(summary?.isSent == true))
    }
    guard let summary else { throw Failure(VerbWords.nothingTo(what), .notFound) }
    let title = summary.sentence
    var object = JSONObject()
    object.add(what, title)
    if options.dryRun { object.add("dry_run", true) }
    Output.table(
      header: [what], rows: [[title]], as: options.list, json: [object.text],
      plain: [VerbWords.turned(what, title, isRehearsal: options.dryRun)])
    delivery.tell(delivery.pending.count, options)
  }

  /// Checks, before anything changes, that changes are allowed, and that an account is signed in where it is to have them.
  private func begin(isSent: Bool = true) async throws {
    try live.checkMayChange(isRehearsal: options.dryRun)
    guard isSent, source == .live, !options.dryRun, try await live.sendsChanges() else { return }
    try await live.checkAccount()
  }

  private func carryOut(_ tasks: [ShelfTask], isSent: Bool) async throws -> ShelfOutcome {
    let edits = tasks.filter { $0.failure == nil }.flatMap(\.edits)
    var made = try await live.make(edits, isRehearsal: options.dryRun)[...]
    var results: [ShelfOutcome.Result] = []
    for task in tasks {
      let count = task.failure == nil ? task.edits.count : 0
      results.append(ShelfOutcome.Result(task: task, made: Array(made.prefix(count))))
      made = made.dropFirst(count)
    }
    let delivery = try await deliver(isSent && results.contains { $0.made.contains { $0.title != nil } })
    return ShelfOutcome(results: results, delivery: delivery)
  }

  /// Sends what is pending, where changes go to an account.
  func deliver(_ hasNews: Bool) async throws -> ShelfDelivery {
    guard hasNews, !options.dryRun, try await live.sendsChanges() else { return ShelfDelivery() }
    var hindrance: ClientError?
    if source == .live {
      do throws(ClientError) { try await live.sendPending() } catch {
        if error == .cancelled { throw error }
        hindrance = error
      }
    }
    return ShelfDelivery(source: source, hindrance: hindrance, pending: try await services.edits.pending())
  }
}

/// How far what was changed has come.
struct ShelfDelivery: Sendable {
  /// The source that takes changes to the account; nil for what stays on this machine.
  var source: Source?
  /// Why nothing could be sent at all.
  var hindrance: ClientError?
  /// Everything that Discogs does not have yet.
  var pending: [PendingEdit] = []

  /// - Parameter waiting: how many of the changes are still to be sent.
  @MainActor func tell(_ waiting: Int, _ options: WritingOptions) {
    guard let source else { return }
    if waiting == 0 {
      if source == .live, !options.list.json, !options.list.csv { Output.line(VerbWords.sent) }
      return
    }
    let reason =
      hindrance.map { Wording.sentence($0) } ?? pending.lazy.compactMap(\.reason).first
      ?? VerbWords.onlyLiveSends
    Output.errorLine(
      VerbWords.waiting(waiting, reason.withoutPeriod))
  }
}

extension PendingEdit {
  /// Why it was not sent; nil where nothing is wrong with it.
  fileprivate nonisolated var reason: String? {
    if case .retrying(_, let reason) = state { return reason }
    return nil
  }

  /// Why it will not be sent by itself; nil where it will.
  nonisolated var trouble: String? {
    switch state {
    case .waiting, .sending, .retrying: nil
    case .refused(let words): VerbWords.refusedThere(words.withoutPeriod)
    case .conflict: VerbWords.conflict
    }
  }

  nonisolated var stateName: String {
    switch state {
    case .waiting: "waiting"
    case .sending: "sending"
    case .retrying: "retrying"
    case .refused: "refused"
    case .conflict: "conflict"
    }
  }
}

extension String {
  nonisolated var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// What became of everything a verb was told to change.
struct ShelfOutcome: Sendable {
  struct Result: Sendable {
    var task: ShelfTask
    var made: [MadeEdit]

    /// Why it was not done, or not all of it.
    var failure: Failure? {
      if let failure = task.failure { return failure }
      for edit in made { if case .refused(let sentence) = edit.outcome { return Failure(sentence) } }
      return nil
    }

    var titles: [String] { made.compactMap(\.title) }
    var copy: Int64? { made.lazy.compactMap(\.copy).first }

    func pending(_ delivery: ShelfDelivery) -> [PendingEdit] {
      let numbers = Set(made.compactMap(\.edit))
      return delivery.pending.filter { numbers.contains($0.id) }
    }

    func word(_ isRehearsal: Bool) -> String {
      if let failure { return failure.code == .notFound ? "not-found" : "refused" }
      return titles.isEmpty ? "unchanged" : isRehearsal ? "would-do" : "done"
    }
  }

  var results: [Result]
  var delivery: ShelfDelivery

  /// - Throws: `Failure` when one of the things could not be done.
  @MainActor func tell(_ options: WritingOptions) throws {
    for note in results.compactMap(\.task.note) { Output.errorLine(note) }
    Output.table(
      header: ["item", "outcome", "change", "copy", "delivery", "reason"],
      rows: results.map { result in
        [
          result.task.item, result.word(options.dryRun), result.titles.joined(separator: "; "),
          result.copy.map(String.init) ?? "", delivered(result), result.failure?.message ?? "",
        ]
      },
      as: options.list, json: results.map { json($0, options) }, plain: results.compactMap { line($0, options) }
    )
    var codes: [ExitStatus] = []
    for result in results {
      if let failure = result.failure {
        Output.complain(results.count == 1 ? failure.message : VerbWords.failed(result.task.item, failure.message))
        codes.append(failure.code)
      }
      for pending in result.pending(delivery) {
        guard let trouble = pending.trouble else { continue }
        Output.complain(VerbWords.stuck(pending.title, trouble))
        codes.append(.failed)
      }
    }
    if results.contains(where: { !$0.titles.isEmpty }) {
      let waiting = results.flatMap { $0.pending(delivery) }.count { $0.trouble == nil }
      if waiting > 0 || !codes.contains(.failed) { delivery.tell(waiting, options) }
    }
    if let code = codes.contains(.failed) ? .failed : codes.first { throw Failure.reported(code) }
  }

  private func line(_ result: Result, _ options: WritingOptions) -> String? {
    guard result.failure == nil || !result.titles.isEmpty else { return nil }
    guard !result.titles.isEmpty else { return VerbWords.unchanged(result.task.item) }
    let copy = result.copy.map { options.dryRun ? "" : VerbWords.copyNumber($0) } ?? ""
    return VerbWords.done(result.titles.joined(separator: "; ") + copy, isRehearsal: options.dryRun)
  }

  private func delivered(_ result: Result) -> String {
    guard !result.titles.isEmpty, delivery.source != nil else { return "" }
    let pending = result.pending(delivery)
    guard let worst = pending.first(where: { $0.trouble != nil }) else { return pending.isEmpty ? "sent" : "pending" }
    return worst.stateName
  }

  private func json(_ result: Result, _ options: WritingOptions) -> String {
    var object = JSONObject()
    object.add("item", result.task.item)
    object.add("outcome", result.word(options.dryRun))
    object.add("changes", strings: result.titles)
    object.add("copy", result.copy.map { Int($0) })
    object.add("delivery", delivered(result))
    object.add("reason", result.failure?.message ?? "")
    return object.text
  }
}
