internal import GRDB
public import RunoutModel

public struct EditSummary: Hashable, Sendable {
  /// `Move Miles Davis – Kind Of Blue to Jazz`.
  public var title: String
  /// How many of its changes were left out, as their rows are gone.
  public var left = 0
  /// Whether it leaves something to send. Undoing a change that Discogs never heard of does not.
  public var isSent = false
}

/// The outcome of one change, with its title and numbers for messages.
public struct MadeEdit: Hashable, Sendable {
  public var outcome: ShelfEditOutcome
  /// `Move Miles Davis – Kind Of Blue to Jazz`; nil if nothing changed.
  public var title: String?
  /// The changed copy, also a new one; nil for any other target.
  public var copy: Int64?
  /// The number in the journal, for finding it among the pending ones; nil if there is nothing to send.
  public var edit: PendingEdit.ID?
}

extension Library {
  /// How long changes can be undone, in seconds.
  static let undoLimit: Double = 86_400

  /// Makes changes that belong together: in one transaction, on disk when the call returns.
  ///
  /// - Parameter isSent: whether an account gets them; otherwise they are settled at once.
  /// - Returns: an outcome for each change. A refused one changes nothing.
  public func perform(
    _ edits: [ShelfEdit], at time: Double, isSent: Bool
  ) async throws(LibraryError) -> [ShelfEditOutcome] {
    try await make(edits, at: time, isSent: isSent).map(\.outcome)
  }

  /// Like `perform`, with the title and the numbers of each change.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what would happen.
  public func make(
    _ edits: [ShelfEdit], at time: Double, isSent: Bool, isRehearsal: Bool = false
  ) async throws(LibraryError) -> [MadeEdit] {
    try await change(isRehearsal: isRehearsal) { try EditJournal($0, time: time, isSent: isSent).perform(edits) }
  }

  /// Undoes the latest batch of changes if it was made within a day; nil if there is none.
  public func undo(
    at time: Double, isSent: Bool, isRehearsal: Bool = false
  ) async throws(LibraryError) -> EditSummary? {
    try await change(isRehearsal: isRehearsal) {
      try EditJournal($0, time: time, isSent: isSent).undo(isRehearsal: isRehearsal)
    }
  }

  /// Redoes the batch undone last, unless something else has changed since; nil if there is none.
  public func redo(
    at time: Double, isSent: Bool, isRehearsal: Bool = false
  ) async throws(LibraryError) -> EditSummary? {
    try await change(isRehearsal: isRehearsal) { try EditJournal($0, time: time, isSent: isSent).redo() }
  }

  /// Changes the shelf and raises its version; a rehearsal is rolled back.
  func change<Value: Sendable>(
    isRehearsal: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    try await change(isRehearsal: { _ in isRehearsal }, body)
  }

  /// Changes the shelf, and rolls back if the result says so.
  func change<Value: Sendable>(
    isRehearsal: @escaping @Sendable (Value) -> Bool, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    try await write { database in
      let value = try body(database)
      if isRehearsal(value) { return (value, .rollback) }
      try Self.raiseShelfVersion(database)
      return (value, .commit)
    }
  }
}
