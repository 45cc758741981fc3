import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import RunoutModel
import Screens
import UserLibrary
import Wording

/// The options of verbs that change the shelf.
struct WritingOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @Flag(help: "Show what would happen, and change nothing.") var dryRun = false
  @OptionGroup var list: ListOptions
}

/// An item from the command line, as typed, with its changes.
struct ShelfTask: Sendable {
  var item: String
  var edits: [ShelfEdit] = []
  /// Nil unless the item cannot be changed.
  var failure: Failure?
  /// A remark for the user, written before the result.
  var note: String?
}

/// Changes the shelf for a verb, sends the changes, and reports the outcome of each.
@MainActor
struct ShelfEditing {
  let wiring: Wiring
  let live: LiveServices
  private let options: WritingOptions

  init(_ options: WritingOptions) throws {
    wiring = try Wiring(options.common)
    live = try wiring.liveServices { $0.changesShelf = true }
    self.options = options
  }

  var services: Services { live.services }
  private var source: Source { services.source.current().source }

  /// - Parameters:
  ///   - isSent: whether the changes go to Discogs; others need no account.
  ///   - prepare: looks up the items.
  ///   - finish: called when the changes are made, before the shelf closes.
  /// - Throws: `Failure` if one of the changes failed, after reporting each.
  func run(
    isSent: Bool = true, _ prepare: () async throws -> [ShelfTask], then finish: () async throws -> Void = {}
  ) async throws {
    let done = try await wiring.ask {
      try await begin(isSent: isSent)
      let done = try await carryOut(try await prepare(), isSent: isSent)
      try await finish()
      return done
    }
    try done.tell(options)
  }

  /// Undoes or redoes the latest changes.
  func turn(_ what: String, _ body: (_ isRehearsal: Bool) async throws -> EditSummary?) async throws {
    let (summary, left, delivery) = try await wiring.ask {
      try live.editor.checkMayChange(isRehearsal: options.dryRun)
      // Changes that Discogs never hears of need no account.
      let preview = try await body(true)
      if preview?.isSent == true { try await begin() }
      let others = try await services.edits.pending()
      let summary = options.dryRun ? preview : try await body(false)
      let delivery = try await deliver(summary?.isSent == true)
      return (summary, delivery.left(besides: others), delivery)
    }
    guard let summary else { throw Failure(VerbWords.nothingTo(what), .notFound) }
    let title = summary.sentence
    Table([title], [.text(what) { $0 }]) { JSONObject(showing: [what: $0]).markingRehearsal(options.dryRun) }
      .write(as: options.list, plain: [VerbWords.turned(what, title, isRehearsal: options.dryRun)])
    try delivery.tell(left, options)
  }

  /// Checks, before anything changes, that changes are allowed, and that an account is signed in if it gets them.
  private func begin(isSent: Bool = true) async throws {
    try live.editor.checkMayChange(isRehearsal: options.dryRun)
    guard isSent, source.can(.sync), !options.dryRun, try await live.sendsChanges() else { return }
    try await live.checkAccount()
  }

  private func carryOut(_ tasks: [ShelfTask], isSent: Bool) async throws -> ShelfOutcome {
    let edits = tasks.filter { $0.failure == nil }.flatMap(\.edits)
    var made = try await live.editor.make(edits, isRehearsal: options.dryRun)[...]
    let results = tasks.map { task in
      let count = task.failure == nil ? task.edits.count : 0
      defer { made = made.dropFirst(count) }
      return ShelfOutcome.Result(task: task, made: Array(made.prefix(count)))
    }
    let delivery = try await deliver(isSent && results.contains { $0.isSent })
    return ShelfOutcome(results: results, delivery: delivery)
  }

  /// Sends pending changes if they go to an account.
  func deliver(_ hasNews: Bool) async throws -> ShelfDelivery {
    guard hasNews, !options.dryRun, try await live.sendsChanges() else { return ShelfDelivery() }
    var hindrance: ClientError?
    if source.can(.sync) {
      do { try await live.sendPending() } catch {
        if error == .cancelled { throw error }
        hindrance = error
      }
    }
    return ShelfDelivery(source: source, hindrance: hindrance, pending: try await services.edits.pending())
  }
}

/// The state of changes after sending.
struct ShelfDelivery: Sendable {
  /// The source the changes went through; nil if they stay on this machine.
  var source: Source?
  /// The reason why nothing could be sent.
  var hindrance: ClientError?
  /// All changes that Discogs does not have yet.
  var pending: [PendingEdit] = []

  /// The pending changes that were not among the others.
  func left(besides others: [PendingEdit]) -> [PendingEdit] {
    pending.filter { edit in !others.contains { $0.id == edit.id } }
  }

  /// Reports the outcome of a verb's changes.
  ///
  /// - Parameter left: those that Discogs does not have yet.
  /// - Throws: `Failure` if Discogs refused one, after reporting each.
  @MainActor func tell(_ left: [PendingEdit], _ options: WritingOptions) throws {
    let stuck = left.compactMap { edit in edit.trouble.map { VerbWords.stuck(edit.title, $0) } }
    for line in stuck { Output.complain(line) }
    if left.isEmpty || stuck.count < left.count { tell(left.count - stuck.count, options) }
    if !stuck.isEmpty { throw Failure.reported(.failed) }
  }

  /// - Parameter waiting: the number of changes still to be sent.
  @MainActor func tell(_ waiting: Int, _ options: WritingOptions) {
    guard let source else { return }
    if waiting == 0 {
      if source.can(.sync), !options.list.json, !options.list.csv { Output.line(VerbWords.sent) }
      return
    }
    let reason =
      hindrance.map { Wording.sentence($0) } ?? pending.lazy.compactMap(\.reason).first
      ?? (source.can(.sync) ? VerbWords.waitsForAnother : VerbWords.onlyLiveSends)
    Output.errorLine(VerbWords.waiting(waiting, reason.withoutPeriod))
  }
}

extension PendingEdit {
  /// The reason of the last failed attempt; nil if there was none.
  fileprivate nonisolated var reason: String? {
    if case .retrying(_, let reason) = state { return reason }
    return nil
  }

  /// Why it needs the user's decision; nil if it will be sent.
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

/// The outcome of all items of a verb.
struct ShelfOutcome: Sendable {
  struct Result: Sendable {
    var task: ShelfTask
    var made: [MadeEdit]

    /// The first reason why the item was not changed, or not completely.
    var failure: Failure? {
      if let failure = task.failure { return failure }
      for edit in made { if case .refused(let sentence) = edit.outcome { return Failure(sentence) } }
      return nil
    }

    var titles: [String] { made.compactMap(\.title) }
    /// Whether any of its changes is for Discogs.
    var isSent: Bool { made.contains { $0.edit != nil } }
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

  /// - Throws: `Failure` if an item failed or Discogs refused one of its changes.
  @MainActor func tell(_ options: WritingOptions) throws {
    for note in results.compactMap(\.task.note) { Output.errorLine(note) }
    Table(
      results,
      [
        .text("item") { $0.task.item }, .text("outcome") { $0.word(options.dryRun) },
        .text("change", json: "changes") { $0.titles }, .text("copy") { $0.copy }, .text("delivery") { delivered($0) },
        .text("reason") { $0.failure?.message },
      ]
    ).write(as: options.list, plain: results.compactMap { line($0, options) })
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
    if results.contains(where: { $0.isSent }) {
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
    guard result.isSent, delivery.source != nil else { return "" }
    let pending = result.pending(delivery)
    guard let worst = pending.first(where: { $0.trouble != nil }) else { return pending.isEmpty ? "sent" : "pending" }
    return worst.stateName
  }
}

extension JSONObject {
  /// With `dry_run` for a rehearsal.
  nonisolated func markingRehearsal(_ isRehearsal: Bool) -> JSONObject {
    isRehearsal ? showing(["dry_run": true]) : self
  }
}
