internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

extension EditJournal {
  /// Makes of the shelf what it would be without a change, and of the server's what is known.
  func giveUp(_ row: Row) throws {
    let change = try Change(row)
    try database.execute(sql: "UPDATE edit SET state = 'dropped' WHERE id = ?", arguments: [row.value("id") as Int64])
    if case .copy(let id, _, let mine?) = change, try row.value("state") == "conflict" {
      guard var theirs = try CopyState(json: row.value("theirs")) else {
        // It is gone there, so it goes here, and with it what was to be changed.
        try apply(.copy(id, before: mine, after: nil))
        try database.execute(
          sql: "UPDATE edit SET state = 'dropped' WHERE target = 'copy' AND item = ? AND state IN \(Library.unsent)",
          arguments: [id])
        return
      }
      try ShelfFolders.findPlace(for: &theirs, database)
      try apply(.copy(id, before: mine, after: theirs))
      return
    }
    if case .copy(let id, let before?, nil) = change, try row.value("state") == "conflict" {
      var theirs = try CopyState(json: row.value("theirs")) ?? before
      try ShelfFolders.findPlace(for: &theirs, database)
      try apply(.copy(id, before: nil, after: theirs))
      return
    }
    if case .folder(let id, nil, _) = change { try empty(folder: id) }
    guard let back = try change.reversed(on: database) else { return }
    try apply(back)
    if case .copy(let id, nil, _) = change {
      // Nothing can be changed of a copy that was not added.
      try database.execute(
        sql: "UPDATE edit SET state = 'dropped' WHERE target = 'copy' AND item = ? AND state IN \(Library.unsent)",
        arguments: [id])
    } else if case .copy(let id, let before?, nil) = change, let instance = before.instance {
      // It was never removed there: it is the same copy still.
      try database.execute(sql: "UPDATE copy SET instance = ? WHERE id = ?", arguments: [instance, id])
    }
  }
  /// Puts the copies of a folder that the account will never have back where they were, and has what is still to be sent
  /// of them say so: new copies go to Discogs' own folder. Otherwise these changes would wait for the folder for ever.
  func empty(folder: Int64) throws {
    let uncategorised = ShelfEdit.uncategorised
    var places: [Int64: (id: Int64, name: String)] = [:]
    func place(of copy: Int64) throws -> (id: Int64, name: String) {
      if let known = places[copy] { return known }
      return (try ShelfFolders.named(uncategorised, database), uncategorised)
    }
    let edits = try database.rows(
      "SELECT * FROM edit WHERE target = 'copy' AND state IN \(Library.unsent) ORDER BY id")
    for edit in edits {
      guard case .copy(let id, var before, var after) = try Change(edit) else { continue }
      if let before, before.folder != folder { places[id] = (before.folder, before.folderName) }
      guard before?.folder == folder || after?.folder == folder else { continue }
      let place = try place(of: id)
      before?.move(from: folder, to: place)
      after?.move(from: folder, to: place)
      try database.change(
        "UPDATE edit SET before = ?, after = ? WHERE id = ?",
        [before?.json, after?.json, edit.value("id") as Int64])
    }
    for id in try Int64.fetchAll(database, sql: "SELECT id FROM copy WHERE folder = ?", arguments: [folder]) {
      guard let before = try CopyState.fetch(database, id: id) else { continue }
      var after = before
      (after.folder, after.folderName) = try place(of: id)
      try apply(.copy(id, before: before, after: after))
    }
  }
}

extension CopyState {
  fileprivate mutating func move(from old: Int64, to place: (id: Int64, name: String)) {
    if folder == old { (folder, folderName) = place }
  }
}
