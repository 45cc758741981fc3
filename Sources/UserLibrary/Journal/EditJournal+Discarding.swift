internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

extension EditJournal {
  /// Undoes a change on the shelf, and after a conflict takes over the server's state.
  func giveUp(_ row: Row) throws {
    let change = try ShelfChange(row)
    let isConflict = try row.value("state") == "conflict"
    try database.change("UPDATE edit SET state = 'dropped' WHERE id = ?", [row.value("id") as Int64])
    if case .copy(let copy) = change, isConflict, copy.before != nil || copy.after != nil {
      try settleConflict(copy, theirs: CopyState(json: row.value("theirs")))
      return
    }
    if case .folder(let folder) = change, folder.before == nil { try empty(folder: folder.id) }
    guard let back = try change.reversed(on: database) else { return }
    try back.apply(database)
    guard case .copy(let copy) = change else { return }
    if copy.before == nil {
      // The copy was never added, so its other changes are void.
      try dropUnsent(ofCopy: copy.id)
    } else if copy.after == nil, let instance = copy.before?.instance {
      // It was never removed there, so it is still the same copy.
      try database.change("UPDATE copy SET instance = ? WHERE id = ?", [instance, copy.id])
    }
  }

  /// Replaces the local changes of a copy with the account's state.
  private func settleConflict(_ change: Change<CopyState>, theirs: CopyState?) throws {
    // A copy removed here and gone there comes back as it was.
    if var theirs = theirs ?? (change.after == nil ? change.before : nil) {
      try theirs.findPlace(database)
      try theirs.save(database, id: change.id)
    } else {
      // It is gone there, so it goes here, with its unsent changes.
      try CopyState.delete(database, id: change.id)
      try dropUnsent(ofCopy: change.id)
    }
  }

  private func dropUnsent(ofCopy id: Int64) throws { try drop(.copy, id, in: Library.unsent) }

  private func drop(_ target: EditTarget, _ item: Int64, in states: String) throws {
    try database.change(
      "UPDATE edit SET state = 'dropped' WHERE target = ? AND item = ? AND state IN \(states)", [target.rawValue, item])
  }

  /// Drops the refused changes of a row when the user undoes them or removes the row: otherwise no later change of the
  /// row would be sent, as each waits for the one before.
  ///
  /// - Parameter latest: the row's last unsent change.
  /// - Returns: true if nothing is left to send, as the account never heard of it.
  func forgetRefused(_ change: ShelfChange, latest: EditRow?) throws -> Bool {
    guard let latest else { return false }
    let (target, item) = (change.target, change.item)
    guard change.isRemoval else {
      guard latest.state == "refused", change.reverts(latest.change) else { return false }
      try database.change("UPDATE edit SET state = 'dropped' WHERE id = ?", [latest.id])
      return true
    }
    let isRefusedWhole = try database.has(
      "SELECT 1 FROM edit WHERE target = ? AND item = ? AND before IS NULL AND state = 'refused'",
      [target.rawValue, item])
    // A row that was added, with only later changes refused, has to be removed there.
    guard isRefusedWhole, !change.isOnAccount else {
      try drop(target, item, in: "('refused')")
      return false
    }
    try drop(target, item, in: Library.unsent)
    if target == .folder { try empty(folder: item) }
    return true
  }

  /// Moves copies out of a folder that the account will never have, to where they were, or to Discogs' own folder if
  /// they are new, and rewrites their unsent changes, which would wait for the folder for ever.
  func empty(folder: Int64) throws {
    var places: [Int64: (id: Int64, name: String)] = [:]
    func place(of copy: Int64) throws -> (id: Int64, name: String) {
      if let known = places[copy] { return known }
      return try ShelfFolders.place(named: ShelfEdit.uncategorised, database)
    }
    let edits = try database.rows("SELECT * FROM edit WHERE target = 'copy' AND state IN \(Library.unsent) ORDER BY id")
    for edit in edits {
      guard case .copy(let change) = try ShelfChange(edit) else { continue }
      var (before, after) = (change.before, change.after)
      if let before, before.folder != folder { places[change.id] = (before.folder, before.folderName) }
      guard before?.folder == folder || after?.folder == folder else { continue }
      let place = try place(of: change.id)
      before?.move(from: folder, to: place)
      after?.move(from: folder, to: place)
      try database.change(
        "UPDATE edit SET before = ?, after = ? WHERE id = ?",
        [before?.json, after?.json, edit.value("id") as Int64])
    }
    for id: Int64 in try database.values("SELECT id FROM copy WHERE folder = ?", [folder]) {
      guard var copy = try CopyState.fetch(database, id: id) else { continue }
      (copy.folder, copy.folderName) = try place(of: id)
      try copy.save(database, id: id)
    }
  }
}

extension CopyState {
  fileprivate mutating func move(from old: Int64, to place: (id: Int64, name: String)) {
    if folder == old { (folder, folderName) = place }
  }
}
