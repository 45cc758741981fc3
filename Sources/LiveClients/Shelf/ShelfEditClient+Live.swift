internal import Clients
internal import DiscogsModel
internal import Logging
internal import RunoutModel
public import UserLibrary
internal import Wording

/// Changes the shelf that goes with the source in use.
struct ShelfEditor: Sendable {
  let shelves: Shelves
  /// As in `LiveConfiguration`; rehearsals are allowed all the same.
  let isReadOnly: Bool
  /// As in `LiveConfiguration`.
  let faultPoint: @Sendable () -> Void
  let now: @Sendable () -> Double
  /// Completes the facts that a list gives of a release or master, without asking the network.
  let complete: @Sendable (ShelfFacts) async -> ShelfFacts
  /// Called when there are new changes to send to the account.
  let send: @Sendable () -> Void

  func make(_ edits: [ShelfEdit], isRehearsal: Bool = false) async throws(ClientError) -> [MadeEdit] {
    try checkMayChange(isRehearsal)
    var completed: [ShelfEdit] = []
    for edit in edits {
      switch edit {
      case .add(let facts, let folder): completed.append(.add(await complete(facts), folder: folder))
      case .want(let facts, let notes, let rating):
        completed.append(.want(await complete(facts), notes: notes, rating: rating))
      default: completed.append(edit)
      }
    }
    if !isRehearsal, completed.contains(where: \.isAddition) { try await shelves.adoptIfEmpty() }
    return try await change(isRehearsal) { [completed] library, time, isSent in
      try await library.make(completed, at: time, isSent: isSent, isRehearsal: isRehearsal)
    }
  }

  func undo(isRehearsal: Bool = false) async throws(ClientError) -> EditSummary? {
    try await change(isRehearsal) { library, time, isSent in
      try await library.undo(at: time, isSent: isSent, isRehearsal: isRehearsal)
    }
  }

  func redo(isRehearsal: Bool = false) async throws(ClientError) -> EditSummary? {
    try await change(isRehearsal) { library, time, isSent in
      try await library.redo(at: time, isSent: isSent, isRehearsal: isRehearsal)
    }
  }

  func removedRows() async throws(ClientError) -> [RemovedRow] {
    let time = now()
    return try await shelves.ask { library in try await library.removedRows(at: time) }
  }

  func restore(_ ids: [RemovedRow.ID]) async throws(ClientError) -> EditSummary? {
    try await change { library, time, isSent in try await library.restore(ids, at: time, isSent: isSent) }
  }

  func change<Answer: Sendable>(
    _ isRehearsal: Bool = false,
    _ work: @Sendable (Library, _ time: Double, _ isSent: Bool) async throws -> Answer
  ) async throws(ClientError) -> Answer {
    try checkMayChange(isRehearsal)
    let isSent = try await shelves.sendsChanges()
    // A rehearsal that is cut short leaves no trace.
    if !isRehearsal { faultPoint() }
    let answer = try await shelves.ask { library in try await work(library, now(), isSent) }
    if isRehearsal { return answer }
    faultPoint()
    if isSent { send() }
    return answer
  }

  /// As `LiveServices.importShelf`.
  func importShelf(
    _ list: ShelfList, from path: String, terms: ShelfImportTerms = ShelfImportTerms(), isRehearsal: Bool = false,
    answer: @MainActor (ShelfImportReport) -> ShelfImportTerms? = { _ in nil }
  ) async throws(ClientError) -> ShelfImportReport {
    try checkMayChange(isRehearsal)
    let library = try await shelves.shelf()
    var report: ShelfImportReport
    var terms = terms
    faultPoint()
    do {
      // Read once: a pipe is empty afterwards.
      let file = try await Blocking.run { () throws(LibraryError) in try ShelfFile(readingFrom: path, list) }
      report = try await library.importShelf(file, at: now(), terms: terms, isRehearsal: isRehearsal)
      while !report.questions.isEmpty, let answered = await answer(report) {
        terms = answered
        report = try await library.importShelf(file, at: now(), terms: terms, isRehearsal: isRehearsal)
      }
    } catch {
      throw shelves.translate(error)
    }
    faultPoint()
    if isRehearsal || !report.questions.isEmpty { return report }
    shelves.translate.log.notice(
      "Imported the shelf",
      metadata: ["rows": "\(report.rows)", "skipped": "\(report.skipped.count)", "way": "\(report.way.rawValue)"])
    await shelves.learnFacts(library)
    if !report.edits.isEmpty { send() }
    return report
  }

  func checkMayChange(_ isRehearsal: Bool = false) throws(ClientError) {
    guard !isReadOnly || isRehearsal else {
      throw .refused(SourceWords.readOnly)
    }
  }
}

extension ShelfEdit {
  fileprivate var isAddition: Bool {
    switch self {
    case .add, .want, .makeFolder: true
    default: false
    }
  }
}

extension ShelfEditClient {
  static func live(_ editor: ShelfEditor) -> ShelfEditClient {
    let shelves = editor.shelves
    return ShelfEditClient {
      $0.refusal = { editor.isReadOnly ? SourceWords.readOnly : nil }
      $0.perform = answering { edits in try await editor.make(edits).map(\.outcome) }
      $0.undo = answering { try await editor.undo()?.sentence }
      $0.redo = answering { try await editor.redo()?.sentence }
      $0.pending = answering { try await shelves.ask { library in try await library.pendingEdits() } }
      $0.remedy = answering { id, remedy in
        try await editor.change { library, _, _ in try await library.remedy(id, remedy) }
      }
      $0.fields = answering {
        let known = try await shelves.ask { library in try await library.fields() }
        return known.isEmpty ? CollectionInstance.Field.usual : known
      }
      $0.removed = answering { try await editor.removedRows() }
      $0.restore = answering { ids in try await editor.restore(ids)?.title }
      $0.changes = { shelves.changes() }
    }
  }
}

extension EditSummary {
  /// The undone or redone change, with the number of its parts that could not be.
  public var sentence: String {
    left == 0 ? title : SyncWords.undoLeft(title, changes: left)
  }
}
