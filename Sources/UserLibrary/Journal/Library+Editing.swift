internal import GRDB
public import RunoutModel

/// What was undone or redone.
public struct EditSummary: Hashable, Sendable {
  /// `Move Miles Davis – Kind Of Blue to Jazz`.
  public var title: String
  /// How many of its changes could not be taken back, as what they were about is gone.
  public var left = 0
  /// Whether there is something in it to be sent: what takes back a change that Discogs never heard of has nothing.
  public var isSent = false
}

/// What became of one change, for who tells people.
public struct MadeEdit: Hashable, Sendable {
  public var outcome: ShelfEditOutcome
  /// `Move Miles Davis – Kind Of Blue to Jazz`; nil where nothing was, or had to be, changed.
  public var title: String?
  /// The copy that was changed, a new one's number included; nil for everything else.
  public var copy: Int64?
  /// Its number in the journal, by which it is found among what is pending; nil where there is nothing to send.
  public var edit: PendingEdit.ID?
}

extension Library {
  /// How long changes can be undone, in seconds.
  static let undoLimit: Double = 86_400

  /// Makes changes that belong together: in one transaction, on disk when the call returns.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970.
  ///   - isSent: whether an account is to have them; otherwise they are settled as they are made.
  /// - Returns: an outcome for each change. Those that are refused leave everything as it was.
  public func perform(
    _ edits: [ShelfEdit], at time: Double, isSent: Bool
  ) async throws(LibraryError) -> [ShelfEditOutcome] {
    try await make(edits, at: time, isSent: isSent).map(\.outcome)
  }

  /// As `perform`, with all there is to say about each change.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what would happen.
  public func make(
    _ edits: [ShelfEdit], at time: Double, isSent: Bool, isRehearsal: Bool = false
  ) async throws(LibraryError) -> [MadeEdit] {
    try await change(isRehearsal: isRehearsal) { database in
      try EditJournal(database, time: time, isSent: isSent).perform(edits)
    }
  }

  /// Takes back the latest changes made together, if that was within a day; nil when there are none.
  public func undo(
    at time: Double, isSent: Bool, isRehearsal: Bool = false
  ) async throws(LibraryError) -> EditSummary? {
    try await change(isRehearsal: isRehearsal) {
      try EditJournal($0, time: time, isSent: isSent).undo(isRehearsal: isRehearsal)
    }
  }

  /// Makes again what was taken back last, as long as nothing else has been changed since; nil when there is nothing.
  public func redo(
    at time: Double, isSent: Bool, isRehearsal: Bool = false
  ) async throws(LibraryError) -> EditSummary? {
    try await change(isRehearsal: isRehearsal) { try EditJournal($0, time: time, isSent: isSent).redo() }
  }

  /// Changes the shelf; in a rehearsal everything is then taken back at once.
  func change<Value: Sendable>(
    isRehearsal: Bool, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    try await change(isRehearsal: { _ in isRehearsal }, body)
  }

  /// Changes the shelf, and decides from the result whether everything is taken back.
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
