internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// Applies and journals changes, and undoes them, within one transaction.
struct EditJournal {
  let database: Database
  let time: Double
  private let isSent: Bool

  init(_ database: Database, time: Double, isSent: Bool) {
    (self.database, self.time, self.isSent) = (database, time, isSent)
  }

  // MARK: Making changes

  func perform(_ edits: [ShelfEdit]) throws -> [MadeEdit] {
    try forgetOld()
    var made: [MadeEdit] = []
    var changes: [ShelfChange] = []
    for edit in edits {
      do {
        let change = try self.change(edit)
        made.append(MadeEdit(outcome: .done, title: change?.title, copy: change?.copy))
        guard let change else { continue }
        try change.apply(database)
        changes.append(change)
      } catch let refusal as EditRefusal {
        made.append(MadeEdit(outcome: .refused(refusal.sentence)))
      }
    }
    guard !changes.isEmpty else { return made }
    try closeUndone()
    var numbers = try note(changes, title: Self.title(changes)).makeIterator()
    for index in made.indices where made[index].title != nil { made[index].edit = numbers.next() ?? nil }
    return made
  }

  /// Journals changes that were applied, as one batch; undone batches can then no longer be redone.
  ///
  /// - Returns: the numbers of those to send.
  func note(closingUndone changes: [ShelfChange], title: String) throws -> [PendingEdit.ID] {
    try closeUndone()
    return try note(changes, title: title).compactMap(\.self)
  }

  private func closeUndone() throws { try database.change("UPDATE batch SET state = 'closed' WHERE state = 'undone'") }

  /// Journals the present shelf as changes for the account. They cannot be undone together: that would empty the
  /// shelf.
  func note(adopting changes: [ShelfChange]) throws {
    try note(changes, title: LibraryWords.adoption)
    try database.change(
      "UPDATE batch SET state = 'closed' WHERE id = (SELECT batch FROM edit ORDER BY id DESC LIMIT 1)")
  }

  /// - Returns: each change's number if it is to be sent; nil for the others, and for those that a later one cancels
  ///   out.
  @discardableResult
  private func note(_ changes: [ShelfChange], title: String) throws -> [PendingEdit.ID?] {
    try database.change("INSERT INTO batch (title, madeAt, state) VALUES (?, ?, 'done')", [title, time])
    let batch = database.lastInsertedRowID
    let numbers = try changes.map { try note($0, batch: batch, isUndo: false) }
    let sent: Set<PendingEdit.ID> = try Set(
      database.values("SELECT id FROM edit WHERE batch = ? AND state = 'pending'", [batch]))
    return numbers.map { sent.contains($0) ? $0 : nil }
  }

  @discardableResult
  private func note(_ change: ShelfChange, batch: Int64, isUndo: Bool) throws -> PendingEdit.ID {
    var (change, state) = (change, "done")
    if isSent, change.isSent {
      // Undoing a change that was never sent leaves nothing to send.
      let latest = try EditRow.unsent(change.target, change.item, database).last
      if let latest, latest.state == "pending", latest.attempts == 0, change.reverts(latest.change) {
        try database.change("UPDATE edit SET state = 'dropped' WHERE id = ?", [latest.id])
        change = try kept(change, asItWasBefore: latest.change)
        if case .folder(let folder) = change, folder.after == nil { try empty(folder: folder.id) }
        state = "dropped"
      } else {
        state = try forgetRefused(change, latest: latest) ? "dropped" : "pending"
      }
    }
    let (before, after) = try change.texts
    try database.change(
      "INSERT INTO edit (batch, target, item, before, after, isUndo, state, madeAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [batch, change.target.rawValue, change.item, before, after, isUndo, state, time])
    return database.lastInsertedRowID
  }

  /// Restores a row whose removal was never sent under the account's number for it, so that it can be removed again.
  private func kept(_ change: ShelfChange, asItWasBefore removal: ShelfChange) throws -> ShelfChange {
    switch (change, removal) {
    case (.copy(var copy), .copy(let removal)) where copy.before == nil && removal.after == nil:
      guard let instance = removal.before?.instance else { return change }
      try Library.number(theCopy: copy.id, as: instance, database)
      copy.after?.instance = instance
      return .copy(copy)
    case (.folder(var folder), .folder(let removal)) where folder.before == nil && removal.after == nil:
      guard let number = removal.before?.number else { return change }
      try Library.number(theFolder: folder.id, as: number, database)
      folder.after?.number = number
      return .folder(folder)
    case (.want(let want), .want(let removal)) where want.before == nil && removal.after == nil:
      // A want still to be added is not on the account yet.
      try database.change(
        """
        UPDATE want SET isMirrored = 1 WHERE release = :release AND NOT EXISTS
          (SELECT 1 FROM edit WHERE target = 'want' AND item = :release AND state IN \(Library.unsent))
        """, ["release": want.id.item])
      return change
    default: return change
    }
  }

  /// Deletes batches that can no longer be undone and have nothing unsent.
  func forgetOld() throws {
    try database.change(
      """
      DELETE FROM batch WHERE madeAt < ? AND NOT EXISTS
        (SELECT 1 FROM edit WHERE batch = batch.id AND state IN ('pending', 'sending', 'refused', 'conflict'))
      """, [time - Library.undoLimit])
  }

  // MARK: Undo and redo

  /// - Parameter isRehearsal: whether the caller rolls back. An import is then not undone at all: that takes long and
  ///   tells nothing.
  func undo(isRehearsal: Bool) throws -> EditSummary? {
    guard let batch = try latest(["done", Self.imported], order: "id DESC") else { return nil }
    if batch.state == Self.imported {
      // A replaced shelf is restored as a whole, or not at all once an account has it: nor is what was before it.
      if try Library.isOfAccount(database) { return nil }
      if !isRehearsal { try takeBackImport(batch.id) }
      return EditSummary(title: batch.title)
    }
    var left = 0
    for edit in try edits(of: batch.id, order: "id DESC") {
      guard let change = try edit.change.reversed(on: database) else {
        left += 1
        continue
      }
      try change.apply(database)
      try note(change, batch: batch.id, isUndo: true)
    }
    try database.change("UPDATE batch SET state = 'undone' WHERE id = ?", [batch.id])
    let isSent = try database.has("SELECT 1 FROM edit WHERE batch = ? AND isUndo AND state = 'pending'", [batch.id])
    return EditSummary(title: batch.title, left: left, isSent: isSent)
  }

  func redo() throws -> EditSummary? {
    // The one undone last: what was done again and undone again has a higher id than what was undone before it.
    let undone = "(SELECT max(edit.id) FROM edit WHERE edit.batch = batch.id AND isUndo) DESC, id"
    guard let batch = try latest(["undone"], order: undone) else { return nil }
    var changes: [ShelfChange] = []
    var left = 0
    for edit in try edits(of: batch.id, order: "id") {
      guard let change = try edit.change.repeated(on: database) else {
        left += 1
        continue
      }
      try change.apply(database)
      changes.append(change)
    }
    try database.change("UPDATE batch SET state = 'closed' WHERE id = ?", [batch.id])
    let sent = try note(changes, title: batch.title)
    return EditSummary(title: batch.title, left: left, isSent: sent.contains { $0 != nil })
  }

  private func latest(_ states: [String], order: String) throws -> (id: Int64, title: String, state: String)? {
    try database.row(
      """
      SELECT id, title, state FROM batch WHERE state IN (SELECT value FROM json_each(?)) AND madeAt > ?
      ORDER BY \(order) LIMIT 1
      """, [states.json, time - Library.undoLimit]
    ).map { try ($0.value(0), $0.value(1), $0.value(2)) }
  }

  private func edits(of batch: Int64, order: String) throws -> [EditRow] {
    try database.rows("SELECT * FROM edit WHERE batch = ? AND NOT isUndo ORDER BY \(order)", [batch]).map(EditRow.init)
  }
}

struct EditRefusal: Error {
  var sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
