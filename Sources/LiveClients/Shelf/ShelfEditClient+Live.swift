public import Clients
internal import DiscogsModel
internal import Logging
public import RunoutModel
public import UserLibrary
internal import Wording

/// Changes the shelf that goes with the source in use: for pages through `ShelfEditClient`, for verbs with the details.
///
/// A rehearsal changes nothing, and only reports what would happen; it is allowed in any case.
public struct ShelfEditor: Sendable {
  let configuration: LiveConfiguration
  let shelves: Shelves
  let records: RecordSources
  let sync: ShelfSync

  public func make(_ edits: [ShelfEdit], isRehearsal: Bool = false) async throws(ClientError) -> [MadeEdit] {
    try checkMayChange(isRehearsal: isRehearsal)
    var completed: [ShelfEdit] = []
    for edit in edits {
      switch edit {
      case .add(let facts, let folder, let values):
        completed.append(.add(await records.on.completed(facts), folder: folder, values: values))
      case .want(let facts, let notes, let rating):
        completed.append(.want(await records.on.completed(facts), notes: notes, rating: rating))
      default: completed.append(edit)
      }
    }
    if !isRehearsal, completed.contains(where: \.isAddition) {
      try await shelves.translate.errors { try await shelves.adoptIfEmpty() }
    }
    return try await change(isRehearsal) { [completed] library, time, isSent in
      try await library.make(completed, at: time, isSent: isSent, isRehearsal: isRehearsal)
    }
  }

  public func undo(isRehearsal: Bool = false) async throws(ClientError) -> EditSummary? {
    try await change(isRehearsal) { try await $0.undo(at: $1, isSent: $2, isRehearsal: isRehearsal) }
  }

  public func redo(isRehearsal: Bool = false) async throws(ClientError) -> EditSummary? {
    try await change(isRehearsal) { try await $0.redo(at: $1, isSent: $2, isRehearsal: isRehearsal) }
  }

  func change<Answer: Sendable>(
    _ isRehearsal: Bool = false,
    _ work: @Sendable (Library, _ time: Double, _ isSent: Bool) async throws -> Answer
  ) async throws(ClientError) -> Answer {
    try checkMayChange(isRehearsal: isRehearsal)
    let isSent = try await shelves.sendsChanges()
    // A rehearsal that is cut short leaves no trace.
    if !isRehearsal { configuration.faultPoint() }
    let answer = try await shelves.ask { try await work($0, configuration.now(), isSent) }
    if isRehearsal { return answer }
    configuration.faultPoint()
    if isSent { sync.wake() }
    return answer
  }

  /// Imports an export of the collection or the want list into the user's own shelf, whichever source is on.
  ///
  /// - Parameter answer: answers the questions of a report, before anything is imported; nil imports nothing.
  public func importShelf(
    _ list: ShelfList, from path: String, terms: ShelfImportTerms = ShelfImportTerms(), isRehearsal: Bool = false,
    answer: @MainActor (ShelfImportReport) -> ShelfImportTerms? = { _ in nil }
  ) async throws(ClientError) -> ShelfImportReport {
    try checkMayChange(isRehearsal: isRehearsal)
    let library = try await shelves.shelf()
    configuration.faultPoint()
    let report = try await shelves.translate.errors {
      // Read once: a pipe is empty afterwards.
      let file = try await Blocking.run { try ShelfFile(readingFrom: path, list) }
      var report = try await library.importShelf(file, at: configuration.now(), terms: terms, isRehearsal: isRehearsal)
      while !report.questions.isEmpty, let answered = await answer(report) {
        report = try await library.importShelf(file, at: configuration.now(), terms: answered, isRehearsal: isRehearsal)
      }
      return report
    }
    configuration.faultPoint()
    if isRehearsal || !report.questions.isEmpty { return report }
    shelves.translate.log.notice(
      "Imported the shelf",
      metadata: ["rows": "\(report.rows)", "skipped": "\(report.skipped.count)", "way": "\(report.way.rawValue)"])
    await shelves.learnFacts(library)
    if !report.edits.isEmpty { sync.wake() }
    return report
  }

  /// - Throws: `refused` where nothing may be changed in this run.
  public func checkMayChange(isRehearsal: Bool = false) throws(ClientError) {
    guard !configuration.isReadOnly || isRehearsal else { throw .refused(SourceWords.readOnly) }
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
      $0.refusal = { editor.configuration.isReadOnly ? SourceWords.readOnly : nil }
      $0.perform = answering { edits in try await editor.make(edits).map(\.outcome) }
      $0.undo = answering { try await editor.undo()?.sentence }
      $0.redo = answering { try await editor.redo()?.sentence }
      $0.pending = shelves.answering { try await $0.pendingEdits() }
      $0.remedy = answering { id, remedy in
        try await editor.change { library, _, _ in try await library.remedy(id, remedy) }
      }
      $0.fields = shelves.answering {
        let known = try await $0.fields()
        return known.isEmpty ? CollectionInstance.Field.usual : known
      }
      $0.removed = shelves.answering { try await $0.removedRows(at: editor.configuration.now()) }
      $0.restore = answering { ids in
        try await editor.change { try await $0.restore(ids, at: $1, isSent: $2) }?.title
      }
      $0.importFile = answering { path in
        let home = editor.configuration.environment["HOME"] ?? "~"
        let whole = path.hasPrefix("~/") ? home + path.dropFirst() : path
        let report = try await editor.importShelf(.collection, from: whole)
        guard report.questions.isEmpty else { throw ClientError.refused(StartWords.asksMore) }
        return ImportedFile(rows: report.rows, skipped: report.skipped.count, unread: report.unreadCount)
      }
      $0.changes = { shelves.changes() }
      $0.version = shelves.answering { "\($0.path) \(try await $0.shelfVersion())" }
    }
  }
}

extension EditSummary {
  /// The undone or redone change, with the number of its parts that could not be.
  public var sentence: String { left == 0 ? title : SyncWords.undoLeft(title, changes: left) }
}
